// exit: 100
// members: left
// Two names for one object: what one writes the other reads.
#define CHECK(n, c) if (!(c)) return n

struct s { int a, b; };
static int both(int *p, int *q) { *p = 1; *q = 2; return *p; }
static int rec(struct s *s, int *f) { s->a = 5; *f = 6; return s->a; }
static int g;
static int viaglobal(int *p) { g = 3; *p = 4; return g; }
int main(void) {
  int x, y, a[3] = { 0 };
  CHECK(1, both(&x, &y) == 1 && both(&x, &x) == 2);
  struct s s = { 0, 0 };
  CHECK(2, rec(&s, &s.b) == 5 && s.b == 6);
  CHECK(3, rec(&s, &s.a) == 6);
  CHECK(4, viaglobal(&g) == 4 && viaglobal(&x) == 3);
  int *p = a, *q = a + 1;
  *++p = 7;
  CHECK(5, *q == 7 && p == q);
  for (int i = 0; i < 3; i++) *(i % 2 ? &x : &a[i]) = i;
  CHECK(6, x == 1 && a[2] == 2 && a[1] == 7);
  int **pp = &p;
  *pp = &y;
  *p = 40;
  CHECK(7, y == 40);
  struct s *r[2] = { &s, &s };
  r[0]->a = 8;
  CHECK(8, r[1]->a == 8);
  p = (int *)&s;
  p[1] = 9;
  CHECK(9, s.b == 9);
  return 100;
}
