package mc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/reason"
)

// constants is constant propagation: explicit values that are merged where control flow meets. It
// brings no index and merges everywhere, as numeric domains do.
type constants struct{ d *value.Domain }

func (c constants) Start(p *cfa.Program) mc.State                  { return c.d.Start(p) }
func (c constants) Post(s mc.State, e *cfa.Edge) []mc.State        { return c.d.Post(s, e) }
func (c constants) Enter(s mc.State, e *cfa.Edge) (mc.State, bool) { return c.d.Enter(s, e) }
func (c constants) Return(s mc.State, e *cfa.Edge, in, out mc.State) []mc.State {
	return c.d.Return(s, e, in, out)
}
func (c constants) Covers(old, new mc.State) bool { return c.d.Covers(old, new) }
func (c constants) Key(s mc.State) uint64         { return c.d.Key(s) }
func (c constants) Equal(a, b mc.State) bool      { return c.d.Equal(a, b) }

// Merge keeps what both know.
func (c constants) Merge(old, new mc.State, _ *cfa.Loc) (mc.State, bool) {
	a, b := old.(*value.State), new.(*value.State)
	var vars []*cfa.Var
	a.Vars(func(v *cfa.Var, x num.Int) {
		if y, ok := b.Var(v); ok && x.Equal(y) {
			vars = append(vars, v)
		}
	})
	return a.Only(vars, func(f func(*cfa.Array, int64)) {
		a.Cells(func(arr *cfa.Array, i int64, x num.Int) {
			if y, ok := b.Cell(arr, num.Of(i)); ok && x.Equal(y) {
				f(arr, i)
			}
		})
	}), true
}

func gamma(s mc.State, v *mctest.Valuation) bool {
	t := s.(*value.State)
	for x, n := range v.Vars {
		if m, known := t.Var(x); known && !m.Equal(n) {
			return false
		}
	}
	for a, cells := range v.Cells {
		for i, n := range cells {
			if m, known := t.Cell(a, num.Of(i)); known && !m.Equal(n) {
				return false
			}
		}
	}
	return true
}

// A domain that merges: the exploration always ends, with an inductive graph that contains every
// run, one node at each location of an activation.
func TestMerging(t *testing.T) {
	merged := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 8))
		p := mctest.Program(r, mctest.Medium)
		d := constants{value.New(p, value.NewPrecision(value.Full))}
		var runs [][]mctest.Visit
		for range 6 {
			runs = append(runs, mctest.Run(r, p, 50))
		}
		if err := mctest.Laws(p, d, gamma, runs[:3]); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		x := mc.New(p, d, mc.Options{Order: mc.Order(seed % 3), MaxNodes: 50000})
		explore := func() {
			for res := x.Run(context.Background()); res.Kind != mc.Exhausted; res = x.Run(context.Background()) {
				if res.Kind != mc.Found {
					t.Fatalf("seed %d: %s", seed, res.Reason)
				}
				x.Ignore(res.Node)
			}
			if err := mc.CheckInductive(x.Graph(), d, true); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, run := range runs {
				if err := within(x.Graph(), run); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
		explore()
		merged += x.Stats().Merged
		ns := x.Graph().Nodes
		x.Prune(ns[r.IntN(len(ns))])
		explore()
	}
	if merged < 500 {
		t.Errorf("only %d states were merged", merged)
	}
}

// within: every moment of the run is in a node at its location. (Links of a node that has grown
// need not tell the way of each run.)
func within(g *mc.Graph, run []mctest.Visit) error {
	for i, v := range run {
		found := false
		for _, n := range g.Nodes {
			found = found || !n.Gone && n.By == nil && n.Loc == v.At && gamma(n.State, v.Val)
		}
		if !found {
			return fmt.Errorf("step %d, at %v, is in no node", i, v.At)
		}
	}
	return nil
}

