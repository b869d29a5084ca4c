// Reads lines "operation format mode operands", operands as bits in hexadecimal or integers in decimal, and prints the bits of each result, and in a line of its own which exceptions there were.
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 word;

static word hex(const char *s) {
	word x = 0;
	for (; *s; s++)
		x = x << 4 | (word)(*s <= '9' ? *s - '0' : *s - 'a' + 10);
	return x;
}

static void show(const void *p, int n) {
	const unsigned char *b = p;
	for (int i = n - 1; i >= 0; i--)
		printf("%02x", b[i]);
	printf("\n");
}

#define ARITH(T, a, b) \
	if (!strcmp(op, "add")) { volatile T r = a + b; show((void *)&r, n); return; } \
	if (!strcmp(op, "sub")) { volatile T r = a - b; show((void *)&r, n); return; } \
	if (!strcmp(op, "mul")) { volatile T r = a * b; show((void *)&r, n); return; } \
	if (!strcmp(op, "div")) { volatile T r = a / b; show((void *)&r, n); return; } \
	if (!strcmp(op, "less")) { printf("%d\n", a < b); return; } \
	if (!strcmp(op, "lesseq")) { printf("%d\n", a <= b); return; } \
	if (!strcmp(op, "equal")) { printf("%d\n", a == b); return; } \
	if (!strcmp(op, "convert.f32")) { volatile float r = a; show((void *)&r, 4); return; } \
	if (!strcmp(op, "convert.f64")) { volatile double r = a; show((void *)&r, 8); return; } \
	if (!strcmp(op, "convert.f80")) { volatile long double r = a; show((void *)&r, 10); return; } \
	if (!strcmp(op, "convert.f128")) { volatile __float128 r = a; show((void *)&r, 16); return; } \
	if (!strcmp(op, "convert.f16")) { volatile _Float16 r = a; show((void *)&r, 2); return; } \
	if (!strcmp(op, "toint.s32")) { printf("%d\n", (int)a); return; } \
	if (!strcmp(op, "toint.u32")) { printf("%u\n", (unsigned)a); return; } \
	if (!strcmp(op, "toint.s64")) { printf("%lld\n", (long long)a); return; } \
	if (!strcmp(op, "toint.u64")) { printf("%llu\n", (unsigned long long)a); return; } \
	if (!strcmp(op, "fromint.s")) { volatile T r = (T)i; show((void *)&r, n); return; } \
	if (!strcmp(op, "fromint.u")) { volatile T r = (T)(unsigned long long)i; show((void *)&r, n); return; }

#define LIBRARY(T, s, a, b, c) \
	if (!strcmp(op, "fma")) { volatile T r = fma##s(a, b, c); show((void *)&r, n); return; } \
	if (!strcmp(op, "sqrt")) { volatile T r = sqrt##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "fmod")) { volatile T r = fmod##s(a, b); show((void *)&r, n); return; } \
	if (!strcmp(op, "remainder")) { volatile T r = remainder##s(a, b); show((void *)&r, n); return; } \
	if (!strcmp(op, "rint")) { volatile T r = rint##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "nearbyint")) { volatile T r = nearbyint##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "floor")) { volatile T r = floor##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "ceil")) { volatile T r = ceil##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "trunc")) { volatile T r = trunc##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "round")) { volatile T r = round##s(a); show((void *)&r, n); return; } \
	if (!strcmp(op, "min")) { volatile T r = fmin##s(a, b); show((void *)&r, n); return; } \
	if (!strcmp(op, "max")) { volatile T r = fmax##s(a, b); show((void *)&r, n); return; } \
	if (!strcmp(op, "next")) { volatile T r = nextafter##s(a, b); show((void *)&r, n); return; } \
	if (!strcmp(op, "scale")) { volatile T r = scalbn##s(a, (int)i); show((void *)&r, n); return; } \
	if (!strcmp(op, "exponent")) { int e; frexp##s(a, &e); printf("%d\n", e); return; } \
	if (!strcmp(op, "fraction")) { int e; volatile T r = frexp##s(a, &e); show((void *)&r, n); return; } \
	if (!strcmp(op, "class")) { printf("%d\n", fpclassify(a)); return; } \
	if (!strcmp(op, "lrint")) { printf("%ld\n", lrint##s(a)); return; } \
	if (!strcmp(op, "lround")) { printf("%ld\n", lround##s(a)); return; }

#define FORMAT(T, N) \
	const int n = N; \
	volatile T a = 0, b = 0, c = 0; \
	memcpy((void *)&a, &x, N), memcpy((void *)&b, &y, N), memcpy((void *)&c, &z, N);

static void f32(const char *op, word x, word y, word z, long long i) { FORMAT(float, 4) ARITH(float, a, b) LIBRARY(float, f, a, b, c) }
static void f64(const char *op, word x, word y, word z, long long i) { FORMAT(double, 8) ARITH(double, a, b) LIBRARY(double, , a, b, c) }
static void f80(const char *op, word x, word y, word z, long long i) { FORMAT(long double, 10) ARITH(long double, a, b) LIBRARY(long double, l, a, b, c) }
static void f128(const char *op, word x, word y, word z, long long i) { FORMAT(__float128, 16) ARITH(__float128, a, b) }

int main(void) {
	char op[32], f[8], x[40], y[40], z[40];
	int mode;
	long long i;
	const int modes[] = {FE_TOWARDZERO, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD};
	while (scanf("%31s %7s %d %39s %39s %39s %lld", op, f, &mode, x, y, z, &i) == 7) {
		fesetround(modes[mode]);
		feclearexcept(FE_ALL_EXCEPT);
		if (!strcmp(f, "f32"))
			f32(op, hex(x), hex(y), hex(z), i);
		else if (!strcmp(f, "f64"))
			f64(op, hex(x), hex(y), hex(z), i);
		else if (!strcmp(f, "f80"))
			f80(op, hex(x), hex(y), hex(z), i);
		else
			f128(op, hex(x), hex(y), hex(z), i);
		printf("%d\n", fetestexcept(FE_ALL_EXCEPT));
		fesetround(FE_TONEAREST);
	}
	return 0;
}
