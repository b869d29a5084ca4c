package octagon

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Interpolation.
//
// InterpolateOct of B. S. Gulavani, S. Chakraborty, A. V. Nori, S. K. Rajamani, "Automatically
// refining abstract interpretations", TACAS 2008, section 4: of each form that octagons bound,
// compare the upper bound that A knows with the lower bound that B knows. Where they exclude each
// other, the negation of B's bound holds in A and not in B. Both matrices must be closed, so that
// the bounds are the best.
//
// Not every pair of disjoint octagons has such a form: of
//
//	A: x <= y, z <= w    B: y <= z - 1, w <= x
//
// the inequalities contradict each other only in a cycle through both octagons
// twice. Then the paper's algorithm returns nothing. We go on with the projection of A
// on the dimensions that both constrain, which is an interpolant: B does
// not mention the forgotten dimensions, so ∃x (A ∧ B) = (∃x A) ∧ B (over the
// integers too, as all coefficients are 1 or -1, which makes elimination exact). Of
// its constraints we keep a minimal set that contradicts B.

// Interpolate separates o from b: every point of o satisfies all constraints of
// the interpolant, no point of b does, and they are over dimensions that both
// constrain. The answer is false where o and b meet.
//
// Mostly each constraint is an interpolant by itself (Each): there is one for
// each of the forms ±x, ±x±y by whose bounds o and b are apart, those of one dimension first,
// each as weak as possible, namely the negation of a bound of b; over the
// rationals that is strict. Where no form does it, the constraints separate only
// together, are taken from o, and none can be left out.
//
// If o is bottom, the interpolant is linear.False; else, if b is bottom, it is
// the empty conjunction. The cost is that of the closures and then O(n^2); without
// a separating form O(n^2) for each constraint of o and each of the result.
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

// separatingForms returns the negations of the bounds of b that a implies; both
// are closed and not empty.
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
			below, ok := b.bound(j, i) // in b, it is at least -below
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

// signed is V_i: x_k for i = 2k, -x_k for i = 2k+1.
func signed(i int) linear.Expr {
	if i&1 == 1 {
		return linear.X(i / 2).Scale(num.RatOf(-1))
	}
	return linear.X(i / 2)
}

// separatingSet returns constraints of a, over dimensions that both constrain,
// that contradict b; none can be left out.
//
// Constraints are added to b until it is empty. The last one is needed: those
// before it do not suffice. It is kept, and the search goes on among those before
// it, until the kept ones suffice.
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

// constrained tells of each dimension whether o has a constraint over it.
func constrained(o *Octagon) []bool {
	in := make([]bool, o.Dims())
	for _, c := range o.Constraints() {
		for t := range c.Expr.Terms() {
			in[t.Var] = true
		}
	}
	return in
}
