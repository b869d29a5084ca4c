package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/value"
)

func predicateOptions(k int) Engine {
	return Engine{
		Cartesian: k%2 == 1,
		Single:    k/2%2 == 1,
		Scope:     []predicate.Scope{predicate.ByProc, predicate.ByLocation, predicate.ByProgram}[k%3],
		Order:     []mc.Order{mc.RPO, mc.BFS, mc.DFS}[k%3],
		Restart:   k%5 == 0,
	}
}

// runPredicates runs the engine, but for some time at most, and verifies that the graph of a safe
// run is inductive.
func runPredicates(t *testing.T, seed uint64, opt Engine, r *run) refine.Verdict {
	t.Helper()
	r.Loop.Run()
	if r.Outcome.Verdict == refine.Safe {
		if err := mc.CheckInductive(r.X.Graph(), r.dom, false); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, opt, err)
		}
	} else if r.Outcome.Verdict == refine.Unknown && !r.Outcome.Reason.Given() {
		t.Fatalf("seed %d, %+v: unknown without a reason", seed, opt)
	}
	return r.Outcome.Verdict
}

// On random programs, the engine says SAFE only where no run reaches an error, and the engine value
// has no other verdict.
func TestPredicatesOnRandomPrograms(t *testing.T) {
	count := map[refine.Verdict]int{}
	learnt := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := mctest.Small
		c.Recurse = seed%2 == 0
		if seed%4 > 0 {
			c.Procs, c.Locs, c.Edges, c.Bits, c.Errors, c.Vars = 1, 7, 3, 3, 3, 3
		}
		p := mctest.Program(r, c)
		reached := false
		for range 60 {
			run := mctest.Run(r, p, 60)
			reached = reached || run[len(run)-1].At.Error != nil
		}
		opt := predicateOptions(int(seed))
		ctx, cancel := effort.Limit(t.Context(), 300_000)
		b := refine.NewSession(ctx, p, refine.Options{Engine: opt, NoTests: true})
		var known *predicate.Intervals // without them more is to be learnt
		if seed%8 == 0 {
			known = predicate.FindIntervals(ctx, b.Slice)
		}
		x := newRun(b, opt, known)
		got := runPredicates(t, seed, opt, x)
		cancel()
		count[got]++
		learnt += x.prec.Len()
		if got == refine.Safe && reached {
			t.Fatalf("seed %d, %+v: SAFE, but a run reaches an error", seed, opt)
		}
		ctx, cancel = effort.Limit(t.Context(), 300_000)
		other := refine.Run(ctx, p, refine.Options{Engine: value.Engine{}}).Verdict
		cancel()
		if got != refine.Unknown && other != refine.Unknown && got != other {
			t.Fatalf("seed %d, %+v: %v, but %v by values", seed, opt, got, other)
		}
	}
	t.Logf("%v, %d predicates", count, learnt)
	if count[refine.Safe] < 5 || count[refine.Unsafe] < 15 || learnt == 0 {
		t.Error("too few are decided")
	}
}

func TestPredicatesOnC(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      refine.Verdict
	}{
		{"relation", `int main(void) { int x = nd(); if (x > 5) assert(x > 4); }`, refine.Safe},
		{"loop", `int main(void) { int n = nd(), i = 0, s = 0; if (n < 0 || n > 1000) return 0; while (i < n) { i++; s++; } assert(s == n); }`, refine.Safe},
		{"two loops", `int main(void) { int n = nd(), i = 0; if (n < 1) return 0; while (i < n) i++; while (i > 0) i--; assert(i == 0); }`, refine.Safe},
		{"lock", `int main(void) { int l = 0, old, new = nd(); do { l = 1; old = new; if (nd()) { l = 0; if (new == 2147483647) return 0; new++; } } while (new != old); assert(l == 1); }`, refine.Safe},
		{"caller's variables", `int g; void f(void) { int i = 0; while (i < 3) i++; g = i; } int main(void) { int x = nd(), y = x; f(); assert(x == y && g == 3); }`, refine.Safe},
		{"recursion", `int f(int n) { if (n <= 0) return 0; return f(n - 1); } int main(void) { int x = nd(); assert(f(x) == 0); }`, refine.Safe},
		{"recursion keeps locals", `void f(int n) { int m = n; if (n > 0 && n < 10) f(n - 1); assert(m == n); } int main(void) { f(nd()); }`, refine.Safe},
		{"array", `int a[4]; int main(void) { int i = nd(), k = 0; if (i < 0 || i > 3) return 0; a[i] = 7; while (k < 3) k++; assert(a[i] == 7); }`, refine.Safe},
		{"wrap", `int main(void) { unsigned x = und(), k = 0; while (nd()) { k = 1; } x = x + k; assert(k != 1 || x != 0 || k == 1); }`, refine.Safe},
		{"bug: relation", `int main(void) { int x = nd(), y = x; while (nd()) { x++; y++; if (nd()) y++; } assert(x == y); }`, refine.Unsafe},
		{"bug: recursion", `int f(int n) { if (n <= 0) return 0; return 2 + f(n - 1); } int main(void) { int k = nd(); if (k == 3) assert(f(k) != 6); }`, refine.Unsafe},
		{"bug: wrap", `int main(void) { unsigned x = und(); assert(x + 1 > x); }`, refine.Unsafe},
	} {
		p := refinetest.Load(t, refinetest.Head+c.src)
		for k := range 4 {
			opt := predicateOptions(k)
			ctx, cancel := effort.Limit(t.Context(), 3_000_000)
			b := refine.NewSession(ctx, p, refine.Options{Engine: opt, NoTests: true})
			x := newRun(b, opt, predicate.FindIntervals(ctx, b.Slice))
			got := runPredicates(t, 0, opt, x)
			cancel()
			// Large blocks and all combinations decide all of them.
			if got != c.want && (got != refine.Unknown || !opt.Single && !opt.Cartesian && opt.Scope != predicate.ByLocation) {
				t.Errorf("%s, %+v: %v (%s), want %v", c.name, opt, got, x.Outcome.Reason, c.want)
			}
		}
	}
}
