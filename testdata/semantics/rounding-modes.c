// exit: 100
// fesetround, on values that are not known when the program is compiled.
#include <fenv.h>
#include <math.h>
#define CHECK(n, c) if (!(c)) return n

static float quotient(int mode, float x, float y) { fesetround(mode); volatile float r = x / y; return r; }
int main(void) {
  volatile float one = 1, three = 3;
  volatile double half = 0.5, tiny = 1e-300;
  CHECK(1, fegetround() == FE_TONEAREST);
  float n = quotient(FE_TONEAREST, one, three), u = quotient(FE_UPWARD, one, three), d = quotient(FE_DOWNWARD, one, three);
  float z = quotient(FE_TOWARDZERO, one, three), nd = quotient(FE_DOWNWARD, -one, three);
  CHECK(2, fegetround() == FE_DOWNWARD);
  CHECK(3, d < u && d == z && nd == -u && (n == d || n == u));
  volatile float cast = half + tiny;
  CHECK(4, cast == 0.5f);
  fesetround(FE_UPWARD);
  cast = half + tiny;
  CHECK(5, cast > 0.5f && rint(half) == 1 && lrint(half) == 1 && floor(half) == 0 && (int)(half + half) == 1);
  volatile int big = 16777217;
  CHECK(6, (float)big == 16777218);
  CHECK(7, fesetround(0x1234) != 0 && fegetround() == FE_UPWARD);
  fesetround(FE_TONEAREST);
  CHECK(8, (float)big == 16777216 && rint(half) == 0 && fegetround() == FE_TONEAREST);
  return 100;
}
