package answers_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet"
)

// Invariants over a cell of a block whose index is that of a quantifier: "all k" is a variable of the
// engine, not of the program.
func TestInvariantsOfCellsAtQuantifiedIndexes(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 1000) return 0;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > n) a[i] = n;
  }
  for (int i = 0; i < n; i++)
    if (a[i] > n) reach_error();
  return 0;
}
`
	for _, invariants := range []bool{false, true} {
		r, err := whet.Verify(context.Background(), whet.Source{Name: "cells.c", Text: []byte(text)},
			whet.Options{Engine: "quantified", Checks: []string{"none"}, Invariants: invariants})
		if err != nil || r.Verdict != whet.Safe {
			t.Fatalf("invariants %v: %v, %v", invariants, r, err)
		}
		if invariants && r.Invariants == nil {
			t.Error("a proof over cells has no invariants")
		}
	}
}
