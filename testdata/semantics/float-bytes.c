// exit: 100
// The bits of floating objects: through unions, pointers, memcpy, memset.
#include <string.h>
#define CHECK(n, c) if (!(c)) return n

union f { float f; unsigned u; unsigned char b[4]; struct { unsigned mant : 23, exp : 8, sign : 1; } s; };
union d { double d; unsigned long long u; struct { unsigned lo, hi; } w; int i; };
union l { long double l; unsigned char b[16]; unsigned short h[8]; unsigned long long u; };
struct pair { float x; double y; };
static unsigned bits(float x) { unsigned u; memcpy(&u, &x, sizeof u); return u; }
static double from(unsigned long long u) { return *(double *)&u; }

int main(void) {
  union f f;
  f.f = 1;
  CHECK(1, f.u == 0x3f800000 && f.b[3] == 0x3f && f.b[2] == 0x80 && f.s.exp == 127 && f.s.mant == 0 && !f.s.sign);
  f.s.sign = 1; f.s.mant = 1 << 22;
  CHECK(2, f.f == -1.5f);
  f.b[3] = 0x40;
  CHECK(3, f.f == 6);
  f.u = 0x7fc00001;
  CHECK(4, f.f != f.f);
  union f c = f;
  CHECK(5, c.u == 0x7fc00001);
  c.f = -c.f;
  CHECK(6, c.u == 0xffc00001);
  union d d;
  d.d = -0.0;
  CHECK(7, d.u == 1ULL << 63 && d.w.hi == 1u << 31 && d.w.lo == 0);
  d.w.hi = 0x3ff00000; d.i = 1;
  CHECK(8, d.d > 1 && d.d < 1.0000000000000004);
  CHECK(9, bits(0.1f) == 0x3dcccccd && bits(-1e30f) == 0xf149f2ca && bits(1e-45f) == 1);
  CHECK(10, from(0x4008000000000000ULL) == 3 && from(1) == 5e-324);
  double a[2] = { 1, 2 };
  memset(a, 0, sizeof a);
  CHECK(11, a[0] == 0 && 1 / a[1] > 0);
  memset(a, 0x40, sizeof a);
  CHECK(12, a[1] == 32.501960784313725 && a[0] == a[1]);
  float v[4] = { 1, 2, 3, 4 };
  memmove(v + 1, v, 3 * sizeof *v);
  CHECK(13, v[0] == 1 && v[1] == 1 && v[2] == 2 && v[3] == 3);
  ((char *)v)[3] |= 0x80;
  CHECK(14, v[0] == -1 && memcmp(v, "\0\0\x80\xbf", 4) == 0);
  struct pair p = { 0.5f, 0.25 }, q;
  memcpy(&q, &p, sizeof p);
  CHECK(15, q.x == 0.5f && q.y == 0.25 && *(float *)&q == 0.5f && *(double *)((char *)&q + __builtin_offsetof(struct pair, y)) == 0.25);
  union l l;
  memset(&l, 0, sizeof l);
  l.l = 1;
  CHECK(16, l.h[4] == 0x3fff && l.u == 1ULL << 63 && l.b[7] == 0x80);
  l.h[4] = 0xc000;
  CHECK(17, l.l == -2);
  long double m[2] = { 1, 1.5L };
  memcpy(m, m + 1, sizeof *m);
  CHECK(18, m[0] == 1.5L && ((unsigned char *)m)[7] == 0xc0);
  int *ip = (int *)a;
  ip[0] = 0; ip[1] = 0x3ff80000;
  CHECK(19, a[0] == 1.5);
  double t = __builtin_nan("0x77");
  float n = __builtin_nansf("");
  CHECK(20, *(unsigned long long *)&t == 0x7ff8000000000077 && bits(__builtin_nanf("12")) == 0x7fc0000c && *(unsigned *)&n == 0x7fa00000);
  return 100;
}
