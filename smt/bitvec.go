// Bit-vectors: constants, single bits, vectors of one bit, conditionals. The constructors are spread over these files:
//
//	bitvec.go          constants, single bits, vectors of one bit, conditionals
//	bitvec_wire.go     concatenation, extraction, extension, rotation
//	bitvec_logic.go    not, and, or, xor
//	bitvec_arith.go    sums and products, as linear combinations modulo 2^width
//	bitvec_divide.go   unsigned division
//	bitvec_shift.go    shifts
//	bitvec_compare.go  the orders
//	bitvec_equal.go    equality
//	bitvec_derived.go  the operators that SMT-LIB defines by the others
//
// Here and in the comments of these files, "wiring" means the operators that only move bits, and a "row" is a
// concatenation. An operation that only moves bits (a shift by a constant, a multiplication by a power of two, a mask
// of few runs) becomes OpConcat, OpExtract and OpSignExt, which simplify each other. A vector of one bit is a leaf, an
// extracted bit, or a conditional between #b1 and #b0, so that its operators are the operators of formulas.
//
// Every constructor costs time linear in its arguments and the width. Simplifications that look into arguments of
// arguments do so to a fixed depth.

package smt

import (
	"strconv"

	"github.com/whet-mc/whet/num"
)

// pushDepth bounds the number of joining operators (and, add, ite …) through which an extraction is pushed. Without a
// bound, a term with shared parts would be walked as a tree, which can be exponentially larger.
const pushDepth = 2

// BV returns the bit-vector constant of the given width whose bits are the lowest bits of v in two's complement.
func (b *Builder) BV(v num.Int, width int) *Term {
	s := b.BitVecSort(width)
	return b.intern(Term{op: OpBVConst, sort: s, val: num.RatOfInt(v.Wrap(width, false))})
}

// bvZero returns the constant 0 of the given width.
func (b *Builder) bvZero(width int) *Term { return b.BV(num.Int{}, width) }

// bvOnes returns the constant of the given width with all bits set.
func (b *Builder) bvOnes(width int) *Term { return b.BV(num.Of(-1), width) }

// bvJoin interns an operator whose result has the sort of its arguments.
func (b *Builder) bvJoin(op Op, args ...*Term) *Term {
	return b.intern(Term{op: op, sort: args[0].sort, args: args})
}

// bvConst returns the value of the bit-vector constant t, a natural number.
func bvConst(t *Term) num.Int { return t.val.Num() }

// isBV reports whether t is the constant v, given as its bits in two's complement.
func isBV(t *Term, v int64) bool {
	return t.op == OpBVConst && bvConst(t).Equal(num.Of(v).Wrap(t.Width(), false))
}

// bitSet reports whether bit i of v is set.
func bitSet(v num.Int, i int) bool {
	if w, ok := v.Int64(); ok {
		return w>>min(uint(i), 63)&1 == 1
	}
	w, _ := v.Shr(uint(i)).And(num.Of(1)).Int64()
	return w == 1
}

// powerOf2 returns k if v is 2^k, and -1 if v is not a power of two.
func powerOf2(v num.Int) int {
	if v.Sign() <= 0 || !v.And(v.Sub(num.Of(1))).IsZero() {
		return -1
	}
	return bitLen(v) - 1
}

// bitLen returns the number of bits of the natural number v.
func bitLen(v num.Int) int {
	return v.Big().BitLen()
}

// wantBitVec panics unless t is a bit-vector.
func wantBitVec(t *Term) {
	if t.sort.Kind != BitVec {
		panic("smt: a term of sort " + t.sort.String() + " where a bit-vector is needed")
	}
}

// wantAlike panics unless ts are bit-vectors of one width.
func wantAlike(ts []*Term) {
	wantBitVec(ts[0])
	for _, t := range ts {
		want(t, ts[0].sort)
	}
}

// Bit returns the formula that bit i of t is set. Bit 0 is the lowest.
func (b *Builder) Bit(t *Term, i int) *Term {
	wantBitVec(t)
	if i < 0 || i >= t.Width() {
		panic("smt: bit " + strconv.Itoa(i) + " of " + strconv.Itoa(t.Width()))
	}
	return b.bit(t, i, pushDepth)
}

