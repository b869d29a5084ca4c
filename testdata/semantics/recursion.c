// exit: 100
// Each activation has locals of its own, arrays and records included.
#define CHECK(n, c) if (!(c)) return n

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int fib(int n) { if (n < 2) return n; int a = fib(n - 1); return a + fib(n - 2); }
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int locals(int d) {
  int a[3] = { d, d * 2, d * 3 };
  int r = d > 0 ? locals(d - 1) : 0;
  return r + a[0] + a[1] + a[2];
}
static int up(int d, int *p) { int mine = d; if (d == 0) return *p; int r = up(d - 1, &mine); return r * 10 + *p; }
static void hanoi(int n, int *moves) { if (n) { hanoi(n - 1, moves); ++*moves; hanoi(n - 1, moves); } }
int main(void) {
  CHECK(1, fact(10) == 3628800);
  CHECK(2, fib(12) == 144);
  CHECK(3, even(10) && !odd(10));
  CHECK(4, ack(2, 3) == 9);
  CHECK(5, locals(4) == 60);
  int top = 9;
  CHECK(6, up(3, &top) == 1239);
  int moves = 0;
  hanoi(5, &moves);
  CHECK(7, moves == 31);
  return 100;
}
