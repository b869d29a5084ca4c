#ifndef _WHET_FNMATCH_H
#define _WHET_FNMATCH_H
#include <sys/types.h>
#define FNM_PATHNAME (1 << 0)
#define FNM_NOESCAPE (1 << 1)
#define FNM_PERIOD (1 << 2)
#define FNM_FILE_NAME FNM_PATHNAME
#define FNM_LEADING_DIR (1 << 3)
#define FNM_CASEFOLD (1 << 4)
#define FNM_EXTMATCH (1 << 5)
#define FNM_NOMATCH 1
extern int fnmatch(const char *, const char *, int);
#define FNM_NOSYS (-1)
#endif
