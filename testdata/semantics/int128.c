// exit: 100
// inputs: 3
// Arithmetic in 128 bits.
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (sizeof(long) != 8) return 100;
#ifdef __SIZEOF_INT128__
  unsigned __int128 a = (unsigned)__VERIFIER_nondet_int(); // 3
  a = a << 100 | 5;
  CHECK(1, (unsigned)(a >> 100) == 3 && (unsigned)a == 5);
  CHECK(2, (unsigned long long)(a * 7 >> 64) == 21ULL << 36);
  __int128 b = -(__int128)a;
  CHECK(3, b < 0 && b + a == 0);
  CHECK(4, (unsigned long long)(a / 3 >> 100) == 1);
  CHECK(5, (a + ~a) + 1 == 0);
  CHECK(6, (long long)(b >> 100) == -4);
#endif
  return 100;
}
