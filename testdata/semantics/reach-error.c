// exit: error
// inputs: 1 2 3
// Calling reach_error is the error; an assumption that fails is not.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0);
    sum += n;
  }
  if (sum == 6) reach_error();
  return sum;
}
