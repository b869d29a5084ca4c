#ifndef _WHET_SYS_RESOURCE_H
#define _WHET_SYS_RESOURCE_H
#include <sys/time.h>
typedef unsigned long rlim_t;
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
struct rusage { struct timeval ru_utime; struct timeval ru_stime; long ru_maxrss; };
extern int getrlimit(int resource, struct rlimit *r);
extern int setrlimit(int resource, const struct rlimit *r);
extern int getrusage(int who, struct rusage *r);
#endif
