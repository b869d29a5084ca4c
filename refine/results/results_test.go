package results_test

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/segments"
)

const ackermann = `
int ack(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}`

const hanoi = `
int moves;
void move(int n, int from, int to, int via) {
  if (n == 0) return;
  moves++;
  move(n - 1, from, via, to);
  move(n - 1, via, to, from);
}
int hanoi(int n) { if (n == 1) return 1; return 2 * hanoi(n - 1) + 1; }`

// What results are shown to be, with proofs that are accepted, and what is not claimed of wrong
// programs. Nothing of it is decided without what runs show.
func TestResults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		safe       bool
	}{
		{"faster than a polynomial, by cases of an argument", ackermann + `
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 3 || n < 0 || n > 23) return 0;
  int r = ack(m, n);
  __VERIFIER_assert(r > n && (m != 3 || r >= 5));
}`, true},
		{"a word that is too short", ackermann + `
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 29) return 0;
  __VERIFIER_assert(ack(3, n) > 0);
}`, false},
		{"a recursion and a closed one", hanoi + `
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 12) return 0;
  move(n, 1, 3, 2);
  __VERIFIER_assert(hanoi(n) == moves);
}`, true},
		{"that differ in a case that no run shows", hanoi + `
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 12) return 0;
  move(n, 1, 3, 2);
  if (n == 11) moves += 2;
  __VERIFIER_assert(hanoi(n) == moves);
}`, false},
		{"calls of each other, two before", `
int b(int n);
int a(int n) { if (n < 2) return n; return a(n - 1) + b(n - 2); }
int b(int n) { if (n < 2) return n; return b(n - 1) + a(n - 2); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  __VERIFIER_assert(a(n) == b(n) && a(n) <= 6765);
}`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, off := range []bool{false, true} {
				p := refinetest.Lower(t, refinetest.Prelude+c.text, cfa.Machine)
				prover := &certify.Prover{Program: p}
				out := refine.Run(t.Context(), p, refine.Options{Engine: segments.Engine{NoPolynomials: off}, NoTests: true, Confirm: prover.Confirm})
				proof := certify.Of(out)
				if proved := out.Verdict == refine.Safe && proof != nil && proof.Checked; proved != (c.safe && !off) || out.Verdict == refine.Unsafe {
					t.Errorf("%v (%s), and the proof %v; without polynomials: %v", out.Verdict, out.Reason, proof, off)
				}
			}
		})
	}
}
