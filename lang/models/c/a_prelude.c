// What the models share: the library's declarations, and the intrinsics that the lowering implements.
#include <stddef.h>
#include <stdint.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdio.h>
#include <ctype.h>
#include <math.h>
#undef alloca

extern void __whet_fill(void *p, int c, size_t n);
extern void __whet_copy(void *dst, const void *src, size_t n);
extern void *__whet_alloc(size_t n);
extern void *__whet_alloca(size_t n);
extern void *__whet_lasting(size_t n);
extern void __whet_align(size_t alignment);
extern int __whet_checked(void), __whet_may_lack(size_t n, size_t size), __whet_stays(void *p, size_t n);
extern size_t __whet_product(size_t n, size_t size);
extern void __whet_grown(void *q, void *p, size_t n);
extern void __whet_making(const void *p, size_t n), __whet_terminated(const void *p, size_t least, size_t most), __whet_copied(const void *to, const void *from, size_t n);
extern void __whet_free(void *p);
extern _Noreturn void __whet_halt(void);
extern _Noreturn void __whet_unmodelled(const char *what);
extern void __whet_at_exit(void);
extern void __whet_at_quick_exit(void);
extern int __whet_choice(void);
extern int __whet_may_fail(void);
extern void __whet_pure(const char *what);
extern int __whet_input(int lo, int hi), __whet_stream(int lo, int hi), __whet_computed(int lo, int hi);
extern long long __whet_linput(long long lo, long long hi), __whet_lstream(long long lo, long long hi), __whet_lcomputed(long long lo, long long hi);
extern void __whet_input_bytes(void *p, size_t n), __whet_stream_bytes(void *p, size_t n), __whet_computed_bytes(void *p, size_t n);
extern int __whet_c_locale(void), __whet_other_locale(void);
extern void __whet_raises(int must, int may);
extern void __whet_room(const void *p, size_t n, size_t size), __whet_disjoint(const void *p, size_t n, const void *q, size_t m);
extern void __whet_object(const void *p), __whet_apart(const void *p, const void *q, size_t n), __whet_require(int c), __whet_trusted(const void *p), __whet_string(const char *s);

// An argument behind the dots of a function: see lang/pass/variadic/varargs.go.
struct __whet_arg {
	int kind, n;
	long long i;
	void *p;
	double d;
};
extern struct __whet_arg *__whet_arg_type;

int __whet_errno;
#define errno __whet_errno
#define EINVAL 22
#define ERANGE 34
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__

int *__errno_location(void) { return &errno; }

// Builtins that stay external.
extern void __builtin_va_start();
extern void __builtin_va_end();
extern void __builtin_va_copy();
extern _Noreturn void __builtin_unreachable(void);
extern double __builtin_inf(void);
extern float __builtin_inff(void);
extern long double __builtin_infl(void);
extern double __builtin_huge_val(void);
extern float __builtin_huge_valf(void);
extern long double __builtin_huge_vall(void);
extern double __builtin_nan(const char *tag);
extern float __builtin_nanf(const char *tag);
extern long double __builtin_nanl(const char *tag);
extern double __builtin_nans(const char *tag);
extern float __builtin_nansf(const char *tag);
extern long double __builtin_nansl(const char *tag);
extern int __builtin_isnan();
extern int __builtin_isinf();
extern int __builtin_isinf_sign();
extern int __builtin_isfinite();
extern int __builtin_finite();
extern int __builtin_isnormal();
extern int __builtin_issubnormal();
extern int __builtin_iszero();
extern int __builtin_signbit();
extern int __builtin_isnanf(float x);
extern int __builtin_isnanl(long double x);
extern int __builtin_isinff(float x);
extern int __builtin_isinfl(long double x);
extern int __builtin_finitef(float x);
extern int __builtin_finitel(long double x);
extern int __builtin_signbitf(float x);
extern int __builtin_signbitl(long double x);
extern int __builtin_fpclassify();
extern int __builtin_isgreater();
extern int __builtin_isgreaterequal();
extern int __builtin_isless();
extern int __builtin_islessequal();
extern int __builtin_islessgreater();
extern int __builtin_isunordered();
extern int __builtin_iseqsig();

// Of floating numbers: of magnitude 1/2 to 1 with frexp's exponent, and that exponent; any value.
extern double __whet_fraction(double x), __whet_anydouble(void);
extern float __whet_fractionf(float x), __whet_anyfloat(void);
extern long double __whet_fractionl(long double x), __whet_anyldouble(void);
extern int __whet_exponent(double x), __whet_exponentf(float x), __whet_exponentl(long double x);
