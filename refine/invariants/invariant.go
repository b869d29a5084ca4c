package invariants

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
)

// Invariant is what a safe run says of a location: whenever a run of the program is there, and the
// control flow can still lead to an error from there, one of the cases holds. Of runs that have
// left the part of the program that leads to errors (cfa's slice) nothing is said.
type Invariant struct {
	Loc *cfa.Loc // of the program itself, not of its slice
	// Slots say what the dimensions of the constraints are: variables and cells of the program, now
	// or when the procedure was entered. They are the same for all locations of the procedure.
	Slots []cells.Slot
	// Cases are a union: in each all constraints hold. One without constraints says nothing.
	Cases [][]linear.Constraint
	// Integers says that the constraints are meant for integers.
	Integers bool
	// ACSL are predicates of ACSL that say what the cases say of all values of quantified
	// variables, and of the program's own; of heads of loops, where the engine has such.
	ACSL []string
}

// Condition is a constraint as an expression of a program or its slice; nil where it speaks of
// something that is not a variable.
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
