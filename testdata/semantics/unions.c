// exit: 100
// Members share their bytes, in little-endian order.
#define CHECK(n, c) if (!(c)) return n

union u { unsigned int w; unsigned char b[4]; short h[2]; struct { unsigned lo : 4, hi : 28; } f; };
union v { long long ll; unsigned int w[2]; char c; };
struct tagged { int kind; union { int i; char c; int *p; } u; };
static int get(struct tagged t) { return t.kind == 0 ? t.u.i : t.kind == 1 ? t.u.c : *t.u.p; }
int main(void) {
  union u x = { 0x12345678 };
  CHECK(1, x.b[0] == 0x78 && x.b[3] == 0x12);
  CHECK(2, x.h[1] == 0x1234 && x.f.lo == 8 && x.f.hi == 0x1234567);
  x.b[3] = 0xff;
  CHECK(3, x.w == 0xff345678u && x.h[1] == (short)0xff34);
  x.f.lo = 1;
  CHECK(4, x.w == 0xff345671u);
  union v y;
  y.ll = -2;
  CHECK(5, y.w[0] == 0xfffffffeu && y.w[1] == 0xffffffffu && y.c == -2);
  y.w[1] = 1;
  CHECK(6, y.ll == 0x1fffffffeLL);
  CHECK(7, sizeof(union u) == 4 && sizeof(union v) == 8);
  int n = 55;
  struct tagged a = { 0, { 7 } }, b = { 1, { .c = -3 } }, c = { 2, { .p = &n } };
  CHECK(8, get(a) == 7 && get(b) == -3 && get(c) == 55);
  union u z = x;
  z.b[0]++;
  CHECK(9, z.w == 0xff345672u && x.b[0] == 0x71);
  unsigned int word = 0x01020304;
  unsigned char *p = (unsigned char *)&word;
  CHECK(10, p[0] == 4 && p[3] == 1);
  p[1] = 0x80;
  CHECK(11, word == 0x01028004);
  *(short *)(p + 2) = -1;
  CHECK(12, word == 0xffff8004u);
  return 100;
}
