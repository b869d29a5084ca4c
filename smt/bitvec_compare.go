// Constructors of the orders on bit-vectors. All are expressed by OpBVUlt and OpBVSlt.

package smt

import "github.com/whet-mc/whet/num"

// BVUlt returns the formula x < y, with x and y read as naturals.
func (b *Builder) BVUlt(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	for {
		w := x.Width()
		switch {
		case x == y || isZero(y) || isOnes(x):
			return b.falsity
		case x.op == OpBVConst && y.op == OpBVConst:
			return b.Bool(bvConst(x).Less(bvConst(y)))
		case w == 1:
			return b.And(b.Not(b.Bit(x, 0)), b.Bit(y, 0))
		case isZero(x):
			return b.Not(b.Eq(y, x))
		case isOnes(y):
			return b.Not(b.Eq(x, y))
		case isBV(x, -2):
			return b.Eq(y, b.bvOnes(w))
		}
		if x.op == OpBVNot && y.op == OpBVNot {
			x, y = y.args[0], x.args[0]
			continue
		}
		if y.op == OpBVConst { // x < 2^k
			if k := powerOf2(bvConst(y)); k >= 0 {
				return b.Eq(b.Extract(x, w-1, k), b.bvZero(w-k))
			}
		}
		if x.op == OpBVConst { // 2^k - 1 < y
			if k := powerOf2(bvConst(x).Add(num.Of(1))); k >= 0 {
				return b.Not(b.Eq(b.Extract(y, w-1, k), b.bvZero(w-k)))
			}
		}
		if x.op == OpSignExt && y.op == OpSignExt && x.I() == y.I() {
			x, y = x.args[0], y.args[0] // sign extension also keeps the unsigned order
			continue
		}
		if x.op == OpConcat && y.op == OpConcat && x.args[0] == y.args[0] {
			n := w - x.args[0].Width()
			x, y = b.Extract(x, n-1, 0), b.Extract(y, n-1, 0)
			continue
		}
		// Compare the highest bits if they are constant in both.
		if n := min(knownTop(x), knownTop(y)); n > 0 {
			hx, hy := bvConst(b.Extract(x, w-1, w-n)), bvConst(b.Extract(y, w-1, w-n))
			if c := hx.Cmp(hy); c != 0 {
				return b.Bool(c < 0)
			}
			x, y = b.Extract(x, w-1-n, 0), b.Extract(y, w-1-n, 0)
			continue
		}
		return b.intern(Term{op: OpBVUlt, sort: b.boolSort, args: []*Term{x, y}})
	}
}

// knownTop returns the number of highest bits of t that a constant determines.
func knownTop(t *Term) int {
	if t.op == OpConcat {
		t = t.args[0]
	}
	if t.op == OpBVConst {
		return t.Width()
	}
	return 0
}

// BVUle returns the formula x ≤ y, unsigned.
func (b *Builder) BVUle(x, y *Term) *Term { return b.Not(b.BVUlt(y, x)) }

// BVUgt returns the formula x > y, unsigned.
func (b *Builder) BVUgt(x, y *Term) *Term { return b.BVUlt(y, x) }

// BVUge returns the formula x ≥ y, unsigned.
func (b *Builder) BVUge(x, y *Term) *Term { return b.Not(b.BVUlt(x, y)) }

// BVSlt returns the formula x < y in two's complement.
func (b *Builder) BVSlt(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	for {
		w := x.Width()
		least := num.Pow2(uint(w - 1))
		most := least.Sub(num.Of(1))
		is := func(t *Term, v num.Int) bool { return t.op == OpBVConst && bvConst(t).Equal(v) }
		switch {
		case x == y || is(y, least) || is(x, most):
			return b.falsity
		case w == 1: // -1 < 0
			return b.And(b.Bit(x, 0), b.Not(b.Bit(y, 0)))
		case is(x, least) || is(y, most):
			return b.Not(b.Eq(x, y))
		case isZero(y):
			return b.Bit(x, w-1)
		case isOnes(x):
			return b.Not(b.Bit(y, w-1))
		}
		if knownTop(x) > 0 && knownTop(y) > 0 {
			if negX := b.Bit(x, w-1).IsTrue(); negX != b.Bit(y, w-1).IsTrue() {
				return b.Bool(negX)
			}
			return b.BVUlt(x, y) // x and y have the same sign, so their order is the unsigned one
		}
		switch {
		case x.op == OpBVNot && y.op == OpBVNot:
			x, y = y.args[0], x.args[0]
			continue
		case x.op == OpSignExt && y.op == OpSignExt && x.I() == y.I():
			x, y = x.args[0], y.args[0]
			continue
		}
		return b.intern(Term{op: OpBVSlt, sort: b.boolSort, args: []*Term{x, y}})
	}
}

// BVSle returns the formula x ≤ y in two's complement.
func (b *Builder) BVSle(x, y *Term) *Term { return b.Not(b.BVSlt(y, x)) }

// BVSgt returns the formula x > y in two's complement.
func (b *Builder) BVSgt(x, y *Term) *Term { return b.BVSlt(y, x) }

// BVSge returns the formula x ≥ y in two's complement.
func (b *Builder) BVSge(x, y *Term) *Term { return b.Not(b.BVSlt(x, y)) }
