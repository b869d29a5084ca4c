// exit: 100
// inputs: 256
// _Bool converts by comparing with zero (C11 6.3.1.2).
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

_Bool global;
_Bool flip(_Bool b) { return !b; }
int main(void) {
  int x = __VERIFIER_nondet_int(); // 256
  _Bool b = x;
  CHECK(1, b == 1);
  CHECK(2, (unsigned char)x == 0);
  CHECK(3, (_Bool)x);
  b = 0x100000000LL;
  CHECK(4, b);
  b++;
  CHECK(5, b == 1);
  b--;
  CHECK(6, b == 0);
  b--;
  CHECK(7, b == 1);
  b += 5;
  CHECK(8, b == 1);
  b -= 1;
  CHECK(9, b == 0);
  CHECK(10, global == 0);
  global = &x;
  CHECK(11, global == 1);
  CHECK(12, sizeof(_Bool) == 1);
  CHECK(13, b + 1 + 1 == 2);
  CHECK(14, flip(2) == 0 && flip(0) == 1);
  CHECK(15, ~b == -1);
  b = 0.5;
  CHECK(16, b == 1);
  b ^= 2;
  CHECK(17, b == 1);
  return 100;
}