// bit does what Bit does. It follows bit i of t through any amount of wiring and through at most depth other
// operators.
func (b *Builder) bit(t *Term, i, depth int) *Term {
	neg := false
	result := func(f *Term) *Term {
		if neg {
			return b.Not(f)
		}
		return f
	}
	for {
		switch t.op {
		case OpBVConst:
			return b.Bool(bitSet(bvConst(t), i) != neg)
		case OpBVNot:
			t, neg = t.args[0], !neg
			continue
		case OpConcat:
			k := len(t.args) - 1
			for ; i >= t.args[k].Width(); k-- {
				i -= t.args[k].Width()
			}
			t = t.args[k]
			continue
		case OpExtract:
			t, i = t.args[0], i+t.J()
			continue
		case OpSignExt:
			t = t.args[0]
			i = min(i, t.Width()-1)
			continue
		case OpBVNeg:
			if i == 0 { // an odd number's negation is odd
				t = t.args[0]
				continue
			}
		case OpIte:
			then, els := t.args[1], t.args[2]
			if then.op == OpBVConst && els.op == OpBVConst {
				return result(b.Ite(t.args[0], b.bit(then, i, 0), b.bit(els, i, 0)))
			}
			if depth > 0 {
				return result(b.Ite(t.args[0], b.bit(then, i, depth-1), b.bit(els, i, depth-1)))
			}
		case OpBVAnd, OpBVOr, OpBVXor:
			if depth == 0 || len(t.args) > 4 {
				break
			}
			var fs [4]*Term
			for k, a := range t.args {
				fs[k] = b.bit(a, i, depth-1)
			}
			return result(b.joinBits(t.op, fs[:len(t.args)]))
		}
		return result(b.intern(Term{op: OpBit, sort: b.boolSort, args: []*Term{t}, i: int32(i)}))
	}
}

// joinBits applies the formula operator that corresponds to the bitwise operator op to the formulas fs.
func (b *Builder) joinBits(op Op, fs []*Term) *Term {
	switch op {
	case OpBVAnd:
		return b.And(fs...)
	case OpBVOr:
		return b.Or(fs...)
	}
	f := fs[0]
	for _, g := range fs[1:] {
		f = b.Xor(f, g)
	}
	return f
}

// flag returns the vector of one bit that is set if f holds.
func (b *Builder) flag(f *Term) *Term {
	one, zero := b.BV(num.Of(1), 1), b.BV(num.Int{}, 1)
	switch f.op {
	case OpTrue:
		return one
	case OpFalse:
		return zero
	case OpBit:
		if t := f.args[0]; t.Width() > 1 {
			return b.intern(Term{op: OpExtract, sort: one.sort, args: f.args, i: f.i, j: f.i})
		}
		return f.args[0]
	case OpNot:
		f, one, zero = f.args[0], zero, one
	}
	return b.intern(Term{op: OpIte, sort: one.sort, args: []*Term{f, one, zero}})
}

// lowBits returns the formulas that the lowest bits of ts are set.
func (b *Builder) lowBits(ts []*Term) []*Term {
	fs := make([]*Term, len(ts))
	for i, t := range ts {
		fs[i] = b.Bit(t, 0)
	}
	return fs
}

// iteBitVec makes the conditional between two bit-vectors, after the simplifications that apply to every sort.
func (b *Builder) iteBitVec(cond, then, els *Term) *Term {
	if then.Width() == 1 {
		return b.flag(b.Ite(cond, b.Bit(then, 0), b.Bit(els, 0)))
	}
	return b.intern(Term{op: OpIte, sort: then.sort, args: []*Term{cond, then, els}})
}

// rebuildBitVec implements Rebuild for the operators of bit-vectors.
func (b *Builder) rebuildBitVec(t *Term, args []*Term) *Term {
	switch t.op {
	case OpBit:
		return b.Bit(args[0], t.I())
	case OpConcat:
		return b.Concat(args...)
	case OpExtract:
		return b.Extract(args[0], t.I(), t.J())
	case OpSignExt:
		return b.SignExtend(args[0], t.I())
	case OpBVNot:
		return b.BVNot(args[0])
	case OpBVNeg:
		return b.BVNeg(args[0])
	case OpBVAnd:
		return b.BVAnd(args...)
	case OpBVOr:
		return b.BVOr(args...)
	case OpBVXor:
		return b.BVXor(args...)
	case OpBVAdd:
		return b.BVAdd(args...)
	case OpBVMul:
		return b.BVMul(args...)
	case OpBVUdiv:
		return b.BVUdiv(args[0], args[1])
	case OpBVUrem:
		return b.BVUrem(args[0], args[1])
	case OpBVShl:
		return b.BVShl(args[0], args[1])
	case OpBVLshr:
		return b.BVLshr(args[0], args[1])
	case OpBVAshr:
		return b.BVAshr(args[0], args[1])
	case OpBVUlt:
		return b.BVUlt(args[0], args[1])
	case OpBVSlt:
		return b.BVSlt(args[0], args[1])
	}
	panic("smt: no operator " + t.op.String())
}
