// Constructors of the shifts of bit-vectors.

package smt

// shiftBy returns the distance by which the constant y shifts a vector of y's width, capped at the width.
func shiftBy(y *Term) int {
	w := y.Width()
	if k, ok := bvConst(y).Int64(); ok && k < int64(w) {
		return int(k)
	}
	return w
}

// shiftedRight returns t logically shifted right by n, which must be less than the width.
func (b *Builder) shiftedRight(t *Term, n int) *Term {
	return b.ZeroExtend(b.Extract(t, t.Width()-1, n), n)
}

// BVShl returns x shifted left by the unsigned number y. Zeros are shifted in.
func (b *Builder) BVShl(x, y *Term) *Term { return b.shift(OpBVShl, x, y, b.shiftedLeft) }

// BVLshr returns x shifted right by the unsigned number y. Zeros are shifted in.
func (b *Builder) BVLshr(x, y *Term) *Term { return b.shift(OpBVLshr, x, y, b.shiftedRight) }

// shift returns x shifted by y with the operator op, which shifts zeros in. The function `by` shifts a term by a
// constant that is less than the width.
func (b *Builder) shift(op Op, x, y *Term, by func(*Term, int) *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	switch {
	case w == 1:
		return b.flag(b.And(b.Bit(x, 0), b.Not(b.Bit(y, 0))))
	case isZero(x):
		return x
	case y.op == OpBVConst:
		if k := shiftBy(y); k < w {
			return by(x, k)
		}
		return b.bvZero(w)
	}
	return b.bvJoin(op, x, y)
}

// BVAshr returns x shifted right by the unsigned number y. Copies of the sign are shifted in.
func (b *Builder) BVAshr(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	switch {
	case w == 1 || isZero(x) || isOnes(x):
		return x
	case y.op == OpBVConst:
		k := min(shiftBy(y), w-1)
		return b.SignExtend(b.Extract(x, w-1, k), k)
	case leadingZeros(x) > 0:
		return b.BVLshr(x, y)
	}
	return b.bvJoin(OpBVAshr, x, y)
}
