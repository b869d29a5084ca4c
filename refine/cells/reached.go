// Invariants and the final precision from the reached states.

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells/slots"
	"github.com/whet-mc/whet/mc/partition"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/indexes"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/precision"
)

// reachedRegions returns the invariants of all locations: the parts at each location, and at loop heads also claims
// for all values of ghosts.
func reachedRegions[E numeric.Element[E]](b *refine.Session, x *partition.Explorer[E]) []invariants.Invariant {
	claims := map[*cfa.Loc][][]string{} // by location: the claims of each context
	out := invariants.OfStates(b.Program, b.Slice, x.Layout(), func(yield func(*cfa.Loc, E) bool) {
		for _, p := range x.Places() {
			for _, r := range p.Parts() {
				if !yield(p.Loc, r.State) {
					return
				}
			}
			if l := b.Program.Locs[p.Loc.ID]; p.Loc.LoopHead {
				claims[l] = append(claims[l], claimsAt(x, p))
			}
		}
	})
	for i, s := range out {
		if cs := claims[s.Loc]; len(cs) == 1 {
			out[i].ACSL = cs[0]
		}
	}
	return out
}

// kept returns the variables and cells by whose values states are distinguished, the predicates that distinguish
// states at loop heads, and the prefix sums that are kept.
func kept[E numeric.Element[E]](x *partition.Explorer[E], plan *indexes.Plan) []precision.Element {
	v := precision.New(x.Program(), nil)
	terms, over := slots.Plain(v.Coder()), x.Layout().Slots
	var out []precision.Element
	for _, s := range over {
		if s.Arr != nil && s.Arr.Sum != nil {
			out = append(out, v.Cell(precision.Scope{Proc: s.Arr.Proc}, s.Arr, s.Idx))
		}
	}
	for _, s := range plan.Steering(x.Layout()) {
		if s.Var != nil {
			out = append(out, v.Variable(precision.Scope{Proc: s.Var.Proc}, s.Var))
		} else {
			out = append(out, v.Cell(precision.Scope{Proc: s.Arr.Proc}, s.Arr, s.Idx))
		}
	}
	for _, p := range x.Places() {
		if !p.Loc.LoopHead || len(p.Parts()) == 0 {
			continue
		}
		for _, s := range x.SignsAt(p) {
			less := []linear.Constraint{{Expr: s.Term, Rel: linear.LT}}
			if !s.Two {
				less = append(less, linear.Constraint{Expr: s.Term.Neg(), Rel: linear.LT})
			}
			for _, c := range less {
				out = append(out, v.Predicate(precision.At(p.Loc), terms.Constraint(over, c.Primitive())))
			}
		}
	}
	return out
}
