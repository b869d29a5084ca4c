// exit: 100
// math.h: what is computed exactly.
#include <math.h>
#include <float.h>
#define CHECK(n, c) if (!(c)) return n

int main(void) {
  volatile double zero = 0, d = -2.5, big = 1e300;
  volatile float f = 2.5f;
  volatile long double l = 0.75L;
  double inf = 1 / zero, nan = NAN;
  int e; double ip; float fi; long double li;
  CHECK(1, floor(d) == -3 && ceil(d) == -2 && trunc(d) == -2 && round(d) == -3 && rint(d) == -2 && nearbyint(d) == -2);
  CHECK(2, floorf(f) == 2 && ceilf(f) == 3 && roundf(f) == 3 && rintf(f) == 2 && truncl(l) == 0 && roundl(l) == 1);
  CHECK(3, 1 / ceil(zero - 0.5) < 0 && floor(inf) == inf && isnan(floor(nan)));
  CHECK(4, sqrt(zero + 2) == 1.4142135623730951 && sqrtf(f) == 1.5811388f && isnan(sqrt(d)) && sqrt(inf) == inf && 1 / sqrt(-zero) < 0);
  CHECK(5, fabs(d) == 2.5 && fabsf(-f) == 2.5f && fabsl(-l) == l && !signbit(fabs(-zero)));
  CHECK(6, copysign(3, d) == -3 && copysignf(-1, f) == 1 && signbit(copysign(nan, -1)) && !signbit(copysign(nan, 1)));
  CHECK(7, fmin(d, 1) == -2.5 && fmax(nan, 1) == 1 && fmin(1, nan) == 1 && isnan(fmax(nan, nan)) && fmaxf(f, 3) == 3);
  CHECK(8, fmod(7, d) == 2 && fmod(-7, 4) == -3 && isnan(fmod(1, zero)) && fmod(1, inf) == 1 && signbit(fmod(-4, 2)));
  CHECK(9, remainder(7, 4) == -1 && remainder(6, 4) == -2 && remainder(2, 4) == 2);
  CHECK(10, fma(d, 2, 6) == 1 && fma(0x1.0000001p0, 0x1.0000001p0, -0x1.0000002p0) == 0x1p-56);
  CHECK(11, ldexp(d, 3) == -20 && ldexp(1, -1074) > 0 && ldexp(1, -1075) == 0 && scalbn(big, 100) == inf && scalblnf(f, 1) == 5);
  CHECK(12, frexp(d, &e) == -0.625 && e == 2 && frexp(zero, &e) == 0 && e == 0 && frexpf(1e-45f, &e) == 0.5f && e == -148);
  CHECK(13, modf(d, &ip) == -0.5 && ip == -2 && modff(f, &fi) == 0.5f && fi == 2 && modfl(l, &li) == l && li == 0);
  CHECK(14, modf(-inf, &ip) == 0 && ip == -inf && signbit(modf(-3, &ip)) && ip == -3);
  CHECK(15, nextafter(1, 2) == 1 + DBL_EPSILON && nextafterf(0, -1) == -FLT_TRUE_MIN && nextafter(inf, 0) == DBL_MAX && nexttoward(1, 0) < 1);
  CHECK(16, lround(d) == -3 && lrint(d) == -2 && llround(1e15 + 0.5) == 1000000000000001LL && lroundf(f) == 3 && llrintl(l) == 1);
  CHECK(17, isnan(nan) && !isnan(d) && isinf(inf) == 1 && isinf(-inf) == -1 && !isinf(big) && isfinite(d) && !isfinite(nan) && !isfinite(inf));
  CHECK(18, isnormal(f) && !isnormal(1e-40f) && isnormal((double)1e-40f) && !isnormal(zero) && !isnormal(inf) && isnormal(l));
  CHECK(19, fpclassify(nan) == FP_NAN && fpclassify(inf) == FP_INFINITE && fpclassify(zero) == FP_ZERO && fpclassify(1e-310) == FP_SUBNORMAL);
  CHECK(20, fpclassify(f) == FP_NORMAL && fpclassify(1e-40f) == FP_SUBNORMAL && fpclassify(l) == FP_NORMAL && fpclassify(-0.0L) == FP_ZERO);
  CHECK(21, signbit(d) && !signbit(f) && signbit(-zero) && (signbit(d) != 0) && !!signbit(-l));
  CHECK(22, isgreater(f, d) && isless(d, f) && !isless(nan, f) && !isgreaterequal(f, nan) && islessequal(f, 2.5) && islessgreater(f, d) && !islessgreater(nan, f) && isunordered(f, nan) && !isunordered(f, d));
  CHECK(23, ilogb(d) == 1 && ilogb(1e-310) == -1030 && logb(0.3) == -2 && logb(zero) == -inf && logb(-inf) == inf && isnan(logb(nan)));
  CHECK(24, fdim(d, f) == 0 && fdim(f, d) == 5 && isnan(fdim(nan, 1)) && fdiml(1, l) == 0.25L);
  CHECK(25, HUGE_VAL == inf && INFINITY == HUGE_VALF && HUGE_VALL == HUGE_VAL && DBL_MAX < inf && -FLT_MAX < FLT_MIN && LDBL_EPSILON < DBL_EPSILON);
  CHECK(26, __builtin_isinf(-inf) && __builtin_isinf_sign(-inf) == -1 && __builtin_fabs(d) == 2.5 && __builtin_isnan(nan) && __builtin_inff() == inf);
  CHECK(27, __builtin_fpclassify(1, 2, 3, 4, 5, f) == 3 && __builtin_fpclassify(1, 2, 3, 4, 5, zero) == 5 && __builtin_floor(d) == -3);
  CHECK(28, __fpclassifyf(1e-40f) == FP_SUBNORMAL && __isnanl(l * nan) && __isinff(-1 / (float)zero) == -1 && __finite(d) && __signbitf(-f) && !__isnanf(f));
  static double (*const rounded[])(double) = { floor, ceil, trunc, sqrt };
  CHECK(29, rounded[0](d) == -3 && rounded[1](d) == -2 && rounded[2](d) == -2 && rounded[3](4 * d * d) == 5);
  double (*two)(double, double) = fmin, (*scaled)(double, int) = ldexp, (*parts)(double, double *) = modf;
  long (*whole)(double) = lrint; long double (*positive)(long double) = fabsl;
  CHECK(30, two(d, 1) == -2.5 && scaled(d, 3) == -20 && parts(d, &ip) == -0.5 && ip == -2 && whole(d) == -2 && positive(-l) == l);
  return 100;
}
