// exit: 100
// inputs: 90
// ~ & | ^ on signed and unsigned operands.
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(); // 0x5a
  unsigned char u = 0x0f;
  CHECK(1, ~x == -0x5b);
  CHECK(2, (x & -16) == 0x50);
  CHECK(3, (x | -16) == -6);
  CHECK(4, (x ^ -1) == ~x);
  CHECK(5, (unsigned char)~u == 0xf0);
  CHECK(6, (~u & 0xff) == 0xf0);
  CHECK(7, (-1 & 0xffffffffu) == 4294967295u);
  CHECK(8, (x & 0x8000000000000000ULL) == 0);
  CHECK(9, ((long long)~x | 1) == -91);
  u ^= 0xff;
  CHECK(10, u == 0xf0);
  u |= 0x101;
  CHECK(11, u == 0xf1);
  u &= ~1;
  CHECK(12, u == 0xf0);
  CHECK(13, (x & 1 == 0) == 0);      // == binds tighter than &
  CHECK(14, (~0u >> 1) == 0x7fffffff);
  CHECK(15, !(x & 0x25));
  CHECK(16, (-x ^ x) == -4);
  return 100;
}
