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
#endif
