// exit: 100
// inputs: 31
// Shifts: the type is that of the promoted left operand; right shifts keep the sign.
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(); // 31
  unsigned char uc = 0xf0;
  signed char sc = -16;
  CHECK(1, (1 << n) == -2147483647 - 1);
  CHECK(2, (1u << n) == 2147483648u);
  CHECK(3, ((-1) >> n) == -1);
  CHECK(4, (-7 >> 1) == -4);
  CHECK(5, (0xffffffffu >> n) == 1);
  CHECK(6, (1LL << (n + 9)) == 1099511627776LL);
  CHECK(7, (uc >> 4) == 15);
  CHECK(8, (sc >> 2) == -4);
  CHECK(9, (uc << 24) == -268435456);
  CHECK(10, sizeof((char)1 << 2LL) == sizeof(int));
  uc <<= 1;
  CHECK(11, uc == 0xe0);
  uc >>= 3;
  CHECK(12, uc == 0x1c);
  sc >>= 1;
  CHECK(13, sc == -8);
  CHECK(14, (1ULL << 63 >> 63) == 1);
  CHECK(15, ((-1LL) << 63) < 0);
  CHECK(16, (n << 1 + 1) == 124);   // + binds tighter
  return 100;
}
