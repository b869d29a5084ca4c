#ifndef _WHET_STRINGS_H
#define _WHET_STRINGS_H
#include <stddef.h>
extern int bcmp(const void *a, const void *b, size_t n);
extern void bcopy(const void *src, void *dst, size_t n);
extern void bzero(void *p, size_t n);
extern char *index(const char *s, int c);
extern char *rindex(const char *s, int c);
extern int ffs(int x);
extern int strcasecmp(const char *a, const char *b);
extern int strncasecmp(const char *a, const char *b, size_t n);
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
extern int ffsl(long int);
extern int ffsll(long long int);
extern int strcasecmp_l(const char *, const char *, locale_t);
extern int strncasecmp_l(const char *, const char *, size_t, locale_t);
#endif
