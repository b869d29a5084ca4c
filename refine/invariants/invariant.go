// The type Invariant.

package invariants

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
)

// Invariant is what a safe run claims about a location: whenever a run of the program is there, and the control flow
// can still lead to an error from there, one of the cases holds. It claims nothing about runs that have left the part
// of the program that leads to errors (the slice).
type Invariant struct {
	Loc *cfa.Loc // the location in the program itself, not in its slice
	// Slots are the meanings of the dimensions: variables and cells of the program, now or at the entry of the
	// procedure. They are the same for all locations of the procedure.
	Slots []cells.Slot
	// Cases is a union: in each case all constraints hold. A case without constraints says nothing.
	Cases [][]linear.Constraint
	// Integers says that the constraints are about integers.
	Integers bool
	// ACSL has the cases as ACSL predicates, also for all values of quantified variables. It is set at loop heads if
	// the engine provides it.
	ACSL []string
}

// Condition returns a constraint as an expression of a program or its slice, or nil if the constraint mentions
// something other than a variable.
func (s *Invariant) Condition(p *cfa.Program, c linear.Constraint) cfa.Expr {
	c = c.Primitive()
	var left, right cfa.Expr = cfa.ConstInt(0), cfa.ConstInt(0)
	for t := range c.Expr.Terms() {
		slot := s.Slots[t.Var]
		if slot.Var == nil || slot.Entry {
			return nil
		}
		k := t.Coef.Num()
		v := p.Vars[slot.Var.ID]
		if k.Sign() > 0 {
			left = cfa.MkBinary(cfa.Add, left, cfa.MkBinary(cfa.Mul, cfa.ConstOf(k), v))
		} else {
			right = cfa.MkBinary(cfa.Add, right, cfa.MkBinary(cfa.Mul, cfa.ConstOf(k.Neg()), v))
		}
	}
	if k := c.Expr.Constant().Num(); k.Sign() > 0 {
		left = cfa.MkBinary(cfa.Add, left, cfa.ConstOf(k))
	} else {
		right = cfa.MkBinary(cfa.Add, right, cfa.ConstOf(k.Neg()))
	}
	op := map[linear.Relation]cfa.BinOp{linear.LE: cfa.Le, linear.LT: cfa.Lt, linear.EQ: cfa.Eq}[c.Rel]
	return cfa.MkBinary(op, left, right)
}
