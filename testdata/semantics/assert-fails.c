// exit: error
// inputs: 12
// A failing assertion is the error.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n != 0 && "not zero");
  assert(n < 10);
  return 3;
}
