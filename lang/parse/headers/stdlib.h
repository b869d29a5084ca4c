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
#include <stdint.h>
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
#define WNOHANG 1
#define WUNTRACED 2
#define WSTOPPED 2
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x01000000
extern long long int strtoq(const char *, char **, int);
extern unsigned long long int strtouq(const char *, char **, int);
extern char *l64a(long int);
extern long int a64l(const char *);
extern char *initstate(unsigned int, char *, size_t);
extern char *setstate(char *);
struct random_data { int32_t *fptr; int32_t *rptr; int32_t *state; int rand_type; int rand_deg; int rand_sep; int32_t *end_ptr; };
extern int random_r(struct random_data *, int32_t *);
extern int srandom_r(unsigned int, struct random_data *);
extern int initstate_r(unsigned int, char *, size_t, struct random_data *);
extern int setstate_r(char *, struct random_data *);
extern double erand48(unsigned short int [3]);
extern long int nrand48(unsigned short int [3]);
extern long int mrand48(void);
extern long int jrand48(unsigned short int [3]);
extern unsigned short int *seed48(unsigned short int [3]);
extern void lcong48(unsigned short int [7]);
struct drand48_data { unsigned short int __x[3]; unsigned short int __old_x[3]; unsigned short int __c; unsigned short int __init; unsigned long long int __a; };
extern int drand48_r(struct drand48_data *, double *);
extern int erand48_r(unsigned short int [3], struct drand48_data *, double *);
extern int lrand48_r(struct drand48_data *, long int *);
extern int nrand48_r(unsigned short int [3], struct drand48_data *, long int *);
extern int mrand48_r(struct drand48_data *, long int *);
extern int jrand48_r(unsigned short int [3], struct drand48_data *, long int *);
extern int srand48_r(long int, struct drand48_data *);
extern int seed48_r(unsigned short int [3], struct drand48_data *);
extern int lcong48_r(unsigned short int [7], struct drand48_data *);
extern uint32_t arc4random(void);
extern void arc4random_buf(void *, size_t);
extern uint32_t arc4random_uniform(uint32_t);
extern void *valloc(size_t);
extern int clearenv(void);
extern char *mktemp(char *);
extern int mkstemps(char *, int);
extern char *mkdtemp(char *);
extern char *ecvt(double, int, int *, int *);
extern char *fcvt(double, int, int *, int *);
extern char *gcvt(double, int, char *);
extern char *qecvt(long double, int, int *, int *);
extern char *qfcvt(long double, int, int *, int *);
extern char *qgcvt(long double, int, char *);
extern int ecvt_r(double, int, int *, int *, char *, size_t);
extern int fcvt_r(double, int, int *, int *, char *, size_t);
extern int qecvt_r(long double, int, int *, int *, char *, size_t);
extern int qfcvt_r(long double, int, int *, int *, char *, size_t);
extern int rpmatch(const char *);
extern int getsubopt(char **, char *const *, char **);
extern int getloadavg(double [], int);
#ifdef _GNU_SOURCE
extern int strfromd(char *, size_t, const char *, double);
extern int strfromf(char *, size_t, const char *, float);
extern int strfroml(char *, size_t, const char *, long double);
extern long int strtol_l(const char *, char **, int, locale_t);
extern unsigned long int strtoul_l(const char *, char **, int, locale_t);
extern long long int strtoll_l(const char *, char **, int, locale_t);
extern unsigned long long int strtoull_l(const char *, char **, int, locale_t);
extern double strtod_l(const char *, char **, locale_t);
extern float strtof_l(const char *, char **, locale_t);
extern long double strtold_l(const char *, char **, locale_t);
extern char *secure_getenv(const char *);
extern int mkostemp(char *, int);
extern int mkostemps(char *, int, int);
extern char *canonicalize_file_name(const char *);
extern int ptsname_r(int, char *, size_t);
extern int getpt(void);
#endif
#include <bits/waitstatus.h>
extern int posix_openpt(int);
extern int grantpt(int);
extern int unlockpt(int);
extern char *ptsname(int);
#endif
