// exit: 100
// Bit-fields that are wider than int, with gcc's types: a value has just the width of its field.
#define CHECK(n, c) if (!(c)) return n

struct s { unsigned long long a : 40, b : 33; long long c : 40, d : 35; unsigned e : 31; unsigned long long f : 64; } s;
static unsigned long long arg(unsigned long long x) { return x; }
int main(void) {
  struct s *p = &s;
  s.a = 0;
  CHECK(1, ~s.a == 0xffffffffffull && ~p->a == 0xffffffffffull);
  s.a = 0xffffffffffull;
  CHECK(2, s.a + 1 == 0 && (p->a << 4) == 0xfffffffff0ull && -s.a == 1);
  s.b = 0x1ffffffffull;
  CHECK(3, (s.b << 1) == 0x1fffffffeull && s.a + s.b == 0x1fffffffeull && s.b + 1 == 0);
  CHECK(4, s.a + 1ull == 0x10000000000ull && arg(s.a + 1) == 0);
  s.c = -1;
  CHECK(5, s.c < 0 && s.c + s.a == 0xfffffffffeull && s.c * 2 == -2 && (s.c >> 3) == -1);
  s.d = 5;
  CHECK(6, s.d - 6 == -1 && s.d - 6u == -1 && s.d + s.b == 0x200000004ll);
  s.e = 0x7fffffff;
  CHECK(7, s.e - 0x7fffffff - 1 < 0 && sizeof(s.a + 1) == 8);
  s.f = 0;
  CHECK(8, ~s.f == ~0ull);
  CHECK(9, (s.a = 1, s.a - 2) == 0xffffffffffull && (s.a = 0) - 1 == 0xffffffffffull && s.a++ - 1 == 0xffffffffffull);
  s.a += 0xffffffffffull;
  CHECK(10, s.a == 0 && (s.a ? 1 : s.a) == 0);
  return 100;
}
