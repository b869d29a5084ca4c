// Arithmetic: each operation handles NaNs, infinities and zeros, computes the exact result (or a quotient or root
// with enough bits), and rounds it once (IEEE 754-2019, 5.1 and 6; Muller et al., Handbook of Floating-Point
// Arithmetic, 2nd ed. 2018, chapter 7).

package fp

import (
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Variant selects one of two results where the standard or C leaves a choice; see the package's comment.
type Variant int

const (
	A Variant = iota // the results of x86 with SSE
	B                // the results of the other choice that compilers make
)

// Result is the result of an operation.
type Result struct {
	Val  num.Int
	Open bool // the standard or C leaves a choice, so the other variant may have another result

	raised Flags // the exceptions that were raised; not set for results of the machine's operations (fast.go)
}

// made returns the NaN that an invalid operation makes.
func (f Format) made(v Variant) Result {
	return Result{Val: f.NaN(v == A), Open: true, raised: Invalid}
}

// nan returns the result of an operation with a NaN among its operands ns: the first NaN, or, in variant B, the last
// one that differs from it.
func (f Format) nan(v Variant, ns ...number) Result {
	var r Result
	found := false
	for _, n := range ns {
		if n.class == invalid {
			return f.made(v)
		}
		if !n.class.nan() {
			continue
		}
		if n.class == signaling {
			r.raised = Invalid
		}
		q := f.quieted(n.neg, n.sig)
		if found && !q.Equal(r.Val) {
			r.Open = true
		}
		if !found || v == B && r.Open {
			r.Val, found = q, true
		}
	}
	return r
}

// sure returns a result without a choice or exceptions.
func sure(x num.Int) Result { return Result{Val: x} }

// Add returns x + y.
func (f Format) Add(v Variant, m Mode, x, y num.Int) Result {
	if r, ok := f.fast(m, '+', x, y); ok {
		return sure(r)
	}
	return f.plus(v, m, x, y, false)
}

// Sub returns x - y.
func (f Format) Sub(v Variant, m Mode, x, y num.Int) Result {
	if r, ok := f.fast(m, '-', x, y); ok {
		return sure(r)
	}
	return f.plus(v, m, x, y, true)
}

// plus returns x + y, or x - y if minus is set.
func (f Format) plus(v Variant, m Mode, x, y num.Int, minus bool) Result {
	a, b := f.decode(x), f.decode(y)
	if a.class.nan() || b.class.nan() {
		return f.nan(v, a, b)
	}
	b.neg = b.neg != minus
	return f.sum(v, m, a, b)
}

// sum returns a + b, which are not NaNs. A zero sum is +0, or -0 if rounded downward, unless it is the sum of two
// zeros with the same sign (IEEE 754-2019, 6.3).
func (f Format) sum(v Variant, m Mode, a, b number) Result {
	switch {
	case a.class == infinite && b.class == infinite && a.neg != b.neg:
		return f.made(v)
	case a.class == infinite:
		return sure(f.Inf(a.neg))
	case b.class == infinite:
		return sure(f.Inf(b.neg))
	case a.class == zero && b.class == zero && a.neg == b.neg:
		return sure(f.Zero(a.neg))
	case a.class == zero && b.class == zero:
		return sure(f.Zero(m == Downward))
	case a.class == zero:
		a.exp = b.exp
	case b.class == zero:
		b.exp = a.exp
	}
	e := min(a.exp, b.exp)
	s := new(big.Int).Add(a.at(e), b.at(e))
	if s.Sign() == 0 {
		return sure(f.Zero(m == Downward))
	}
	neg := s.Sign() < 0
	return f.rounded(m, neg, s.Abs(s), e, false)
}

// at returns the number as a multiple of 2^e, with its sign. e must not be above the number's exponent.
func (a number) at(e int) *big.Int {
	s := new(big.Int).Lsh(a.sig, uint(a.exp-e))
	if a.neg {
		s.Neg(s)
	}
	return s
}

// Mul returns x * y.
func (f Format) Mul(v Variant, m Mode, x, y num.Int) Result {
	if r, ok := f.fast(m, '*', x, y); ok {
		return sure(r)
	}
	return f.times(v, m, x, y)
}

// times implements Mul in software.
func (f Format) times(v Variant, m Mode, x, y num.Int) Result {
	a, b := f.decode(x), f.decode(y)
	if a.class.nan() || b.class.nan() {
		return f.nan(v, a, b)
	}
	p, ok := product(a, b)
	switch {
	case !ok:
		return f.made(v)
	case p.class == infinite:
		return sure(f.Inf(p.neg))
	}
	return f.rounded(m, p.neg, p.sig, p.exp, false)
}

// product returns a * b exactly, and false for the product of an infinity and zero.
func product(a, b number) (number, bool) {
	p := number{neg: a.neg != b.neg, sig: new(big.Int), class: finite}
	switch {
	case a.class == infinite && b.class == zero, a.class == zero && b.class == infinite:
		return p, false
	case a.class == infinite || b.class == infinite:
		p.class = infinite
	case a.class == zero || b.class == zero:
		p.class = zero
	default:
		p.sig.Mul(a.sig, b.sig)
		p.exp = a.exp + b.exp
	}
	return p, true
}

// Fma returns x * y + z, rounded once.
func (f Format) Fma(v Variant, m Mode, x, y, z num.Int) Result {
	a, b, c := f.decode(x), f.decode(y), f.decode(z)
	p, ok := product(a, b)
	switch {
	case a.class.nan() || b.class.nan():
		return f.nan(v, a, b, c)
	case !ok && c.class.nan(): // IEEE 754-2019, 7.2 leaves open whether this is an invalid operation
		r := f.nan(v, c)
		r.Open = true
		if v == B {
			r.raised = Invalid
		}
		return r
	case c.class.nan():
		return f.nan(v, c)
	case !ok:
		return f.made(v)
	}
	return f.sum(v, m, p, c)
}

// Div returns x / y.
func (f Format) Div(v Variant, m Mode, x, y num.Int) Result {
	if r, ok := f.fast(m, '/', x, y); ok {
		return sure(r)
	}
	return f.over(v, m, x, y)
}

// over implements Div in software.
func (f Format) over(v Variant, m Mode, x, y num.Int) Result {
	a, b := f.decode(x), f.decode(y)
	neg := a.neg != b.neg
	switch {
	case a.class.nan() || b.class.nan():
		return f.nan(v, a, b)
	case a.class == infinite && b.class == infinite, a.class == zero && b.class == zero:
		return f.made(v)
	case a.class == infinite:
		return sure(f.Inf(neg))
	case b.class == zero:
		return Result{Val: f.Inf(neg), raised: DivByZero}
	case a.class == zero || b.class == infinite:
		return sure(f.Zero(neg))
	}
	return f.ratio(m, neg, a.sig, b.sig, a.exp-b.exp)
}

// ratio returns x / y * 2^exp, rounded, with the sign neg. x and y are positive.
func (f Format) ratio(m Mode, neg bool, x, y *big.Int, exp int) Result {
	n := max(0, f.Prec+3-(x.BitLen()-y.BitLen())) // the quotient has at least Prec+2 bits
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(x, uint(n)), y, new(big.Int))
	return f.rounded(m, neg, q, exp-n, r.Sign() != 0)
}

