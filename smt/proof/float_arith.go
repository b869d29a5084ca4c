// Arithmetic on floats, as in package float: addition, multiplication, fused multiplication and addition, division,
// square root and remainder.

package proof

import "github.com/whet-mc/whet/smt"

// wide is the bound of an exponent for which no bound is known.
const wide = int64(1) << 40

// plus returns x + y. The smaller operand is aligned, with three more bits, the last of which is sticky.
func (f *floats) plus(m rounding, x, y *smt.Term) *smt.Term {
	b := f.b
	s := x.Sort()
	v, u := f.view(x), f.view(y)
	less := b.BVUlt(v.size(b), u.size(b))
	e, big := f.implicit(b.Ite(less, u.exponent, v.exponent), b.Ite(less, u.fraction, v.fraction))
	e2, little := f.implicit(b.Ite(less, v.exponent, u.exponent), b.Ite(less, v.fraction, u.fraction))
	w := precision(s) + 3
	opposite := b.Xor(v.minus, u.minus)
	total := f.addOrSubtract(opposite, f.behind(big, w), f.sticky(f.behind(little, w), b.BVSub(e, e2)))
	minus := b.Ite(f.none(total), b.Ite(opposite, m[3], v.minus), b.Ite(less, u.minus, v.minus))
	total, left := f.leadingWithin(total, e)
	left = b.BVAdd(left, f.constant(1, s.Exp))
	normal := b.Bit(total, w)
	r := f.assemble(m, s, minus, b.Ite(normal, left, f.zeros(s.Exp)), total, b.And(normal, b.Eq(left, f.constant(-1, s.Exp))))
	r = b.Ite(b.Or(v.isInfinite, u.isInfinite), f.put(minus, f.infinite(s)), r)
	return b.Ite(b.Or(v.isNaN, u.isNaN, b.And(v.isInfinite, u.isInfinite, opposite)), f.nanOf(s), r)
}

// addOrSubtract returns x + y, or x - y = x + ¬y + 1 for y ≤ x, with one more bit.
func (f *floats) addOrSubtract(subtract, x, y *smt.Term) *smt.Term {
	b := f.b
	w := x.Width() + 1
	one := f.bit(subtract)
	sum := b.BVAdd(
		b.Concat(f.zeros(1), x, f.constant(1, 1)),
		b.Concat(b.BVXor(b.Repeat(one, w), b.Concat(f.zeros(1), y)), one))
	return f.top(sum, w)
}

// exact returns the exact product of two numbers that are not 0.
func (f *floats) exact(x, y *smt.Term, w int) scaled {
	b := f.b
	s := x.Sort()
	p, q := f.scale(x), f.scale(y)
	n := 2 * precision(s)
	sig := b.BVMul(f.natural(p.sig, n), f.natural(q.sig, n))
	carry := b.Bit(sig, n-1)
	k := offset(s)
	e := b.BVAdd(f.number(p.e, w), f.number(q.e, w), b.Ite(carry, f.constant(1-k, w), f.constant(-k, w)))
	return scaled{e, b.Ite(carry, sig, f.upBy(sig, 1))}
}

// times returns x·y.
func (f *floats) times(m rounding, x, y *smt.Term) *smt.Term {
	b := f.b
	s := x.Sort()
	v, u := f.view(x), f.view(y)
	minus := b.Xor(v.minus, u.minus)
	p := f.exact(x, y, room(0, s))
	r := f.finish(m, s, minus, p.e, p.sig, -wide, wide)
	r = b.Ite(b.Or(v.isZero, u.isZero), f.put(minus, f.zeros(s.Width-1)), r)
	r = b.Ite(b.Or(v.isInfinite, u.isInfinite), f.put(minus, f.infinite(s)), r)
	return b.Ite(b.Or(v.isNaN, u.isNaN, f.zeroTimesInfinity(v, u)), f.nanOf(s), r)
}

// zeroTimesInfinity returns the formula that one of the floats is a zero and the other is an infinity.
func (f *floats) zeroTimesInfinity(v, u view) *smt.Term {
	b := f.b
	return b.Or(b.And(v.isInfinite, u.isZero), b.And(v.isZero, u.isInfinite))
}