// chain is a program in which Start calls f twice, which calls g twice, and so on, and then fails.
func chain(depth int) *cfa.Program {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	q := p.Start
	for i := range depth {
		callee := p.NewProc(fmt.Sprintf("f%d", i))
		mid := p.NewLoc(q, lang.Pos{})
		p.NewEdge(q.Entry, mid, &cfa.Call{Callee: callee}, lang.Pos{})
		if q == p.Start {
			end := p.NewLoc(q, lang.Pos{})
			end.Error = &cfa.Property{}
			p.NewEdge(mid, end, &cfa.Call{Callee: callee}, lang.Pos{})
		} else {
			p.NewEdge(mid, q.Exit, &cfa.Call{Callee: callee}, lang.Pos{})
		}
		q = callee
	}
	p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
	p.Finish()
	return p
}

// Summaries keep the graph small where the path is long.
func TestSummaries(t *testing.T) {
	p := chain(12)
	x := mc.New(p, value.New(p, value.NewPrecision(value.Full)), mc.Options{})
	res := x.Run(context.Background())
	if res.Kind != mc.Found {
		t.Fatal(res.Reason)
	}
	if n := x.Stats().Nodes; n > 60 {
		t.Errorf("%d nodes", n)
	}
	path, _, err := x.ErrorPath(res.Node, 1<<20)
	// A procedure at the bottom takes one step; others twice two and what they call.
	if want := 5<<12 - 4; err != nil || len(path) != want {
		t.Errorf("path of %d steps, want %d: %v", len(path), want, err)
	}
	if _, _, err := x.ErrorPath(res.Node, 1000); err != mc.ErrPathLength {
		t.Errorf("a path of more than 1000 steps: %v", err)
	}
}

func TestStops(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	v := p.NewVar(p.Start, "x", cfa.LocalVar, cfa.Range{Bits: 32})
	l := p.NewLoc(p.Start, lang.Pos{})
	p.NewEdge(p.Start.Entry, l, &cfa.Assign{LHS: v, RHS: cfa.ConstInt(0)}, lang.Pos{})
	p.NewEdge(l, l, &cfa.Assign{LHS: v, RHS: &cfa.Wrap{Bits: 32, X: &cfa.Binary{Op: cfa.Add, X: v, Y: cfa.ConstInt(1)}}}, lang.Pos{})
	p.NewEdge(l, p.Start.Exit, &cfa.Assume{Cond: &cfa.Binary{Op: cfa.Gt, X: v, Y: cfa.ConstInt(4_000_000_000)}}, lang.Pos{})
	p.Finish()
	d := value.New(p, value.NewPrecision(value.Full))
	ctx, cancel := context.WithCancel(context.Background())
	if res := mc.New(p, d, mc.Options{MaxNodes: 100}).Run(ctx); res.Kind != mc.Stopped {
		t.Error("the limit on nodes is not kept")
	}
	x := mc.New(p, d, mc.Options{Pause: 50})
	for range 3 {
		if res := x.Run(ctx); res.Kind != mc.Paused {
			t.Error("there is no pause")
		}
	}
	if n := x.Alive(); n < 140 || n > 160 {
		t.Errorf("%d nodes after three pauses", n)
	}
	seen := 0
	res := mc.New(p, d, mc.Options{Progress: func(mc.Progress) {
		if seen++; seen == 3 {
			cancel()
		}
	}}).Run(ctx)
	if res.Kind != mc.Stopped || seen < 3 || seen > 4 {
		t.Errorf("cancelled: %v after %d reports", res, seen)
	}
	limited, stop := effort.Limit(context.Background(), 1000)
	defer stop()
	if res := mc.New(p, d, mc.Options{}).Run(limited); res.Kind != mc.Stopped || res.Reason.Kind != reason.Work || res.Reason.Text != effort.ErrLimit.Error() {
		t.Errorf("the end of the context is not the reason: %v", res)
	}
}

func BenchmarkExplore(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 8))
	p := mctest.Program(r, mctest.Medium)
	for b.Loop() {
		x := mc.New(p, value.New(p, value.NewPrecision(value.Full)), mc.Options{MaxNodes: 5000})
		for res := x.Run(context.Background()); res.Kind == mc.Found; res = x.Run(context.Background()) {
			x.Ignore(res.Node)
		}
	}
}
