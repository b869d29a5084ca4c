#ifndef _WHET_NL_TYPES_H
#define _WHET_NL_TYPES_H
#include <sys/types.h>
#define NL_SETD 1
#define NL_CAT_LOCALE 1
typedef void *nl_catd;
typedef int nl_item;
extern nl_catd catopen(const char *, int);
extern char *catgets(nl_catd, int, int, const char *);
extern int catclose(nl_catd);
#endif
