#ifndef _WHET_WCHAR_H
#define _WHET_WCHAR_H
#include <stddef.h>
#include <stdarg.h>
#include <stdio.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; unsigned int __value; } mbstate_t;
#define WEOF ((wint_t)-1)
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#endif
extern wchar_t *wcscpy(wchar_t *dst, const wchar_t *src);
extern wchar_t *wcsncpy(wchar_t *dst, const wchar_t *src, size_t n);
extern wchar_t *wcscat(wchar_t *dst, const wchar_t *src);
extern wchar_t *wcsncat(wchar_t *dst, const wchar_t *src, size_t n);
extern int wcscmp(const wchar_t *a, const wchar_t *b);
extern int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
extern size_t wcslen(const wchar_t *s);
extern wchar_t *wcschr(const wchar_t *s, wchar_t c);
extern wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
extern wchar_t *wcsstr(const wchar_t *s, const wchar_t *t);
extern wchar_t *wmemcpy(wchar_t *dst, const wchar_t *src, size_t n);
extern wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n);
extern wchar_t *wmemset(wchar_t *p, wchar_t c, size_t n);
extern int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n);
extern int wprintf(const wchar_t *format, ...);
extern int fwprintf(FILE *f, const wchar_t *format, ...);
extern int swprintf(wchar_t *s, size_t n, const wchar_t *format, ...);
extern wint_t fgetwc(FILE *f);
extern wint_t fputwc(wchar_t c, FILE *f);
extern wint_t putwchar(wchar_t c);
extern size_t mbrtowc(wchar_t *w, const char *s, size_t n, mbstate_t *state);
extern size_t wcrtomb(char *s, wchar_t w, mbstate_t *state);
#include <time.h>
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
struct tm;
extern int wcscasecmp(const wchar_t *, const wchar_t *);
extern int wcsncasecmp(const wchar_t *, const wchar_t *, size_t);
extern int wcscasecmp_l(const wchar_t *, const wchar_t *, locale_t);
extern int wcsncasecmp_l(const wchar_t *, const wchar_t *, size_t, locale_t);
extern int wcscoll(const wchar_t *, const wchar_t *);
extern size_t wcsxfrm(wchar_t *, const wchar_t *, size_t);
extern int wcscoll_l(const wchar_t *, const wchar_t *, locale_t);
extern size_t wcsxfrm_l(wchar_t *, const wchar_t *, size_t, locale_t);
extern wchar_t *wcsdup(const wchar_t *);
extern size_t wcscspn(const wchar_t *, const wchar_t *);
extern size_t wcsspn(const wchar_t *, const wchar_t *);
extern wchar_t *wcspbrk(const wchar_t *, const wchar_t *);
extern wchar_t *wcstok(wchar_t *, const wchar_t *, wchar_t **);
extern size_t wcsnlen(const wchar_t *, size_t);
extern wchar_t *wmemchr(const wchar_t *, wchar_t, size_t);
extern wint_t btowc(int);
extern int wctob(wint_t);
extern int mbsinit(const mbstate_t *);
extern size_t mbrlen(const char *, size_t, mbstate_t *);
extern size_t mbsrtowcs(wchar_t *, const char **, size_t, mbstate_t *);
extern size_t wcsrtombs(char *, const wchar_t **, size_t, mbstate_t *);
extern size_t mbsnrtowcs(wchar_t *, const char **, size_t, size_t, mbstate_t *);
extern size_t wcsnrtombs(char *, const wchar_t **, size_t, size_t, mbstate_t *);
extern double wcstod(const wchar_t *, wchar_t **);
extern float wcstof(const wchar_t *, wchar_t **);
extern long double wcstold(const wchar_t *, wchar_t **);
extern long int wcstol(const wchar_t *, wchar_t **, int);
extern unsigned long int wcstoul(const wchar_t *, wchar_t **, int);
extern long long int wcstoll(const wchar_t *, wchar_t **, int);
extern unsigned long long int wcstoull(const wchar_t *, wchar_t **, int);
extern wchar_t *wcpcpy(wchar_t *, const wchar_t *);
extern wchar_t *wcpncpy(wchar_t *, const wchar_t *, size_t);
extern FILE *open_wmemstream(wchar_t **, size_t *);
extern int fwide(FILE *, int);
extern int vfwprintf(FILE *, const wchar_t *, va_list);
extern int vwprintf(const wchar_t *, va_list);
extern int vswprintf(wchar_t *, size_t, const wchar_t *, va_list);
extern int fwscanf(FILE *, const wchar_t *, ...);
extern int wscanf(const wchar_t *, ...);
extern int swscanf(const wchar_t *, const wchar_t *, ...);
extern int vfwscanf(FILE *, const wchar_t *, va_list);
extern int vwscanf(const wchar_t *, va_list);
extern int vswscanf(const wchar_t *, const wchar_t *, va_list);
extern wint_t getwc(FILE *);
extern wint_t getwchar(void);
extern wint_t putwc(wchar_t, FILE *);
extern wchar_t *fgetws(wchar_t *, int, FILE *);
extern int fputws(const wchar_t *, FILE *);
extern wint_t ungetwc(wint_t, FILE *);
extern size_t wcsftime(wchar_t *, size_t, const wchar_t *, const struct tm *);
#ifdef _GNU_SOURCE
extern wchar_t *wcschrnul(const wchar_t *, wchar_t);
extern wchar_t *wcswcs(const wchar_t *, const wchar_t *);
extern wchar_t *wmempcpy(wchar_t *, const wchar_t *, size_t);
extern long long int wcstoq(const wchar_t *, wchar_t **, int);
extern unsigned long long int wcstouq(const wchar_t *, wchar_t **, int);
extern long int wcstol_l(const wchar_t *, wchar_t **, int, locale_t);
extern unsigned long int wcstoul_l(const wchar_t *, wchar_t **, int, locale_t);
extern long long int wcstoll_l(const wchar_t *, wchar_t **, int, locale_t);
extern unsigned long long int wcstoull_l(const wchar_t *, wchar_t **, int, locale_t);
extern double wcstod_l(const wchar_t *, wchar_t **, locale_t);
extern float wcstof_l(const wchar_t *, wchar_t **, locale_t);
extern long double wcstold_l(const wchar_t *, wchar_t **, locale_t);
extern wint_t getwc_unlocked(FILE *);
extern wint_t getwchar_unlocked(void);
extern wint_t fgetwc_unlocked(FILE *);
extern wint_t fputwc_unlocked(wchar_t, FILE *);
extern wint_t putwc_unlocked(wchar_t, FILE *);
extern wint_t putwchar_unlocked(wchar_t);
extern wchar_t *fgetws_unlocked(wchar_t *, int, FILE *);
extern int fputws_unlocked(const wchar_t *, FILE *);
extern size_t wcsftime_l(wchar_t *, size_t, const wchar_t *, const struct tm *, locale_t);
#endif
extern int wcwidth(wchar_t);
extern int wcswidth(const wchar_t *, size_t);
#endif
