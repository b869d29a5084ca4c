// exit: 100
// Records are values: assignment, arguments, results, nested and in arrays.
#define CHECK(n, c) if (!(c)) return n

struct in { int a[2]; char c; };
struct out { struct in x, y; struct out *link; };
static struct in make(int a, int b, char c) { struct in r = { { a, b }, c }; return r; }
static int sum(struct in v) { v.a[0] += 100; return v.a[0] + v.a[1] + v.c; }
static struct out both(struct in v) { return (struct out){ .y = v, .x = make(7, 8, 9) }; }
int main(void) {
  struct in v = make(1, 2, 3), w = v;
  w.a[1] = 20;
  CHECK(1, v.a[1] == 2 && w.a[1] == 20 && w.c == 3);
  CHECK(2, sum(v) == 106 && v.a[0] == 1);
  struct out o = both(w), p;
  CHECK(3, o.y.a[1] == 20 && o.x.c == 9 && o.link == 0);
  p = o;
  p.x = p.y;
  CHECK(4, p.x.a[1] == 20 && o.x.a[1] == 8);
  CHECK(5, make(4, 5, 6).a[1] == 5);
  struct in t[3] = { v, w };
  t[2] = t[1];
  t[1].c = 50;
  CHECK(6, t[2].c == 3 && t[2].a[1] == 20 && t[0].a[0] == 1);
  struct out *q = &o;
  q->link = &p;
  *q->link = o;                     // p.link is &p now
  CHECK(7, p.link == &p && p.link->x.a[0] == 7);
  q->x = make(q->y.a[0], q->y.a[1], 1);
  CHECK(8, o.x.a[1] == 20);
  struct { struct in z; } anon = { v };
  v = (anon.z.c++, anon.z);
  CHECK(9, v.c == 4);
  v = 1 ? w : t[0];
  CHECK(10, v.a[1] == 20);
  struct in *self = &v;
  v = *self;
  CHECK(11, v.a[1] == 20);
  return 100;
}
