// exit: 100
// inputs: 0
// Unsigned arithmetic is modulo 2^n (C11 6.2.5).
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned int zero = __VERIFIER_nondet_int();
  unsigned char c = 255;
  unsigned short s = 0;
  unsigned long long w = zero;
  CHECK(1, zero - 1 == 4294967295u);
  CHECK(2, (zero - 1) * (zero - 1) == 1);
  CHECK(3, w - 1 == 18446744073709551615ULL);
  CHECK(4, (w - 1) * 3 == 18446744073709551613ULL);
  c++;
  CHECK(5, c == 0);
  c--;
  CHECK(6, c == 255);
  s -= 2;
  CHECK(7, s == 65534);
  s += 3;
  CHECK(8, s == 1);
  CHECK(9, -(zero + 5) == 4294967291u);
  CHECK(10, (zero + 0x80000000u) * 2 == 0);
  c = 16;
  c *= 17;
  CHECK(11, c == 16);
  CHECK(12, (zero - 7) / 2 == 2147483644u);
  CHECK(13, (zero - 7) % 10 == 9);
  return 100;
}
