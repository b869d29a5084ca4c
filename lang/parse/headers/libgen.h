#ifndef _WHET_LIBGEN_H
#define _WHET_LIBGEN_H
#include <sys/types.h>
extern char *dirname(char *);
#endif
