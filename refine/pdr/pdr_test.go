package pdr_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/pdr"
	"github.com/whet-mc/whet/refine/refinetest"
)

// A number goes round a ring of processes that add 1 to it, each when it is woken. The states of the
// processes multiply; what keeps it safe is one clause for each.
const ring = refinetest.Prelude + `
int sum, first, begun, a, b, c, d, e;
void wake(int who) {
  if (who == 1 && a == 1) a = 2;
  if (who == 2 && b == 1) b = 2;
  if (who == 3 && c == 1) c = 2;
  if (who == 4 && d == 1) d = 2;
  if (who == 5 && e == 1) e = 2;
}
int main(void) {
  while (1) {
    if (e == 0 && __VERIFIER_nondet_int()) { sum = first = __VERIFIER_nondet_int(); e = 1; wake(1); }
    else if (e == 2 && __VERIFIER_nondet_int()) { __VERIFIER_assert(sum == first + LAST); e = 0; }
    if (a == 0 && __VERIFIER_nondet_int()) a = 1; else if (a == 2 && __VERIFIER_nondet_int()) { a = 1; sum++; wake(2); }
    if (b == 0 && __VERIFIER_nondet_int()) b = 1; else if (b == 2 && __VERIFIER_nondet_int()) { b = 1; sum++; wake(3); }
    if (c == 0 && __VERIFIER_nondet_int()) c = 1; else if (c == 2 && __VERIFIER_nondet_int()) { c = 1; sum++; wake(4); }
    if (d == 0 && __VERIFIER_nondet_int()) d = 1; else if (d == 2 && __VERIFIER_nondet_int()) { d = 1; sum++; wake(5); }
  }
}`

// events is the ring with an event for each process, that is notified and taken back within a round.
var events = func() string {
	s := strings.Replace(ring, "begun, ", "e1, e2, e3, e4, e5, ", 1)
	s = strings.Replace(s, "(int who)", "(void)", 1)
	for _, n := range []string{"1", "2", "3", "4", "5"} {
		s = strings.ReplaceAll(s, "who == "+n, "e"+n+" == 1")
		s = strings.ReplaceAll(s, "wake("+n+");", "e"+n+" = 1; wake(); e"+n+" = 0;")
	}
	return s
}()

// Interval analysis says what clauses would have to be found for: with it, events take no question at
// all. How many a search asks depends on which of its models the solver happens to find, so the processes
// are written in several orders, and what is compared are sums where the questions are not the same.
func TestIntervals(t *testing.T) {
	asked := func(text string, e pdr.Engine, turn int) int {
		lines := strings.Split(strings.ReplaceAll(text, "LAST", "4"), "\n")
		first := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "if (a == 0") })
		processes := slices.Clone(lines[first : first+4])
		for i := range processes {
			lines[first+i] = processes[(i+turn)%4]
		}
		p := refinetest.Lower(t, strings.Join(lines, "\n"), cfa.Machine)
		prover := &certify.Prover{Program: p}
		out := refine.Run(t.Context(), p, refine.Options{Engine: e, NoTests: true, Confirm: prover.Confirm})
		if out.Verdict != refine.Safe {
			t.Errorf("%v (%s)", out.Verdict, out.Reason)
		}
		return out.Stats.Posts
	}
	with, without := 0, 0
	for turn := range 3 {
		n := asked(events, pdr.Engine{}, turn)
		if plain := asked(ring, pdr.Engine{}, turn); n != plain {
			t.Errorf("%d questions with intervals and events, %d where there are no events", n, plain)
		}
		with += n
		without += asked(events, pdr.Engine{NoIntervals: true}, turn)
	}
	if with >= without {
		t.Errorf("%d questions with intervals, %d without", with, without)
	}
}

func TestEngine(t *testing.T) {
	for _, c := range []struct {
		name, text string
		arith      cfa.Arith
		want       refine.Verdict
		why        string
	}{
		{"a ring", strings.ReplaceAll(ring, "LAST", "4"), cfa.Machine, refine.Safe, ""},
		{"a ring, integers", strings.ReplaceAll(ring, "LAST", "4"), cfa.Int, refine.Safe, ""},
		{"a ring with a bug", strings.ReplaceAll(ring, "LAST", "5"), cfa.Machine, refine.Unsafe, ""},
		{"the start leads to the error", refinetest.Prelude + `
int main(void) { int x = __VERIFIER_nondet_int(); while (x > 3) x--; __VERIFIER_assert(x != -7); }`, cfa.Machine, refine.Unsafe, ""},
		{"a sum that wraps around", refinetest.Prelude + `
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 3u;
  int on = 0;
  while (__VERIFIER_nondet_int()) { x++; y++; on = 1; }
  __VERIFIER_assert(y == x + 3u);
}`, cfa.Machine, refine.Safe, ""},
		{"a sum that wraps around, and holds", refinetest.Prelude + `
int main(void) {
  unsigned x = 4294967294u, y = x;
  while (__VERIFIER_nondet_int()) { x++; y = x + 1u; }
  __VERIFIER_assert(x < 5u || y != 5u);
}`, cfa.Machine, refine.Safe, ""},
		{"two heads of loops, in procedures", refinetest.Prelude + `
int mode;
void work(int *left) { while (*left > 0) { if (mode != 1) mode = 3; --*left; } }
int main(void) {
  int n = __VERIFIER_nondet_int();
  mode = 1;
  while (__VERIFIER_nondet_int()) { work(&n); n = 2; }
  __VERIFIER_assert(mode == 1);
}`, cfa.Machine, refine.Safe, ""},
		{"two errors", refinetest.Prelude + `
int main(void) {
  int s = 0;
  while (__VERIFIER_nondet_int()) { if (s == 0) s = 1; else if (s == 2) __VERIFIER_assert(0); else s = 0; }
  if (s > 1) __VERIFIER_assert(0);
}`, cfa.Machine, refine.Safe, ""},
		{"recursion", refinetest.Prelude + `
int f(int n) { return n > 0 ? f(n - 1) : 0; }
int main(void) { __VERIFIER_assert(f(3) == 0); }`, cfa.Machine, refine.Unknown, "recursion"},
		{"arrays", refinetest.Prelude + `
int main(void) { int a[9], i; for (i = 0; i < 9; i++) a[i] = 1; __VERIFIER_assert(a[__VERIFIER_nondet_int() & 7] == 1); }`, cfa.Machine, refine.Unknown, "arrays are read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := refinetest.Lower(t, c.text, c.arith)
			prover := &certify.Prover{Program: p}
			out := refine.Run(t.Context(), p, refine.Options{Engine: pdr.Engine{}, NoTests: true, Confirm: prover.Confirm})
			if out.Verdict != c.want || !strings.Contains(out.Reason.Text, c.why) {
				t.Errorf("%v (%s), not %v (%s)", out.Verdict, out.Reason, c.want, c.why)
			}
			if proof := certify.Of(out); c.want == refine.Safe && (proof == nil || !proof.Checked) {
				t.Errorf("the proof is %v", proof)
			}
		})
	}
}
