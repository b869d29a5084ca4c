// Facts about locations from a forward analysis before the backward exploration.

package backward

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/cells/slots"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/smt"
)

// factNodes bounds the abstract states of the forward analysis.
const factNodes = 3_000

// forwardFacts explores a program of one procedure once forwards, with octagons over its scalar variables, and returns
// the invariants of its locations, for example that a counter is not negative. The backward method would have to learn
// such invariants from many paths. forwardFacts returns nil if the analysis does not succeed.
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
	of := x.Layout().Slots
	return func(s *Space, l *cfa.Loc) []*smt.Term {
		cs, reached := at[l]
		if !reached {
			return []*smt.Term{s.B.False()}
		}
		terms := slots.Plain(s.coder)
		var out []*smt.Term
		for _, c := range cs {
			if aboutVars(of, c) {
				out = append(out, terms.Constraint(of, c.Tighten()))
			}
		}
		return out
	}
}

// aboutVars reports whether a constraint refers to variables only.
func aboutVars(of []cells.Slot, c linear.Constraint) bool {
	for t := range c.Expr.Terms() {
		if of[t.Var].Var == nil {
			return false
		}
	}
	return true
}
