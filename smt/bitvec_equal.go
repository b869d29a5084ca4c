// Simplification of equalities between bit-vectors.

package smt

import (
	"github.com/whet-mc/whet/num"
)

// eqBitVec returns the equality of two bit-vectors that are not both constants.
func (b *Builder) eqBitVec(x, y *Term) *Term { return b.eqBits(x, y, pushDepth) }

// eqBits simplifies x = y in a loop. It calls itself for the pieces of rows, which are narrower, and for the arguments
// of and and or at most depth levels deep.
func (b *Builder) eqBits(x, y *Term, depth int) *Term {
	for {
		if x.op == OpBVConst {
			x, y = y, x
		}
		w := x.Width()
		switch {
		case x == y:
			return b.truth
		case x.op == OpBVConst: // and y too
			return b.falsity
		case w == 1:
			return b.Iff(b.Bit(x, 0), b.Bit(y, 0))
		}
		if y.op == OpBVNot {
			x, y = y, x
		}
		if x.op == OpBVNot && (y.op == OpBVNot || y.op == OpBVConst) {
			x, y = x.args[0], b.BVNot(y)
			continue
		}
		if y.op == OpSignExt {
			x, y = y, x
		}
		if x.op == OpSignExt {
			inner := x.args[0]
			if y.op == OpSignExt && y.I() == x.I() {
				x, y = inner, y.args[0]
				continue
			}
			if y.op == OpBVConst {
				low := b.Extract(y, inner.Width()-1, 0)
				if b.SignExtend(low, x.I()) != y {
					return b.falsity
				}
				x, y = inner, low
				continue
			}
		}
		if t := b.eqRows(x, y, depth); t != nil {
			return t
		}
		if isSum(x) || isSum(y) {
			t, l, r := b.eqLinear(x, y)
			if t != nil {
				return t
			}
			x, y = l, r
			continue
		}
		if x.op == OpBVXor || y.op == OpBVXor {
			if l, r := b.eqXor(x, y); l != nil {
				x, y = l, r
				continue
			}
		}
		if y.op == OpBVConst && depth > 0 && (x.op == OpBVAnd && isOnes(y) || x.op == OpBVOr && isZero(y)) {
			all := make([]*Term, len(x.args))
			for i, a := range x.args {
				all[i] = b.eqBits(a, y, depth-1)
			}
			return b.And(all...)
		}
		return b.eq(x, y)
	}
}

// eqRows splits the equality of two rows, or of a row and a constant, at the boundaries that both have. It returns nil
// if x and y are not of this form or have no boundary in common.
func (b *Builder) eqRows(x, y *Term, depth int) *Term {
	if y.op == OpConcat && x.op != OpConcat {
		x, y = y, x
	}
	if x.op != OpConcat || y.op != OpConcat && y.op != OpBVConst {
		return nil
	}
	var conj []*Term
	highX, highY := x.Width()-1, y.Width()-1 // the bits from here down are not yet compared
	low := x.Width()                         // the lowest bit of the pieces of x read so far
	i, j, lowY := 0, 0, y.Width()
	boundY := func(at int) bool {
		if y.op == OpBVConst || at == 0 {
			return true
		}
		for lowY > at {
			lowY -= y.args[j].Width()
			j++
		}
		return lowY == at
	}
	for ; i < len(x.args); i++ {
		low -= x.args[i].Width()
		if !boundY(low) {
			continue
		}
		if low == 0 && highX == x.Width()-1 {
			return nil // no boundary in common
		}
		c := b.eqBits(b.Extract(x, highX, low), b.Extract(y, highY, low), depth)
		if c.IsFalse() {
			return c
		}
		conj = append(conj, c)
		highX, highY = low-1, low-1
	}
	return b.And(conj...)
}

// isSum reports whether a bvSum splits t into parts.
func isSum(t *Term) bool {
	return t.op == OpBVAdd || t.op == OpBVNeg || t.op == OpBVMul && t.args[0].op == OpBVConst
}

