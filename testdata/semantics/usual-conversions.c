// exit: 100
// inputs: 1
// The usual arithmetic conversions (C11 6.3.1.8).
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m1 = -__VERIFIER_nondet_int();
  unsigned int u1 = 1;
  long long ll = -1;
  unsigned char uc = 200;
  signed char sc = -100;
  unsigned short us = 65535;
  CHECK(1, m1 > u1);                 // -1 becomes the greatest unsigned int
  CHECK(2, ll < u1);                 // but a long long holds every unsigned int
  CHECK(3, uc + uc == 400);          // both are promoted to int
  CHECK(4, sc - uc == -300);
  CHECK(5, us * 1 == 65535);
  CHECK(6, -uc < 0);                 // so is a single operand
  CHECK(7, ~uc == -201);
  CHECK(8, (uc << 4) == 3200);
  CHECK(9, m1 + u1 == 0);
  CHECK(10, (m1 / 2u) == 2147483647u);
  CHECK(11, sizeof(uc + uc) == sizeof(int));
  CHECK(12, sizeof(u1 + ll) == sizeof(long long));
  CHECK(13, (u1 - 2u) > 0);
  CHECK(14, (1 ? m1 : u1) > 0);      // the two branches are brought to one type
  CHECK(15, (long long)(1 ? m1 : u1) == 4294967295LL);
  CHECK(16, -1 < (unsigned char)1);
  CHECK(17, !(-1 < 1u));
  CHECK(18, (unsigned char)m1 == 255);
  CHECK(19, m1 * 1ULL == 18446744073709551615ULL);
  return 100;
}
