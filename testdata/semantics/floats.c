// exit: 100
// Floating values in all the places where values are: operators, conversions, objects, calls, conditions.
#define CHECK(n, c) if (!(c)) return n

struct inner { float f; char c; };
struct s { int a; double d; struct inner in; float v[3]; };
static struct s make(int a, double d) { struct s r = { a, d, { (float)d, 'x' }, { 1, 2.5f } }; r.v[2] = r.v[0] + r.v[1]; return r; }
static double take(struct s x) { x.d *= 2; return x.d + x.in.f + x.v[2]; }
static float half(float x) { return x / 2; }
static long double third(long double x) { return x / 3; }
static double knr(a, b) float a; int b; { return a * b; }
static double sum(int n, const double *p) { double r = 0; while (n--) r += *p++; return r; }
static float g = 0.1f, table[2][2] = { { 1, 2 }, { 3 } };
static double counter(void) { static double n = 0.5; return n++; }
static double unused(double x) { if (x > 1) return x; return -x; }

int main(void) {
  volatile double zero = 0, one = 1, tenth = 0.1;
  float f = 0.1f;
  CHECK(1, f != 0.1 && f == 0.1f && f == (float)tenth && 16777216.0f + one == 16777217);
  CHECK(2, tenth + 0.2 != 0.3 && tenth + 0.2 == 0.30000000000000004);
  CHECK(3, 1 / zero > 1e308 && -1 / zero < -1e308 && zero / zero != zero / zero);
  double nan = zero / zero;
  CHECK(4, !(nan < 1) && !(nan > 1) && !(nan <= 1) && !(nan >= 1) && !(nan == nan) && nan != nan);
  CHECK(5, -zero == zero && 1 / -zero < 0 && !(zero < -zero));
  CHECK(6, nan ? 1 : 0);
  CHECK(7, !zero && !-zero && (zero || one) && !(zero && one));
  struct s x = make(3, 0.25), y;
  y = x;
  y.v[1]++;
  CHECK(8, y.a == 3 && y.d == 0.25 && y.in.f == 0.25f && y.v[1] == 3.5f && x.v[1] == 2.5f && y.v[2] == 3.5f && y.in.c == 'x');
  CHECK(9, take(x) == 0.5 + 0.25 + 3.5 && x.d == 0.25);
  CHECK(10, half(3) == 1.5f && half(0.1) == 0.1f / 2);
  volatile long double l = third(1);
  CHECK(11, l != 1.0 / 3 && (double)l == 1.0 / 3 && l * 3 == 1 && sizeof l >= 12);
  CHECK(12, knr(1.5, 4) == 6);
  double a[4] = { 1, 2, 3.5 };
  CHECK(13, sum(4, a) == 6.5 && sum(2, a + 1) == 5.5 && a[3] == 0);
  CHECK(14, g == 0.1f && table[0][1] * table[1][0] == 6 && table[1][1] == 0);
  CHECK(15, counter() == 0.5 && counter() == 1.5 && counter() == 2.5);
  int i = 7;
  i *= 1.5; CHECK(16, i == 10);
  i += 0.99; CHECK(17, i == 10);
  i -= 10.5; CHECK(18, i == 0);
  unsigned char c = 200;
  c += 50.7; CHECK(19, c == 250);
  f = 16777217; CHECK(20, f == 16777216);
  f += 1; CHECK(21, f == 16777216);
  CHECK(22, (int)-1.9 == -1 && (int)1.9f == 1 && (unsigned)3e9 == 3000000000u && (long long)-9e18 == -9000000000000000000LL);
  CHECK(23, (_Bool)0.1 && (_Bool)nan && !(_Bool)-zero);
  unsigned long long big = 18446744073709551615ULL;
  CHECK(24, (double)big == 18446744073709551616.0 && (float)(1u << 31) == 2147483648.0f && (double)-5LL == -5);
  CHECK(25, (float)1e39 > 3.4e38f && (float)1e-46 == 0 && (float)(one + 1e-9) == 1);
  double *p = a;
  *p++ = 9; (*p)--; p[1] /= 2;
  CHECK(26, a[0] == 9 && a[1] == 1 && a[2] == 1.75 && p - a == 1);
  CHECK(27, (i ? 1.5f : 2) == 2 && (one ? i : 2.5) == 0 && (f ?: 3.0) == f);
  CHECK(28, (i = 2.9) == 2 && (f = tenth) != tenth && (f = 0.5, f));
  switch ((int)(one * 2.5)) { case 2: break; default: return 29; }
  double t = 0;
  for (float q = 0; q < 1; q += 0.125f) t += q;
  CHECK(30, t == 3.5);
  CHECK(31, unused(2) == 2 && unused(-2) == 2);
  CHECK(32, 0x1.8p3 == 12 && 0x.8p1f == 1 && 1e3 == 1000 && .5e1 == 5 && 1.L == 1 && 0x1p-1074 > 0 && 0x1p-1075 == 0);
  CHECK(33, 1e308 * 10 == 1 / zero && 5e-324 / 2 == 0 && 2.2250738585072014e-308 / 2 > 0);
  double (*fp)(int, const double *) = sum;
  CHECK(34, fp(1, &(double){ 4 }) == 4 && (fp = sum)(0, 0) == 0);
  return 100;
}
