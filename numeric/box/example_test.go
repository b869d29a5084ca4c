package box_test

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric/box"
)

// Two intervals make a box; a guard that relates both narrows each.
func ExampleOf() {
	upTo := func(n int64) linear.Interval {
		return linear.Interval{Lo: linear.End{Kind: linear.Closed}, Hi: linear.End{Kind: linear.Closed, At: num.RatOf(n)}}
	}
	b := box.Of(linear.Integers, upTo(9), upTo(4))
	fmt.Println(b)
	fmt.Println(b.Assume(linear.X(0).LE(linear.X(1))))
	// Output:
	// [x0 >= 0 x0 <= 9 x1 >= 0 x1 <= 4]
	// [x0 >= 0 x0 <= 4 x1 >= 0 x1 <= 4]
}
