package quantified

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/smt"
)

// factNodes bounds the abstract states that facts are looked for with.
const factNodes = 3_000

// forwardFacts explores a program of one procedure once, with octagons over its scalar variables,
// and returns what that says of its locations: invariants that a method that goes backwards would
// have to find out from many paths, such as that a counter is not negative. nil: nothing.
func forwardFacts(ctx context.Context, p *cfa.Program) func(*Space, *cfa.Loc) []*smt.Term {
	if p.Arith == cfa.Real {
		return nil
	}
	prec := cells.NewPrecision()
	keep := func(v *cfa.Var) { prec.Keep(v) }
	for _, e := range p.Edges {
		cfa.Reads(e.Op, keep, nil)
		cfa.Writes(e.Op, keep, nil)
	}
	x := dag.New(p, octagon.Domain(), prec, dag.Options{Seed: true, Numbers: linear.Integers})
	for {
		res, n := x.Run(ctx, factNodes)
		if res == dag.Found {
			x.Ignore(n)
			continue
		}
		if res != dag.Exhausted {
			return nil
		}
		break
	}
	if x.Closed() != nil {
		return nil
	}
	at := map[*cfa.Loc][]linear.Constraint{}
	for _, pl := range x.Places() {
		var all *octagon.Octagon
		for _, n := range pl.Nodes {
			if all == nil {
				all = n.State
			} else {
				all = all.Join(n.State)
			}
		}
		if all != nil {
			at[pl.Loc] = all.Constraints()
		}
	}
	slots := x.Layout().Slots
	return func(s *Space, l *cfa.Loc) []*smt.Term {
		cs, reached := at[l]
		if !reached {
			return []*smt.Term{s.B.False()}
		}
		var out []*smt.Term
		for _, c := range cs {
			if f := constraintTerm(s, slots, c.Tighten()); f != nil {
				out = append(out, f)
			}
		}
		return out
	}
}

// constraintTerm writes a constraint as a formula.
func constraintTerm(s *Space, slots []cells.Slot, c linear.Constraint) *smt.Term {
	c = c.Primitive()
	b := s.B
	sum := b.Num(c.Expr.Constant(), b.IntSort())
	for t := range c.Expr.Terms() {
		v := slots[t.Var].Var
		if v == nil {
			return nil
		}
		sum = b.Add(sum, b.Scale(t.Coef, s.Var(v)))
	}
	zero := b.IntNum(0)
	switch c.Rel {
	case linear.EQ:
		return b.Eq(sum, zero)
	case linear.LT:
		return b.Lt(sum, zero)
	default:
		return b.Le(sum, zero)
	}
}
