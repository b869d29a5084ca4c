// exit: 100
// The bytes of parameters, of every kind, read and written through pointers, in functions that do nothing else with them.
#define CHECK(n, c) if (!(c)) return n
typedef __SIZE_TYPE__ size_t;
extern void *memcpy(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);

enum e { A = 3, B = 70000 };
struct flat { char c; short s; long long l; void *p; };
struct nest { struct flat f; struct { unsigned lo : 5, hi : 11; } b; int last; };

unsigned char buf[64];
static void b_char(char x) { memcpy(buf, &x, 1); }
static void b_bool(_Bool x) { memcpy(buf, &x, 1); }
static void b_short(short x) { memcpy(buf, &x, 2); }
static void b_int(int x) { memcpy(buf, &x, 4); }
static void b_enum(enum e x) { memcpy(buf, &x, sizeof x); }
static void b_llong(long long x) { memcpy(buf, &x, 8); }
static void b_flat(struct flat x) { memcpy(buf, &x, sizeof x); }
static int knr(c, s, l) char c; short s; long long l; {
  unsigned char *p = (unsigned char *)&c, *q = (unsigned char *)&s, *r = (unsigned char *)&l;
  return p[0] + q[0] + q[1] * 256 + r[7];
}
static int same(void *key, void *k) { return memcmp(&key, &k, sizeof(void *)) == 0; }
static unsigned byte(unsigned x, int i) { return ((unsigned char *)&x)[i]; }
static unsigned view(unsigned x) {
  union { unsigned u; unsigned char c[4]; } *u = (void *)&x;
  return u->c[0] | u->c[3] << 8;
}
static unsigned set(unsigned x) { memset((char *)&x + 1, 0xff, 2); return x; }
static unsigned wide(unsigned char x) { unsigned y = 0; memcpy(&y, &x, 1); return y; }
// Active several times at once: each has bytes of its own.
static unsigned rec(unsigned x, int n) {
  unsigned char *p = (unsigned char *)&x;
  unsigned below = n ? rec(x * 3, n - 1) : 0;
  return below * 7 + p[0] + 2 * p[3];
}
static int member(struct nest x) {
  unsigned char *p = (unsigned char *)&x.f.s, *q = (unsigned char *)&x.last;
  return p[1] * 256 + p[0] + q[3];
}
static int fields(struct nest x) { unsigned char *p = (unsigned char *)&x; return p[sizeof(struct flat)] + p[sizeof(struct flat) + 1]; }
static struct flat give(short s) { struct flat f = {1, s, -2, buf}; return f; }
static int through(int (*f)(void *, void *), void *a, void *b) { return f(a, b); }

int main(void) {
  b_char(-2); CHECK(1, buf[0] == 254);
  b_bool(7); CHECK(2, buf[0] == 1);
  b_short(0x0102); CHECK(3, buf[0] == 2 && buf[1] == 1);
  b_int(-5); CHECK(4, buf[0] == 251 && buf[1] == 255 && buf[3] == 255);
  b_int(0x01020304); CHECK(5, buf[0] == 4 && buf[1] == 3 && buf[2] == 2 && buf[3] == 1);
  b_enum(B); CHECK(6, buf[0] == 0x70 && buf[1] == 0x11 && buf[2] == 1 && buf[3] == 0);
  b_llong(0x0807060504030201LL); CHECK(7, buf[0] == 1 && buf[4] == 5 && buf[7] == 8);
  struct flat f = {9, 0x0a0b, 0x1122334455667788LL, buf}, g;
  b_flat(f); memcpy(&g, buf, sizeof g);
  CHECK(8, g.c == 9 && g.s == 0x0a0b && g.l == 0x1122334455667788LL && g.p == buf && buf[2] == 0x0b);
  CHECK(9, knr(3, 0x0201, 0x0500000000000000LL) == 3 + 0x201 + 5);
  CHECK(10, same(&f, &f) && !same(&f, &g) && !same(0, &g));
  CHECK(11, byte(0xaabbccddu, 0) == 0xdd && byte(0xaabbccddu, 2) == 0xbb);
  CHECK(12, view(0xaabbccddu) == 0xaadd);
  CHECK(13, set(0x11223344u) == 0x11ffff44u);
  CHECK(14, wide(200) == 200);
  CHECK(15, rec(0x05000001u, 2) == ((9 + 2 * 45) * 7 + 3 + 2 * 15) * 7 + 1 + 2 * 5);
  struct nest n = {f, {17, 1234}, 0x7f000000};
  CHECK(16, member(n) == 0x0a0b + 0x7f);
  unsigned b = 17 | 1234 << 5;
  CHECK(17, fields(n) == (int)((b & 255) + (b >> 8)));
  g = give(0x0c0d);
  CHECK(18, ((unsigned char *)&g.s)[1] == 0x0c && ((unsigned char *)&g.l)[7] == 255);
  CHECK(19, through(same, &g, &g) && !through(same, &g, &n));
  return 100;
}
