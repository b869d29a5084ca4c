package fp

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
)

// TestFlagsOpen: which exceptions an operation raises is open just where the variants differ; and
// operations that only look at bits raise none.
func TestFlagsOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 46))
	open := 0
	for n := range 20_000 {
		f := []Format{Half, Single, Double, X87, Quad}[n%5]
		o := Operation{Code: Code(r.IntN(int(opCount))), F: f, To: []Format{Half, Double, X87}[r.IntN(3)], Int: 8 << r.IntN(4), Signed: r.IntN(2) == 0, Raises: true}
		args := make([]num.Int, o.Args())
		x := operand(r, f, num.Of(0))
		for i := range args {
			switch o.Arg(i) {
			case Rounding:
				args[i] = num.Of(r.Int64N(5))
			case Integer:
				args[i] = num.Of(2 + r.Int64N(8))
			default:
				args[i] = operand(r, f, x)
				x = args[i]
			}
		}
		a, _ := o.Apply(A, args...)
		b, _ := o.Apply(B, args...)
		if differ := !a.Val.Equal(b.Val); a.Open != differ || b.Open != differ {
			t.Fatalf("%v %v raises %v (open: %v), or else %v (open: %v)", o, args, a.Val, a.Open, b.Val, b.Open)
		} else if differ {
			open++
		}
		if c := o.Code; (c == OpClass || c == OpExponent || c == OpText) && !a.Val.IsZero() {
			t.Fatalf("%v %v raises %v", o, args, a.Val)
		}
	}
	if open < 50 {
		t.Errorf("only %d results are open", open)
	}
}
