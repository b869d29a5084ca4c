package octagon_test

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/octagon"
)

// Two integers of which some constraints are known: the octagon finds what
// follows from them.
func Example() {
	x, y := linear.X(0), linear.X(1)
	o := octagon.Of(2, linear.Integers,
		x.GE(linear.ConstInt(0)),
		x.Add(y).LE(linear.ConstInt(9)),
		x.LE(y),
	)
	fmt.Println(o)
	xs, _ := o.Bounds(x)
	fmt.Println("x is in", xs)
	fmt.Println("x <= 5:", o.Entails(x.LE(linear.ConstInt(5))))

	o = o.Assign(0, x.AddInt(3)) // x := x + 3
	fmt.Println(o)
	// Output:
	// x0 >= 0, x0 - x1 <= 0, x0 + x1 <= 9
	// x is in [0, 4]
	// x <= 5: true
	// x0 >= 3, x0 - x1 <= 3, x0 + x1 <= 12
}

// The analysis of a loop by hand:
//
//	i = 0; j = 0;
//	while (i < 10) { i++; if (…) j++; }
func Example_loop() {
	i, j := linear.X(0), linear.X(1)
	ten := linear.ConstInt(10)

	// One turn of the loop, from what holds at its head.
	turn := func(head *octagon.Octagon) *octagon.Octagon {
		in := head.Assume(i.LT(ten)).Assign(0, i.AddInt(1))
		return in.Join(in.Assign(1, j.AddInt(1)))
	}
	entry := octagon.Of(2, linear.Integers, i.EQ(linear.Expr{}), j.EQ(linear.Expr{}))

	// Upwards: widen until a turn adds nothing. Each widening starts from the
	// result of the last one.
	head := entry
	for {
		next := entry.Join(turn(head))
		if next.Leq(head) {
			break
		}
		head = head.Widen(next)
		fmt.Println("widened: ", head)
	}

	// Downwards: a turn more gives back the bound that widening gave up.
	head = head.Narrow(entry.Join(turn(head)))
	fmt.Println("narrowed:", head)
	fmt.Println("at the end:", head.Assume(i.GE(ten)))
	// Output:
	// widened:  -x0 + x1 <= 0, x1 >= 0
	// narrowed: -x0 + x1 <= 0, x0 <= 10, x1 >= 0
	// at the end: x0 = 10, x1 >= 0, x1 <= 10
}

// Octagons that do not meet are told apart by a constraint that holds in the
// first, but nowhere in the second.
func ExampleOctagon_Interpolate() {
	names := []string{"i", "n", "k"}
	i, n, k := linear.X(0), linear.X(1), linear.X(2)
	reached := octagon.Of(3, linear.Integers, i.LE(n), n.LE(k), k.GE(linear.ConstInt(0)))
	bad := octagon.Of(3, linear.Integers, i.GT(n.AddInt(2)))

	interpolant, disjoint := reached.Interpolate(bad)
	fmt.Println("disjoint:", disjoint)
	for _, c := range interpolant.Constraints {
		fmt.Println(c.Format(names))
	}
	// Output:
	// disjoint: true
	// i - n <= 2
}

// The union of two octagons is seldom an octagon. ExactJoin tells when it is.
func ExampleOctagon_ExactJoin() {
	x := linear.X(0)
	for _, of := range []linear.Numbers{linear.Integers, linear.Rationals} {
		low := octagon.Of(1, of, x.GE(linear.ConstInt(0)), x.LE(linear.ConstInt(4)))
		high := octagon.Of(1, of, x.GE(linear.ConstInt(5)), x.LE(linear.ConstInt(9)))
		join, exact := low.ExactJoin(high)
		fmt.Printf("over the %v: %v, exact: %v\n", of, join, exact)
	}
	// Output:
	// over the integers: x0 >= 0, x0 <= 9, exact: true
	// over the rationals: x0 >= 0, x0 <= 9, exact: false
}
