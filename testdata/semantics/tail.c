// exit: 100
// members: left
// Memory functions that start at a member and go on to the end of the struct; addresses made from integers.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#define CHECK(n, c) if (!(c)) return n

struct s { int a; int b; short c[2]; int *p; };
struct s u = {1, 2, {3, 4}, 0}, v = {5, 6, {7, 8}, 0};
int main(void) {
  int x = 0, *q = &x;
  struct s *p = &u;
  memset(&p->b, 0, sizeof *p - offsetof(struct s, b));
  CHECK(1, u.a == 1 && u.b == 0 && u.c[0] == 0 && u.c[1] == 0);
  v.p = &x;
  memcpy(&p->c, &v.c, sizeof v - offsetof(struct s, c));
  *u.p = 9;
  CHECK(2, u.b == 0 && u.c[0] == 7 && u.c[1] == 8 && x == 9);
  *(int *)((char *)0 + (uintptr_t)q) = 4;
  CHECK(3, x == 4);
  *(int *)((char *)p + offsetof(struct s, b)) = 12;
  CHECK(4, u.b == 12);
  return 100;
}
