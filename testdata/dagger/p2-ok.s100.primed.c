/* DAGGER, Table 1, row "p2-ok'" (Sendmail), buffer size 100. Location invariant as an assumption.
 * Idea: mime7to8() of sendmail (base64 decoder), Zitser et al. model "mime2": three bytes per iteration go through a line
 * buffer of size bytes that is flushed at a line end or when full.
 * expected: safe */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void __VERIFIER_assert(int c) { if (!c) reach_error(); }
int main(void) {
  int c1, c2, c3, c4, size, fb;
  size = 100;
  fb = 0;
  while (1) { /* one group of four base64 digits per iteration */
    __VERIFIER_assume(0 <= fb); /* true here: result of a widening-only pass */
    c1 = __VERIFIER_nondet_int();
    if (c1 == -1)
      break;
    if (c1 == 32 || c1 == 9)
      continue;
    c2 = __VERIFIER_nondet_int();
    while (c2 == 32 || c2 == 9 || c2 == 10) /* white space */
      c2 = __VERIFIER_nondet_int();
    if (c2 == -1)
      break;
    c3 = __VERIFIER_nondet_int();
    while (c3 == 32 || c3 == 9 || c3 == 10) /* white space */
      c3 = __VERIFIER_nondet_int();
    if (c3 == -1)
      break;
    c4 = __VERIFIER_nondet_int();
    while (c4 == 32 || c4 == 9 || c4 == 10) /* white space */
      c4 = __VERIFIER_nondet_int();
    if (c4 == -1)
      break;
    if (c1 == 61 || c2 == 61)
      continue;
    if (c2 < 0 || c2 > 127)
      c2 = -1;
    else
      c2 = __VERIFIER_nondet_int(); /* value of the digit */
    __VERIFIER_assert(0 <= fb && fb < size); /* store a byte */
    fb = fb + 1;
    if (c2 == 10 || fb >= size) { /* end of line: strip CR LF and flush */
      fb = fb - 1;
      __VERIFIER_assert(0 <= fb && fb < size);
      if (__VERIFIER_nondet_int())
        fb = fb + 1;
      else if (fb > 0) {
        fb = fb - 1;
        __VERIFIER_assert(0 <= fb && fb < size);
        if (__VERIFIER_nondet_int())
          fb = fb + 1;
      }
      fb = 0;
    }
    if (c3 == 61)
      continue;
    if (c3 < 0 || c3 > 127)
      c3 = -1;
    else
      c3 = __VERIFIER_nondet_int(); /* value of the digit */
    __VERIFIER_assert(0 <= fb && fb < size); /* store a byte */
    fb = fb + 1;
    if (c3 == 10 || fb >= size) { /* end of line: strip CR LF and flush */
      fb = fb - 1;
      __VERIFIER_assert(0 <= fb && fb < size);
      if (__VERIFIER_nondet_int())
        fb = fb + 1;
      else if (fb > 0) {
        fb = fb - 1;
        __VERIFIER_assert(0 <= fb && fb < size);
        if (__VERIFIER_nondet_int())
          fb = fb + 1;
      }
      fb = 0;
    }
    if (c4 == 61)
      continue;
    if (c4 < 0 || c4 > 127)
      c4 = -1;
    else
      c4 = __VERIFIER_nondet_int(); /* value of the digit */
    __VERIFIER_assert(0 <= fb && fb < size); /* store a byte */
    fb = fb + 1;
    if (c4 == 10 || fb >= size) { /* end of line: strip CR LF and flush */
      fb = fb - 1;
      __VERIFIER_assert(0 <= fb && fb < size);
      if (__VERIFIER_nondet_int())
        fb = fb + 1;
      else if (fb > 0) {
        fb = fb - 1;
        __VERIFIER_assert(0 <= fb && fb < size);
        if (__VERIFIER_nondet_int())
          fb = fb + 1;
      }
      fb = 0;
    }
  }
  if (fb > 0) { /* flush the rest */
    fb = fb - 1;
    __VERIFIER_assert(0 <= fb && fb < size);
  }
  return 0;
}
