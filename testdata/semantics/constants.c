// exit: 100
// Types of integer constants (C11 6.4.4.1), sizeof and folding.
#define CHECK(n, c) if (!(c)) return n

static const __attribute__((__whet_constexpr)) int named = 7; // how C23's constexpr is written for the parser
static int big[3 * 4 - 10];
int main(void) {
  CHECK(1, sizeof(2147483647) == 4 && sizeof(2147483648) == 8);
  CHECK(2, sizeof(0xffffffff) == 4 && 0xffffffff > 0);
  CHECK(3, -2147483648 < 0 && 0x80000000 > 0);
  CHECK(4, sizeof(1u) == 4 && sizeof(1ULL) == 8);
  CHECK(5, 010 == 8 && 0x1F == 31 && 0b101 == 5);
  CHECK(6, sizeof big == 8 && named == 7);
  int n = 3;
  CHECK(7, sizeof(n++) == 4 && n == 3);  // not evaluated
  CHECK(8, -1 > 0u && 1 - 2u > 0);
  CHECK(9, 18446744073709551615u == -1ULL);
  CHECK(10, sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8);
  CHECK(11, _Alignof(short) == 2 && __alignof__(int) == 4);
  CHECK(12, __builtin_offsetof(struct { char a; int b; }, b) == 4);
  _Static_assert(sizeof(int) == 4, "int");
  CHECK(13, _Generic(1u, int: 1, unsigned: 2, default: 3) == 2);
  CHECK(14, (2147483647 + 1u) == 2147483648u);
  CHECK(15, __builtin_constant_p(3));
  CHECK(16, (1 ? -1 : 0u) > 0);
  return 100;
}
