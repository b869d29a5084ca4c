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
#endif
