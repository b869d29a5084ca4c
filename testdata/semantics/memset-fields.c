// exit: 100
// memset over bit-fields, bools and what lies between members.
#define CHECK(n, c) if (!(c)) return n
typedef __SIZE_TYPE__ size_t;
void *memset(void *, int, size_t);
void *malloc(size_t);

struct s { unsigned a : 3, b : 7; int c : 12; signed char d; unsigned long long e : 40; _Bool f : 1, g; short h; };
union u { struct { unsigned lo : 5, hi : 27; } f; unsigned char bytes[4]; };
static struct s g;
static void set(void *p, int c, size_t n) { memset(p, c, n); }
static int as_a_row(const struct s *p, int c) {
  unsigned long long row = 0x0101010101010101ull * (unsigned char)c;
  return p->a == (row & 7) && p->b == (row >> 3 & 127) && p->d == (signed char)c && p->e == (row & 0xffffffffffull) && p->h == (short)row;
}
int main(void) {
  struct s v, *p = malloc(sizeof *p), a[3];
  union u u;
  int i;
  if (!p) return 100;
  memset(&v, 1, sizeof v);
  CHECK(9, v.g && v.f && as_a_row(&v, 1));
  memset(&v, 0, sizeof v);
  CHECK(1, as_a_row(&v, 0) && v.c == 0 && !v.f && !v.g);
  memset(&v, 0xff, sizeof v);
  CHECK(2, as_a_row(&v, 0xff) && v.c == -1 && v.f);
  memset(&v, 0xa5, sizeof v);
  CHECK(3, as_a_row(&v, 0xa5) && v.a == 5 && v.b == 0x34 && v.f);
  set(p, 0xff, sizeof *p);
  CHECK(4, as_a_row(p, 0xff) && p->c == -1);
  set(&g, 1, sizeof g);
  CHECK(5, as_a_row(&g, 1) && g.f);
  for (i = 0; i < 3; i++) memset(&a[i], i, sizeof a[i]);
  CHECK(6, as_a_row(&a[0], 0) && as_a_row(&a[1], 1) && as_a_row(&a[2], 2));
  memset(&u, 0xff, sizeof u);
  CHECK(7, u.f.lo == 31 && u.f.hi == 0x7ffffff && u.bytes[2] == 255);
  memset(&u.bytes[1], 0x5a, 2);
  CHECK(8, u.f.lo == 31 && u.f.hi == (0xff5a5affu >> 5) && u.bytes[1] == 0x5a);
  return 100;
}
