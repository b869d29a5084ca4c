// exit: 100
// inputs: 6
// Enumerations: values, gaps, use in expressions.
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

enum color { RED, GREEN = 5, BLUE, NEG = -2, NEXT, BIG = 0x7fffffff };
enum { A = 'a', B = A + 1, C = sizeof(int), D = B > A ? 7 : 8 };
enum small { ONE = 1 };
static enum color mixed(enum color c) { return c == RED ? BLUE : (enum color)(c - 1); }
int main(void) {
  enum color c = __VERIFIER_nondet_int();
  CHECK(1, RED == 0 && BLUE == 6 && NEXT == -1);
  CHECK(2, A == 97 && B == 98 && C == 4 && D == 7);
  CHECK(3, c == BLUE);
  CHECK(4, mixed(c) == GREEN);
  CHECK(5, mixed(RED) == BLUE);
  CHECK(6, sizeof(RED) == sizeof(int));
  CHECK(7, NEG < 0);
  c = NEG;
  CHECK(8, c < 0);                    // the type has a negative value: it is int
  enum small s = 0;
  s--;
  CHECK(9, s > 0);                    // this one has none: it is unsigned int
  switch (mixed(BLUE)) {
  case GREEN: return 100;
  default: return 10;
  }
}
