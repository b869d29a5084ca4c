// exit: 100
// inputs: 74693
// Conversions between integer types (C11 6.3.1.3).
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(); // 0x12345 + 0x80
  long long big = 0x123456789abcdef0LL;
  CHECK(1, (unsigned char)x == 0xc5);
  CHECK(2, (signed char)x == -59);
  CHECK(3, (short)x == 0x23c5);
  CHECK(4, (short)(x << 2) == -28908);
  CHECK(5, (int)big == -1698898192);
  CHECK(6, (unsigned int)big == 0x9abcdef0u);
  CHECK(7, (unsigned long long)-1 == 0xffffffffffffffffULL);
  CHECK(8, (long long)(unsigned int)-1 == 4294967295LL);
  CHECK(9, (long long)(int)4294967295u == -1);
  CHECK(10, (int)(signed char)(unsigned char)200 == -56);
  CHECK(11, (unsigned short)(signed char)-1 == 65535);
  char c = 200;                     // char is signed here
  CHECK(12, c == -56);
  unsigned char u = c;
  CHECK(13, u == 200);
  int from = 3000000000u;
  CHECK(14, from == -1294967296);
  return 100;
}
