#ifndef _WHET_STDLIB_H
#define _WHET_STDLIB_H
#include <stddef.h>
#include <alloca.h>
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)6)
extern void *malloc(size_t size);
extern void *calloc(size_t n, size_t size);
extern void *realloc(void *p, size_t size);
extern void *reallocarray(void *p, size_t n, size_t size);
extern void *aligned_alloc(size_t alignment, size_t size);
extern int posix_memalign(void **p, size_t alignment, size_t size);
extern void free(void *p);
extern void abort(void) __attribute__((noreturn));
extern void exit(int status) __attribute__((noreturn));
extern void _Exit(int status) __attribute__((noreturn));
extern void quick_exit(int status) __attribute__((noreturn));
extern int atexit(void (*f)(void));
extern int at_quick_exit(void (*f)(void));
extern int atoi(const char *s);
extern long atol(const char *s);
extern long long atoll(const char *s);
extern double atof(const char *s);
extern long strtol(const char *s, char **end, int base);
extern long long strtoll(const char *s, char **end, int base);
extern unsigned long strtoul(const char *s, char **end, int base);
extern unsigned long long strtoull(const char *s, char **end, int base);
extern double strtod(const char *s, char **end);
extern float strtof(const char *s, char **end);
extern long double strtold(const char *s, char **end);
extern int abs(int n);
extern long labs(long n);
extern long long llabs(long long n);
extern div_t div(int a, int b);
extern ldiv_t ldiv(long a, long b);
extern lldiv_t lldiv(long long a, long long b);
extern int rand(void);
extern void srand(unsigned int seed);
extern int rand_r(unsigned int *seed);
extern long random(void);
extern void srandom(unsigned int seed);
extern double drand48(void);
extern long lrand48(void);
extern void srand48(long seed);
extern void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
extern void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
extern void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *arg);
extern int on_exit(void (*f)(int, void *), void *arg);
extern char *getenv(const char *name);
extern int setenv(const char *name, const char *value, int overwrite);
extern int unsetenv(const char *name);
extern int putenv(char *s);
extern int system(const char *command);
extern char *realpath(const char *path, char *resolved);
extern int mkstemp(char *template);
extern int mblen(const char *s, size_t n);
extern int mbtowc(wchar_t *w, const char *s, size_t n);
extern int wctomb(char *s, wchar_t w);
extern size_t mbstowcs(wchar_t *w, const char *s, size_t n);
extern size_t wcstombs(char *s, const wchar_t *w, size_t n);
#endif
