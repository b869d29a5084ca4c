package numeric

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Domain is a numeric domain: how to make its greatest and least elements. All
// others come from them by the methods of Element.
type Domain[E Element[E]] struct {
	Name   string // for people: "octagon"
	Top    func(dims int, of linear.Numbers) E
	Bottom func(dims int, of linear.Numbers) E

	// What follows may be left out.

	Plural string // for people: "octagons"; "" is the name itself
	// Cheap is about how many operations cost as much as one on polyhedra; 0 is 1.
	Cheap int
	// Limited returns the domain of elements that are over-approximated where they would have more
	// than so many rows, or where the context ends. nil: elements stay small by themselves.
	Limited func(ctx context.Context, rows int) Domain[E]
	// CoveredBy reports whether the elements of a union together contain e. It is sound: false
	// means "not known". nil: nobody knows.
	CoveredBy func(e E, union ...E) bool
}

// Within is the domain that Limited returns, or the domain itself where its elements stay small.
func (d Domain[E]) Within(ctx context.Context, rows int) Domain[E] {
	if d.Limited == nil {
		return d
	}
	return d.Limited(ctx, rows)
}

// Linear reports whether elements over the rationals keep every linear constraint. Over the
// integers operations of such a domain are dear, since they compute integer hulls, and what these
// add is rarely needed: an analyser of integers tries the rationals first.
func (d Domain[E]) Linear() bool {
	sum := linear.X(0).Add(linear.X(1).Scale(num.RatOf(2))).Add(linear.X(2).Scale(num.RatOf(3)))
	return d.Top(3, linear.Rationals).ExactAssume(sum.LE(linear.ConstInt(0)))
}

// Of returns the element of all points that satisfy the constraints, as
// precisely as Assume finds it.
func (d Domain[E]) Of(dims int, of linear.Numbers, cs ...linear.Constraint) E {
	return d.Top(dims, of).Assume(cs...)
}

// Element is an element of a numeric domain. It stands for γ(e), a set of points
// with one coordinate for each of its dimensions, rational or integer as
// Numbers says; the bottom element stands for no point.
//
// Elements are immutable, and safe for concurrent use. Operands of one operation
// must agree in Dims and Numbers, and dimensions must be in range: anything else is a
// programming error and panics, naming the operation.
//
// Where a method says "sound" the result may have more points than it names
// (fewer claims, for a question); "exact" means no more and no less. Dimensions keep
// their numbers except where a method says otherwise.
type Element[E any] interface {
	// String shows the constraints; equal elements show alike.
	fmt.Stringer

	Dims() int               // the number of dimensions
	Numbers() linear.Numbers // what they range over

	// The lattice. Leq(f) true implies γ(e) ⊆ γ(f); over the rationals false
	// implies the opposite. IsBottom true implies that γ is empty; over the
	// rationals also the other way round.
	IsBottom() bool
	IsTop() bool
	Leq(f E) bool
	Equal(f E) bool
	Meet(f E) E // contains the intersection; exact but for strictness that the domain lacks
	Join(f E) E // contains the union; over the rationals the least element that does

	// Widen returns an element above e, the older, and next. Any sequence that
	// starts anywhere and goes on with e = e.Widen(…) stops changing. It goes on
	// with the result itself, not with an equal element made in another way.
	Widen(next E) E

	// WidenUpTo is Widen, but keeps each of bounds that both e and next satisfy
	// (Halbwachs, Proy, Roumanoff 1997). Sequences stop as long as bounds are
	// taken from one finite set.
	WidenUpTo(next E, bounds []linear.Constraint) E

	// Narrow returns an element between e and next, which must be below e.
	// Sequences e = e.Narrow(…) stop changing.
	Narrow(next E) E

	// Assume returns the points of e that satisfy all constraints: sound, and exact
	// where ExactAssume holds for each.
	Assume(cs ...linear.Constraint) E
	ExactAssume(c linear.Constraint) bool

	// Assign returns the points of e after x_v := by, where by may mention v. Preassign
	// goes backward: the points from which the assignment leads into e. Both are
	// sound, and exact where ExactAssign holds.
	Assign(v int, by linear.Expr) E
	Preassign(v int, by linear.Expr) E
	ExactAssign(v int, by linear.Expr) bool

	// Havoc forgets what is known of dimensions: sound, over the rationals exact.
	Havoc(vs ...int) E

	// Dimensions. AddDims appends n of which nothing is known. RemoveDims projects
	// dimensions away; those after them move up. Permute moves dimension v to
	// to[v]. Rename lets dimension to forget its value and take over that of from, of
	// which then nothing is known. Expand appends n copies of dimension v, each of which
	// has the relations of v to the others but none to v or the other copies; Fold is
	// its opposite: the join of the elements in which each of into and vs takes
	// the place of into, without vs (Gopan, DiMaio, Dor, Reps, Sagiv 2004).
	AddDims(n int) E
	RemoveDims(vs ...int) E
	Permute(to []int) E
	Rename(from, to int) E
	Expand(v, n int) E
	Fold(into int, vs ...int) E

	// Bounds returns an interval that contains the values of an expression, and
	// false for bottom. Entails reports whether all points satisfy a constraint; it is
	// sound: false means "not known".
	Bounds(e linear.Expr) (linear.Interval, bool)
	Entails(c linear.Constraint) bool

	// Constraints returns constraints whose solutions are the element, none of them
	// implied by the others, in an order that depends on the element only. Top has none,
	// bottom has linear.False.
	Constraints() []linear.Constraint

	// Point returns a point of γ(e), and false for bottom, or where an integer
	// point was not found.
	Point() ([]num.Rat, bool)

	// ExactJoin is Join, and reports whether γ of the result is the union. It is
	// sound: false may mean "not known" over the integers.
	ExactJoin(f E) (join E, exact bool)

	// Interpolate separates e from b, and returns false where they meet.
	Interpolate(b E) (linear.Interpolant, bool)
}
