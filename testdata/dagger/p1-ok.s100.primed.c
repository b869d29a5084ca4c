/* DAGGER, Table 1, row "p1-ok'" (Sendmail), buffer size 100. Location invariant as an assumption.
 * Idea: mime_fromqp() of sendmail (quoted-printable decoder), Zitser et al. model "mime1": out counts bytes written to a
 * buffer of maxlen bytes, nchar is the length check.
 * expected: safe */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void __VERIFIER_assert(int c) { if (!c) reach_error(); }
int main(void) {
  int c1, c2, state, maxlen, nchar, out;
  maxlen = 100;
  state = __VERIFIER_nondet_int();
  nchar = 0;
  out = 0;
  while (1) {
    __VERIFIER_assume(0 <= nchar && nchar == out); /* true here: result of a widening-only pass */
    c1 = __VERIFIER_nondet_int();
    if (c1 == 0)
      break;
    if (c1 == 61) { /* '=' */
      c1 = __VERIFIER_nondet_int();
      if (c1 == 0)
        break;
      if (c1 == 10) { /* soft line break */
        if (state == 0) {
          out = 0;
          nchar = 0;
        }
      } else {
        while (1) { /* skip white space before the second hex digit */
          c2 = __VERIFIER_nondet_int();
          if (c2 == 0) {
            c2 = -1;
            break;
          }
          if (c2 != 32 && c2 != 9)
            break;
        }
        if (c2 == -1)
          break;
        nchar = nchar + 1;
        if (nchar >= maxlen)
          break;
        __VERIFIER_assert(0 <= out && out < maxlen);
        out = out + 1;
      }
    } else {
      nchar = nchar + 1;
      if (nchar >= maxlen)
        break;
      __VERIFIER_assert(0 <= out && out < maxlen);
      out = out + 1;
      if (c1 == 10)
        break;
    }
  }
  __VERIFIER_assert(0 <= out && out < maxlen); /* terminating 0 */
  out = out + 1;
  return 0;
}
