// exit: 100
// Attributes that say how functions are called, where they lie, and which definition counts.
#include <stdlib.h>
#define CHECK(n, c) if (!(c)) return n
typedef int four __attribute__((vector_size(16)));
typedef union { int *i; const char *c; } either __attribute__((transparent_union));
static int takes(either e) { return *e.i; }
extern inline __attribute__((gnu_inline)) int given_way(void) { return 1; }
int given_way(void) { return 2; }
static void __attribute__((noreturn)) stop(int n) { exit(n); }
static int kept __attribute__((section(".data.mine"))) = 4;
static int __attribute__((section(".text.mine"), noinline)) placed(void) { return 5; }
static int branch(int n) { if (n > 10) stop(n); return n; }
static int *same(int *p) __attribute__((returns_nonnull, const));
static int *same(int *p) { return p; }
static int twice(int x) __attribute__((pure));
static int twice(int x) { return 2 * x; }
static four unused_vector;
int main(void) {
  int n = 3, old;
  CHECK(1, sizeof(four) == 16 && sizeof unused_vector == 16);
  CHECK(2, takes(&n) == 3);
  CHECK(3, given_way() == 2);
  CHECK(4, kept == 4 && placed() == 5 && branch(7) == 7);
  old = __atomic_fetch_add(&n, 4, __ATOMIC_SEQ_CST);
  CHECK(5, old == 3 && n == 7 && __atomic_sub_fetch(&n, 2, __ATOMIC_RELAXED) == 5 && __atomic_fetch_nand(&n, 4, __ATOMIC_RELAXED) == 5 && n == ~4);
  n = 6;
  CHECK(6, __atomic_or_fetch(&n, 1, __ATOMIC_RELAXED) == 7 && __sync_fetch_and_xor(&n, 2) == 7 && __sync_and_and_fetch(&n, 4) == 4);
  CHECK(7, __builtin_object_size(&kept, 0) == 4 && __builtin_classify_type(1.0) == 8 && __builtin_classify_type(&n) == 5);
  __builtin_prefetch(&kept + (n = 9, 0));
  CHECK(9, same(&n) == &n && twice(4) == 8);
  CHECK(8, n == 9);
  return 100;
}
