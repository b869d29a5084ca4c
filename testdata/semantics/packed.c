// exit: 100
// Objects at addresses that are no multiples of their size: packed records and members, typedefs that align less,
// #pragma pack, unions in them, arrays and lists of them, and the same cells seen by bytes.
#define CHECK(n, ...) if (!(__VA_ARGS__)) return n
typedef __SIZE_TYPE__ size_t;
extern void *malloc(size_t), *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);

struct __attribute__((packed)) P { char a; int b; short c; };
struct __attribute__((packed)) I { int i; char c; }; // at its start, but not in arrays
struct M { char a; long long l __attribute__((packed)); };
struct __attribute__((packed, aligned(2))) A { char a; int b; };
struct __attribute__((packed)) V { char h; unsigned short v[4]; };
struct __attribute__((packed)) N { char t; struct N *n; int v; };
struct S { char a; int b; };
struct __attribute__((packed)) U { char x; union { struct S s; long long q; struct __attribute__((packed)) { char y; short z; }; }; };
union __attribute__((packed)) W { struct __attribute__((packed)) { char pad; short odd; } o; short even; };
struct L { long long l; int i; };            // i386 puts eight bytes at multiples of four
union X { struct { int pad; long long l; } a; long long b; };
union B { unsigned f : 12; struct { char pad; unsigned g : 12; } s; };
typedef int U1 __attribute__((aligned(1)));
typedef long long U2 __attribute__((aligned(2)));
typedef int U3 __attribute__((aligned(8), aligned(2))), U4 __attribute__((aligned(2))) __attribute__((aligned(1)));
struct T { char c; U1 u; U2 w; };
struct K { char c; U3 u; } __attribute__((aligned(8), aligned(2)));
_Alignas(long long) char al;
#pragma pack(push, 2)
struct G { char c; int i; long long l; char d; };
#pragma pack(pop)
enum E { E0, E1 } __attribute__((packed));
struct __attribute__((packed)) Bits { unsigned char a : 3; unsigned b : 17; int c : 20; enum E e; int d; };

struct P p, q[3];
struct M m;
struct U u;
struct T ts[3];
struct G gs[2];
char buf[32];
static void set(struct P *x, int v) { x->b = v; x->c = x->b + 1; }
static void seti(int *x, int v) { *x = v; }
static int byval(struct P x) { x.b++; return x.b + x.c; }
static struct P make(int b) { struct P x = {1, b, 3}; return x; }
static int rec(struct P x, int n) { struct P y = x; struct P *z = &y; z->b += n; return n ? rec(*z, n - 1) : z->b; }
static int pick(int n, struct P *x, struct I *y) { int *i = n ? &x->b : &y->i; *i += 5; return x->b * 100 + y->i; }

