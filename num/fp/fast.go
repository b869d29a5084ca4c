// Operations by the machine, for float and double rounded to nearest.

package fp

import (
	"math"

	"github.com/whet-mc/whet/num"
)

// fast computes x op y, or the root of x, for floats and doubles rounded to nearest with the machine's operations. It
// returns false in other formats and modes, and if the result is a NaN. Go rounds each operation as in IEEE 754. It
// may fuse a product with a sum, but not across a conversion (Go's specification, Floating-point operators), and here
// each operation stands alone.
func (f Format) fast(m Mode, op byte, x, y num.Int) (num.Int, bool) {
	if m != NearestEven || f != Single && f != Double {
		return num.Int{}, false
	}
	i, ok1 := x.Int64()
	j, ok2 := y.Int64()
	if !ok1 || !ok2 {
		return num.Int{}, false
	}
	r, ok := f.apply(op, i, j)
	return num.Of(r), ok
}

// apply computes a op b, or the root of a.
func apply[F float32 | float64](op byte, a, b F) F {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		return a / b
	}
	// This is correctly rounded for floats, too: a double has twice the bits and two more (Figueroa, When is double
	// rounding innocuous?, 1995).
	return F(math.Sqrt(float64(a)))
}

// asFloat64 returns the double with these bits.
func asFloat64(x num.Int) float64 {
	i, _ := x.Wrap(64, true).Int64()
	return math.Float64frombits(uint64(i))
}