// eqLinear simplifies x = y if one of them is a sum: it cancels what occurs on both sides, makes the coefficients
// positive and divides by common powers of two. It returns either decided, the simplified equality, or terms l and r
// whose equality is equivalent and must be simplified further.
func (b *Builder) eqLinear(x, y *Term) (decided, l, r *Term) {
	// Sums are opened here whatever their length. Their arguments are smaller terms, so eqBits terminates.
	s := &bvSum{b: b, width: x.Width()}
	open := func(t *Term, k num.Int) {
		if t.op != OpBVAdd {
			s.add(t, k)
			return
		}
		for _, a := range t.args {
			s.add(a, k)
		}
	}
	open(x, num.Of(1))
	open(y, num.Of(-1))
	s.collect()
	if len(s.terms) == 0 {
		return b.Bool(s.konst.IsZero()), nil, nil
	}
	// If all coefficients are even, 2^k·d = 0 means that the lower bits of d are 0.
	even := s.width
	for _, c := range s.coefs {
		even = min(even, trailingZeros(c))
	}
	if even > 0 {
		if !s.konst.Wrap(even, false).IsZero() {
			return b.falsity, nil, nil
		}
		n := s.width - even
		short := &bvSum{b: b, width: n, konst: s.konst.Shr(uint(even))}
		for i, t := range s.terms {
			short.add(b.Extract(t, n-1, 0), s.coefs[i].Shr(uint(even)))
		}
		short.collect()
		s = short
		if len(s.terms) == 0 {
			return b.Bool(s.konst.IsZero()), nil, nil
		}
		if n == 1 {
			return b.Not(b.Bit(s.term(), 0)), nil, nil
		}
	}
	if len(s.terms) == 1 {
		if inv := inverse(s.coefs[0], s.width); inv.Sign() > 0 {
			return nil, s.terms[0], b.BV(s.konst.Neg().Mul(inv), s.width)
		}
	}
	// Make the first coefficient positive. Terms with negative coefficients and the constant go to the right.
	half := num.Pow2(uint(s.width - 1))
	if half.Less(s.coefs[0]) {
		s.konst = s.mod(s.konst.Neg())
		for i, c := range s.coefs {
			s.coefs[i] = s.mod(c.Neg())
		}
	}
	left, right := &bvSum{b: b, width: s.width}, &bvSum{b: b, width: s.width, konst: s.mod(s.konst.Neg())}
	for i, t := range s.terms {
		if c := s.coefs[i]; half.Less(c) {
			right.terms, right.coefs = append(right.terms, t), append(right.coefs, s.mod(c.Neg()))
		} else {
			left.terms, left.coefs = append(left.terms, t), append(left.coefs, c)
		}
	}
	// Write x + y = k as the definition x = k - y.
	if len(right.terms) == 0 && len(left.terms) > 1 {
		for i, t := range left.terms[1:] {
			right.terms, right.coefs = append(right.terms, t), append(right.coefs, s.mod(left.coefs[i+1].Neg()))
		}
		left.terms, left.coefs = left.terms[:1], left.coefs[:1]
	}
	return b.eq(left.term(), right.term()), nil, nil
}

// trailingZeros returns the exponent of 2 in v. v must not be 0.
func trailingZeros(v num.Int) int { return int(v.Big().TrailingZeroBits()) }

// inverse returns the number whose product with the odd number v is 1 modulo 2^width, or 0 if v is even. It uses
// Newton's iteration, which doubles the number of correct bits in each step.
func inverse(v num.Int, width int) num.Int {
	if !bitSet(v, 0) {
		return num.Int{}
	}
	inv := v // three bits are correct: v·v is 1 modulo 8
	for bits := 3; bits < width; bits *= 2 {
		inv = inv.Mul(num.Of(2).Sub(v.Mul(inv))).Wrap(width, false)
	}
	return inv.Wrap(width, false)
}

// eqXor cancels arguments that occur in both x and y, one of which is an OpBVXor, and collects constants on the right.
// It returns nil if nothing changes.
func (b *Builder) eqXor(x, y *Term) (l, r *Term) {
	if x.op != OpBVXor {
		x, y = y, x
	}
	switch {
	case x.args[0].op == OpBVConst && y.op == OpBVConst:
		return b.BVXor(x.args[1:]...), b.BVXor(x.args[0], y)
	case y.op == OpBVXor:
		common := func(a *Term, in []*Term) bool {
			for _, c := range in {
				if a == c {
					return true
				}
			}
			return false
		}
		if len(x.args) > flattenAt || len(y.args) > flattenAt {
			break
		}
		rest := func(from, without []*Term) *Term {
			keep := []*Term{b.bvZero(x.Width())}
			for _, a := range from {
				if !common(a, without) {
					keep = append(keep, a)
				}
			}
			return b.BVXor(keep...)
		}
		if l, r := rest(x.args, y.args), rest(y.args, x.args); l != x {
			return l, r
		}
	default:
		for _, a := range x.args {
			if a == y {
				return b.BVXor(append([]*Term{y}, x.args...)...), b.bvZero(x.Width())
			}
		}
		if len(x.args) == 2 && isZero(y) {
			return x.args[0], x.args[1]
		}
	}
	return nil, nil
}
