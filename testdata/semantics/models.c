// exit: 100
// exit-ilp32: 101
// What depends on the data model: long, pointers, size_t.
#define CHECK(n, c) if (!(c)) return n

#include <stddef.h>
#include <stdint.h>
int main(void) {
  int wide = sizeof(long) == 8;
  unsigned long ul = 0;
  CHECK(1, sizeof(void *) == sizeof(long) && sizeof(size_t) == sizeof(long));
  CHECK(2, (ul - 1 == 4294967295u) == !wide);
  CHECK(3, (-1L < 1u) == wide);     // long holds every unsigned int, or the two become unsigned
  CHECK(4, (sizeof(4294967295) == 8));
  CHECK(5, (long)(-1) == -1 && (unsigned long)-1 > 0);
  CHECK(6, sizeof(int64_t) == 8 && sizeof(uintptr_t) == sizeof(void *) && sizeof(ptrdiff_t) == sizeof(long));
  long l = 2147483647;
  l++;
  CHECK(7, (l > 0) == wide);
  struct { char c; long long l; } s;
  CHECK(8, sizeof s == (wide ? 16 : 12));
  struct { char c; double d; void *p; } t;
  CHECK(9, sizeof t == (wide ? 24 : 16));
  CHECK(10, sizeof(sizeof(int)) == sizeof(long));
  int x = 5;
  uintptr_t a = (uintptr_t)&x;
  CHECK(11, *(int *)a == 5);
  return wide ? 100 : 101;
}
