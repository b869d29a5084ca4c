package widening

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// Interpolants for widening should be simple and leave room to grow: a constraint that is tight for the reached
// states holds in this round and in no other. So candidates are tried in this order, and the first kind with a result
// is used:
//
//   - the negation of a bound of x, x + y or x - y that holds in the error (InterpolateOct), for polyhedra as well;
//   - the negation of a constraint of the error (InterpolatePoly1);
//   - the domain's own interpolant.
//
// The paper uses the second kind first, then projections on common variables. In the paper's Fig. 1 the second kind
// gives a divergent sequence of bounds, which refinement should avoid; the first kind gives x <= y + 1.

// mostForms bounds the number of variables whose pairs are tried.
const mostForms = 16

// Between returns constraints that all of a satisfies and that exclude b, and false if none are found.
func Between[E numeric.Element[E]](a, b E) ([]linear.Constraint, bool) {
	var out []linear.Constraint
	add := func(e linear.Expr) {
		if c, ok := below(a, b, e); ok && !slices.ContainsFunc(out, c.Equal) {
			out = append(out, c)
		}
	}
	vars := constrained(b.Constraints())
	if len(vars) <= mostForms {
		for i, v := range vars {
			add(linear.X(v))
			add(linear.X(v).Neg())
			for _, w := range vars[:i] {
				sum, diff := linear.X(v).Add(linear.X(w)), linear.X(v).Sub(linear.X(w))
				add(sum)
				add(sum.Neg())
				add(diff)
				add(diff.Neg())
			}
		}
	}
	for _, c := range b.Constraints() {
		add(c.Expr.Neg().AddConst(c.Expr.Constant()))
		if c.Rel == linear.EQ {
			add(c.Expr.AddConst(c.Expr.Constant().Neg()))
		}
	}
	if len(out) > 0 {
		return out, true
	}
	i, ok := a.Interpolate(b)
	return i.Constraints, ok
}

// below returns the constraint that e is less than the minimum of e in b, and reports whether the constraint holds in
// a.
func below[E numeric.Element[E]](a, b E, e linear.Expr) (linear.Constraint, bool) {
	j, ok := b.Bounds(e)
	if !ok || j.Lo.Kind == linear.Unbounded {
		return linear.Constraint{}, false
	}
	at := linear.Const(j.Lo.At)
	c := e.LT(at)
	if j.Lo.Kind == linear.Open {
		c = e.LE(at)
	}
	// Over the integers, or where rationals represent integers, the tightened bound is better.
	if t := c.Tighten(); a.Entails(t) {
		return t, true
	}
	return c, a.Entails(c)
}

func constrained(cs []linear.Constraint) []int {
	var vars []int
	for _, c := range cs {
		for t := range c.Expr.Terms() {
			if !slices.Contains(vars, t.Var) {
				vars = append(vars, t.Var)
			}
		}
	}
	slices.Sort(vars)
	return vars
}