int main(void) {
  p.b = 5; p.c = 6; q[1].b = 0x01020304;
  struct P *r = &q[1];
  r->b++;
  unsigned char *c = (unsigned char *)&q[1];
  CHECK(1, p.b + p.c == 11 && q[1].b == 0x01020305 && c[1] == 5 && c[4] == 1 && sizeof *r == 7);
  for (int i = 0; i < 3; i++) { r = q + i; r->b = i * 1000; r->c = -i; }
  CHECK(2, q[0].b == 0 && q[1].b == 1000 && q[2].b == 2000 && r[-1].c == -1);
  set(q + 1, 77); seti(&q[2].b, 88);
  CHECK(3, q[1].b == 77 && q[1].c == 78 && q[2].b == 88 && q[0].b == 0);
  struct I is[3], *ip = is;
  for (int i = 0; i < 3; i++) ip++->i = 0x10101010 * (i + 1);
  CHECK(4, is[0].i == 0x10101010 && is[1].i == 0x20202020 && is[2].i == 0x30303030 && (char *)&is[1].i - (char *)is == 5);
  struct M *mp = &m; mp->l = 1LL << 40; mp->l++;
  CHECK(5, m.l == (1LL << 40) + 1 && sizeof m == 9);
  struct A as[2], *ap = as + 1; ap->b = 4; as[0].b = -1;
  CHECK(6, sizeof *ap == 6 && as[1].b == 4 && ap[-1].b == -1);
  struct V v, *vp = &v;
  for (int i = 0; i < 4; i++) vp->v[i] = i * 257;
  unsigned short *vs = vp->v;
  CHECK(7, v.v[3] == 771 && vs[2] == 514 && ((char *)&v)[3] == 1);
  struct N *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->n = b; a->v = 3; b->v = 7; b->n = 0;
  int s = 0;
  for (struct N *i = a; i; i = i->n) s = s * 10 + i->v;
  CHECK(8, s == 37);
  u.s.b = 7; struct U *up = &u;
  CHECK(9, up->s.b == 7 && up->q >> 32 == 7);
  up->q = 0x1122334455667788LL;
  CHECK(10, u.s.a == (char)0x88 && u.s.b == 0x11223344 && u.y == (char)0x88 && u.z == 0x6677);
  union W w, *wp = &w; wp->even = 0x0102; wp->o.odd = 0x0304;
  CHECK(11, w.even == 0x0402);
  union X x, *xp = &x; xp->b = 0x0102030405060708LL; xp->a.l = 0x1112131415161718LL;
  CHECK(12, x.b == (sizeof(long) == 4 ? 0x1516171805060708LL : 0x0102030405060708LL));
  union B bb, *bp = &bb; bp->f = 0xabc; bp->s.g = 0x123;
  CHECK(13, bb.f == 0x3bc);
  struct T *tp = ts; tp++; tp->u = 9; tp->w = -2; ts[2].u = 10; ts[2].w = 3;
  CHECK(14, ts[1].u == 9 && ts[1].w == -2 && tp[1].u == 10 && tp[1].w == 3 && ts[0].u == 0 && sizeof(struct T) == 14);
  struct G *gp = gs + 1; gp->i = 1; gp->l = 2; gs[0].l = 3; gs[0].i = 4;
  CHECK(15, gs[1].i == 1 && gs[1].l == 2 && gp[-1].l == 3 && gp[-1].i == 4 && sizeof gs == 32);
  U1 *o = (U1 *)(buf + 1); *o = 0x01020304; int k = *o;
  CHECK(16, k == 0x01020304 && buf[2] == 3);
  U1 *o2 = (U1 *)(buf + 3); *o2 = 0x05060708;
  CHECK(17, *o == 0x07080304);
  CHECK(18, byval(make(20)) == 24 && rec(make(5), 3) == 11 && make(9).b == 9);
  struct Bits bits[2], *bt = bits + 1;
  bt->a = 5; bt->b = 0x1abcd; bt->c = -3; bt->e = E1; bt->d = 1 << 30; bits[0].d = 6; bits[0].b = 0;
  CHECK(19, bits[1].a == 5 && bt->b == 0x1abcd && bt->c == -3 && bt->e == E1 && bt->d == 1 << 30 && bits[0].d == 6);
  struct P cp = q[1], *cq = malloc(3 * sizeof *cq);
  memcpy(cq + 1, &cp, sizeof cp); cq[2] = cq[1]; cq[2].b = 1;
  CHECK(20, cq[1].b == 77 && cq[1].c == 78 && cq[2].b == 1 && cq[2].c == 78);
  memset(q, 0xff, sizeof(struct P));
  CHECK(21, q[0].b == -1 && q[1].b == 77);
  struct I one = {4, 5};
  CHECK(22, pick(1, &q[1], &one) == 8204 && pick(0, &q[1], &one) == 8209);
  // Records in a buffer of characters, one behind the other, and parts of them copied.
  char raw[3 * sizeof(struct P)]; struct P *rp = (struct P *)raw;
  for (int i = 0; i < 3; i++) { struct P *at = (struct P *)(raw + i * sizeof(struct P)); at->b = i + 1; at->c = 5; }
  CHECK(23, rp[2].b == 3 && rp[1].b == 2 && raw[8] == 2);
  unsigned word = 0x04030201, got; char pk[9];
  for (int i = 0; i < 3; i++) memcpy(pk + i, &word, 4);
  memcpy(&got, pk + 1, 4);
  CHECK(24, got == 0x03020101);
  int *mis = (int *)(pk + 1);
  *mis = 0x11121314;
  memcpy(&got, pk, 4);
  CHECK(25, got == 0x12131401);
  CHECK(26, _Alignof(U3) == 2 && _Alignof(U4) == 1 && sizeof(struct K) == 6 && _Alignof(struct K) == 2);
  CHECK(27, _Alignof(al) == _Alignof(long long));
  return 100;
}
