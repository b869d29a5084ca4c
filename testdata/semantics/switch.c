// exit: 100
// Fall-through, default anywhere, ranges, nesting, conversion of labels.
#define CHECK(n, c) if (!(c)) return n

static int f(int x) {
  int r = 0;
  switch (x) {
    r = 1000;                       // never reached
  case 1: r += 1;
  case 2: r += 2; break;
  default: r += 100;
  case 3: r += 3; break;
  case 10 ... 12: r += 50;
  case -1: r++;
  }
  return r;
}
static int nested(int x, int y) {
  switch (x) {
  case 0:
    switch (y) { case 0: return 1; case 1: break; default: return 2; }
    return 3;
  case 1: if (y) { case 2: return 4; } else return 5;
  }
  return 6;
}
static int duff(int n) {
  int k = 0, s = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { k++;
  case 3: k++;
  case 2: k++;
  case 1: k++;
    } while (--s > 0);
  }
  return k;
}
int main(void) {
  CHECK(1, f(1) == 3);
  CHECK(2, f(2) == 2);
  CHECK(3, f(3) == 3);
  CHECK(4, f(4) == 103);
  CHECK(5, f(11) == 51 && f(12) == 51 && f(13) == 103);
  CHECK(6, f(-1) == 1);
  CHECK(7, nested(0, 0) == 1 && nested(0, 1) == 3 && nested(0, 2) == 2);
  CHECK(8, nested(1, 1) == 4 && nested(1, 0) == 5 && nested(2, 0) == 4 && nested(3, 0) == 6);
  CHECK(9, duff(1) == 1 && duff(6) == 6 && duff(8) == 8);
  unsigned char c = 200;
  switch (c) { case 200: break; case -56: return 10; default: return 11; }
  signed char s = -56;
  switch (s) { case 200: return 12; case -56: break; default: return 13; }
  switch (0xffffffffu) { case -1: break; default: return 14; }
  switch (4294967296LL) { case 0: return 15; case 4294967296: break; }
  int n = 0;
  for (int i = 0; i < 5; i++) {
    switch (i) { case 1: continue; case 3: break; default: n += 10; }
    n++;
  }
  CHECK(16, n == 34);
  switch (n) { }
  switch (n) case 34: n++;
  CHECK(17, n == 35);
  return 100;
}
