package box_test

import (
	"fmt"
	"testing"

	_ "github.com/whet-mc/whet/internal/steady" // random tests try the same cases every time
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric/box"
	"github.com/whet-mc/whet/numeric/numerictest"
)

func TestLaws(t *testing.T) { numerictest.Run(t, box.Domain(), numerictest.IntegerLattice) }

// The loop for (i = 0; i < 10; i++) in two steps of widening and one of narrowing.
func ExampleDomain() {
	d := box.Domain()
	i := linear.X(0)
	entry := d.Of(1, linear.Integers, i.EQ(linear.ConstInt(0)))
	head := entry
	round := func() *box.Box {
		return entry.Join(head.Assume(i.LT(linear.ConstInt(10))).Assign(0, i.Add(linear.ConstInt(1))))
	}
	for {
		next := head.Widen(round())
		if next.Equal(head) {
			break
		}
		head = next
	}
	fmt.Println(head)
	fmt.Println(head.Narrow(round()))
	// Output:
	// [x0 >= 0]
	// [x0 >= 0 x0 <= 10]
}
