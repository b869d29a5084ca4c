#ifndef _WHET_ICONV_H
#define _WHET_ICONV_H
#include <sys/types.h>
#include <stddef.h>
typedef void *iconv_t;
extern int iconv_close(iconv_t);
extern iconv_t iconv_open(const char *, const char *);
extern size_t iconv(iconv_t, char **, size_t *, char **, size_t *);
#endif
