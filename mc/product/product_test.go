package product_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// blocks is predicate.Domain as product.Blocks.
type blocks struct{ *predicate.Domain }

func (b blocks) Abstract(l *cfa.Loc) bool { return b.Blocks().Abstract(l) }
func (b blocks) Inlined(q *cfa.Proc) bool { return b.Blocks().Inlined(q) }
func (b blocks) PostWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) []mc.State {
	return b.Domain.PostWithin(s, e, from, to)
}
func (b blocks) EnterWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) (mc.State, bool) {
	return b.Domain.EnterWithin(s, e, from, to)
}
func (b blocks) ReturnWithin(s mc.State, e *cfa.Edge, exit mc.State, from, mid, to func(func(*cfa.Var, num.Int))) []mc.State {
	return b.Domain.ReturnWithin(s, e, exit, from, mid, to)
}

// parts is a product with random precisions.
type parts struct {
	*product.Domain
	coder *formula.Coder
	preds *predicate.Domain
	at    map[*mctest.Valuation]*cfa.Loc
	ended int // states at ends of blocks that were looked at
}

func newParts(r *rand.Rand, p *cfa.Program, lazy bool) *parts {
	values := value.NewPrecision(value.Scoped)
	for _, v := range p.Vars {
		if r.IntN(2) == 0 {
			values.AddVar(p.Locs[0], v)
		}
	}
	b := smt.NewBuilder()
	coder := formula.NewCoder(b, p)
	preds := predicate.NewPrecision(coder, p, predicate.Scope(r.IntN(3)))
	for range 3 + r.IntN(5) {
		x, y := coder.Plain(p.Vars[r.IntN(len(p.Vars))]), coder.Plain(p.Vars[r.IntN(len(p.Vars))])
		if r.IntN(2) == 0 {
			y = b.IntNum(int64(r.IntN(5) - 2))
		}
		for range 4 {
			preds.Track(p.Locs[r.IntN(len(p.Locs))], b.Le(x, y))
		}
	}
	d := predicate.New(context.Background(), p, preds, predicate.Options{Single: r.IntN(3) == 0, Lazy: lazy, Inline: []int{0, 8}[r.IntN(2)]})
	return &parts{Domain: product.New(value.New(p, values), blocks{d}, nil), coder: coder, preds: d, at: map[*mctest.Valuation]*cfa.Loc{}}
}

// gamma looks at the values, and where a block ends also at the predicates, which may speak of a
// caller's variables: those are open.
func (d *parts) gamma(s mc.State, v *mctest.Valuation) bool {
	t := s.(*product.State)
	for x, n := range v.Vars {
		if m, known := t.Values.(*value.State).Var(x); known && !m.Equal(n) {
			return false
		}
	}
	l := d.at[v]
	if !d.preds.Blocks().Abstract(l) {
		return true
	}
	d.ended++
	b := d.coder.Builder()
	sol := solver.New(b, solver.Options{})
	p := d.coder.Anything(l)
	f, facts := d.coder.At(p, d.preds.Term(t.Block.(*predicate.State).Set))
	for _, f := range append(facts, f) {
		sol.Assert(f)
	}
	for x, n := range v.Vars {
		sol.Assert(b.Eq(d.coder.Value(p, x), b.Num(num.RatOfInt(n), b.IntSort())))
	}
	return sol.Check(context.Background()) != solver.Unsat
}

func (d *parts) locate(run []mctest.Visit) []mctest.Visit {
	for _, w := range run {
		d.at[w.Val] = w.At
	}
	return run
}

func TestLaws(t *testing.T) {
	ended := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := mctest.Program(r, mctest.Config{Procs: 3, Vars: 2, Arrays: 1, Locs: 7, Edges: 5, Bits: 3, Errors: 1, Recurse: seed%2 == 0})
		d := newParts(r, p, seed%4 == 0)
		var runs [][]mctest.Visit
		for range 2 {
			runs = append(runs, d.locate(mctest.Run(r, p, 30)))
		}
		if err := mctest.Laws(p, d, d.gamma, runs); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		ended += d.ended
	}
	if ended < 300 {
		t.Errorf("%d states at the ends of blocks", ended)
	}
}

// Every run of a program lies in its reached graph, which is inductive.
func TestExplore(t *testing.T) {
	ended, proved, covered := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := mctest.Small
		c.Recurse = seed%2 == 0
		p := mctest.Program(r, c)
		d := newParts(r, p, seed%4 == 0)
		x := mc.New(p, d, mc.Options{Order: mc.Order(seed % 2), MaxNodes: 1500})
		res := x.Run(context.Background())
		errors := 0
		for res.Kind == mc.Found {
			errors++
			x.Ignore(res.Node)
			res = x.Run(context.Background())
		}
		if res.Kind != mc.Exhausted {
			continue
		}
		ended++
		covered += x.Stats().Covered
		if errors == 0 && len(p.Errors) > 0 {
			proved++
		}
		if err := mc.CheckInductive(x.Graph(), d, true); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range 5 {
			if err := mctest.Contains(x.Graph(), d, d.gamma, d.locate(mctest.Run(r, p, 30))); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d explorations ended, %d without an error, %d nodes covered", ended, proved, covered)
	if ended < 25 || proved == 0 || covered == 0 {
		t.Error("the programs are too much alike")
	}
}
