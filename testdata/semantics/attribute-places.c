// exit: 100
// Attributes stand in many places, and several in one list.
#define CHECK(n, c) if (!(c)) return n
#define PACKED __attribute__((packed))
#define THREE unused, packed, deprecated
struct PACKED in_front { char c; int i; };
struct behind { char c; int i; } __attribute__((unused, packed, may_alias));
struct member { char c; int i __attribute__((packed)); int j __attribute__((aligned(16), unused)); };
struct before { char c; __attribute__((aligned(8))) int i, j; };
union __attribute__((aligned(32))) u { char c; };
enum small { A, B __attribute__((unused)), C } __attribute__((packed));
typedef int wide __attribute__((aligned(16)));
typedef int half __attribute__((mode(HI)));
typedef unsigned int __attribute__((__mode__(__DI__))) doubled;
struct holds { char c; wide w; };
#pragma pack(push, 2)
struct pragmatic { char c; int i; };
#pragma pack(pop)
struct normal { char c; int i; };
static int aligned_object __attribute__((aligned(64), unused)), plain;
static int f(int x __attribute__((unused)), int __attribute__((unused)) y) { return x; }
static int __attribute__((noinline, const)) g(void), h(void);
static int g(void) { return 1; }
static int h(void) { return 2; }
int main(void) {
  int __attribute__((unused)) n = 3;
  CHECK(1, sizeof(struct in_front) == 5 && sizeof(struct behind) == 5);
  CHECK(2, sizeof(struct member) == 32 && __builtin_offsetof(struct member, i) == 1);
  CHECK(3, sizeof(struct before) == 24 && sizeof(union u) == 32);
  CHECK(4, sizeof(enum small) == 1 && sizeof(half) == 2 && sizeof(doubled) == 8 && (doubled)-1 > 0);
  CHECK(5, sizeof(struct holds) == 32 && sizeof(struct pragmatic) == 6 && sizeof(struct normal) == 8);
  CHECK(6, (unsigned long)&aligned_object % 64 == 0 && _Alignof(aligned_object) == 64);
  switch (n) {
  case 3: n = 4; __attribute__((fallthrough));
  case 5: n++;
  }
  goto done;
done: __attribute__((unused));
  CHECK(7, n == 5 && f(n, 1) == 5 && g() + h() == 3);
  return 100;
}
