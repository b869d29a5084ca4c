// exit: 100
// inputs: 2147483647
// Signed arithmetic wraps, as gcc promises with -fwrapv.
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int max = __VERIFIER_nondet_int();
  int min = max + 1;
  long long big = 9223372036854775807LL;
  short s = 32767;
  CHECK(1, min == -2147483647 - 1);
  CHECK(2, -min == min);
  CHECK(3, max * 2 == -2);
  CHECK(4, min - 1 == max);
  CHECK(5, max * max == 1);
  big++;
  CHECK(6, big < 0);
  CHECK(7, big - 1 > 0);
  s++;
  CHECK(8, s == -32768);
  s--;
  CHECK(9, s == 32767);
  CHECK(10, (max << 1) == -2);
  CHECK(11, min * -1 == min);
  return 100;
}
