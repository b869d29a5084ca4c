// Floating numbers: what is not a single operation (cfa/lower/math.go has those), and the rounding direction. C11 7.6, 7.12, with glibc's results
// where C leaves them open (glibc manual 20.8 to 20.10). The exceptions' flags are not followed.

// 0: to nearest; 1: toward zero; -1: upward; -2: downward. The lowering reads it.
int __whet_rounding;

#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

int fesetround(int mode)
{
	switch (mode) {
	case FE_TONEAREST: __whet_rounding = 0; return 0;
	case FE_TOWARDZERO: __whet_rounding = 1; return 0;
	case FE_UPWARD: __whet_rounding = -1; return 0;
	case FE_DOWNWARD: __whet_rounding = -2; return 0;
	}
	return 1;
}

int fegetround(void)
{
	switch (__whet_rounding) {
	case 1: return FE_TOWARDZERO;
	case -1: return FE_UPWARD;
	case -2: return FE_DOWNWARD;
	}
	return FE_TONEAREST;
}

// What an environment from elsewhere says of the direction is not followed; (const fenv_t *)-1 is FE_DFL_ENV.
int fesetenv(const void *env)
{
	__whet_rounding = env == (const void *)-1 ? 0 : __whet_computed(-2, 1);
	return 0;
}

int feupdateenv(const void *env) { return fesetenv(env); }

#define ILOGB0 (-2147483647 - 1)

#define FLOATS(T, s) \
	T frexp##s(T x, int *e) { *e = __whet_exponent##s(x); return __whet_fraction##s(x); } \
	T modf##s(T x, T *whole) \
	{ \
		T w = trunc##s(x); \
		*whole = w; \
		if (x == w) \
			return copysign##s(0, x); \
		return x - w; \
	} \
	T fdim##s(T x, T y) { return x <= y ? 0 : x - y; } \
	int ilogb##s(T x) \
	{ \
		if (x != x || x == 0) \
			return ILOGB0; \
		if (x == __builtin_inf() || x == -__builtin_inf()) \
			return 2147483647; \
		return __whet_exponent##s(x) - 1; \
	} \
	T logb##s(T x) \
	{ \
		if (x == 0) \
			return -1 / fabs##s(x); \
		if (x != x || x == __builtin_inf() || x == -__builtin_inf()) \
			return x * x; \
		return __whet_exponent##s(x) - 1; \
	} \
	T nexttoward##s(T x, long double y) \
	{ \
		long double w = x; \
		if (w == y) \
			return (T)y; \
		if (w < y) \
			return nextafter##s(x, __builtin_inf()); \
		if (w > y) \
			return nextafter##s(x, -__builtin_inf()); \
		return (T)(w + y); \
	}

FLOATS(double, )
FLOATS(float, f)
FLOATS(long double, l)