// Sqrt returns the square root of x.
func (f Format) Sqrt(v Variant, m Mode, x num.Int) Result {
	if r, ok := f.fast(m, 'r', x, x); ok {
		return sure(r)
	}
	return f.root(v, m, x)
}

// root implements Sqrt in software.
func (f Format) root(v Variant, m Mode, x num.Int) Result {
	a := f.decode(x)
	switch {
	case a.class.nan():
		return f.nan(v, a)
	case a.class == zero:
		return sure(f.Zero(a.neg))
	case a.neg:
		return f.made(v)
	case a.class == infinite:
		return sure(f.Inf(false))
	}
	n := max(0, 2*(f.Prec+3)-a.sig.BitLen()) // the root has at least Prec+2 bits
	if (a.exp-n)%2 != 0 {
		n++
	}
	s := new(big.Int).Lsh(a.sig, uint(n))
	r := new(big.Int).Sqrt(s)
	return f.rounded(m, false, r, (a.exp-n)/2, new(big.Int).Mul(r, r).Cmp(s) != 0)
}

// Fmod returns C's fmod: x - n*y, where n is the integer part of the quotient. It is exact and has the sign of x.
func (f Format) Fmod(v Variant, x, y num.Int) Result { return f.rest(v, x, y, TowardZero) }

// Remainder returns the remainder of IEEE 754, C's remainder: x - n*y, where n is the integer nearest to the
// quotient, the even one of two.
func (f Format) Remainder(v Variant, x, y num.Int) Result { return f.rest(v, x, y, NearestEven) }

// rest implements Fmod (with TowardZero) and Remainder (with NearestEven).
func (f Format) rest(v Variant, x, y num.Int, m Mode) Result {
	a, b := f.decode(x), f.decode(y)
	switch {
	case a.class.nan() || b.class.nan():
		return f.nan(v, a, b)
	case a.class == infinite || b.class == zero:
		return f.made(v)
	case a.class == zero || b.class == infinite:
		return sure(x.Wrap(f.Bits(), true))
	}
	e := min(a.exp, b.exp)
	d := new(big.Int).Lsh(b.sig, uint(b.exp-e))
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(a.sig, uint(a.exp-e)), d, new(big.Int))
	neg := a.neg
	if m == NearestEven {
		if c := new(big.Int).Lsh(r, 1).Cmp(d); c > 0 || c == 0 && q.Bit(0) == 1 {
			r.Sub(d, r)
			neg = !neg
		}
	}
	if r.Sign() == 0 {
		return sure(f.Zero(a.neg))
	}
	return f.rounded(NearestEven, neg, r, e, false) // the remainder is exact, so nothing is rounded
}
