package dag_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/sum"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
)

// keepAll keeps every variable and a few cells.
func keepAll(p *cfa.Program) *cells.Precision {
	prec := cells.NewPrecision()
	for _, v := range p.Vars {
		prec.Keep(v)
	}
	for _, a := range p.Arrays {
		prec.KeepCell(a, cells.Index{Num: num.Of(0)})
		prec.KeepCell(a, cells.Index{Num: num.Of(1)})
	}
	return prec
}

// holds reports whether a state contains a valuation of what is visible.
func holds[E numeric.Element[E]](l *cells.Layout, s E, v *mctest.Valuation) bool {
	var cs []linear.Constraint
	for d, slot := range l.Slots {
		var n num.Int
		var ok bool
		if slot.Var != nil {
			n, ok = v.Vars[slot.Var]
		} else if i, small := slot.Idx.Num.Int64(); small {
			n, ok = v.Cells[slot.Arr][i]
		}
		if ok {
			cs = append(cs, linear.X(d).EQ(linear.Const(num.RatOfInt(n))))
		}
	}
	return !s.Assume(cs...).IsBottom()
}

// where finds the places that a run visits, and how many loops it has closed by then. The run is
// cut off where it enters a procedure that is active.
func where[E numeric.Element[E]](x *dag.Explorer[E], run []mctest.Visit) (at []*dag.Place[E], rounds []int) {
	byKey := map[string]*dag.Place[E]{}
	key := func(stack []*cfa.Edge, l *cfa.Loc) string {
		k := ""
		for _, e := range stack {
			k += fmt.Sprint(e.ID, ".")
		}
		return k + fmt.Sprint(l.ID)
	}
	for _, p := range x.Places() {
		if p.Guard != nil {
			continue
		}
		var stack []*cfa.Edge
		for c := p.Ctx; c.Parent != nil; c = c.Parent {
			stack = append([]*cfa.Edge{c.Call}, stack...)
		}
		byKey[key(stack, p.Loc)] = p
	}
	var stack []*cfa.Edge
	round := 0
	for _, v := range run {
		from := v.Step.Edge
		switch v.Step.Kind {
		case cfa.Enter:
			for _, e := range stack {
				if e.Op.(*cfa.Call).Callee == from.Op.(*cfa.Call).Callee {
					return at, rounds
				}
			}
			stack = append(stack[:len(stack):len(stack)], from)
		case cfa.Return:
			stack = stack[:len(stack)-1]
		}
		if from != nil && v.Step.Kind != cfa.Enter && v.At.Index <= from.From.Index {
			round++
		}
		at, rounds = append(at, byKey[key(stack, v.At)]), append(rounds, round)
	}
	return at, rounds
}

// Exploration covers every run, in as many rounds as the run closes loops (in a tree, in as many
// steps), and ends with a graph that is closed; and so it is after nodes were refined at random.
func TestRandomPrograms(t *testing.T) {
	t.Run("octagon", func(t *testing.T) { t.Parallel(); randomPrograms(t, octagon.Domain()) })
	t.Run("polyhedra", func(t *testing.T) { t.Parallel(); randomPrograms(t, poly.Domain()) })
	t.Run("sum", func(t *testing.T) { t.Parallel(); randomPrograms(t, sum.Domain(octagon.Domain(), poly.Domain())) })
}

func randomPrograms[E numeric.Element[E]](t *testing.T, d numeric.Domain[E]) {
	finished, visits, repairs, wraps := 0, 0, 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := mctest.Small
		c.Recurse = false
		p := mctest.Program(r, c)
		x := dag.New(p, d, keepAll(p), dag.Options{Tree: seed%3 == 0, Plain: seed%2 == 0, Cache: true, Guard: seed%4 < 2, Numbers: linear.Integers})
		var runs [][]mctest.Visit
		for range 20 {
			runs = append(runs, mctest.Run(r, p, 30))
		}
		if !explore(x, 1500, &wraps) {
			continue
		}
		finished++
		for _, run := range runs {
			at, rounds := where(x, run)
			for i, q := range at {
				visits++
				if !contains(x, q, run[i].Val, rounds[i], i, x.Options().Guard) {
					t.Fatalf("seed %d: step %d at %v is not reached in round %d", seed, i, run[i].At, rounds[i])
				}
			}
		}
		for range 6 {
			repairs += damage(r, x)
			if !explore(x, 3000, &wraps) {
				break
			}
			if err := x.Closed(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d explorations to the end, %d visits, %d repairs, %d guards reached", finished, visits, repairs, wraps)
	if finished < 40 || visits < 5000 || repairs < 100 || wraps < 10 {
		t.Error("too few")
	}
}

// explore goes to the end, over errors, or says that it takes too long.
func explore[E numeric.Element[E]](x *dag.Explorer[E], nodes int, wraps *int) bool {
	for {
		switch res, n := x.Run(context.Background(), nodes); res {
		case dag.Found:
			if n.Place.Guard != nil {
				*wraps++
				x.LetWrap(n.Place)
			} else {
				x.Ignore(n)
			}
		case dag.Near:
			x.Forget(n)
		default:
			return res == dag.Exhausted
		}
	}
}

func contains[E numeric.Element[E]](x *dag.Explorer[E], p *dag.Place[E], v *mctest.Valuation, round, depth int, anyRound bool) bool {
	if p == nil {
		return false
	}
	for _, n := range p.Nodes {
		if (anyRound || x.Options().Tree && n.Depth <= depth || !x.Options().Tree && n.Round <= round) && holds(x.Layout(), n.State, v) {
			return true
		}
	}
	return false
}

// damage repairs a random node or link that can be.
func damage[E numeric.Element[E]](r *rand.Rand, x *dag.Explorer[E]) int {
	var all []*dag.Node[E]
	var links []*dag.Link[E]
	for _, p := range x.Places() {
		for _, n := range p.Nodes {
			links = append(links, n.Out...)
			if n.Widened || len(n.In) > 1 {
				all = append(all, n)
			}
		}
	}
	if len(all) == 0 {
		return 0
	}
	n := all[r.IntN(len(all))]
	switch l := links[r.IntN(len(links))]; r.IntN(6) {
	case 0:
		if x.Finer(l) {
			return 1
		}
	case 1:
		if x.Cases(l.Edge) {
			return 1
		}
	case 2:
		if x.Join(n) {
			return 1
		}
	}
	if len(n.In) > 1 && (!n.Widened || r.IntN(2) == 0) {
		x.Split(n)
	} else {
		x.Restate(n, n.Joined)
	}
	return 1
}
