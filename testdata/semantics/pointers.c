// exit: 100
// members: left
// Addresses of variables, fields and elements; arithmetic; pointers to pointers and arrays.
#define CHECK(n, c) if (!(c)) return n

struct s { int a; int b[3]; struct s *n; };
static void set(int *p, int v) { *p = v; }
static int total(const int *p, int n) { int t = 0; while (n--) t += *p++; return t; }
static int rows(int (*m)[3], int n) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static int *larger(int *a, int *b) { return *a > *b ? a : b; }
int main(void) {
  int x = 1, y = 2, *p = &x, **pp = &p;
  *p = 5;
  CHECK(1, x == 5);
  *pp = &y;
  **pp = 7;
  CHECK(2, y == 7 && x == 5 && p == &y);
  struct s s = { 1, { 2, 3, 4 }, &s };
  set(&s.b[1], 30);
  CHECK(3, s.b[1] == 30);
  s.n->n->a = 9;
  CHECK(4, s.a == 9);
  p = s.b;
  CHECK(5, p[2] == 4 && *(p + 1) == 30 && 2[p] == 4);
  CHECK(6, &p[2] - p == 2 && p + 2 > p && !(p + 1 == p));
  CHECK(7, total(s.b, 3) == 36 && total(&s.b[1], 2) == 34);
  int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  CHECK(8, rows(m, 2) == 6);
  CHECK(9, (*(m + 1))[2] == 6 && *(*(m + 1) + 1) == 5 && *m[1] == 4);
  *larger(&x, &y) = 0;
  CHECK(10, y == 0 && x == 5);
  CHECK(11, larger(&x, &y) == &x);
  p = 0;
  CHECK(12, !p && p == 0 && (p ? 1 : 2) == 2);
  p = &m[0][0];
  p += 4;
  CHECK(13, *p == 5 && p - &m[0][0] == 4 && &m[1][1] == p);
  void *v = &x;
  CHECK(14, *(int *)v == 5);
  char *c = (char *)&m[0][1];
  CHECK(15, c - (char *)m == sizeof(int));
  int (*whole)[3] = &m[1];
  CHECK(16, (*whole)[0] == 4 && (char *)(whole + 1) - (char *)m == sizeof m);
  int *arr[3] = { &x, &y, m[1] };
  CHECK(17, *arr[2] == 4 && arr[2][1] == 5);
  *arr[0] = 77;
  CHECK(18, x == 77);
  struct s *q = &s;
  CHECK(19, &q->b[2] == &(*q).b[2] && q->b == s.b);
  CHECK(20, (struct s *)((char *)&q->b - __builtin_offsetof(struct s, b)) == q);
  return 100;
}
