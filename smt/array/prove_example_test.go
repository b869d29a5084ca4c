package array_test

import (
	"context"
	"fmt"
	"os"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
)

// The path a[0] = x; i = 0; i = i + 1; a[i] = 3; assume a[i - 1] != x cannot be taken.
func ExampleProve() {
	b := smt.NewBuilder()
	arrays := b.ArraySort(b.IntSort(), b.IntSort())
	a0, a1, a2 := b.Var("a0", arrays), b.Var("a1", arrays), b.Var("a2", arrays)
	i1, i2, x := b.Var("i1", b.IntSort()), b.Var("i2", b.IntSort()), b.Var("x", b.IntSort())
	inputs := []*smt.Term{
		b.Eq(a1, b.Store(a0, b.IntNum(0), x)),
		b.Eq(i1, b.IntNum(0)),
		b.Eq(i2, b.Add(i1, b.IntNum(1))),
		b.Eq(a2, b.Store(a1, i2, b.IntNum(3))),
		b.Not(b.Eq(b.Select(a2, b.Sub(i2, b.IntNum(1))), x)),
	}
	r, err := array.Prove(context.Background(), b, inputs, array.Options{})
	if err != nil || r.Status != array.Refuted {
		fmt.Println(r.Reason, err)
		return
	}
	fmt.Println(r.Status, array.Check(b, inputs, r.Proof), r.Proof.Inputs())
	_ = r.Proof.Print(os.Stdout, r.Proof.Label(b, array.Selects), nil)
	// Output:
	// refuted <nil> [0 1 2 3 4]
	// Q(i2 - 1, a2) |- x != select(a2, i2 - 1)   |- a2 = store(a1, i2, 3)
	// -------------------------------------------------------------------
	// Q(i2 - 1, a2) |- x != select(store(a1, i2, 3), i2 - 1)
	// ------------------------------------------------------------ (1)
	// Q(i2 - 1, a2) |- x != (i2 - 1 = i2 ? 3 : select(a1, i2 - 1))
	// ------------------------------------------------------------
	// Q(i2 - 1, a2) |- x != select(a1, i2 - 1)   |- i2 = i1 + 1
	// ---------------------------------------------------------
	// Q(i1, a2) |- x != select(a1, i1)   |- i1 = 0
	// --------------------------------------------
	// Q(0, a2) |- x != select(a1, 0)   |- a1 = store(a0, 0, x)
	// --------------------------------------------------------
	// Q(0, a2) |- x != select(store(a0, 0, x), 0)
	// -------------------------------------------- (1)
	// Q(0, a2) |- x != (0 = 0 ? x : select(a0, 0))
	// --------------------------------------------
	// Q(0, a2) |- false
}
