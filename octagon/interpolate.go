package octagon

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Interpolation.
//
// The algorithm is InterpolateOct of B. S. Gulavani, S. Chakraborty, A. V. Nori, S. K. Rajamani, "Automatically
// refining abstract interpretations", TACAS 2008, section 4. For each octagonal form, compare A's upper bound with B's
// lower bound. If they exclude each other, the negation of B's bound holds in all of A and nowhere in B. Both matrices
// must be closed, so that the bounds are the best.
//
// Not every pair of disjoint octagons has such a form. In
//
//	A: x <= y, z <= w    B: y <= z - 1, w <= x
//
// the inequalities contradict each other only in a cycle that goes through both octagons twice. The paper's algorithm
// returns nothing in this case. We continue with the projection of A onto the dimensions that both constrain. It is an
// interpolant: B does not mention the forgotten dimensions, so ∃x (A ∧ B) = (∃x A) ∧ B (also over the integers, as all
// coefficients are 1 or -1, so elimination is exact). We keep a minimal set of its constraints that contradicts B.

// Interpolate separates o from b. Every point of o satisfies all constraints of the interpolant, no point of b does,
// and the constraints are over dimensions that both o and b constrain. The answer is false if o and b have a common
// point.
//
// Usually each constraint is an interpolant by itself (Each): there is one for each of the forms ±x, ±x±y whose bounds
// separate o and b, forms over one dimension first. Each is as weak as possible, namely the negation of a bound of b;
// over the rationals it is strict. If no form separates o and b, the constraints are taken from o and separate only
// together, and none can be left out.
//
// If o is bottom, the interpolant is linear.False; otherwise, if b is bottom, it is the empty conjunction. Cost: the
// closures, then O(n^2); without a separating form, O(n^2) for each constraint of o and of the result.
func (o *Octagon) Interpolate(b *Octagon) (linear.Interpolant, bool) {
	o.match("Interpolate", b)
	if !o.Meet(b).IsBottom() {
		return linear.Interpolant{}, false
	}
	switch {
	case o.IsBottom():
		return linear.Interpolant{Constraints: []linear.Constraint{linear.False()}, Each: true}, true
	case b.IsBottom():
		return linear.Interpolant{Each: true}, true
	}
	if cs := separatingForms(o.closed(), b.closed()); len(cs) > 0 {
		return linear.Interpolant{Constraints: cs, Each: true}, true
	}
	return linear.Interpolant{Constraints: separatingSet(o, b)}, true
}

// separatingForms returns the negations of those bounds of b that contradict a. Both must be closed and not empty.
func separatingForms(a, b *Octagon) []linear.Constraint {
	var one, two []linear.Constraint
	for i := range 2 * a.Dims() {
		for j := range (i | 1) + 1 {
			if i == j {
				continue
			}
			upper, ok := a.bound(i, j) // in a, V_j - V_i is at most upper
			if !ok {
				continue
			}
			below, ok := b.bound(j, i) // in b, V_j - V_i is at least -below
			if !ok || upper.Add(below).Sign() >= 0 {
				continue
			}
			c := signed(j).Sub(signed(i)).AddConst(below)
			not := linear.Constraint{Expr: c, Rel: linear.LT}
			if a.Numbers() == linear.Integers {
				not = not.Tighten()
			}
			if not = not.Primitive(); i^1 == j {
				one = append(one, not)
			} else {
				two = append(two, not)
			}
		}
	}
	return append(one, two...)
}

// signed returns V_i as an expression: x_k for i = 2k, -x_k for i = 2k+1.
func signed(i int) linear.Expr {
	if i&1 == 1 {
		return linear.X(i / 2).Scale(num.RatOf(-1))
	}
	return linear.X(i / 2)
}

// separatingSet returns a minimal set of constraints of a, over dimensions that both constrain, that contradicts b.
//
// It adds constraints to b until b is empty. The last one added is needed, since the constraints before it do not
// suffice. It keeps this one and continues the search among the constraints before it, until the kept ones suffice.
func separatingSet(a, b *Octagon) []linear.Constraint {
	inB := constrained(b)
	var only []int
	for v, in := range constrained(a) {
		if in && !inB[v] {
			only = append(only, v)
		}
	}
	cs := a.Havoc(only...).Constraints()
	var kept []linear.Constraint
	for rest := b; !rest.IsBottom(); {
		next := rest
		for i, c := range cs {
			if next = next.Assume(c); next.IsBottom() {
				kept = append(kept, c)
				cs = cs[:i]
				rest = rest.Assume(c)
				break
			}
		}
		if !next.IsBottom() {
			panic("octagon: Interpolate: the projection of an octagon meets one that the octagon does not meet")
		}
	}
	slices.SortFunc(kept, linear.Constraint.Cmp)
	return kept
}

// constrained returns, for each dimension, whether o has a constraint over it.
func constrained(o *Octagon) []bool {
	in := make([]bool, o.Dims())
	for _, c := range o.Constraints() {
		for t := range c.Expr.Terms() {
			in[t.Var] = true
		}
	}
	return in
}