// timesPlus returns x·y + z, rounded once.
func (f *floats) timesPlus(m rounding, x, y, z *smt.Term) *smt.Term {
	b := f.b
	s := x.Sort()
	v, u, t := f.view(x), f.view(y), f.view(z)
	minus := b.Xor(v.minus, u.minus)
	n := 2 * precision(s)
	w := room(n, s) + 1
	p, q := f.exact(x, y, w), f.scale(z)
	q = scaled{f.number(q.e, w), f.behind(q.sig, n)}
	// A zero gets an exponent below the exponents of all other numbers.
	least := f.constant(-1<<(w-2), w)
	p.e = b.Ite(b.Or(v.isZero, u.isZero), least, p.e)
	q.e = b.Ite(t.isZero, least, q.e)
	// If the sign bits of exponents are inverted, their order is the order of natural numbers.
	flip := f.constant(-1<<(w-1), w)
	less := b.BVUlt(b.Concat(b.BVXor(p.e, flip), p.sig), b.Concat(b.BVXor(q.e, flip), q.sig))
	big, little := scaled{b.Ite(less, q.e, p.e), b.Ite(less, q.sig, p.sig)}, scaled{b.Ite(less, p.e, q.e), b.Ite(less, p.sig, q.sig)}
	opposite := b.Xor(minus, t.minus)
	total := f.addOrSubtract(opposite, f.behind(big.sig, n+3), f.sticky(f.behind(little.sig, n+3), b.BVSub(big.e, little.e)))
	empty := f.none(total)
	sign := b.Ite(empty, b.Ite(opposite, m[3], minus), b.Ite(less, t.minus, minus))
	sig, by := f.leading(total)
	e := b.BVSub(b.BVAdd(big.e, f.constant(1, w)), f.natural(by, w))
	r := b.Ite(empty, f.put(sign, f.zeros(s.Width-1)), f.finish(m, s, sign, e, sig, -wide, wide))
	infinite := b.Or(v.isInfinite, u.isInfinite)
	r = b.Ite(b.Or(infinite, t.isInfinite), f.put(b.Ite(infinite, minus, t.minus), f.infinite(s)), r)
	invalid := b.Or(f.zeroTimesInfinity(v, u), b.And(infinite, t.isInfinite, opposite))
	return b.Ite(b.Or(v.isNaN, u.isNaN, t.isNaN, invalid), f.nanOf(s), r)
}

// take subtracts y from x if y ≤ x. It returns the formula y ≤ x, and the difference or else x.
func (f *floats) take(x, y *smt.Term) (taken, rest *smt.Term) {
	b := f.b
	w := x.Width()
	d := b.BVSub(f.natural(x, w+1), f.natural(y, w+1))
	taken = b.Not(b.Bit(d, w))
	return taken, b.Ite(taken, f.bottom(d, w), x)
}

// over returns x/y by long division. It computes at least one more digit than is kept, and whether a rest is left.
func (f *floats) over(m rounding, x, y *smt.Term) *smt.Term {
	b := f.b
	s := x.Sort()
	v, u := f.view(x), f.view(y)
	p, q := f.scale(x), f.scale(y)
	n := precision(s)
	rest := f.natural(p.sig, n+1)
	var quotient []*smt.Term
	for i := 0; i < n+2; i++ {
		var digit *smt.Term
		digit, rest = f.take(rest, q.sig)
		rest = f.upBy(rest, 1)
		quotient = append(quotient, f.bit(digit))
	}
	sig := b.Concat(append(quotient, f.bit(f.some(rest)))...)
	w := room(0, s)
	large := b.Bit(sig, n+2)
	e := b.BVAdd(b.BVSub(p.e, q.e), b.Ite(large, f.constant(offset(s), w), f.constant(offset(s)-1, w)))
	minus := b.Xor(v.minus, u.minus)
	r := f.finish(m, s, minus, e, b.Ite(large, sig, f.upBy(sig, 1)), -wide, wide)
	r = b.Ite(b.Or(v.isZero, u.isInfinite), f.put(minus, f.zeros(s.Width-1)), r)
	r = b.Ite(b.Or(v.isInfinite, u.isZero), f.put(minus, f.infinite(s)), r)
	invalid := b.Or(b.And(v.isZero, u.isZero), b.And(v.isInfinite, u.isInfinite))
	return b.Ite(b.Or(v.isNaN, u.isNaN, invalid), f.nanOf(s), r)
}

