package poly_test

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly"
)

// constraints reads constraints over the dimensions x and y.
func constraints(texts ...string) []linear.Constraint {
	var cs []linear.Constraint
	for _, t := range texts {
		cs = append(cs, linear.MustParse(t, "x", "y"))
	}
	return cs
}

// A loop counts x up while y follows; an assertion fails where y goes beyond x. What
// separates the states of the loop from the failing ones makes an invariant.
func ExamplePolyhedron_Interpolate() {
	loop := poly.Of(2, linear.Integers, constraints("x >= 0", "x <= 3", "y <= x", "y >= x - 1")...)
	failing := poly.Of(2, linear.Integers, constraints("y > x", "y >= -5")...)
	i, ok := loop.Interpolate(failing)
	fmt.Println(ok, i.Each)
	for _, c := range i.Constraints {
		fmt.Println(c.Format([]string{"x", "y"}))
	}
	// A constraint that both satisfy up to now survives the widening.
	next := loop.Assign(0, linear.X(0).AddInt(1)).Join(loop)
	fmt.Println(loop.Widen(next).Format([]string{"x", "y"}))
	fmt.Println(loop.WidenUpTo(next, constraints("x <= 9")).Format([]string{"x", "y"}))
	// Output:
	// true true
	// -x + y <= 0
	// x >= 0, -x + y <= 0
	// x >= 0, -x + y <= 0, x <= 9
}

// No constraint of the second set contradicts the first one; a sum of two does.
func ExamplePolyhedron_InterpolateFarkas() {
	low := poly.Of(3, linear.Rationals, linear.MustParse("x0 + x1 <= x2"), linear.MustParse("x2 <= 1"), linear.MustParse("x0 >= 0"))
	high := poly.Of(3, linear.Rationals, linear.MustParse("x0 >= 1"), linear.MustParse("x1 > 0"))
	_, ok := low.InterpolatePoly1(high)
	fmt.Println(ok)
	i, ok := low.InterpolateFarkas(high)
	fmt.Println(i.Constraints, ok)
	// Output:
	// false
	// [x0 + x1 <= 1] true
}

// Reachable states as a finite union: what is covered already adds nothing, and neighbours
// that are convex together become one.
func ExampleUnion() {
	square := func(x, y int64) *poly.Polyhedron {
		i, j := linear.X(0), linear.X(1)
		return poly.Of(2, linear.Rationals,
			i.GE(linear.ConstInt(x)), i.LE(linear.ConstInt(x+1)), j.GE(linear.ConstInt(y)), j.LE(linear.ConstInt(y+1)))
	}
	corner := poly.UnionOf(2, linear.Rationals, square(0, 0), square(1, 0), square(0, 1))
	across := poly.Of(2, linear.Rationals, constraints("x >= 0", "x <= 2", "y >= 0", "y <= 1")...)
	fmt.Println(corner.Len(), corner.Contains(across), corner.Add(across).Len())

	corner = corner.MergePairs()
	for _, p := range corner.Disjuncts() {
		fmt.Println(p)
	}

	hole := poly.Difference(corner.Hull(), across)
	fmt.Println(hole.Minus(corner))
	// Output:
	// 3 true 3
	// x0 >= 0, x0 <= 2, x1 >= 0, x1 <= 1
	// x0 >= 0, x0 <= 1, x1 >= 1, x1 <= 2
	// {x0 > 1, x0 + x1 <= 3, x1 > 1}
}

// What is not in an interval falls into two pieces, each without the end that the interval has.
func ExampleComplement() {
	x := linear.X(0)
	fmt.Println(poly.Complement(poly.Of(1, linear.Rationals, x.GE(linear.ConstInt(0)), x.LT(linear.ConstInt(3)))))
	// Output: {x0 < 0} or {x0 >= 3}
}
