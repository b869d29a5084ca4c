// Quotients by constants as dimensions. Remainders are then linear. For a counter that grows in steps of 2, for
// example, a domain finds that it is twice its quotient by 2.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Quotient is a term divided by a number and rounded down, as a dimension. It changes with the variables of the term,
// as cells at terms do.
type Quotient struct {
	Term *Term
	By   int64 // the divisor, at least 2
}

// KeepQuotient keeps a quotient, and reports whether it is new. Layouts for single procedures leave it out.
func (p *Precision) KeepQuotient(q Quotient) bool {
	if slices.ContainsFunc(p.quotients, func(o Quotient) bool { return o.By == q.By && o.Term.key == q.Term.key }) {
		return false
	}
	for _, part := range q.Term.Parts {
		p.Keep(part.Var)
	}
	p.quotients = append(slices.Clip(p.quotients), q)
	p.generation++
	return true
}

// quotient is a kept quotient with its dimension, and its term and divisor over the dimensions.
type quotient struct {
	Quotient
	dim int
	at  linear.Expr
	by  num.Rat
}

// addQuotient adds the dimension of a quotient. It stands for a variable that the program does not have.
func (l *Layout) addQuotient(p *cfa.Program, q Quotient) {
	v := &cfa.Var{
		ID: len(p.Vars) + len(l.quotients), Name: "(" + quotientText(q) + ")", Kind: cfa.TempVar,
	}
	at, ok := q.Term.Linear(l)
	if !ok {
		return
	}
	l.quotients = append(l.quotients, quotient{q, l.add(Slot{Var: v, Quotient: &q}), at, num.RatOf(q.By)})
}

// quotientText returns the quotient in C's syntax.
func quotientText(q Quotient) string {
	t := q.Term.String()
	if len(q.Term.Parts) > 1 || !q.Term.Const.IsZero() {
		t = "(" + t + ")"
	}
	return t + " / " + num.Of(q.By).String()
}

// Derived reports whether a slot is not one of the program's variables or cells, but computed from them.
func (s Slot) Derived() bool {
	return s.Quotient != nil || s.Product != nil || s.Order != nil || s.Fixed != nil || s.isSum()
}

// Quotient returns the dimension of a quotient.
func (l *Layout) Quotient(q Quotient) (dim int, ok bool) {
	for _, o := range l.quotients {
		if o.By == q.By && o.Term.key == q.Term.key {
			return o.dim, true
		}
	}
	return -1, false
}

// quotientOf returns a kept quotient that differs from the quotient v / by, rounded down, only by the integer shift.
// ok is false if no kept quotient does.
func (l *Layout) quotientOf(v linear.Expr, by num.Rat) (q quotient, shift num.Rat, ok bool) {
	for _, q := range l.quotients {
		if !q.by.Equal(by) {
			continue
		}
		if d := v.Sub(q.at); d.IsConst() {
			if s := d.Constant().Quo(by); s.IsInt() {
				return q, s, true
			}
		}
	}
	return q, shift, false
}

// define assumes that the dimension dim is the quotient at / by, rounded down.
func define[E numeric.Element[E]](s E, dim int, at linear.Expr, by num.Rat) E {
	least := linear.X(dim).Scale(by)
	return s.Assume(least.LE(at), at.LE(least.AddConst(by.Sub(num.RatOf(1)))))
}

// requotient adds one dimension for each quotient in the list changes. The dimension holds the quotient's value after
// the dimension d has been assigned v.
func (x *evaluator[E]) requotient(s E, d int, v linear.Expr, changes []quotient) E {
	for _, q := range changes {
		at := q.at.Substitute(d, v)
		dim := s.Dims()
		s = s.AddDims(1)
		if o, shift, ok := x.lay.quotientOf(at, q.by); ok {
			s = s.Assume(linear.X(dim).EQ(linear.X(o.dim).AddConst(shift)))
		} else if whole(at, q.by) {
			s = s.Assume(linear.X(dim).EQ(at.Scale(num.RatOf(1).Quo(q.by))))
		} else {
			s = define(s, dim, at, q.by)
		}
	}
	return s
}

// whole reports whether the expression e is a multiple of the number `by` for all integer values of its dimensions.
func whole(e linear.Expr, by num.Rat) bool {
	if !e.Constant().Quo(by).IsInt() {
		return false
	}
	for t := range e.Terms() {
		if !t.Coef.Quo(by).IsInt() {
			return false
		}
	}
	return true
}

// quotientsWith returns the quotients whose term contains a variable.
func (l *Layout) quotientsWith(v *cfa.Var) []quotient {
	var out []quotient
	for _, q := range l.quotients {
		if q.Term.Mentions(v) {
			out = append(out, q)
		}
	}
	return out
}
