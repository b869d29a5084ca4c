// exit: 100
// && || ?: evaluate what they must, in order, and nothing else.
#define CHECK(n, c) if (!(c)) return n

static int calls;
static int t(void) { calls = calls * 10 + 1; return 5; }
static int f(void) { calls = calls * 10 + 2; return 0; }
int main(void) {
  int r;
  calls = 0; r = t() && f();        CHECK(1, r == 0 && calls == 12);
  calls = 0; r = f() && t();        CHECK(2, r == 0 && calls == 2);
  calls = 0; r = t() || f();        CHECK(3, r == 1 && calls == 1);
  calls = 0; r = f() || t();        CHECK(4, r == 1 && calls == 21);
  calls = 0; r = f() || f() || t() && t(); CHECK(5, r == 1 && calls == 2211);
  calls = 0; r = t() ? t() : f();   CHECK(6, r == 5 && calls == 11);
  calls = 0; r = f() ? t() : f();   CHECK(7, r == 0 && calls == 22);
  calls = 0; if (f() && t() || !f()) calls += 5; CHECK(8, calls == 27);
  calls = 0; while (f() || calls < 10 && t()) { } CHECK(9, calls == 212);
  int x = 0, *p = 0;
  CHECK(10, !(p && *p));
  CHECK(11, x == 0 || 1 / x);
  CHECK(12, (x = 3, x + 1) == 4);
  CHECK(13, (x ?: 9) == 3);
  CHECK(14, (0 ?: 9) == 9);
  calls = 0; r = !(t() && t()) + (f() || 0); CHECK(15, r == 0);
  r = x > 2 ? x > 3 ? 1 : 2 : 3;
  CHECK(16, r == 2);
  return 100;
}
