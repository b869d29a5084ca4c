#ifndef _WHET_STRING_H
#define _WHET_STRING_H
#include <stddef.h>
#include <strings.h>
extern void *memcpy(void *dst, const void *src, size_t n);
extern void *mempcpy(void *dst, const void *src, size_t n);
extern void *memmove(void *dst, const void *src, size_t n);
extern void *memccpy(void *dst, const void *src, int c, size_t n);
extern void *memset(void *p, int c, size_t n);
extern int memcmp(const void *a, const void *b, size_t n);
extern void *memchr(const void *p, int c, size_t n);
extern void *memrchr(const void *p, int c, size_t n);
extern void *memmem(const void *p, size_t n, const void *q, size_t m);
extern char *strcpy(char *dst, const char *src);
extern char *strncpy(char *dst, const char *src, size_t n);
extern char *stpcpy(char *dst, const char *src);
extern char *stpncpy(char *dst, const char *src, size_t n);
extern char *strcat(char *dst, const char *src);
extern char *strncat(char *dst, const char *src, size_t n);
extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, size_t n);
extern int strverscmp(const char *a, const char *b);
extern int strcoll(const char *a, const char *b);
extern size_t strxfrm(char *dst, const char *src, size_t n);
extern char *strdup(const char *s);
extern char *strndup(const char *s, size_t n);
extern char *strchr(const char *s, int c);
extern char *strrchr(const char *s, int c);
extern char *strchrnul(const char *s, int c);
extern size_t strcspn(const char *s, const char *reject);
extern size_t strspn(const char *s, const char *accept);
extern char *strpbrk(const char *s, const char *accept);
extern char *strstr(const char *s, const char *t);
extern char *strcasestr(const char *s, const char *t);
extern char *strtok(char *s, const char *delim);
extern char *strtok_r(char *s, const char *delim, char **save);
extern char *strsep(char **s, const char *delim);
extern size_t strlen(const char *s);
extern size_t strnlen(const char *s, size_t n);
extern char *strerror(int e);
extern int strerror_r(int e, char *buf, size_t n);
extern char *strsignal(int sig);
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
extern int strcoll_l(const char *, const char *, locale_t);
extern size_t strxfrm_l(char *, const char *, size_t, locale_t);
extern char *strerror_l(int, locale_t);
extern void explicit_bzero(void *, size_t);
#ifdef _GNU_SOURCE
extern void *rawmemchr(const void *, int);
extern const char *strerrordesc_np(int);
extern const char *strerrorname_np(int);
extern const char *sigabbrev_np(int);
extern const char *sigdescr_np(int);
extern char *strfry(char *);
extern void *memfrob(void *, size_t);
extern char *basename(const char *);
#endif
#endif
