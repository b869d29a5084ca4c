#ifndef _WHET_LIBGEN_H
#define _WHET_LIBGEN_H
#include <sys/types.h>
extern char *dirname(char *);
extern char *__xpg_basename(char *);
#undef basename
#define basename __xpg_basename
#endif
