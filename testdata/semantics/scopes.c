// exit: 100
// Inner names hide outer ones; static locals are kept; extern and tentative definitions.
#define CHECK(n, c) if (!(c)) return n

int x = 1;
extern int later;
static int tentative;
static int tentative;
int f(void) { return x; }
static int count(void) { static int n; return ++n; }
static int other(void) { static int n = 50; return ++n; }
typedef int T;
int main(void) {
  CHECK(1, x == 1);
  int x = 2;
  CHECK(2, x == 2 && f() == 1);
  { int x = 3; CHECK(3, x == 3); { extern int x; CHECK(4, x == 1); x = 10; } CHECK(5, x == 3); }
  CHECK(6, x == 2 && f() == 10);
  count(); count();
  CHECK(7, count() == 3 && other() == 51);
  CHECK(8, later == 77 && tentative == 0);
  T T = 5;                          // hides the type
  CHECK(9, T == 5);
  struct s { int a; } s = { 1 };
  { struct s { char b; } s = { 2 }; CHECK(10, s.b == 2 && sizeof(struct s) == 1); }
  CHECK(11, s.a == 1);
  enum { x1 = 4 };
  { enum { x1 = 5 }; CHECK(12, x1 == 5); }
  CHECK(13, x1 == 4);
  for (int x = 0, y = 9; x < 1; x++) { int y = 8; CHECK(14, y == 8); }
  goto x;
x: return 100;
}
int later = 77;
