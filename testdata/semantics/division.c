// exit: 100
// inputs: -7 2
// Division truncates towards zero; the remainder has the sign of the dividend (C11 6.5.5).
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); // -7, 2
  CHECK(1, a / b == -3);
  CHECK(2, a % b == -1);
  CHECK(3, -a / -b == -3);
  CHECK(4, -a % -b == 1);
  CHECK(5, a / -b == 3);
  CHECK(6, (a / b) * b + a % b == a);
  CHECK(7, a / 2u == 2147483644u);
  CHECK(8, a % 2u == 1);
  CHECK(9, 0 / a == 0 && 0 % a == 0);
  unsigned char c = 200;
  c /= -3;                           // in int: -66
  CHECK(10, c == 190);
  signed char s = -128;
  CHECK(11, s / -1 == 128);
  short r = -32768;
  r /= -1;
  CHECK(12, r == -32768);
  CHECK(13, (-9223372036854775807LL - 1) / 2 == -4611686018427387904LL);
  CHECK(14, 18446744073709551615ULL / 10 == 1844674407370955161ULL);
  CHECK(15, (a * 1LL) % 4 == -3);
  return 100;
}
