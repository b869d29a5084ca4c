package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Quotient is a term divided by a number and rounded down, as a dimension of its own. What is left
// over is linear then, and of a counter that goes in steps of 2 a domain finds that it is twice its
// quotient by 2. It moves with the variables of the term, as cells at terms do.
type Quotient struct {
	Term *Term
	By   int64 // at least 2
}

// KeepQuotient keeps a quotient, and reports whether it was not kept. Layouts for single procedures
// leave it out.
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

// quotient is one with its dimension.
type quotient struct {
	Quotient
	dim int
	at  linear.Expr
	by  num.Rat
}

// addQuotient adds the dimension of a quotient. It stands for a variable that the program does not
// have.
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

func quotientText(q Quotient) string {
	t := q.Term.String()
	if len(q.Term.Parts) > 1 || !q.Term.Const.IsZero() {
		t = "(" + t + ")"
	}
	return t + " / " + num.Of(q.By).String()
}

// Derived reports whether a slot is none of the program's variables or cells, but computed from
// them.
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

// quotientOf returns a quotient that is v's by a number, but for what is to be added; ok is false
// where none is kept.
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

// define assumes what a quotient is.
func define[E numeric.Element[E]](s E, dim int, at linear.Expr, by num.Rat) E {
	least := linear.X(dim).Scale(by)
	return s.Assume(least.LE(at), at.LE(least.AddConst(by.Sub(num.RatOf(1)))))
}

// requotient returns the element with one more dimension for each quotient that changes with a
// variable which is about to get the value v: its new value.
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

// whole reports whether an expression is a multiple of a number for all integers.
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

// quotientsWith lists the quotients that change with a variable.
func (l *Layout) quotientsWith(v *cfa.Var) []quotient {
	var out []quotient
	for _, q := range l.quotients {
		if q.Term.Mentions(v) {
			out = append(out, q)
		}
	}
	return out
}
