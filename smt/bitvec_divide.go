// Constructors of the unsigned division of bit-vectors.

package smt

import "github.com/whet-mc/whet/num"

// BVUdiv returns the unsigned quotient of x by y, rounded down. If y is 0, all bits of the quotient are set.
func (b *Builder) BVUdiv(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	switch {
	case w == 1: // x/0 is 1, x/1 is x
		return b.flag(b.Or(b.Bit(x, 0), b.Not(b.Bit(y, 0))))
	case x == y:
		return b.Ite(b.Eq(y, b.bvZero(w)), b.bvOnes(w), b.BV(num.Of(1), w))
	case isZero(x):
		return b.Ite(b.Eq(y, x), b.bvOnes(w), x)
	}
	if y.op == OpBVConst {
		d := bvConst(y)
		switch {
		case d.IsZero():
			return b.bvOnes(w)
		case x.op == OpBVConst:
			return b.BV(bvConst(x).Quo(d), w)
		}
		if k := powerOf2(d); k >= 0 {
			return b.shiftedRight(x, k)
		}
	}
	// If both have leading zeros, a shorter division suffices. Only the result of a division by 0 depends on the width.
	if k := min(leadingZeros(x), leadingZeros(y)); k > 0 {
		short := b.Extract(y, w-1-k, 0)
		q := b.ZeroExtend(b.BVUdiv(b.Extract(x, w-1-k, 0), short), k)
		return b.Ite(b.Eq(short, b.bvZero(w-k)), b.bvOnes(w), q)
	}
	return b.bvJoin(OpBVUdiv, x, y)
}

// BVUrem returns the unsigned remainder of x by y. If y is 0, the remainder is x.
func (b *Builder) BVUrem(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	switch {
	case w == 1: // x mod 0 is x, x mod 1 is 0
		return b.flag(b.And(b.Bit(x, 0), b.Not(b.Bit(y, 0))))
	case x == y || isZero(x):
		return b.bvZero(w)
	}
	if y.op == OpBVConst {
		d := bvConst(y)
		switch {
		case d.IsZero():
			return x
		case x.op == OpBVConst:
			return b.BV(bvConst(x).Rem(d), w)
		case d.Equal(num.Of(1)):
			return b.bvZero(w)
		}
		if k := powerOf2(d); k >= 0 {
			return b.ZeroExtend(b.Extract(x, k-1, 0), w-k)
		}
	}
	if k := min(leadingZeros(x), leadingZeros(y)); k > 0 {
		return b.ZeroExtend(b.BVUrem(b.Extract(x, w-1-k, 0), b.Extract(y, w-1-k, 0)), k)
	}
	return b.bvJoin(OpBVUrem, x, y)
}
