#ifndef _WHET_ERR_H
#define _WHET_ERR_H
extern void err(int status, const char *format, ...) __attribute__((noreturn));
extern void errx(int status, const char *format, ...) __attribute__((noreturn));
extern void warn(const char *format, ...);
extern void warnx(const char *format, ...);
#endif
