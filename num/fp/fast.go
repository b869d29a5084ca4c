package fp

import (
	"math"

	"github.com/whet-mc/whet/num"
)

// fast computes x op y, or the root of x, of floats and doubles rounded to nearest with the
// machine's operations; false where that is not what the caller wants: in other formats and modes,
// and where a NaN is concerned. Go rounds each operation as IEEE 754 says; it may fuse a product
// with a sum, but not across a conversion (Go's specification, Floating-point operators), and here
// is one operation at a time.
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
	// For floats exact as well: twice the bits and two more (Figueroa, When is double rounding
	// innocuous?, 1995).
	return F(math.Sqrt(float64(a)))
}

// asFloat64 is the double with these bits.
func asFloat64(x num.Int) float64 {
	i, _ := x.Wrap(64, true).Int64()
	return math.Float64frombits(uint64(i))
}
