#ifndef _WHET_MONETARY_H
#define _WHET_MONETARY_H
#include <sys/types.h>
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
#include <stddef.h>
extern ssize_t strfmon(char *, size_t, const char *, ...);
extern ssize_t strfmon_l(char *, size_t, locale_t, const char *, ...);
#endif
