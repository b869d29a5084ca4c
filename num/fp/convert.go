// Conversions, comparisons and other operations that need little or no rounding.

package fp

import (
	"cmp"
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Convert rounds x to the format `to`. A NaN keeps its sign and the first bits of its significand, and becomes quiet.
func (f Format) Convert(v Variant, m Mode, to Format, x num.Int) Result {
	a := f.decode(x)
	switch a.class {
	case zero:
		return sure(to.Zero(a.neg))
	case infinite:
		return sure(to.Inf(a.neg))
	case invalid:
		return to.made(v)
	case quiet, signaling:
		s := new(big.Int).And(a.sig, ones(f.Prec-1)) // the significand without the first bit, which x87 stores
		if d := to.Prec - f.Prec; d >= 0 {
			s.Lsh(s, uint(d))
		} else {
			s.Rsh(s, uint(-d))
		}
		return Result{Val: to.quieted(a.neg, s), raised: raising(a.class == signaling, Invalid).raised}
	}
	return to.rounded(m, a.neg, a.sig, a.exp, false)
}

// FromInt returns an integer rounded to the format.
func (f Format) FromInt(m Mode, x num.Int) num.Int { return f.fromInt(m, x).Val }

// fromInt does what FromInt does, and also returns the exceptions.
func (f Format) fromInt(m Mode, x num.Int) Result {
	b := x.Big()
	neg := b.Sign() < 0
	return f.rounded(m, neg, b.Abs(b), 0, false)
}

// ToInt returns x rounded to an integer, and false for infinities and NaNs.
func (f Format) ToInt(m Mode, x num.Int) (num.Int, bool) {
	a := f.decode(x)
	switch a.class {
	case zero:
		return num.Int{}, true
	case finite:
		i := m.integer(a.neg, a.sig, a.exp)
		if a.neg {
			i.Neg(i)
		}
		return num.OfBig(i), true
	}
	return num.Int{}, false
}

// RoundToIntegral rounds x to an integral number of the same format. A zero, also one that a number is rounded to,
// keeps the sign.
func (f Format) RoundToIntegral(v Variant, m Mode, x num.Int) Result {
	a := f.decode(x)
	switch a.class {
	case zero, infinite:
		return sure(x.Wrap(f.Bits(), true))
	case finite:
		r := f.rounded(m, a.neg, m.integer(a.neg, a.sig, a.exp), 0, false)
		if !a.integral() {
			r.raised |= Inexact
		}
		return r
	}
	return f.nan(v, a)
}

// integral reports whether a finite number is an integer.
func (a number) integral() bool { return a.exp >= 0 || int(a.sig.TrailingZeroBits()) >= -a.exp }

// Compare returns -1, 0 or 1 if x is below, equal to or above y, and false if they are unordered, since one is a NaN.
func (f Format) Compare(x, y num.Int) (int, bool) {
	a, b := f.decode(x), f.decode(y)
	switch {
	case a.class.nan() || b.class.nan():
		return 0, false
	case a.class == zero && b.class == zero:
		return 0, true
	}
	if d := a.side() - b.side(); d != 0 || a.class == infinite {
		return cmp.Compare(d, 0), true
	}
	if a.class == zero {
		a.exp = b.exp
	} else if b.class == zero {
		b.exp = a.exp
	}
	e := min(a.exp, b.exp)
	return a.at(e).Cmp(b.at(e)), true
}

// side returns -2 for the negative infinity, -1 for negative numbers, 0 for zeros, 1 and 2 likewise.
func (a number) side() int {
	s := 1
	switch a.class {
	case zero:
		return 0
	case infinite:
		s = 2
	}
	if a.neg {
		return -s
	}
	return s
}

// Min returns C's fmin: for a number and a NaN it is the number. Which of two zeros with different signs it returns
// is open.
func (f Format) Min(v Variant, x, y num.Int) Result { return f.choose(v, x, y, -1) }

// Max2 returns C's fmax.
func (f Format) Max2(v Variant, x, y num.Int) Result { return f.choose(v, x, y, 1) }

// choose returns x if Compare(x, y) returns `want`, and otherwise y, apart from NaNs and equal numbers.
func (f Format) choose(v Variant, x, y num.Int, want int) Result {
	x, y = x.Wrap(f.Bits(), true), y.Wrap(f.Bits(), true)
	a, b := f.decode(x), f.decode(y)
	switch c, ordered := f.Compare(x, y); {
	case a.class.nan() && b.class.nan():
		return f.nan(v, a, b)
	case a.class == signaling || b.class == signaling || a.class == invalid || b.class == invalid:
		// C11 has no signaling NaNs. glibc returns a NaN, other libraries return the number.
		if r := f.nan(v, a, b); v == A {
			r.Open = true
			return r
		}
		if a.class.nan() {
			return Result{Val: y, Open: true}
		}
		return Result{Val: x, Open: true}
	case a.class.nan():
		return sure(y)
	case !ordered:
		return sure(x)
	case c == 0 && !x.Equal(y): // x and y are zeros, or two encodings of the same number
		if v == A {
			return Result{Val: y, Open: true}
		}
		return Result{Val: x, Open: true}
	case c == want:
		return sure(x)
	}
	return sure(y)
}

// NextAfter returns the number next to x in the direction of y, or y if they are equal.
func (f Format) NextAfter(v Variant, x, y num.Int) Result {
	a, b := f.decode(x), f.decode(y)
	if a.class.nan() || b.class.nan() {
		return f.nan(v, a, b)
	}
	c, _ := f.Compare(x, y)
	if c == 0 {
		return sure(y.Wrap(f.Bits(), true))
	}
	up := c < 0
	switch {
	case a.class == zero:
		return f.stepped(f.round(NearestEven, !up, big.NewInt(1), f.minExp()-(f.Prec-1), false))
	case a.class == infinite:
		return sure(f.Max(a.neg))
	}
	m := Upward
	if !up {
		m = Downward
	}
	// Add a quarter of the last place of subnormal numbers, rounded away from x. The result is the next number.
	d := number{class: finite, neg: !up, sig: big.NewInt(1), exp: f.minExp() - f.Prec - 1}
	r := f.sum(v, m, a, d)
	if f.decode(r.Val).class == zero { // a zero keeps the sign of x
		r.Val = f.Zero(a.neg)
	}
	return f.stepped(r.Val)
}

// stepped returns x as a result of NextAfter for operands that differ (C11 F.10.8.3).
func (f Format) stepped(x num.Int) Result {
	switch f.Class(x) {
	case ClassInfinite:
		return Result{Val: x, raised: Overflow | Inexact}
	case ClassZero, ClassSubnormal:
		return Result{Val: x, raised: Underflow | Inexact}
	}
	return sure(x)
}

// same returns x, which a is the decoded form of; a NaN becomes quiet.
func (f Format) same(v Variant, x num.Int, a number) Result {
	if a.class.nan() {
		return f.nan(v, a)
	}
	return sure(x.Wrap(f.Bits(), true))
}

// Scale returns x * 2^n.
func (f Format) Scale(v Variant, m Mode, x, n num.Int) Result {
	a := f.decode(x)
	if a.class != finite {
		return f.same(v, x, a)
	}
	k, ok := n.Int64()
	far := int64(4 << f.Exp) // more than the difference between the exponents of the greatest and the least number
	if !ok && n.Sign() > 0 || k > far {
		k = far
	} else if !ok || k < -far {
		k = -far
	}
	return f.rounded(m, a.neg, a.sig, a.exp+int(k), false)
}

// Exponent returns e such that the magnitude of x is from 2^(e-1) to below 2^e, as frexp does, and false for zeros,
// infinities and NaNs.
func (f Format) Exponent(x num.Int) (int, bool) {
	a := f.decode(x)
	if a.class != finite {
		return 0, false
	}
	return a.sig.BitLen() + a.exp, true
}

// Fraction returns x / 2^e for its exponent e: a number of magnitude from 1/2 to below 1. Numbers without an exponent
// stay as they are; NaNs become quiet.
func (f Format) Fraction(v Variant, x num.Int) Result {
	a := f.decode(x)
	if a.class != finite {
		return f.same(v, x, a)
	}
	return f.rounded(NearestEven, a.neg, a.sig, -a.sig.BitLen(), false)
}

// FromRat returns a rational number rounded to the format.
func (f Format) FromRat(m Mode, x num.Rat) num.Int {
	if x.IsZero() {
		return f.Zero(false)
	}
	n, d := x.Num().Big(), x.Den().Big()
	neg := n.Sign() < 0
	return f.ratio(m, neg, n.Abs(n), d, 0).Val
}

// Rat returns the exact number that x is, and false for infinities and NaNs.
func (f Format) Rat(x num.Int) (num.Rat, bool) {
	a := f.decode(x)
	switch a.class {
	case zero:
		return num.Rat{}, true
	case finite:
		r := new(big.Rat).SetInt(new(big.Int).Lsh(a.sig, uint(max(0, a.exp))))
		r.Quo(r, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(0, -a.exp)))))
		if a.neg {
			r.Neg(r)
		}
		return num.RatOfBig(r), true
	}
	return num.Rat{}, false
}
