package smt_test

import (
	"fmt"

	"github.com/whet-mc/whet/smt"
)

// The value of an array in a model is a term, taken apart into its default and what differs from it.
func ExampleArrayValueParts() {
	b := smt.NewBuilder()
	ints := b.ArraySort(b.IntSort(), b.IntSort())
	written := b.Store(b.Store(b.ConstArray(ints, b.IntNum(0)), b.IntNum(4), b.IntNum(7)), b.IntNum(2), b.IntNum(5))
	v, err := smt.NewModel(b).Eval(written)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(smt.IsArrayValue(written), smt.IsArrayValue(v), smt.IsGroundValue(b.IntNum(7)))
	def, entries := smt.ArrayValueParts(v)
	for _, e := range entries {
		fmt.Println(e.Args[0], "has", e.Value)
	}
	fmt.Println("all others have", def)
	// Output:
	// false true true
	// 2 has 5
	// 4 has 7
	// all others have 0
}
