// Normalisation and rounding of floats, as in package float.

package proof

import "github.com/whet-mc/whet/smt"

// leading shifts x so that its first 1 is the highest bit. For each k, the greatest first, it shifts by 2^k if the
// upper 2^k bits are 0. by is the sum of the shifts.
func (f *floats) leading(x *smt.Term) (sig, by *smt.Term) {
	var amount []*smt.Term
	for k := bitsOf(x.Width()-1) - 1; k >= 0; k-- {
		clear := f.none(f.top(x, 1<<k))
		amount = append(amount, f.bit(clear))
		x = f.b.Ite(clear, f.upBy(x, 1<<k), x)
	}
	return x, f.b.Concat(amount...)
}

// leadingWithin does what leading does, but shifts by at most budget. left is the remaining budget.
func (f *floats) leadingWithin(x, budget *smt.Term) (sig, left *smt.Term) {
	b := f.b
	n := budget.Width()
	for k := min(bitsOf(x.Width()-1), n) - 1; k >= 0; k-- {
		go1 := b.And(f.none(f.top(x, 1<<k)), f.some(f.top(budget, n-k)))
		budget = b.Ite(go1, b.BVSub(budget, f.constant(1<<k, n)), budget)
		x = b.Ite(go1, f.upBy(x, 1<<k), x)
	}
	return x, budget
}

// sticky returns x shifted down by a natural number. Its last bit is 1 also if a bit that was shifted out is 1.
func (f *floats) sticky(x, by *smt.Term) *smt.Term {
	b := f.b
	w := x.Width()
	fell := b.False()
	for k := 0; k < by.Width(); k++ {
		on := b.Bit(by, k)
		if k < 31 && 1<<k < w {
			fell = b.Or(fell, b.And(on, f.some(f.bottom(x, 1<<k))))
			x = b.Ite(on, f.natural(f.top(x, w-1<<k), w), x)
		} else {
			fell = b.Or(fell, b.And(on, f.some(x)))
			x = b.Ite(on, f.zeros(w), x)
		}
	}
	return b.Concat(f.top(x, w-1), f.bit(b.Or(fell, b.Bit(x, 0))))
}

// raise returns x·2^by. The natural number `by` is at most limit wherever the result matters.
func (f *floats) raise(x, by *smt.Term, limit int) *smt.Term {
	for k := 0; k < bitsOf(limit); k++ {
		x = f.b.Ite(f.b.Bit(by, k), f.upBy(x, 1<<k), x)
	}
	return x
}

// A rounding is a rounding mode: by the number of a mode in package fp, the formula that it is this mode. The number 0,
// rounding towards zero, needs no formula, since it never raises the last place.
type rounding [5]*smt.Term

// rounding returns the formulas for a term m of the sort of rounding modes.
func (f *floats) rounding(m *smt.Term) rounding {
	b := f.b
	w := b.FloatBits(m)
	b0, b1, b2 := b.Bit(w, 0), b.Bit(w, 1), b.Bit(w, 2)
	return rounding{1: b.And(b0, b.Not(b1), b.Not(b2)), 2: b.And(b.Not(b0), b1), 3: b.And(b0, b1), 4: b2}
}

// tiesToEven returns the mode that rounds to nearest, with ties to even.
func (f *floats) tiesToEven() rounding {
	no := f.b.False()
	return rounding{1: f.b.True(), 2: no, 3: no, 4: no}
}

// away returns the formula that the last place is raised. guard is the first bit cut off, and more says whether a later
// one is 1.
func (f *floats) away(m rounding, minus, odd, guard, more *smt.Term) *smt.Term {
	b := f.b
	some := b.Or(guard, more)
	return b.Or(
		b.And(m[1], guard, b.Or(more, odd)),
		b.And(m[2], b.Not(minus), some),
		b.And(m[3], minus, some),
		b.And(m[4], guard))
}

// finish rounds ±sig·2^e to sort s. The exponent e is between low and high.
func (f *floats) finish(m rounding, s *smt.Sort, minus, e, sig *smt.Term, low, high int64) *smt.Term {
	b := f.b
	w := e.Width()
	field := f.bottom(e, s.Exp)
	sig = f.behind(sig, precision(s)+2)
	if low <= 0 { // it may be a denormal number: shifted by 1 - e
		denormal := b.BVSlt(e, f.constant(1, w))
		field = b.Ite(denormal, f.zeros(s.Exp), field)
		sig = f.sticky(sig, b.Ite(denormal, b.BVSub(f.constant(1, w), e), f.zeros(w)))
	}
	over := b.False()
	if ones := int64(1)<<s.Exp - 1; high >= ones {
		over = b.Not(b.BVSlt(e, f.constant(ones, w)))
	}
	return f.assemble(m, s, minus, field, sig, over)
}

// assemble does what finish does, for an exponent that is already the biased field of the result. over is the formula
// that the exponent is too large.
func (f *floats) assemble(m rounding, s *smt.Sort, minus, field, sig, over *smt.Term) *smt.Term {
	b := f.b
	p, cut := precision(s), sig.Width()-precision(s)
	kept := f.top(sig, p)
	raise := f.away(m, minus, b.Bit(kept, 0), b.Bit(sig, cut-1), f.some(f.bottom(sig, cut-1)))
	size := b.BVAdd(b.Concat(field, f.bottom(kept, p-1)), f.natural(f.bit(raise), s.Width-1))
	largest := b.BVSub(f.infinite(s), f.constant(1, s.Width-1))
	outward := b.Or(m[1], m[4], b.And(m[2], b.Not(minus)), b.And(m[3], minus))
	return f.put(minus, b.Ite(over, b.Ite(outward, f.infinite(s), largest), size))
}
