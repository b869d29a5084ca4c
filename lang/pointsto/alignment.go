package pointsto

import "github.com/whet-mc/whet/lang"

// Alignment of the addresses in a class: what the types promise, and how pointers move.

// Alignment describes the addresses in a class. A 0 means that nothing is known yet: its only multiple is 0.
type Alignment struct {
	Align       int64 // number of which, as the types promise, all addresses are multiples
	Stride      int64 // number by multiples of which pointers move
	ConstStride int64 // number by multiples of which pointers move if they move by constants
	Moves       int64 // number by multiples of which pointers move while they are pointers
	Partial     bool  // set if parts of the objects are copied or filled separately
}

// multipleOf records that objects of the class lie at multiples of n.
func (x *Alignment) multipleOf(n int64) { x.Align = gcd(x.Align, n) }

// Join merges y into x, so that x holds for the addresses of both.
func (x *Alignment) Join(y Alignment) {
	x.Align, x.Stride = gcd(x.Align, y.Align), gcd(x.Stride, y.Stride)
	x.ConstStride, x.Moves = gcd(x.ConstStride, y.ConstStride), gcd(x.Moves, y.Moves)
	x.Partial = x.Partial || y.Partial
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// promiseAlign records that objects of type t lie in n.
func (a *Analysis) promiseAlign(n *Class, t *lang.Type) {
	n.Alignment.multipleOf(min(t.Align, a.unit.Model.PtrSize()))
}

// stride records that pointers to n are moved by e objects of type t.
func (a *Analysis) stride(n *Class, t *lang.Type, e lang.Expr) {
	if n == nil {
		return
	}
	size := int64(1) // GNU C's void, and functions
	for t.Kind == lang.Array && t.Size < 0 {
		t = t.Elem // a row of an array of variable length
	}
	if t.Size > 0 {
		size = t.Size
	}
	x := &n.Find().Alignment
	if k, ok := a.Constant(e); ok {
		x.ConstStride, x.Moves = gcd(x.ConstStride, size*k), gcd(x.Moves, size*k)
		x.Stride = gcd(x.Stride, size*k)
		return
	}
	// Sums and products wrap around, which keeps powers of two.
	for _, k := range []int64{16, 8, 4, 2} {
		if a.multiple(e, k) {
			size *= k
			break
		}
	}
	x.Stride, x.Moves = gcd(x.Stride, size), gcd(x.Moves, size)
}

// unitStride records that arithmetic on integers changes pointers to n.
func (a *Analysis) unitStride(n *Class) {
	if n != nil {
		n.Find().Alignment.Stride = 1
	}
}
