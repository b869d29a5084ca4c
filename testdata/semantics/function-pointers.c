// exit: 100
// Calls through pointers, tables, arguments, members, results.
#define CHECK(n, c) if (!(c)) return n

typedef int op(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
static op *choose(char c) { return c == '+' ? add : c == '-' ? &sub : 0; }
struct ops { op *f; int arg; };
static int run(const struct ops *o, int n, int x) { for (int i = 0; i < n; i++) x = o[i].f(x, o[i].arg); return x; }
static op *global = mul;
static int (*tab[])(int, int) = { add, sub, mul };
static void hit(int *p) { ++*p; }
int main(void) {
  CHECK(1, apply(add, 2, 3) == 5 && apply(&sub, 2, 3) == -1);
  CHECK(2, choose('+')(4, 5) == 9 && (*choose('-'))(4, 5) == -1);
  CHECK(3, choose('x') == 0);
  CHECK(4, global(6, 7) == 42);
  int r = 0;
  for (int i = 0; i < 3; i++) r = r * 100 + tab[i](7, 2);
  CHECK(5, r == 90514);
  struct ops seq[] = { { add, 1 }, { mul, 10 }, { sub, 3 } };
  CHECK(6, run(seq, 3, 4) == 47);
  op *f = add;
  CHECK(7, f == add && f != sub && f == &add);
  f = f == add ? mul : add;
  CHECK(8, (***f)(3, 3) == 9);
  void (*h)(int *) = hit;
  h(&r);
  CHECK(9, r == 90515);
  return 100;
}
