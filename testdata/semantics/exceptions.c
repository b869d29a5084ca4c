// exit: 100
// The status flags of fenv.h: which exceptions operations raise, of values that are not known when the program is compiled.
#include <fenv.h>
#include <math.h>
#define CHECK(n, c) if (!(c)) return n
#define RAISES(n, what, flags) feclearexcept(FE_ALL_EXCEPT); { what; } CHECK(n, fetestexcept(FE_ALL_EXCEPT) == (flags))
#define OVER (FE_OVERFLOW | FE_INEXACT)
#define UNDER (FE_UNDERFLOW | FE_INEXACT)

volatile double one = 1, three = 3, zero, huge = 1e308, tiny = 0x1p-1022, d;
volatile float fone = 1, ftiny = 0x1p-126f, f, below = 0x1.fffffep-1f;
volatile long double lone = 1, lthree = 3, l, lhuge = 0x1p16383L;
volatile double nan_, inf;
volatile int i, big = 16777217;
volatile long long n;

int main(void) {
  fenv_t env;
  fexcept_t some;
  CHECK(1, fetestexcept(FE_ALL_EXCEPT) == 0);
  nan_ = NAN, inf = INFINITY;
  RAISES(2, d = one / three, FE_INEXACT);
  RAISES(3, d = one / zero, FE_DIVBYZERO);
  RAISES(4, d = zero / zero, FE_INVALID);
  RAISES(5, d = huge * 10, OVER);
  RAISES(6, d = tiny / three, UNDER);
  RAISES(7, d = tiny / 2, 0);
  RAISES(8, d = inf - inf, FE_INVALID);
  RAISES(9, d = nan_ + 1, 0);
  RAISES(10, d = sqrt(-one), FE_INVALID);
  RAISES(11, d = sqrt(three), FE_INEXACT);
  RAISES(12, i = nan_ < one, FE_INVALID);
  RAISES(13, i = nan_ == one, 0);
  RAISES(14, i = isless(nan_, one), 0);
  RAISES(15, i = nan_ >= nan_, FE_INVALID);
  RAISES(16, f = big, FE_INEXACT);
  RAISES(17, f = three / 7, FE_INEXACT);
  RAISES(18, f = huge, OVER);
  RAISES(19, f = tiny, UNDER);
  RAISES(20, l = lone / lthree, FE_INEXACT);
  RAISES(21, l = lhuge + lhuge, OVER);
  RAISES(22, l = d, 0);
  RAISES(23, i = nan_ < one ? 1 : 2; f = fone / 3, FE_INVALID | FE_INEXACT);
  RAISES(24, d = rint(three / 2), FE_INEXACT);
  RAISES(25, d = nearbyint(three / 2), 0);
  RAISES(26, n = lrint(one / 4), FE_INEXACT);
  RAISES(27, n = llrint(huge), FE_INVALID);
  RAISES(28, d = fmod(three, zero), FE_INVALID);
  RAISES(29, d = fmod(huge, three), 0);
  RAISES(30, d = fma(one, three, tiny), FE_INEXACT);
  RAISES(31, d = nextafter(zero, one), UNDER);
  RAISES(32, d = ldexp(huge, 10), OVER);
  RAISES(33, d = logb(zero), FE_DIVBYZERO);
  RAISES(34, i = ilogb(zero), FE_INVALID);
  RAISES(35, f = ftiny * below, UNDER);
  RAISES(36, d++, 0);
  // Rounded upward it is no subnormal number: tininess is detected after rounding.
  fesetround(FE_UPWARD);
  d = tiny;
  RAISES(37, f = (0x1p-126 - 0x1p-160) * one, FE_INEXACT);
  fesetround(FE_TONEAREST);
  RAISES(38, if (nan_) i = 1, 0);
  RAISES(39, feraiseexcept(FE_INVALID | 2); fegetexceptflag(&some, FE_ALL_EXCEPT); feclearexcept(FE_INVALID); feraiseexcept(FE_DIVBYZERO); fesetexceptflag(&some, FE_INVALID), FE_INVALID | FE_DIVBYZERO);
  RAISES(40, fegetenv(&env); d = one / zero; fesetround(FE_UPWARD); fesetenv(&env), 0);
  CHECK(41, fegetround() == FE_TONEAREST);
  RAISES(42, d = one / zero; feholdexcept(&env); d = zero / zero; feupdateenv(&env), FE_INVALID | FE_DIVBYZERO);
  RAISES(43, d = one / zero; feholdexcept(&env); d = one / three; fesetenv(&env), FE_DIVBYZERO);
  CHECK(44, fetestexcept(FE_DIVBYZERO | FE_INVALID) == FE_DIVBYZERO && fetestexcept(FE_INVALID) == 0);
  fesetenv(FE_DFL_ENV);
  CHECK(45, fetestexcept(FE_ALL_EXCEPT) == 0);
  return 100;
}
