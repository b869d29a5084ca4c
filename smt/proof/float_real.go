// The rule float_real: conversions between floats and real numbers.

package proof

import (
	"errors"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// floatReal checks a clause about the number that a float is, or about the float to which a number is rounded. The
// terms are the conversion and, for a clause about a value, a float, or a mode and perhaps a number.
func (c *checker) floatReal(s *Step) error {
	b := c.b
	bad := errors.New("it is about a conversion, and a float that is a number, or a mode and a number")
	if len(s.Terms) == 0 {
		return bad
	}
	t := s.Terms[0]
	switch {
	case t.Op() == smt.OpFloatToReal && len(s.Terms) == 1:
		none := b.Eq(t, b.FloatToReal(b.NaN(t.Arg(0).Sort())))
		return sameAsOne(s.Clause,
			lits{b.Not(b.FloatIs(smt.ClassNaN, t.Arg(0))), none},
			lits{b.Not(b.FloatIs(smt.ClassInfinite, t.Arg(0))), none})
	case t.Op() == smt.OpFloatToReal && len(s.Terms) == 2:
		x, v := t.Arg(0), s.Terms[1]
		if v.Op() != smt.OpFloatVal || v.Sort() != x.Sort() || b.FloatIs(smt.ClassNaN, v).IsTrue() || b.FloatIs(smt.ClassInfinite, v).IsTrue() {
			return bad
		}
		infinite, k := b.FloatIs(smt.ClassInfinite, x), b.FloatToReal(v)
		return sameAsOne(s.Clause,
			lits{infinite, b.Not(b.FloatLessEq(x, v)), b.Le(t, k)},
			lits{infinite, b.Not(b.FloatLessEq(v, x)), b.Le(k, t)})
	case t.Op() == smt.OpFloatOfReal && len(s.Terms) == 1:
		f, negative := t.Sort().Format(), b.Lt(t.Arg(1), b.Num(num.Rat{}, t.Arg(1).Sort()))
		not := func(v num.Int) *smt.Term { return b.Not(b.Eq(t, b.FloatVal(t.Sort(), v))) }
		return sameAsOne(s.Clause,
			lits{b.Not(b.FloatIs(smt.ClassNaN, t))},
			lits{negative, not(f.Zero(true))},
			lits{b.Not(negative), not(f.Zero(false))})
	case t.Op() == smt.OpFloatOfReal && len(s.Terms) == 2:
		// Rounding towards zero or downwards never results in +∞, and rounding towards zero or upwards never in -∞.
		m, f := s.Terms[1], t.Sort().Format()
		if m.Sort() != t.Arg(0).Sort() {
			return bad
		}
		other := b.Not(b.Eq(t.Arg(0), m))
		var wants []lits
		if m == b.RoundingMode(fp.TowardZero) || m == b.RoundingMode(fp.Downward) {
			wants = append(wants, lits{other, b.Not(b.Eq(t, b.FloatVal(t.Sort(), f.Inf(false))))})
		}
		if m == b.RoundingMode(fp.TowardZero) || m == b.RoundingMode(fp.Upward) {
			wants = append(wants, lits{other, b.Not(b.Eq(t, b.FloatVal(t.Sort(), f.Inf(true))))})
		}
		return sameAsOne(s.Clause, wants...)
	case t.Op() == smt.OpFloatOfReal && len(s.Terms) == 3:
		m, k := s.Terms[1], s.Terms[2]
		if m.Op() != smt.OpFloatVal || m.Sort().Kind != smt.Rounding || k.Op() != smt.OpNum || k.Sort().Kind != smt.Real {
			return bad
		}
		r, v, other := t.Arg(1), b.FloatOfReal(m, t.Sort(), k), b.Not(b.Eq(t.Arg(0), m))
		wants := []lits{
			{other, b.Not(b.Le(r, k)), b.FloatLessEq(t, v)},
			{other, b.Not(b.Le(k, r)), b.FloatLessEq(v, t)},
			{other, b.Not(b.Eq(r, k)), b.Eq(t, v)},
		}
		// The result of rounding only changes at floats and midway between adjacent floats. All these numbers are
		// multiples of half of the least positive float. So if k is such a multiple, all numbers between k and the next
		// multiple are rounded to the same float, and k ± step are among them.
		f := t.Sort().Format()
		half, _ := f.Rat(num.Of(1))
		half = half.Quo(num.RatOf(2))
		if k.Value().Quo(half).IsInt() {
			step := half.Quo(num.RatOf(2))
			near := func(v num.Rat) *smt.Term { return b.FloatOfReal(m, t.Sort(), b.Num(v, k.Sort())) }
			wants = append(wants,
				lits{other, b.Not(b.Lt(r, k)), b.FloatLessEq(t, near(k.Value().Sub(step)))},
				lits{other, b.Not(b.Lt(k, r)), b.FloatLessEq(near(k.Value().Add(step)), t)})
		}
		return sameAsOne(s.Clause, wants...)
	}
	return bad
}
