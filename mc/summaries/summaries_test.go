package summaries

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
)

func keepAll(p *cfa.Program) *cells.Precision {
	prec := cells.NewPrecision()
	for _, v := range p.Vars {
		prec.Keep(v)
	}
	return prec
}

// gamma reports whether there are values at the entry with which the valuation is in the state.
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

func TestLaws(t *testing.T) {
	laws(t, octagon.Domain())
	laws(t, poly.Domain())
}

// The laws hold, with joins and with some of them undone.
func laws[E numeric.Element[E]](t *testing.T, d numeric.Domain[E]) {
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := mctest.Program(r, mctest.Medium)
		var runs [][]mctest.Visit
		for range 4 {
			runs = append(runs, mctest.Run(r, p, 40))
		}
		dom := New(p, d, keepAll(p), seed%2 == 0, convex.Options{Numbers: linear.Integers})
		for _, l := range p.Locs {
			if r.IntN(4) == 0 {
				dom.KeepApart(l)
			}
		}
		if err := mctest.Laws(p, dom, gamma[E], runs); err != nil {
			t.Fatalf("%s, seed %d: %v", d.Name, seed, err)
		}
	}
}

// Summaries of random programs with recursion contain every run, and are inductive, before and
// after bounds and undone joins were learnt from paths that were followed for that.
func TestSummariesOfRandomPrograms(t *testing.T) {
	ended, recursion, bounded := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := mctest.Program(r, mctest.Small)
		dom := New(p, poly.Domain(), keepAll(p), seed%2 == 0, convex.Options{Numbers: linear.Integers})
		var runs [][]mctest.Visit
		for range 12 {
			runs = append(runs, mctest.Run(r, p, 40))
		}
		for round := range 2 {
			x := mc.New(p, dom, mc.Options{MaxNodes: 1500, Delays: mc.Delays{Merges: 2, Entries: 24}})
			res := x.Run(context.Background())
			for res.Kind == mc.Found {
				x.Ignore(res.Node)
				res = x.Run(context.Background())
			}
			if res.Kind != mc.Exhausted {
				break
			}
			ended++
			if slices.ContainsFunc(p.Procs, func(q *cfa.Proc) bool { return q.Recursive && len(q.Callers) > 0 }) {
				recursion++
			}
			if err := mc.CheckInductive(x.Graph(), dom, true); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, run := range runs {
				if err := mctest.Contains(x.Graph(), dom, gamma[*poly.Polyhedron], run); err != nil {
					t.Fatalf("seed %d, round %d: %v", seed, round, err)
				}
			}
			// Whatever is learnt, of a path that can be taken as well, must do no harm.
			for _, run := range runs {
				var path cfa.Path
				for _, v := range run[1:] {
					path = append(path, v.Step)
				}
				if _, excluded := dom.Learn(path); excluded {
					t.Fatalf("seed %d: a run is excluded", seed)
				}
			}
			for _, cs := range dom.bounds {
				bounded += len(cs)
			}
			for _, l := range p.Locs {
				if r.IntN(3) == 0 {
					dom.KeepApart(l)
				}
			}
		}
	}
	t.Logf("%d explorations, %d with recursion, %d bounds", ended, recursion, bounded)
	if ended < 40 || recursion < 10 || bounded < 20 {
		t.Error("too few")
	}
}
