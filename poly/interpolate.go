package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
)

// This file separates two polyhedra in three ways. The first two are
// InterpolatePoly1 and InterpolatePoly2 of Gulavani, Chakraborty, Nori and
// Rajamani, "Automatically refining abstract interpretations" (TACAS 2008),
// section 4; the third rests on Farkas' lemma, see farkas.go.
//
// The dimensions that an element constrains are those that occur in its minimal
// constraints. Since equalities are kept in echelon form, an element does not
// constrain a dimension there exactly when it contains a line along it.

// Interpolate separates p from q: the constraints that [Polyhedron.InterpolatePoly1]
// finds, and where it finds none, the one of [Polyhedron.InterpolateFarkas], so
// that each constraint is an interpolant by itself. It returns false where p and
// q have a common rational point.
//
// Over the integers the constraints are tightened. Elements that have rational
// points in common but no integer point need not have a linear interpolant, as
// x = 2y and x = 2z+1; for those the answer is false unless
// one is found all the same.
func (p *Polyhedron) Interpolate(q *Polyhedron) (linear.Interpolant, bool) {
	if i, ok := p.InterpolatePoly1(q); ok {
		return i, true
	}
	return p.InterpolateFarkas(q)
}

// InterpolatePoly1 returns the negation of each constraint of q that no point of p
// satisfies. Each is an interpolant by itself. It returns false where there is no
// such constraint, which may also be so where p and q are disjoint. Only the constraint
// of q that it turns around matters to an interpolant, so these are weak: they
// leave p much room to grow. The time is that of an entailment for each constraint
// of q.
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

// InterpolatePoly2 returns the constraints of p projected on the dimensions that
// both constrain: the strongest interpolant there is. In general only all of them
// together keep q out. It returns false where p and q meet. The time is that of
// a projection, which is exponential in the worst case.
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

// InterpolateFarkas returns one constraint, a sum of constraints of p with factors
// that make it contradict q (Farkas' lemma), in which no dimension can be spared.
// Each pair of polyhedra without a common rational point has one; it returns false
// for others. The constraint touches p or a face of it: it is weaker than
// InterpolatePoly2 in all directions but one. The time is that of solving linear
// programs, about twice as many as there are dimensions that both constrain.
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

// trivialInterpolant checks the operands, and finds the interpolant where one of
// them is bottom.
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

// inNumbers writes a constraint as it is written over the numbers of p: the same
// points of p satisfy it.
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
