// exit: 100
// Braces left out, designators, zeros for the rest, statics before main.
#define CHECK(n, c) if (!(c)) return n

struct p { int x, y; };
struct q { struct p a[2]; int n; char s[4]; };
static int zero, arr[5], table[] = { 1, 2, 3, [6] = 7, 8, [1] = 20 };
static struct q g = { { { 1 }, { .y = 4 } }, .s = "hi" };
static struct q flat = { 1, 2, 3, 4, 5, 'a', 'b' };
static int *ptr = &table[2], diff = sizeof(table) / sizeof(*table);
static struct p *pp = &g.a[1];
static int counter(void) { static int n = 10; return n++; }
int main(void) {
  CHECK(1, zero == 0 && arr[4] == 0);
  CHECK(2, diff == 8 && table[1] == 20 && table[6] == 7 && table[7] == 8 && table[4] == 0);
  CHECK(3, g.a[0].x == 1 && g.a[0].y == 0 && g.a[1].x == 0 && g.a[1].y == 4 && g.n == 0 && g.s[1] == 'i' && g.s[3] == 0);
  CHECK(4, flat.a[1].y == 4 && flat.n == 5 && flat.s[1] == 'b' && flat.s[2] == 0);
  CHECK(5, *ptr == 3 && pp->y == 4);
  counter();
  CHECK(6, counter() == 11);
  int n = 3;
  struct q l = { .n = n, .a = { [1] = { n, n + 1 }, [0].y = 9 } };
  CHECK(7, l.n == 3 && l.a[1].y == 4 && l.a[0].y == 9 && l.a[0].x == 0 && l.s[0] == 0);
  int m[2][3] = { 1, 2, 3, 4 };
  CHECK(8, m[1][0] == 4 && m[1][2] == 0);
  int d[] = { [2] = 5 };
  CHECK(9, sizeof d == 3 * sizeof(int) && d[0] == 0);
  struct p w[] = { { 1, 2 }, [2].y = 3 };
  CHECK(10, sizeof w / sizeof *w == 3 && w[1].x == 0 && w[2].y == 3 && w[2].x == 0);
  int once = ({ int t = n; t * 2; });
  CHECK(11, once == 6);
  int *lit = (int[]){ 4, 5, n };
  CHECK(12, lit[2] == 3);
  for (int i = 0; i < 3; i++) {
    int fresh[2] = { i };
    CHECK(13, fresh[0] == i && fresh[1] == 0);
    fresh[1] = 9;
  }
  struct p over = { .x = 1, .y = 2, .x = 3 };
  CHECK(14, over.x == 3 && over.y == 2);
  int scalar = { 5 };
  CHECK(15, scalar == 5);
  struct { int a; struct { int b, c; }; union { int d; char e; }; } anon = { 1, { 2, 3 }, { 4 } };
  CHECK(16, anon.b == 2 && anon.c == 3 && anon.e == 4);
  return 100;
}
