// This file separates two polyhedra in three ways. The first two are InterpolatePoly1 and InterpolatePoly2 of
// Gulavani, Chakraborty, Nori and Rajamani, "Automatically refining abstract interpretations" (TACAS 2008), section
// 4. The third uses Farkas' lemma, see farkas.go.
//
// An element constrains a dimension iff the dimension occurs in its minimal constraints. A dimension does not occur
// in them iff the element contains a line along the dimension, because equalities are kept in echelon form.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
)

// Interpolate separates p from q. It returns the constraints of [Polyhedron.InterpolatePoly1], or if that finds none,
// the constraint of [Polyhedron.InterpolateFarkas], so each constraint is an interpolant by itself. It returns false
// if p and q have a common rational point.
//
// Over the integers the constraints are tightened. Elements that have common rational points but no common integer
// point need not have a linear interpolant, for example x = 2y and x = 2z+1. For these the answer is false unless one
// of the two methods finds an interpolant.
func (p *Polyhedron) Interpolate(q *Polyhedron) (linear.Interpolant, bool) {
	if i, ok := p.InterpolatePoly1(q); ok {
		return i, true
	}
	return p.InterpolateFarkas(q)
}

// InterpolatePoly1 returns the negation of each constraint of q that no point of p satisfies. Each is an interpolant
// by itself. It returns false if there is no such constraint, which is possible even if p and q are disjoint. Each
// interpolant depends on only one constraint of q, so it is weak and excludes little beyond q. Cost: an entailment for
// each constraint of q.
func (p *Polyhedron) InterpolatePoly1(q *Polyhedron) (linear.Interpolant, bool) {
	if i, ok := p.trivialInterpolant(q, "InterpolatePoly1"); ok {
		return i, true
	}
	var found []linear.Constraint
	for _, c := range q.Constraints() {
		for _, n := range c.Negate() {
			if n = p.inNumbers(n); p.Entails(n) {
				found = append(found, n)
			}
		}
	}
	if found == nil {
		return linear.Interpolant{}, false
	}
	return linear.Interpolant{Constraints: found, Each: true}, true
}

// InterpolatePoly2 returns the constraints of p's projection onto the dimensions that both constrain: the strongest
// interpolant. In general only all of them together exclude q. It returns false if p and q meet. Cost: a projection,
// which is exponential in the worst case.
func (p *Polyhedron) InterpolatePoly2(q *Polyhedron) (linear.Interpolant, bool) {
	if i, ok := p.trivialInterpolant(q, "InterpolatePoly2"); ok {
		return i, true
	}
	others := occurring(p.Constraints())
	shared := occurring(q.Constraints())
	others = slices.DeleteFunc(others, func(v int) bool {
		_, ok := slices.BinarySearch(shared, v)
		return ok
	})
	projected := p.Havoc(others...)
	if !projected.Meet(q).IsBottom() {
		return linear.Interpolant{}, false
	}
	cs := projected.Constraints()
	return linear.Interpolant{Constraints: cs, Each: len(cs) == 1}, true
}

// InterpolateFarkas returns one constraint: a sum of multiples of p's constraints that contradicts q (Farkas' lemma),
// from which no dimension can be removed. Every pair of polyhedra without a common rational point has one; for other
// pairs it returns false. The constraint touches p or a face of p: it is weaker than InterpolatePoly2 in all
// directions but one. Cost: about twice as many linear programs as there are dimensions that both constrain.
func (p *Polyhedron) InterpolateFarkas(q *Polyhedron) (linear.Interpolant, bool) {
	if i, ok := p.trivialInterpolant(q, "InterpolateFarkas"); ok {
		return i, true
	}
	c, ok := separate(p.Constraints(), q.Constraints(), p.stopper())
	if !ok {
		return linear.Interpolant{}, false
	}
	return linear.Interpolant{Constraints: []linear.Constraint{p.inNumbers(c)}, Each: true}, true
}

// trivialInterpolant checks the operands of operation op, and returns the interpolant if one of them is bottom.
func (p *Polyhedron) trivialInterpolant(q *Polyhedron, op string) (linear.Interpolant, bool) {
	p.check(q, op)
	switch {
	case p.IsBottom():
		return linear.Interpolant{Constraints: []linear.Constraint{linear.False()}, Each: true}, true
	case q.IsBottom():
		return linear.Interpolant{Each: true}, true // the empty conjunction
	}
	return linear.Interpolant{}, false
}

// inNumbers returns c in the form for the numbers of p, tightened over the integers. The same points of p satisfy it.
func (p *Polyhedron) inNumbers(c linear.Constraint) linear.Constraint {
	if p.Numbers() == linear.Integers {
		return c.Tighten()
	}
	return c.Primitive()
}

// occurring returns the dimensions that occur in constraints, ascending.
func occurring(cs []linear.Constraint) []int {
	var dims []int
	for _, c := range cs {
		for t := range c.Expr.Terms() {
			dims = append(dims, t.Var)
		}
	}
	slices.Sort(dims)
	return slices.Compact(dims)
}
