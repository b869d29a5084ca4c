// Package slots translates elements of numeric domains to formulas: the slots of a layout become terms, and
// constraints over them formulas.
package slots

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// Terms translates slots to terms.
type Terms struct {
	Builder *smt.Builder
	// Var and Array return the symbol of a variable or array, for its current value or its value at the entry of the
	// procedure.
	Var   func(v *cfa.Var, entry bool) *smt.Term
	Array func(a *cfa.Array, entry bool) *smt.Term
}

// Plain returns the translation to a coder's plain symbols, which have no values at the entry.
func Plain(c *formula.Coder) Terms {
	return Terms{
		Builder: c.Builder(),
		Var:     func(v *cfa.Var, _ bool) *smt.Term { return c.Plain(v) },
		Array:   func(a *cfa.Array, _ bool) *smt.Term { return c.PlainArray(a) },
	}
}

// Constraint returns c as a formula. Variable i of c is the slot of[i].
func (x Terms) Constraint(of []cells.Slot, c linear.Constraint) *smt.Term {
	b := x.Builder
	var coefs []num.Rat
	var terms []*smt.Term
	for t := range c.Expr.Terms() {
		coefs = append(coefs, t.Coef)
		terms = append(terms, x.Slot(of[t.Var]))
	}
	sum := b.Linear(b.IntSort(), c.Expr.Constant(), coefs, terms)
	zero := b.IntNum(0)
	switch c.Rel {
	case linear.EQ:
		return b.Eq(sum, zero)
	case linear.LT:
		return b.Lt(sum, zero)
	}
	return b.Le(sum, zero)
}

// Slot returns the value of a slot.
func (x Terms) Slot(s cells.Slot) *smt.Term {
	b := x.Builder
	switch {
	case s.Quotient != nil:
		return b.Div(x.Index(s.Quotient.Term), num.RatOf(s.Quotient.By))
	case s.Order != nil:
		v := x.Var(s.Order, false)
		least := b.Num(num.RatOfInt(num.Pow2(uint(s.Order.Range.Bits-1)).Neg()), b.IntSort())
		return b.Ite(b.Le(b.IntNum(0), v), v, b.Sub(least, v))
	case s.Fixed != nil:
		return words.Fixed(b, s.Fixed.Range.Bits, x.Var(s.Fixed, false))
	case s.Product != nil:
		fs := make([]*smt.Term, len(s.Product.Factors))
		for i, f := range s.Product.Factors {
			fs[i] = x.Slot(cells.Slot{Var: f.Var, Arr: f.Arr, Idx: f.Idx})
		}
		return b.Mul(fs...)
	case s.Var != nil:
		return x.Var(s.Var, s.Entry)
	}
	i := b.Num(num.RatOfInt(s.Idx.Num), b.IntSort())
	switch {
	case s.Idx.Ghost != nil:
		i = x.Var(s.Idx.Ghost, false)
	case s.Idx.Term != nil:
		i = x.Index(s.Idx.Term)
	}
	return b.Select(x.Array(s.Arr, s.Entry), i)
}

// Index returns a linear term over current values.
func (x Terms) Index(t *cells.Term) *smt.Term {
	b := x.Builder
	var coefs []num.Rat
	var terms []*smt.Term
	for _, p := range t.Parts {
		coefs = append(coefs, num.RatOfInt(p.Coef))
		terms = append(terms, x.Var(p.Var, false))
	}
	return b.Linear(b.IntSort(), num.RatOfInt(t.Const), coefs, terms)
}

// Text returns a primitive constraint in C's syntax. It moves terms with a negative coefficient to the other side of
// the comparison. If integers is set, it writes i + 1 <= n as i < n.
func Text(k linear.Constraint, names []string, integers bool) string {
	switch {
	case k.IsTrue():
		return "1"
	case k.IsFalse():
		return "0"
	}
	s := formula.Sides{Integers: integers}
	for t := range k.Expr.Terms() {
		s.Add(t.Coef, names[t.Var])
	}
	rel := map[linear.Relation]string{linear.LE: "<=", linear.LT: "<", linear.EQ: "=="}[k.Rel]
	return s.Text(rel, k.Expr.Constant())
}
