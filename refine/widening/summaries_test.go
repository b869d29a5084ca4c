package widening

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine"
)

func inSummary(s mc.State, v *mctest.Valuation) bool {
	t := s.(*unions.State[*poly.Polyhedron])
	var point []linear.Constraint
	for d, slot := range t.Layout.Slots {
		if slot.Entry {
			continue
		}
		n, ok := num.Int{}, false
		if slot.Var != nil {
			n, ok = v.Vars[slot.Var]
		} else if i, small := slot.Idx.Num.Int64(); small {
			n, ok = v.Cells[slot.Arr][i]
		}
		if ok {
			point = append(point, linear.X(d).EQ(linear.Const(num.RatOfInt(n))))
		}
	}
	return !t.Elem.Assume(point...).IsBottom()
}

// Summaries of random programs with recursion contain every run, and are inductive, before and after bounds and undone joins were
// learnt from paths that were followed for that.
func TestSummariesOfRandomPrograms(t *testing.T) {
	ended, recursion, bounded := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := mctest.Program(r, mctest.Small)
		prec := cells.NewPrecision()
		keepAll(p, prec)
		dom := newSummaries(p, poly.Domain(), prec, unions.Options[*poly.Polyhedron]{Numbers: linear.Integers}, seed%2 == 0)
		var runs [][]mctest.Visit
		for range 12 {
			runs = append(runs, mctest.Run(r, p, 40))
		}
		for round := range 2 {
			x := mc.New(p, dom, mc.Options{MaxNodes: 1500})
			res := x.Run(context.Background())
			for res.Kind == mc.Found {
				x.Ignore(res.Node)
				res = x.Run(context.Background())
			}
			if res.Kind != mc.Exhausted {
				break
			}
			ended++
			if recursive(p) {
				recursion++
			}
			if err := mc.CheckInductive(x.Graph(), dom, true); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, run := range runs {
				if err := mctest.Contains(x.Graph(), dom, inSummary, run); err != nil {
					t.Fatalf("seed %d, round %d: %v", seed, round, err)
				}
			}
			// Whatever is learnt, of a path that can be taken as well, must do no harm.
			for _, run := range runs {
				var path cfa.Path
				for _, v := range run[1:] {
					path = append(path, v.Step)
				}
				if !dom.follow(path, func(l *cfa.Loc, s *unions.State[*poly.Polyhedron]) {
					if dom.heads[l] && len(dom.bounds[l]) < 6 {
						dom.bounds[l] = append(dom.bounds[l], s.Elem.Constraints()...)
						bounded++
					}
				}) {
					t.Fatalf("seed %d: a run is excluded", seed)
				}
			}
			for _, l := range p.Locs {
				if !dom.heads[l] && r.IntN(3) == 0 {
					dom.apart[l] = true
				}
			}
			dom.begin()
		}
	}
	t.Logf("%d explorations, %d with recursion, %d bounds", ended, recursion, bounded)
	if ended < 40 || recursion < 10 || bounded < 20 {
		t.Error("too few")
	}
}

// Errors within and behind recursive procedures are found or excluded.
func TestWideningRecursion(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want refine.Verdict
	}{
		"identity": {`int id(int n) { if (n <= 0) return n; return id(n - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assert(id(n) == n); }`, refine.Safe},
		"sum": {`int sum(int n, int m) { if (n <= 0) return n + m; return sum(n - 1, m + 1); }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); __VERIFIER_assert(sum(a, b) == a + b); }`, refine.Safe},
		"inside": {`void down(int n, int m) { if (n <= 0) { __VERIFIER_assert(m >= 0); return; } down(n - 1, m + 2); }
int main(void) { down(__VERIFIER_nondet_int(), 0); }`, refine.Safe},
		"inside, wrong": {`void down(int n, int m) { if (n <= 0) { __VERIFIER_assert(m != 6); return; } down(n - 1, m + 2); }
int main(void) { down(__VERIFIER_nondet_int(), 0); }`, refine.Unsafe},
		"mutual": {`int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0); int e = even(n); __VERIFIER_assert(e >= 0 && e <= 1); }`, refine.Safe},
		"through a global": {`int g = 0; void up(int n) { if (n > 0) { g = g + 1; up(n - 1); } }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0); up(n); __VERIFIER_assert(g == n); }`, refine.Safe},
		"deep, wrong": {`int id(int x) { if (x == 0) return 0; return id(x - 1) + 1; }
int main(void) { int r = id(__VERIFIER_nondet_int()); __VERIFIER_assert(r != 37); }`, refine.Unsafe},
		"twice": {`int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assert(f(n) >= 91); }`, refine.Safe},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out := widenSeeded(t, c.text, cfa.Int, Engine{}, true); out.Verdict != c.want {
				t.Errorf("%v (%s), not %v", out.Verdict, out.Reason, c.want)
			}
		})
	}
}
