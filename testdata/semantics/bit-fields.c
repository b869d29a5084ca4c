// exit: 100
// inputs: 13
// Width, sign, wrap-around, packing, promotion (C11 6.7.2.1, and the ABI).
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

struct b { signed s : 3; unsigned u : 5; _Bool f : 1; unsigned : 0; unsigned w : 32; unsigned short h : 9; };
struct c { unsigned a : 30, b : 4; unsigned char d : 3; };
struct t { char x; unsigned y : 12; char z; };
int main(void) {
  struct b v = { 0 };
  int n = __VERIFIER_nondet_int(); // 13
  v.s = n;
  CHECK(1, v.s == -3);
  v.u = n * 3;
  CHECK(2, v.u == 7);
  CHECK(3, (v.u = 33) == 1);       // the value of an assignment is that of the field
  v.f = 2;
  CHECK(4, v.f == 1);
  CHECK(5, v.u - 2 < 0);            // promoted to int
  v.w = -1;
  CHECK(6, v.w > 0 && v.w - 0 == 4294967295u);
  CHECK(7, !(-1 < v.w));            // as wide as unsigned int: stays unsigned
  v.h = 1023;
  CHECK(8, v.h == 511 && -v.h == -511);
  v.s++;
  CHECK(9, v.s == -2);
  v.s = 3;
  v.s += 1;
  CHECK(10, v.s == -4);
  v.u = 31;
  v.u++;
  CHECK(11, v.u == 0 && v.s == -4 && v.f == 1);
  CHECK(12, sizeof(struct b) == 12);
  CHECK(13, sizeof(struct c) == 8);
  CHECK(14, sizeof(struct t) == 4);
  struct c c = { 1u << 29, 15, 5 };
  CHECK(15, c.a == 536870912 && c.b == 15 && c.d == 5);
  c.b <<= 1;
  CHECK(16, c.b == 14 && c.a == 536870912 && c.d == 5);
  struct c *p = &c, e = *p;
  p->a = ~0;
  CHECK(17, c.a == 1073741823 && e.a == 536870912 && e.b == 14);
  CHECK(18, ~c.a < 0 && (c.d << 30) != 0);
  struct b k = { -1, 20, 1, 99, 300 };
  CHECK(19, k.s == -1 && k.u == 20 && k.f && k.w == 99 && k.h == 300);
  return 100;
}
