package arrays

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/families"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/refinetest"
)

// runOn runs the arrays engine, without test runs, and verifies what it claims.
func runOn(t testing.TB, p *cfa.Program, e Engine) (*run, *refine.Outcome) {
	t.Helper()
	b := refine.NewSession(context.Background(), p, refine.Options{Engine: e, NoTests: true})
	r := newRun(b, e)
	r.run()
	b.Conclude()
	switch b.Outcome.Verdict {
	case refine.Safe:
		if err := mc.CheckInductive(b.Outcome.Graph, r.provedIn(), false); err != nil {
			t.Fatalf("SAFE without an inductive invariant: %v", err)
		}
	case refine.Unsafe:
		o := interp.Run(context.Background(), p, interp.Recorded(b.Outcome.Replay.Inputs), interp.Options{Follow: b.Outcome.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("UNSAFE, but the replay ends with %v", o.Kind)
		}
	}
	return r, &b.Outcome
}

func TestArraysFamilies(t *testing.T) {
	for _, f := range families.All() {
		for _, n := range []int{2, 3, 4} {
			for _, bug := range []bool{false, true} {
				if bug && n == 2 && f.Name != "bubble sort" || f.Name == "Gray code" && n != 4 {
					continue // too small for the bug
				}
				t.Run(fmt.Sprintf("%s/%d/%v", f.Name, n, bug), func(t *testing.T) {
					t.Parallel()
					want := refine.Safe
					if bug {
						want = refine.Unsafe
					}
					orders := [][]mc.Order{nil, {mc.RPO}, {mc.BFS}}
					if f.Name == "Gray code" {
						orders = orders[:1] // thousands of states without what bounds its loops
					}
					for _, order := range orders {
						_, out := runOn(t, refinetest.Lower(t, f.Text(n, bug), cfa.Int), Engine{Orders: order})
						if out.Verdict != want {
							t.Errorf("order %v: %v (%s), want %v", order, out.Verdict, out.Reason, want)
						}
					}
				})
			}
		}
	}
}

// The program of Table 1 needs one cell, found in one refinement.
func TestArraysTable1(t *testing.T) {
	p := refinetest.Lower(t, `
extern void reach_error(void);
int main(void) {
  int i, a[30];
  a[1] = 9;
  i = 0;
  while (a[i] != 9) {
    a[i] = 2 * i;
    i = i + 1;
  }
  if (!(i <= 1)) reach_error();
}`, cfa.Int)
	r, out := runOn(t, p, Engine{})
	if out.Verdict != refine.Safe || out.Stats.Refinements != 1 {
		t.Errorf("%v (%s) after %d refinements", out.Verdict, out.Reason, out.Stats.Refinements)
	}
	if r.prec.Size() != 1 || !slices.ContainsFunc(r.Precision(), func(e precision.Element) bool { return e.Text() == "a[1]" }) {
		t.Errorf("tracked: %v", precision.Texts(r.Precision()))
	}
}

func TestArraysPrograms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       refine.Verdict
	}{
		{"a recursive procedure that fills a global array", `
extern void reach_error(void);
int a[8];
void fill(int i) { if (i < 8) { a[i] = 2 * i; fill(i + 1); } }
int main(void) { fill(0); if (a[5] != 10) reach_error(); }`, refine.Safe},
		{"with a wrong value", `
extern void reach_error(void);
int a[8];
void fill(int i) { if (i < 8) { a[i] = 2 * i; fill(i + 1); } }
int main(void) { fill(0); if (a[5] == 10) reach_error(); }`, refine.Unsafe},
		{"two procedures that call each other", `
extern void reach_error(void);
int a[6];
void odd(int i);
void even(int i) { if (i < 6) { a[i] = 0; odd(i + 1); } }
void odd(int i) { if (i < 6) { a[i] = 1; even(i + 1); } }
int main(void) { even(0); if (a[2] + a[3] != 1) reach_error(); }`, refine.Safe},
		{"an array parameter, by reference", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void swap(int *p, int i, int j) { int t = p[i]; p[i] = p[j]; p[j] = t; }
int main(void) {
  int a[3], x = __VERIFIER_nondet_int();
  a[0] = x; a[2] = 7;
  swap(a, 0, 2);
  if (a[2] != x || a[0] != 7) reach_error();
}`, refine.Safe},
		{"a result that depends on the argument", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int twice(int x) { return x + x; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int u = twice(x), v = twice(y);
  if (u - v != 2 * (x - y)) reach_error();
}`, refine.Safe},
		{"divisibility by way of a variable that is not read any more", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(), k = 3, s = x * k; if (s == 4) reach_error(); }`, refine.Safe},
		{"recursion without a bound", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int depth(int n) { if (n <= 0) return 0; return depth(n - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && n <= 3 && depth(n) != n) reach_error(); }`, refine.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, out := runOn(t, refinetest.Lower(t, c.text, cfa.Int), Engine{})
			if out.Verdict != c.want {
				t.Errorf("%v (%s), want %v", out.Verdict, out.Reason, c.want)
			}
			t.Logf("%d refinements, %d states, %d summaries reused", out.Stats.Refinements, out.Stats.States, out.Stats.SummaryHits)
		})
	}
}

// provedIn is the domain of the graph that a proof is.
func (r *run) provedIn() mc.Domain {
	if r.hulled {
		return r.in.hulls(context.Background(), r.Session, r.prec, r.numbers)
	}
	return r.dom
}

// What makes a program right does not grow with the sizes of its loops, and neither does the proof:
// hulls find it where the union has become large.
func TestArraysHulls(t *testing.T) {
	for _, f := range []func(int, bool) string{families.StringCopy, families.Partition} {
		for _, arith := range []cfa.Arith{cfa.Int, cfa.Machine} {
			r, out := runOn(t, refinetest.Lower(t, f(5000, false), arith), Engine{})
			if out.Verdict != refine.Safe || !r.hulled || out.Stats.States > 10_000 {
				t.Errorf("%v (%s) with %d states", out.Verdict, out.Reason, out.Stats.States)
			}
			if _, out = runOn(t, refinetest.Lower(t, f(50, true), arith), Engine{}); out.Verdict != refine.Unsafe {
				t.Errorf("%v (%s) of a wrong program", out.Verdict, out.Reason)
			}
		}
	}
}
