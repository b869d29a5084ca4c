#ifndef _WHET_GETOPT_H
#define _WHET_GETOPT_H
#include <unistd.h>
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
extern int getopt_long(int argc, char *const argv[], const char *options, const struct option *longopts, int *index);
extern int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longopts, int *index);
#endif
