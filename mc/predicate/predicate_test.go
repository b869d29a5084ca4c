package predicate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// gammas decides by the solver whether valuations are in states: what local variables of callers
// are is left open, and inside of a block the formula from its beginning decides.
type gammas struct {
	d  *Domain
	at map[*mctest.Valuation]*cfa.Loc
}

func (g *gammas) gamma(s mc.State, v *mctest.Valuation) bool {
	t, l := s.(*State), g.at[v]
	d, b := g.d, g.d.b
	sol := solver.New(b, solver.Options{})
	p := d.coder.Anything(t.At, reversed(t.Way.ups)...)
	f, facts := d.coder.At(p, d.Term(t.Set))
	sol.Assert(f)
	if !d.regions.Abstract(l) {
		if p = d.regions.Reach(d.coder, p, t.Way, l, false, ""); p == nil {
			return false
		}
		facts = append(facts, d.coder.Facts(p, nil)...)
		facts = append(facts, d.coder.Ranges(facts...)...)
		facts = append(facts, p.Guard)
	} else if t.At != l {
		return false
	}
	for x, n := range v.Vars {
		sol.Assert(b.Eq(d.coder.Value(p, x), b.Num(num.RatOfInt(n), b.IntSort())))
	}
	for a, cells := range v.Cells {
		for i, n := range cells {
			if i < -3 || i > 3 {
				continue // those that predicates speak of, and some more
			}
			cell, more := d.coder.At(p, b.Select(d.coder.PlainArray(a), b.IntNum(i)))
			facts = append(facts, more...)
			sol.Assert(b.Eq(cell, b.Num(num.RatOfInt(n), b.IntSort())))
		}
	}
	for _, f := range facts {
		sol.Assert(f)
	}
	return sol.Check(context.Background()) != solver.Unsat
}

func located(runs ...[]mctest.Visit) map[*mctest.Valuation]*cfa.Loc {
	at := map[*mctest.Valuation]*cfa.Loc{}
	for _, run := range runs {
		for _, w := range run {
			at[w.Val] = w.At
		}
	}
	return at
}

// randomDomain tracks some predicates, about variables of callers among others.
func randomDomain(r *rand.Rand, p *cfa.Program, o Options) *Domain {
	b := smt.NewBuilder()
	coder := formula.NewCoder(b, p)
	if r.IntN(2) == 0 {
		coder.Rely(FindIntervals(context.Background(), p).Of)
	}
	prec := NewPrecision(coder, p, Scope(r.IntN(3)))
	value := func() *smt.Term {
		switch r.IntN(6) {
		case 0:
			return b.IntNum(int64(r.IntN(5) - 2))
		case 1:
			if len(p.Arrays) > 0 {
				return b.Select(prec.coder.PlainArray(p.Arrays[r.IntN(len(p.Arrays))]), b.IntNum(int64(r.IntN(5)-2)))
			}
		}
		return prec.coder.Plain(p.Vars[r.IntN(len(p.Vars))])
	}
	for range 4 + r.IntN(8) {
		x, y := value(), value()
		f := b.Le(x, y)
		if r.IntN(2) == 0 {
			f = b.Eq(x, y)
		}
		for range 4 {
			prec.Track(p.Locs[r.IntN(len(p.Locs))], f)
		}
	}
	return New(context.Background(), p, prec, o)
}

func options(seed uint64) Options {
	return Options{Single: seed%3 == 0, Cartesian: seed%4 == 1}
}

func TestLaws(t *testing.T) {
	inside, inlined, predicates := 0, 0, 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := mctest.Program(r, mctest.Config{Procs: 3, Vars: 2, Arrays: 1, Locs: 7, Edges: 5, Bits: 3, Errors: 1, Recurse: seed%2 == 0})
		var runs [][]mctest.Visit
		for range 2 {
			runs = append(runs, mctest.Run(r, p, 30))
		}
		d := randomDomain(r, p, options(seed))
		g := &gammas{d, located(runs...)}
		if err := mctest.Laws(p, d, g.gamma, runs); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, options(seed), err)
		}
		predicates += d.prec.Places()
		for _, run := range runs {
			for _, w := range run {
				if !d.regions.Abstract(w.At) {
					inside++
					if w.At.Proc != p.Start {
						inlined++
					}
				}
			}
		}
	}
	t.Logf("%d states inside of blocks, %d of these in calls, %d predicates", inside, inlined, predicates)
	if inside < 100 || inlined < 20 || predicates < 100 {
		t.Error("the programs are too much alike")
	}
}

// Every run of a program lies in its reached graph, which is inductive.
func TestExplore(t *testing.T) {
	ended, proved, covered := 0, 0, 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := mctest.Small
		c.Recurse = seed%2 == 0
		p := mctest.Program(r, c)
		d := randomDomain(r, p, options(seed))
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
		for range 4 {
			run := mctest.Run(r, p, 30)
			g := &gammas{d, located(run)}
			if err := mctest.Contains(x.Graph(), d, g.gamma, run); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d explorations ended, %d without an error, %d nodes covered", ended, proved, covered)
	if ended < 20 || proved == 0 || covered == 0 {
		t.Error("the programs are too much alike")
	}
}

// Sets against all valuations of a few predicates.
func TestSets(t *testing.T) {
	const preds = 4
	s := newSets()
	r := rand.New(rand.NewPCG(1, 1))
	type both struct {
		set  Set
		bits uint32
	}
	sets := []both{{none, 0}, {all, 1<<(1<<preds) - 1}}
	for i := range preds {
		var bits uint32
		for v := range 1 << preds {
			if v>>i&1 == 1 {
				bits |= 1 << v
			}
		}
		sets = append(sets, both{s.literal(i, true), bits}, both{s.literal(i, false), ^bits & sets[1].bits})
	}
	for range 300 {
		x, y := sets[r.IntN(len(sets))], sets[r.IntN(len(sets))]
		switch r.IntN(3) {
		case 0:
			sets = append(sets, both{s.and(x.set, y.set), x.bits & y.bits})
		case 1:
			sets = append(sets, both{s.or(x.set, y.set), x.bits | y.bits})
		case 2:
			sets = append(sets, both{s.not(x.set), ^x.bits & sets[1].bits})
		}
	}
	numbers := map[uint32]Set{}
	for _, x := range sets {
		if n, ok := numbers[x.bits]; ok && n != x.set {
			t.Fatalf("two numbers for %016b", x.bits)
		}
		numbers[x.bits] = x.set
		for _, y := range sets {
			if s.within(x.set, y.set) != (x.bits&^y.bits == 0) {
				t.Fatalf("%016b within %016b", x.bits, y.bits)
			}
		}
		for i := range preds {
			holds, known := s.fixed(x.set, i)
			lit := sets[2+2*i].bits
			want := fmt.Sprint(x.bits&^lit == 0, x.bits&^lit == 0 || x.bits&lit == 0)
			if fmt.Sprint(holds, known) != want {
				t.Fatalf("%016b fixes %d: %v %v, want %s", x.bits, i, holds, known, want)
			}
		}
	}
}
