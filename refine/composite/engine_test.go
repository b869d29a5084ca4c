package composite

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
	refinevalue "github.com/whet-mc/whet/refine/value"
)

// checkComposite is check for values with predicates.
func checkComposite(t *testing.T, p *cfa.Program, e Engine) *run {
	t.Helper()
	r := newRun(refine.NewSession(context.Background(), p, refine.Options{Engine: e, NoTests: true}), e)
	r.X.Limit(8000)
	r.Loop.Run()
	switch r.Outcome.Verdict {
	case refine.Safe:
		if err := mc.CheckInductive(r.Outcome.Graph, product.New(r.dom, blocksOf{r.blocks}, nil), false); err != nil {
			t.Fatalf("%+v: SAFE without an inductive invariant: %v", e, err)
		}
	case refine.Unsafe:
		o := interp.Run(context.Background(), p, interp.Recorded(r.Outcome.Replay.Inputs), interp.Options{Follow: r.Outcome.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("%+v: UNSAFE, but its inputs lead to %v", e, o.Kind)
		}
	default:
		if !r.Outcome.Reason.Given() {
			t.Fatalf("%+v: UNKNOWN without a reason", e)
		}
	}
	return r
}

// On random programs values with predicates never say SAFE where a run reaches an error or another
// configuration says UNSAFE, and are as good as values alone.
func TestCompositeRandom(t *testing.T) {
	count := map[refine.Verdict]int{}
	left := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := mctest.Small
		if seed%3 == 0 {
			c = mctest.Medium
		}
		p := mctest.Program(r, c)
		reached := false
		for range 60 {
			run := mctest.Run(r, p, 60)
			reached = reached || run[len(run)-1].At.Error != nil
		}
		alone := refine.Run(context.Background(), p, refine.Options{Engine: refinevalue.Engine{MaxStates: 4000}, NoTests: true})
		opt := Engine{
			Full: seed/2%2 == 0, Order: []mc.Order{mc.RPO, mc.BFS, mc.DFS}[seed%3],
			ByLocation: seed/2%2 == 1, Restart: seed%5 == 0, Selection: seed%7 == 0, ValueThreshold: []int{1, 0}[seed/4%2],
			Single: seed/8%2 == 1,
		}
		run := checkComposite(t, p, opt)
		out := &run.Outcome
		count[out.Verdict]++
		if run.left || run.most > max(opt.ValueThreshold, manyValues) {
			left++
		}
		if out.Verdict == refine.Safe && (reached || alone.Verdict == refine.Unsafe) || out.Verdict == refine.Unsafe && alone.Verdict == refine.Safe {
			t.Fatalf("seed %d, %+v: %v, but a run reaches an error: %v, and values alone say %v", seed, opt, out.Verdict, reached, alone.Verdict)
		}
	}
	t.Logf("%v; variables left in %d", count, left)
	if count[refine.Safe] < 5 || count[refine.Unsafe] < 20 || left == 0 {
		t.Errorf("too few are decided: %v, and variables left in %d", count, left)
	}
}

// What neither values nor, with few steps, predicates can do alone.
func TestComposite(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      refine.Verdict
		threshold int
		learnt    bool // predicates
	}{
		{"values suffice", `int main(void) { int s = 0; while (und()) { if (s == 0) s = 3; else if (s == 3) s = 5; else s = 0; assert(s != 4); } }`, refine.Safe, 0, false},
		{"a range, in one block", `int main(void) { int x = und(); if (x < 5) return 0; int y = x; assert(y > 4); }`, refine.Safe, 0, false},
		{"both", `int main(void) { int s = 1, x = und(); while (und()) { if (s == 1) { if (x <= 10) return 0; s = 2; } else { assert(x > 10); s = 1; } } }`, refine.Safe, 0, true},
		{"a counter that leaves", `int main(void) { int i, ok = 1; for (i = 0; i < 100000; i++) { if (i > 100000) ok = 0; } assert(ok); }`, refine.Safe, 5, true},
		{"a counter that comes back", `int main(void) { int i = 0, j = 0; while (i < 40) { i++; j += i; } assert(j == 820); }`, refine.Safe, 3, false},
		{"a bug behind a range", `int main(void) { int x = und(), s = 0; if (x > 1000) s = 1; if (s == 1 && x < 1002) assert(0); }`, refine.Unsafe, 0, false},
		{"a call", `int f(int a) { if (a < 3) return 3; return a; } int main(void) { int x = f(und()); int y = f(x + 1 < 5 ? 7 : 4); assert(x >= 3 && y >= 3); }`, refine.Safe, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Load(t, refinetest.Head+c.src)
			r := checkComposite(t, p, Engine{ValueThreshold: c.threshold})
			if r.Outcome.Verdict != c.want {
				t.Fatalf("%v (%s), want %v", r.Outcome.Verdict, r.Outcome.Reason, c.want)
			}
			if learnt := r.preds.Places() > 0; learnt != c.learnt {
				t.Errorf("predicates were learnt: %v", learnt)
			}
		})
	}
}

// A variable that has left is in no state and comes back only when all do.
func TestLeave(t *testing.T) {
	p := refinetest.Load(t, refinetest.Head+`int main(void) { int i = 0, s = 0; while (und()) { i++; s = 1 - s; } assert(i < 0 || s < 2); }`)
	e := Engine{Full: true, ValueThreshold: 4}
	r := newRun(refine.NewSession(context.Background(), p, refine.Options{Engine: e}), e)
	r.X.Limit(3000)
	for !r.leave() {
		r.X.Run(r.Ctx)
	}
	r.X.Run(r.Ctx)
	for _, n := range r.X.Graph().Nodes {
		if s := n.State.(*product.State).Values.(*value.State); !n.Gone && s.Size() > 0 {
			for _, v := range r.Slice.Vars {
				if _, known := s.Var(v); known && v.Name == "main::i" {
					t.Fatalf("%v", n.State)
				}
			}
		}
	}
}

// Wherever the work comes to its end the run ends without a verdict, and with that as its reason.
func TestEndsAnywhere(t *testing.T) {
	p := refinetest.Load(t, refinetest.Head+`int main(void) { int n = und(), i = 0, s = 0; while (i < n) { i++; s += 2; } assert(s == 2 * i || n < 0); }`)
	e := Engine{}
	for units, step := 1, 1; units < 20_000; units, step = units+step, step+step/16 {
		if units > 100 && step == 1 {
			step = 16
		}
		ctx, stop := effort.Limit(t.Context(), int64(units))
		out := refine.Run(ctx, p, refine.Options{Engine: e, NoTests: true})
		stop()
		if out.Verdict == refine.Safe {
			break
		}
		if !out.Reason.Given() {
			t.Errorf("%d units: %v without a reason", units, out.Verdict)
		}
	}
}
