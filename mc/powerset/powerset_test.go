package powerset_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/powerset"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
)

// gamma reports whether values of the state's entry slots exist with which the valuation is in the
// state.
func gamma[E numeric.Element[E]](s mc.State, v *mctest.Valuation) bool {
	t := s.(*convex.State[E])
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

// randomPrecision keeps some variables and cells.
func randomPrecision(r *rand.Rand, p *cfa.Program) *cells.Precision {
	prec := cells.NewPrecision()
	for _, v := range p.Vars {
		if r.IntN(3) > 0 {
			prec.Keep(v)
		}
	}
	for _, a := range p.Arrays {
		for i := int64(-2); i < 6; i++ {
			if r.IntN(3) == 0 {
				prec.KeepCell(a, cells.Index{Num: num.Of(i)})
			}
		}
	}
	return prec
}

func TestLaws(t *testing.T) {
	laws(t, octagon.Domain(), nil, convex.Options{Numbers: linear.Integers})
	laws(t, poly.Domain(), covered, convex.Options{Numbers: linear.Integers})
	laws(t, poly.Domain(), nil, convex.Options{Numbers: linear.Rationals})
}

func covered(union []*poly.Polyhedron, p *poly.Polyhedron) []int {
	if !p.CoveredBy(union...) {
		return nil
	}
	all := make([]int, len(union))
	for i := range all {
		all[i] = i
	}
	return all
}

func laws[E numeric.Element[E]](t *testing.T, d numeric.Domain[E], entails func([]E, E) []int, o convex.Options) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := mctest.Program(r, mctest.Medium)
		var runs [][]mctest.Visit
		for range 3 {
			runs = append(runs, mctest.Run(r, p, 40))
		}
		dom := powerset.New(p, d, randomPrecision(r, p), entails, o)
		if seed%2 == 0 {
			dom.HoldDead()
		}
		if err := mctest.Laws(p, dom, gamma[E], runs); err != nil {
			t.Fatalf("%s over the %v, seed %d: %v", d.Name, o.Numbers, seed, err)
		}
	}
}

// Every run of a program lies in its reached graph, which is inductive where the exploration ends;
// with disjuncts merged, and kept apart.
func TestExplore(t *testing.T) {
	ended, merged, helping := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := mctest.Program(r, mctest.Small)
		dom := powerset.New(p, poly.Domain(), randomPrecision(r, p), covered, convex.Options{Numbers: linear.Integers})
		if seed%3 == 0 {
			for _, l := range p.Locs {
				dom.KeepApart(l)
			}
		}
		x := mc.New(p, dom, mc.Options{Order: mc.Order(seed % 2), MaxNodes: 600})
		res := x.Run(context.Background())
		for res.Kind == mc.Found {
			x.Ignore(res.Node)
			res = x.Run(context.Background())
		}
		if res.Kind != mc.Exhausted {
			continue // without widening a loop need not end
		}
		ended++
		merged += x.Stats().Merged
		for _, n := range x.Graph().Nodes {
			helping += len(n.Also())
		}
		if err := mc.CheckInductive(x.Graph(), dom, true); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range 10 {
			if err := mctest.Contains(x.Graph(), dom, gamma[*poly.Polyhedron], mctest.Run(r, p, 40)); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d explorations ended, %d merges, %d states that help to cover others", ended, merged, helping)
	if ended < 15 || merged == 0 {
		t.Errorf("%d explorations ended, with %d merges: the programs are too much alike", ended, merged)
	}
}
