package invariants

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
)

// Condition is a constraint as an expression of a program or its slice; nil where it speaks of something that is not a variable.
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
