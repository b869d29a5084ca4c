// Floating numbers: what is not a single operation (cfa/lower/math.go has those), and the rounding direction. C11 7.6, 7.12, with glibc's results
// where C leaves them open (glibc manual 20.8 to 20.10).

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

#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61

// The status flags (7.6.2): every operation adds to them, see cfa/lower/float_flags.go. None is a trap.
int __whet_flags;

int fetestexcept(int e) { return __whet_flags & e & FE_ALL_EXCEPT; }
int feclearexcept(int e) { __whet_flags &= ~e; return 0; }
int feraiseexcept(int e) { __whet_flags |= e & FE_ALL_EXCEPT; return 0; }
int fesetexcept(int e) { return feraiseexcept(e); }

int fegetexceptflag(unsigned short *flags, int e)
{
	*flags = (unsigned short)fetestexcept(e);
	return 0;
}

int fetestexceptflag(const unsigned short *flags, int e) { return *flags & e & FE_ALL_EXCEPT; }

int fesetexceptflag(const unsigned short *flags, int e)
{
	e &= FE_ALL_EXCEPT;
	__whet_flags = (__whet_flags & ~e) | (*flags & e);
	return 0;
}

// An fenv_t (7.6.4) has the direction and the flags where the coprocessor has them; what else is there in glibc's is left alone.
struct __whet_fenv {
	unsigned short control, pad, status, more;
};

int fegetenv(void *env)
{
	struct __whet_fenv *f = env;
	__whet_room(f, sizeof *f, 1);
	f->control = (unsigned short)(0x37f | fegetround());
	f->status = (unsigned short)fetestexcept(FE_ALL_EXCEPT);
	return 0;
}

int feholdexcept(void *env)
{
	fegetenv(env);
	__whet_flags = 0;
	return 0;
}

// (const fenv_t *)-1 is FE_DFL_ENV, -2 glibc's FE_NOMASK_ENV, with traps.
int fesetenv(const void *env)
{
	const struct __whet_fenv *f = env;
	if (env == (const void *)-1) {
		__whet_rounding = 0;
		__whet_flags = 0;
		return 0;
	}
	if (env == (const void *)-2)
		__whet_unmodelled("floating point exceptions that are traps");
	__whet_room(f, sizeof *f, 1);
	fesetround(f->control & 0xc00);
	__whet_flags = f->status & FE_ALL_EXCEPT;
	return 0;
}

int feupdateenv(const void *env)
{
	int raised = fetestexcept(FE_ALL_EXCEPT);
	fesetenv(env);
	return feraiseexcept(raised);
}

#define ILOGB0 (-2147483647 - 1)
#define ANY_INT __whet_computed(-2147483647 - 1, 2147483647)

#define FLOATS(T, s) \
	T frexp##s(T x, int *e) \
	{ \
		if (x != x) \
			__whet_raises(0, FE_INVALID); \
		*e = __whet_exponent##s(x); \
		return __whet_fraction##s(x); \
	} \
	T modf##s(T x, T *whole) \
	{ \
		T w = trunc##s(x); \
		if (x != x) \
			__whet_raises(0, FE_INVALID); \
		*whole = w; \
		if (x == w) \
			return copysign##s(0, x); \
		return x - w; \
	} \
	T fdim##s(T x, T y) \
	{ \
		if (!(x <= y)) { \
			__whet_raises(0, FE_INEXACT | FE_OVERFLOW | FE_INVALID); \
			errno = ANY_INT; \
		} \
		return x <= y ? 0 : x - y; \
	} \
	int ilogb##s(T x) \
	{ \
		if (x != x || x == 0 || x == __builtin_inf() || x == -__builtin_inf()) { \
			__whet_raises(FE_INVALID, 0); \
			errno = ANY_INT; \
		} \
		if (x != x || x == 0) \
			return ILOGB0; \
		if (x == __builtin_inf() || x == -__builtin_inf()) \
			return 2147483647; \
		return __whet_exponent##s(x) - 1; \
	} \
	T logb##s(T x) \
	{ \
		if (x == 0) { \
			__whet_raises(FE_DIVBYZERO, 0); \
			errno = ANY_INT; \
		} \
		if (x != x) \
			__whet_raises(0, FE_INVALID); \
		if (x == 0) \
			return -1 / fabs##s(x); \
		if (x != x || x == __builtin_inf() || x == -__builtin_inf()) \
			return x * x; \
		return __whet_exponent##s(x) - 1; \
	} \
	T nexttoward##s(T x, long double y) \
	{ \
		long double w = x; \
		if (w != y) { \
			__whet_raises(0, FE_INEXACT | FE_OVERFLOW | FE_UNDERFLOW | FE_INVALID); \
			errno = ANY_INT; \
		} \
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
