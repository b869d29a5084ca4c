// exit: 100
// Full expressions, comma, calls: what is before what (C11 annex C).
#define CHECK(n, c) if (!(c)) return n

static int g = 1;
static int bump(void) { return ++g; }
static int add(int a, int b) { g += 10; return a + b; }
int main(void) {
  int i = 0;
  int a[3] = { 0, 0, 0 };
  i = 1, i = i * 2, i += 3;
  CHECK(1, i == 5);
  CHECK(2, (i++, i++, i) == 7);
  CHECK(3, i++ == 7 && i == 8);
  i = bump();
  CHECK(4, i == 2 && g == 2);
  i = add(i, 5);
  CHECK(5, i == 7 && g == 12);
  i = 0;
  a[i] = 4;
  i++;
  a[i] += a[i - 1] + 1;
  CHECK(6, a[1] == 5);
  int x = (g = 3, g + 1), y = x + g;
  CHECK(7, x == 4 && y == 7);
  for (i = 0, g = 0; i < 3; i++, g += i) { }
  CHECK(8, g == 6);
  CHECK(9, add(add(1, 2), add(3, 4)) == 10);
  int *p = a;
  *p++ = 9;
  CHECK(10, a[0] == 9 && p == a + 1);
  CHECK(11, *p-- == 5 && *p == 9);
  CHECK(12, ++*p == 10 && (*p)++ == 10 && *p == 11);
  g = (i = 5) + 1;
  CHECK(13, g == 6);
  return 100;
}
