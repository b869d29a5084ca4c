#ifndef _WHET_ERR_H
#define _WHET_ERR_H
extern void err(int status, const char *format, ...) __attribute__((noreturn));
extern void errx(int status, const char *format, ...) __attribute__((noreturn));
extern void warn(const char *format, ...);
extern void warnx(const char *format, ...);
#include <stdarg.h>
extern void vwarn(const char *, va_list);
extern void vwarnx(const char *, va_list);
extern void verr(int, const char *, va_list) __attribute__((noreturn));
extern void verrx(int, const char *, va_list) __attribute__((noreturn));
#endif
