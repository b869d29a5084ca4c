// This file has the contract of numeric domains: Domain and Element.

package numeric

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Domain is a numeric domain: it makes the top and bottom elements. All other elements are made from these by the
// methods of Element.
type Domain[E Element[E]] struct {
	Name   string // a name for messages: "octagon"
	Top    func(dims int, of linear.Numbers) E
	Bottom func(dims int, of linear.Numbers) E

	// The following fields are optional.

	Plural string // the plural of the name: "octagons"; "" means the name itself
	// Cheap is roughly how many operations cost as much as one on polyhedra; 0 means 1.
	Cheap int
	// Limited returns the domain whose elements are over-approximated if they would have more than rows rows, or if
	// ctx ends. It is nil if elements are small anyway.
	Limited func(ctx context.Context, rows int) Domain[E]
	// CoveredBy reports whether the elements in `union` together contain e. It is sound: false means "not known". It is
	// nil if the domain has no such test.
	CoveredBy func(e E, union ...E) bool
}

// Within returns the domain that Limited returns, or d itself if its elements are small anyway.
func (d Domain[E]) Within(ctx context.Context, rows int) Domain[E] {
	if d.Limited == nil {
		return d
	}
	return d.Limited(ctx, rows)
}

// Linear reports whether elements over the rationals represent every linear constraint exactly. Over the integers,
// operations of such a domain compute integer hulls. These are expensive and rarely needed, so an analyser of integers
// tries the rationals first.
func (d Domain[E]) Linear() bool {
	sum := linear.X(0).Add(linear.X(1).Scale(num.RatOf(2))).Add(linear.X(2).Scale(num.RatOf(3)))
	return d.Top(3, linear.Rationals).ExactAssume(sum.LE(linear.ConstInt(0)))
}

// Of returns the element of all points that satisfy the constraints, as precisely as Assume.
func (d Domain[E]) Of(dims int, of linear.Numbers, cs ...linear.Constraint) E {
	return d.Top(dims, of).Assume(cs...)
}

// Element is an element of a numeric domain. It represents γ(e), a set of points with one coordinate for each of its
// dimensions, rational or integer as Numbers says. The bottom element represents the empty set.
//
// Elements are immutable and safe for concurrent use. The operands of an operation must agree in Dims and Numbers, and
// dimensions must be in range. Anything else is a programming error and panics, naming the operation.
//
// If a method is "sound", the result may have more points than the method describes (a query may claim less). "Exact"
// means neither more nor fewer points. Dimensions keep their numbers unless a method says otherwise.
type Element[E any] interface {
	// String returns the constraints as text; equal elements have equal texts.
	fmt.Stringer

	Dims() int               // the number of dimensions
	Numbers() linear.Numbers // the numbers over which the dimensions range

	// The lattice. If Leq(f) is true, γ(e) ⊆ γ(f); over the rationals the converse holds too. If IsBottom is true,
	// γ(e) is empty; over the rationals the converse holds too.
	IsBottom() bool
	IsTop() bool
	Leq(f E) bool
	Equal(f E) bool
	Meet(f E) E // contains the intersection; exact, except that strict constraints may be relaxed
	Join(f E) E // contains the union; over the rationals the least such element

	// Widen returns an element that contains both e, the older element, and next. Any sequence e = e.Widen(…) becomes
	// stationary, from any first element. The sequence must continue with the result itself, not with an equal element
	// made in another way.
	Widen(next E) E

	// WidenUpTo is Widen, but keeps each of bounds that both e and next satisfy (Halbwachs, Proy, Roumanoff 1997).
	// Sequences become stationary if all bounds come from one finite set.
	WidenUpTo(next E, bounds []linear.Constraint) E

	// Narrow returns an element between e and next, which must be below e. Sequences e = e.Narrow(…) become
	// stationary.
	Narrow(next E) E

	// Assume returns the points of e that satisfy all constraints. It is sound, and exact if ExactAssume holds for
	// each constraint.
	Assume(cs ...linear.Constraint) E
	ExactAssume(c linear.Constraint) bool

	// Assign returns the points of e after x_v := by, where the expression `by` may mention v. Preassign returns the
	// points from which the assignment leads into e. Both are sound, and exact if ExactAssign holds.
	Assign(v int, by linear.Expr) E
	Preassign(v int, by linear.Expr) E
	ExactAssign(v int, by linear.Expr) bool

	// Havoc removes all constraints on the dimensions vs. It is sound, and exact over the rationals.
	Havoc(vs ...int) E

	// Dimensions. AddDims appends n unconstrained dimensions. RemoveDims projects dimensions away and renumbers the
	// others in order. Permute moves dimension v to position to[v]. Rename forgets dimension `to`, moves the
	// constraints of dimension `from` to it, and leaves from unconstrained. Expand appends n copies of dimension v,
	// each related to the other dimensions as v is, but not to v or another copy. Fold is its inverse. It joins e with
	// the elements in which, for each v of vs, dimension v takes the place of `into`, and removes vs (Gopan, DiMaio,
	// Dor, Reps, Sagiv 2004).
	AddDims(n int) E
	RemoveDims(vs ...int) E
	Permute(to []int) E
	Rename(from, to int) E
	Expand(v, n int) E
	Fold(into int, vs ...int) E

	// Bounds returns an interval that contains the values of an expression, and false for bottom. Entails reports
	// whether all points satisfy a constraint. It is sound: false means "not known".
	Bounds(e linear.Expr) (linear.Interval, bool)
	Entails(c linear.Constraint) bool

	// Constraints returns constraints whose solutions are the element, none of them implied by the others, in an order
	// that depends only on the element. Top has none, bottom has linear.False.
	Constraints() []linear.Constraint

	// Point returns a point of γ(e), and false for bottom, or if it found no integer point.
	Point() ([]num.Rat, bool)

	// ExactJoin is Join, and reports whether γ of the result is the union. Over the integers false may mean "not
	// known".
	ExactJoin(f E) (join E, exact bool)

	// Interpolate returns an interpolant that separates e from b, and false if they have a common point.
	Interpolate(b E) (linear.Interpolant, bool)
}
