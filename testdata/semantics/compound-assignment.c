// exit: 100
// E1 op= E2 computes in the common type and converts back; E1 is evaluated once.
#define CHECK(n, c) if (!(c)) return n

static int n;
static int a[4] = { 1, 2, 3, 4 };
static int *next(void) { return &a[n++]; }
int main(void) {
  *next() += 10;
  CHECK(1, n == 1 && a[0] == 11);
  *next() *= *next();
  CHECK(2, n == 3);
  unsigned char c = 250;
  c += 10;
  CHECK(3, c == 4);
  CHECK(4, (c -= 5) == 255);
  signed char s = 100;
  CHECK(5, (s += 100) == -56);
  int i = -8;
  i /= 3u;
  CHECK(6, i == 1431655762);
  i = 7;
  i -= 0xffffffffffffffffULL;
  CHECK(7, i == 8);
  i <<= 2; i |= 1; i ^= 3; i &= ~2; i %= 7; i >>= 1;
  CHECK(8, i == 2);
  int *p = a;
  p += 2;
  CHECK(9, p == &a[2]);
  p -= 1;
  CHECK(10, p == &a[1]);
  short h = 1;
  h <<= 15;
  CHECK(11, h == -32768);
  int x, y, z;
  x = y = z = 300;
  CHECK(12, x == 300 && y == 300);
  x = c = y;
  CHECK(13, x == 44);
  i = 3;
  a[i--] = 6;
  CHECK(14, a[3] == 6 && i == 2);
  unsigned u = 5;
  u *= -1;
  CHECK(15, u == 4294967291u);
  return 100;
}
