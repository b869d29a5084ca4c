// exit: 7
// inputs: 3
// exit ends the program from anywhere; what follows does not happen.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void deep(int n) { if (n == 0) exit(7); deep(n - 1); exit(8); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0) deep(n);
  return 9;
}
