// exit: 100
// div and its kind give the quotient and the remainder in the program's own records.
#include <stdlib.h>
#include <inttypes.h>
#define CHECK(n, c) if (!(c)) return n
static int sum(div_t d) { return d.quot * 10 + d.rem; }
int main(void) {
  volatile int a = -17, b = 5;
  div_t d = div(a, b);
  CHECK(1, d.quot == -3 && d.rem == -2);
  CHECK(2, ldiv(100000, 7).rem == 5 && ldiv(100000, -7).quot == -14285);
  lldiv_t l = lldiv(1ll << 40, 3);
  CHECK(3, l.quot == 366503875925ll && l.rem == 1);
  CHECK(4, imaxdiv(-9, 4).rem == -1);
  CHECK(5, sum(div(div(91, 2).quot, 6)) == 73);
  return 100;
}
