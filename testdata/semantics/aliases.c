// exit: 100
// alias and weakref give a function or object another name; a weak definition is one; asm labels are names for the linker.
#define CHECK(n, c) if (!(c)) return n
int later(int);
int user(int x) { return later(x) + 1; }
static int target(int x) { return x * 2; }
int later(int x) __attribute__((alias("target")));
extern int later2(int) __attribute__((alias("later"), weak));
int weakly(void) __attribute__((weak));
int weakly(void) { return 5; }
static int behind(int) __attribute__((weakref("hidden")));
int hidden(int x) { return x - 1; }
int a = 1;
extern int b __attribute__((alias("a")));
int table[3] = { 1, 2, 3 };
extern int tables[3] __attribute__((alias("table")));
int weak_object __attribute__((weak)) = 8;
static int *to_b = &b;
int renamed(void) __asm__("another_name");
int renamed(void) { return 9; }
int another_name(void);
extern int view __asm__("shown");
int shown = 4;
#pragma weak pragmatic = target
int pragmatic(int);
#pragma weak lonely
int lonely(void) { return 11; }
int main(void) {
  CHECK(1, user(3) == 7 && later2(4) == 8);
  CHECK(2, weakly() == 5 && weakly);
  CHECK(3, behind(8) == 7);
  b = 6;
  CHECK(4, a == 6 && &a == &b && to_b == &a && *to_b == 6);
  tables[1] = 20;
  CHECK(5, table[1] == 20 && tables == table);
  CHECK(6, weak_object == 8);
  CHECK(7, another_name() == 9);
  view++;
  CHECK(8, shown == 5);
  CHECK(9, pragmatic(3) == 6 && lonely() == 11);
  CHECK(10, later == target && &later2 == &target);
  return 100;
}
