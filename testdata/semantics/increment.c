// exit: 100
// ++ and --, prefix and postfix, on every kind of scalar.
#define CHECK(n, c) if (!(c)) return n

struct s { signed char c; unsigned b : 3; signed d : 2; };
int main(void) {
  int i = 5;
  CHECK(1, i++ == 5 && i == 6 && ++i == 7 && i-- == 7 && --i == 5);
  struct s s = { 127, 7, 1 };
  CHECK(2, s.c++ == 127 && s.c == -128);
  CHECK(3, s.b++ == 7 && s.b == 0);
  CHECK(4, --s.b == 7);
  CHECK(5, ++s.d == -2);
  CHECK(6, s.d-- == -2 && s.d == 1);
  unsigned char u = 0;
  CHECK(7, u-- == 0 && u == 255 && ++u == 0);
  int a[3] = { 1, 2, 3 }, *p = a;
  CHECK(8, *++p == 2 && *p++ == 2 && *p == 3 && *--p == 2);
  long long w = 9223372036854775807LL;
  w++;
  CHECK(9, w < 0);
  struct s *q = &s;
  q->c++;
  CHECK(10, s.c == -127);
  return 100;
}
