package poly_test

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly"
)

// The loop
//
//	x := 0; y := 0
//	while x < 10 { x++; if … { y++ } }
//
// analysed until nothing changes: widening jumps to an invariant, narrowing takes back what
// it lost beyond need.
func Example() {
	names := []string{"x", "y"}
	x, y := linear.X(0), linear.X(1)
	entry := poly.Of(2, linear.Integers, x.EQ(linear.ConstInt(0)), y.EQ(linear.ConstInt(0)))

	body := func(head *poly.Polyhedron) *poly.Polyhedron { // what comes back to the loop's head
		in := head.Assume(x.LT(linear.ConstInt(10))).Assign(0, x.AddInt(1))
		return in.Join(in.Assign(1, y.AddInt(1)))
	}
	head := entry
	for {
		next := entry.Join(body(head))
		if next.Leq(head) {
			break
		}
		head = head.Widen(next)
		fmt.Println("widened: ", head.Format(names))
	}
	head = head.Narrow(entry.Join(body(head)))
	fmt.Println("narrowed:", head.Format(names))
	fmt.Println("after:   ", head.Assume(x.GE(linear.ConstInt(10))).Format(names))
	// Output:
	// widened:  -x + y <= 0, y >= 0
	// narrowed: -x + y <= 0, x <= 10, y >= 0
	// after:    x = 10, y >= 0, y <= 10
}

// The two descriptions of a triangle.
func ExampleFromGenerators() {
	at := func(x, y int64) linear.Generator {
		return linear.Generator{Kind: linear.Point, At: []num.Rat{num.RatOf(x), num.RatOf(y)}}
	}
	triangle := poly.FromGenerators(2, linear.Rationals, at(0, 0), at(4, 0), at(0, 2), at(1, 1))
	fmt.Println(triangle)
	for _, g := range triangle.Assume(linear.MustParse("x0 >= 2")).Generators() {
		fmt.Println(g)
	}
	// Output:
	// x0 >= 0, x0 + 2*x1 <= 4, x1 >= 0
	// point (2, 0)
	// point (2, 1)
	// point (4, 0)
}

// A polyhedron need not be closed: the join knows which edges belong to it.
func ExamplePolyhedron_Join() {
	left := poly.Of(2, linear.Rationals, linear.MustParse("x0 >= 0"), linear.MustParse("x0 < 1"), linear.MustParse("x1 = 0"))
	right := poly.Of(2, linear.Rationals, linear.MustParse("x0 = 3"), linear.MustParse("x1 >= 0"), linear.MustParse("x1 < 3"))
	hull := left.Join(right)
	fmt.Println(hull)
	fmt.Println(hull.IsClosed(), hull.Closure())
	value, attained, _ := hull.Maximize(linear.X(1))
	fmt.Println(value, attained)
	// Output:
	// -x0 + x1 <= 0, x0 <= 3, x1 >= 0, x1 < 3
	// false -x0 + x1 <= 0, x0 <= 3, x1 >= 0
	// 3 false
}

// Dimensions that are not related cost nothing together: each block is a polyhedron of its own.
func ExamplePolyhedron_Blocks() {
	p := poly.Top(40, linear.Rationals)
	for v := range 40 {
		p = p.Assume(linear.X(v).GE(linear.ConstInt(0)), linear.X(v).LE(linear.ConstInt(1)))
	}
	p = p.Assume(linear.X(3).LE(linear.X(8)))
	q := p.Assign(5, linear.X(5).AddInt(7)).Join(p)
	fmt.Println(len(q.Blocks()), q.Blocks()[3])
	fmt.Println(q.Bounds(linear.X(5).Add(linear.X(3)).Sub(linear.X(20))))
	// Output:
	// 39 [3 8]
	// [-1, 9] true
}

// An operation that would take for ever is stopped: for a larger result, or for an error.
func ExampleExactly() {
	limit := &poly.Limit{Rows: 10000} // or a Context, for a limit of time

	var tent []linear.Generator // 60 points with 2^30 facets
	for v := range 30 {
		for _, x := range []int64{1, -1} {
			at := make([]num.Rat, 30)
			at[v] = num.RatOf(x)
			tent = append(tent, linear.Generator{Kind: linear.Point, At: at})
		}
	}
	p := poly.FromGenerators(30, linear.Rationals, tent...)
	_, err := poly.Exactly(limit, func(ps ...*poly.Polyhedron) *poly.Polyhedron {
		return ps[0].Assume(linear.X(0).LE(linear.X(1)))
	}, p)
	fmt.Println("error:", err != nil)

	q := p.Within(limit).Assume(linear.X(0).LE(linear.X(1))).Complete()
	fmt.Println("larger:", q.Approximate() != nil)
	fmt.Println(q.Entails(linear.X(0).LE(linear.X(1))))
	// Output:
	// error: true
	// larger: true
	// true
}

// The extent of a triangle without its long side.
func ExamplePolyhedron_Minimize() {
	x, y := linear.X(0), linear.X(1)
	p := poly.Of(2, linear.Rationals, x.GE(linear.ConstInt(0)), y.GE(linear.ConstInt(0)), x.Add(y.ScaleInt(2)).LT(linear.ConstInt(6)))
	low, attained, bounded := p.Minimize(x.Sub(y))
	fmt.Println(low, attained, bounded)
	high, attained, bounded := p.Maximize(x.Sub(y))
	fmt.Println(high, attained, bounded)
	fmt.Println(p.BoundingBox(), p.IsBounded())
	fmt.Println(p.Closure())
	fmt.Println(p.Relation(x.LE(linear.ConstInt(6)))&poly.Included != 0)
	// Output:
	// -3 false true
	// 6 false true
	// x0 >= 0, x0 < 6, x1 >= 0, x1 < 3 true
	// x0 >= 0, x0 + 2*x1 <= 6, x1 >= 0
	// true
}

// Moves of two dimensions at once, by any relation, and for any time.
func ExamplePolyhedron_RelImage() {
	x, y := linear.X(0), linear.X(1)
	p := poly.Of(2, linear.Rationals, x.EQ(linear.ConstInt(1)), y.EQ(linear.ConstInt(5)))
	fmt.Println(p.AssignAll([]int{0, 1}, []linear.Expr{y, x}))
	further := linear.X(2).LE(x.AddInt(2)) // the new value of x is at most 2 more than the old one
	fmt.Println(p.RelImage([]int{0}, further))
	fmt.Println(p.RelPreimage([]int{0}, further))
	right := poly.Of(2, linear.Rationals, x.EQ(linear.ConstInt(1)), y.EQ(linear.ConstInt(0)))
	fmt.Println(p.TimeElapse(right))
	// Output:
	// x0 = 5, x1 = 1
	// x1 = 5, x0 <= 3
	// x1 = 5, x0 >= -1
	// x1 = 5, x0 >= 1
}
