package widening

import (
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// An observer sees each repair; that there is one changes nothing.
func TestWideningObserved(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        Engine
		want       []refine.RepairKind
		domains    []string
	}{
		{"the image in place of widening", `int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { x = 4; y = 4; }
  __VERIFIER_assert(x == y && x != 3);
}`, Engine{Domain: octagons}, []refine.RepairKind{refine.ImageInstead}, []string{"octagons"}},
		{"a join undone", `int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1; else x = -1;
  __VERIFIER_assert(x != 0);
}`, Engine{Domain: octagons}, []refine.RepairKind{refine.JoinUndone}, []string{"octagons"}},
		{"a bound", `int main(void) {
  int x, y, xa = 0, ya = 0;
  while (__VERIFIER_nondet_int()) {
    x = xa + 2 * ya;
    y = -2 * xa + ya;
    x = x + 1;
    if (__VERIFIER_nondet_int()) y = y + x; else y = y - x;
    xa = x - 2 * y;
    ya = 2 * x + y;
  }
  __VERIFIER_assert(xa + 2 * ya >= 0);
}`, Engine{Domain: polyhedra}, []refine.RepairKind{refine.WideningBounded}, []string{"polyhedra over the rationals"}},
		{"single steps in polyhedra", `int main(void) {
  int x, y, xa = 0, ya = 0;
  while (__VERIFIER_nondet_int()) {
    x = xa + 2 * ya;
    y = -2 * xa + ya;
    x = x + 1;
    if (__VERIFIER_nondet_int()) y = y + x; else y = y - x;
    xa = x - 2 * y;
    ya = 2 * x + y;
  }
  __VERIFIER_assert(xa + 2 * ya >= 0);
}`, Engine{}, []refine.RepairKind{refine.StepFiner, refine.JoinFiner}, []string{"octagons"}},
		{"a sum", `int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = x + y;
  if (__VERIFIER_nondet_int()) x = 3;
  __VERIFIER_assert(x == 3 || z - y == x);
}`, Engine{}, []refine.RepairKind{refine.JoinUndone, refine.StepFiner}, []string{"octagons"}},
		{"a join of sums", `int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z;
  if (__VERIFIER_nondet_int()) { z = x + y; } else { x = 7; y = 2; z = 9; }
  __VERIFIER_assert(z == x + y);
}`, Engine{}, []refine.RepairKind{refine.StepFiner, refine.JoinFiner}, []string{"octagons"}},
		{"a product, by cases", `int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z;
  __VERIFIER_assume(0 <= x && x <= 3 && 0 <= y);
  z = x * y;
  __VERIFIER_assert(z >= y || x == 0);
}`, Engine{}, []refine.RepairKind{refine.JoinUndone, refine.StepByCases}, []string{"octagons"}},
		{"a square", `int main(void) {
  int x = __VERIFIER_nondet_int(), z = x * x;
  __VERIFIER_assert(z >= x);
}`, Engine{}, []refine.RepairKind{refine.StepByCases}, []string{"octagons"}},
		{"an error far away", `int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) { if (i < 9) i = i + 1; }
  __VERIFIER_assert(i < 9);
}`, Engine{Domain: octagons}, nil, []string{"octagons"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			alone := widen(t, c.text, cfa.Int, c.opt)
			var kinds []refine.RepairKind
			var domains []string
			var last *refine.Iteration
			observe := func(it *refine.Iteration) {
				last = it
				if len(domains) == 0 || it.Instead != "" {
					domains = append(domains, it.Domain)
				}
				for _, r := range it.Repairs {
					kinds = append(kinds, r.Kind)
					if !r.Pos.Valid() {
						t.Errorf("%s nowhere", r.Kind)
					}
					if r.Kind == refine.WideningBounded && len(r.Bounds) == 0 {
						t.Error("bounded by nothing")
					}
				}
				if it.Done {
					return
				}
				at := it.Program.Start.Entry
				for _, s := range it.Path {
					if s.Kind == cfa.Intra && s.Edge.From != at {
						t.Fatalf("the path goes from %v on at %v", at.Pos, s.Edge.From.Pos)
					}
					at = s.Target()
				}
				if at.Error == nil {
					t.Error("the path does not end in an error")
				}
			}
			opt := c.opt
			opt.NoSeeds = true
			out := checkWidening(t, refinetest.Lower(t, refinetest.Prelude+c.text, cfa.Int), refine.Options{Engine: opt, NoTests: true, Observe: observe})
			a, b := out.Stats, alone.Stats
			a.Explore, a.Refine, b.Explore, b.Refine = 0, 0, 0, 0
			if out.Verdict != alone.Verdict || a != b {
				t.Errorf("%v, %+v; without an observer %v, %+v", out.Verdict, a, alone.Verdict, b)
			}
			if c.want != nil {
				slices.Sort(kinds)
				if kinds = slices.Compact(kinds); !slices.Equal(kinds, c.want) {
					t.Errorf("repairs %v, not %v", kinds, c.want)
				}
			}
			if !slices.Equal(domains, c.domains) {
				t.Errorf("domains %v, not %v", domains, c.domains)
			}
			switch {
			case last == nil:
				t.Error("nothing was observed")
			case out.Verdict == refine.Safe && !last.Done, out.Verdict == refine.Unsafe && !last.Feasible:
				t.Errorf("%v, and the last that was observed is %+v", out.Verdict, last)
			}
		})
	}
}