// root returns the square root of x, digit by digit as on paper, two bits of the number at a time.
func (f *floats) root(m rounding, x *smt.Term) *smt.Term {
	b := f.b
	s := x.Sort()
	v, p := f.view(x), f.scale(x)
	n, w := precision(s), room(0, s)
	e := b.BVSub(p.e, f.constant(offset(s), w))
	number := f.behind(b.Ite(b.Bit(e, 0), b.Concat(p.sig, f.zeros(1)), f.natural(p.sig, n+1)), 2*n+4)
	root, rest := f.zeros(n+2), f.zeros(n+4)
	for i := n + 1; i >= 0; i-- {
		rest = b.Concat(f.bottom(rest, n+2), b.Extract(number, 2*i+1, 2*i))
		var digit *smt.Term
		digit, rest = f.take(rest, b.Concat(f.bottom(root, n+1), f.constant(1, 2)))
		root = b.Concat(f.bottom(root, n+1), f.bit(digit))
	}
	e = b.BVAdd(f.number(f.top(e, w-1), w), f.constant(offset(s), w))
	low := (1-int64(n)-offset(s))/2 + offset(s)
	r := f.finish(m, s, b.False(), e, b.Concat(root, f.bit(f.some(rest))), low, 2*offset(s))
	r = b.Ite(v.isInfinite, f.put(b.False(), f.infinite(s)), r)
	r = b.Ite(v.isZero, f.put(v.minus, f.zeros(s.Width-1)), r)
	return b.Ite(b.Or(v.isNaN, b.And(v.minus, b.Not(v.isZero))), f.nanOf(s), r)
}

// remainder returns x - n·y, where n is the quotient rounded towards 0 or, if nearest, to the nearest integer. The
// digits of the quotient run from the greatest difference of exponents down to 0; digits above the actual difference
// leave the rest unchanged.
func (f *floats) remainder(x, y *smt.Term, nearest bool) *smt.Term {
	b := f.b
	s := x.Sort()
	n, w := precision(s), room(0, s)
	digits := 1<<s.Exp - 4 + n
	if s.Exp > 16 || (digits+1)*n > mostDivision {
		return nil
	}
	v, u := f.view(x), f.view(y)
	p, q := f.scale(x), f.scale(y)
	distance := b.BVSub(p.e, q.e)
	rest, odd := f.natural(p.sig, n+1), b.False()
	for i := digits; i >= 0; i-- {
		applies := b.Not(b.BVSlt(distance, f.constant(int64(i), w)))
		taken, next := f.take(rest, q.sig)
		if i == 0 {
			odd = b.And(applies, taken)
		} else {
			next = f.upBy(next, 1)
		}
		rest = b.Ite(applies, next, rest)
	}
	// From here on, rest is a multiple of half of the last place of y's significand.
	shorter := b.BVSlt(distance, f.zeros(w))
	rest = b.Ite(shorter, rest, f.upBy(rest, 1))
	unchanged, minus := shorter, v.minus
	if nearest {
		unchanged = b.BVSlt(distance, f.constant(-1, w))
		half := f.natural(q.sig, n+1)
		up := b.Or(b.BVUlt(half, rest), b.And(odd, b.Eq(half, rest)))
		rest = b.Ite(up, b.BVSub(f.behind(q.sig, n+1), rest), rest)
		minus = b.Xor(v.minus, up)
	}
	empty := f.none(rest)
	sig, by := f.leading(rest)
	r := f.finish(f.tiesToEven(), s, minus, b.BVSub(q.e, f.natural(by, w)), sig, -wide, wide)
	r = b.Ite(empty, f.put(v.minus, f.zeros(s.Width-1)), r)
	r = b.Ite(b.Or(unchanged, v.isZero, u.isInfinite), f.put(v.minus, v.size(b)), r)
	return b.Ite(b.Or(v.isNaN, u.isNaN, v.isInfinite, u.isZero), f.nanOf(s), r)
}
