/* DAGGER, Table 1, row "lifnat1'" (STING benchmarks). Location invariant as an assumption, unbounded: for ideal integers.
 * MESI-like protocol with two classes of lines (lifo): counters of Invalid, Shared, Exclusive, Modified per class.
 * One of the Sb rules overwrites Sa instead of adding to it, as in the C version of the tool's benchmark set.
 * All counters are natural numbers.
 * expected: safe (ideal integers) */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void __VERIFIER_assert(int c) { if (!c) reach_error(); }
int main(void) {
  int I, Sa, Ea, Ma, Sb, Eb, Mb;
  I = __VERIFIER_nondet_int();
  __VERIFIER_assume(I >= 1);
  Sa = 0;
  Ea = 0;
  Ma = 0;
  Sb = 0;
  Eb = 0;
  Mb = 0;
  while (__VERIFIER_nondet_int()) {
    __VERIFIER_assume(I >= 0 && Sa >= 0 && Ea >= 0 && Ma >= 0 && Sb >= 0 && Eb >= 0 && Mb >= 0); /* true here: result of a widening-only pass */
    if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Eb >= 1);
      Eb = Eb - 1;
      Mb = Mb + 1;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Ea >= 1);
      Ea = Ea - 1;
      Ma = Ma + 1;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Sa >= 1);
      Sa = Sa - 1;
      I = I + Sb + Eb + Mb;
      Sb = 0;
      Eb = 1;
      Mb = 0;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Sb >= 1);
      I = I + Sb + Eb + Mb;
      Sb = 0;
      Eb = 1;
      Mb = 0;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Sb >= 1);
      Sb = Sb - 1;
      I = I + Sa + Ea + Ma;
      Sa = 0;
      Ea = 1;
      Ma = 0;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Sa >= 1);
      I = I + Sa + Ea + Ma;
      Sa = 0;
      Ea = 1;
      Ma = 0;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(Sa >= 1);
      Sa = Sa - 1;
      Sb = Sb + Eb + Mb + 1;
      Eb = 0;
      Mb = 0;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(I >= 1);
      I = I - 1;
      Sb = Sb + Eb + Mb + 1;
      Eb = 0;
      Mb = 0;
    } else if (__VERIFIER_nondet_int()) {
      __VERIFIER_assume(I >= 1);
      I = I - 1;
      Sa = Sa + Ea + Ma + 1;
      Ea = 0;
      Ma = 0;
    } else {
      __VERIFIER_assume(Sb >= 1);
      Sb = Sb - 1;
      Sa = Ea + Ma + 1;
      Ea = 0;
      Ma = 0;
    }
  }
  __VERIFIER_assert(Ea + Ma <= 1);
  __VERIFIER_assert(Eb + Mb <= 1);
  __VERIFIER_assert(I + Sa + Ea + Ma + Sb + Eb + Mb >= 1);
  return 0;
}
