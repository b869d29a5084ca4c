package smt

import (
	"github.com/whet-mc/whet/num"
)

// BV is the bit-vector constant of that width whose bits are those of v in two's complement.
func (b *Builder) BV(v num.Int, width int) *Term {
	s := b.BitVecSort(width)
	return b.intern(Term{op: OpBVConst, sort: s, val: num.RatOfInt(v.Wrap(width, false))})
}

// bv interns a bit-vector term as it is.
func (b *Builder) bv(op Op, width int, args ...*Term) *Term {
	return b.intern(Term{op: op, sort: b.BitVecSort(width), args: args})
}

// Bit is the formula that bit i of t is set; 0 is the lowest.
func (b *Builder) Bit(t *Term, i int) *Term {
	return b.intern(Term{op: OpBit, sort: b.boolSort, args: []*Term{t}, i: int32(i)})
}

// eqBitVec is the equality of two bit-vectors that are not both constants.
func (b *Builder) eqBitVec(x, y *Term) *Term { return b.eq(x, y) }

// rebuildBitVec is Rebuild for the operators of bit-vectors.
func (b *Builder) rebuildBitVec(t *Term, args []*Term) *Term {
	switch t.op {
	case OpBit:
		return b.Bit(args[0], t.I())
	}
	panic("smt: no operator " + t.op.String())
}
