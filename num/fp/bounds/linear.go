// Floating-point operations as linear forms with an error, after Miné, "Relational Abstract Domains for the Detection
// of Floating-Point Run-Time Errors" (ESOP 2004). The result of an operation is its result over the reals plus an
// error of at most half the distance between two adjacent numbers of the result's magnitude (or the whole distance in
// the directed rounding modes). One factor of a product is replaced by a constant, and the interval around the
// constant gives a further error. What differs from the paper is that numbers are fixed-point numbers: the digits
// that are cut off are part of the error, too.

package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Form states about the result R of an operation and its arguments A that Result*R minus the sum of Args[i]*A[i] lies
// in the interval In. Floating-point numbers among these are read as fixed-point numbers; integers, such as the
// argument of OpFromInt and the result of OpToInt, are themselves.
type Form struct {
	Result num.Int
	Args   []num.Int
	In     interval.Interval
}

// Forms returns linear forms that hold for an operation with a rounding mode, if its arguments are finite and lie in
// sets: of orders, or of integers for OpFromInt. bits is the number of digits of fixed-point numbers after the point.
// It returns none if nothing is known, or the result may be an infinity or a NaN.
func Forms(o fp.Operation, m fp.Mode, bits uint, args ...Set) []Form {
	if o.F.Explicit || o.To.Explicit || o.Raises {
		return nil
	}
	x := linearizer{o: o, m: m, bits: bits, to: o.F}
	var result Set
	switch o.Code {
	case fp.OpFromInt:
		i := args[0].Interval
		if !i.Bounded() || i.IsEmpty() {
			return nil
		}
		x.args = []reals{{num.RatOfInt(i.Lo), num.RatOfInt(i.Hi)}}
		result = FromInt(o.F, m, i)
	case fp.OpToInt:
		// If some argument has no integer result, the result may be any integer.
		if _, ok := ToInt(o, m, args[0]); ok && x.finite(args) {
			x.toInt()
		}
		return x.out
	default:
		if !Known(o) || !x.finite(args) {
			return nil
		}
		if o.Code == fp.OpConvert {
			x.to = o.To
		}
		result = Apply(o, m, false, args...)
	}
	var ok bool
	if x.result.lo, x.result.hi, ok = values(x.to, result.Interval); !ok || result.NaN {
		return nil
	}
	if x.round, ok = roundoff(x.to, m, result.Interval); ok {
		x.operation()
	}
	return x.out
}

// reals are the numbers between two bounds.
type reals struct{ lo, hi num.Rat }

func (r reals) plus(s reals) reals { return reals{r.lo.Add(s.lo), r.hi.Add(s.hi)} }

// times returns the products of numbers in r and s.
func (r reals) times(s reals) reals {
	a := []num.Rat{r.lo.Mul(s.lo), r.lo.Mul(s.hi), r.hi.Mul(s.lo), r.hi.Mul(s.hi)}
	out := reals{a[0], a[0]}
	for _, p := range a[1:] {
		out.lo, out.hi = lesser(out.lo, p), greater(out.hi, p)
	}
	return out
}

func (r reals) neg() reals { return reals{r.hi.Neg(), r.lo.Neg()} }

func (r reals) point() bool { return r.lo.Equal(r.hi) }

// roundoff returns the error of rounding to a format, for results with orders in an interval: the distance between
// adjacent numbers grows with their magnitude. It returns false if the result may be the greatest finite number,
// since then the exact result can be much larger.
func roundoff(f fp.Format, m fp.Mode, results interval.Interval) (reals, bool) {
	top := results.Hi
	if top.Less(results.Lo.Neg()) {
		top = results.Lo.Neg()
	}
	lo, _ := f.Rat(Word(f, top))
	hi, ok := f.Rat(Word(f, top.Add(num.Of(1))))
	gap := hi.Sub(lo)
	switch m {
	case fp.Upward:
		return reals{hi: gap}, ok
	case fp.Downward:
		return reals{lo: gap.Neg()}, ok
	case fp.NearestEven, fp.NearestAway:
		gap = gap.Quo(num.RatOf(2))
	}
	return reals{gap.Neg(), gap}, ok
}

// linearizer computes the forms of one operation.
type linearizer struct {
	o      fp.Operation
	m      fp.Mode
	bits   uint
	to     fp.Format // the format of the result
	args   []reals   // the ranges of the arguments
	result reals     // the range of the result
	round  reals     // the range of the error of rounding the result
	out    []Form
}

// finite sets args from sets of orders, and reports whether all arguments are finite.
func (x *linearizer) finite(sets []Set) bool {
	for _, s := range sets {
		lo, hi, ok := values(x.o.F, s.Interval)
		if !ok || s.NaN {
			return false
		}
		x.args = append(x.args, reals{lo, hi})
	}
	return true
}

// operation adds the forms of the operation.
func (x *linearizer) operation() {
	one, minus := num.RatOf(1), num.RatOf(-1)
	switch o := x.o; o.Code {
	case fp.OpFromInt:
		shift := num.RatOfInt(num.Pow2(x.bits))
		x.form(x.round, both, true, shift)
	case fp.OpConvert:
		if o.To.Exp >= o.F.Exp && o.To.Prec >= o.F.Prec {
			x.out = append(x.out, Form{num.Of(1), []num.Int{num.Of(1)}, interval.Point(num.Int{})})
			return
		}
		x.form(x.round, both, false, one)
	case fp.OpIntegral:
		x.form(integral(x.m), both, false, one)
	case fp.OpAdd, fp.OpSub:
		sign, y := one, x.args[1]
		if o.Code == fp.OpSub {
			sign, y = minus, y.neg()
		}
		x.form(x.round, both, false, one, sign)
		x.grows(0, y)
		if o.Code == fp.OpAdd {
			x.grows(1, x.args[0])
		}
	case fp.OpMul:
		if !x.args[0].point() {
			x.product(0, x.args[1])
		}
		if !x.args[1].point() {
			x.product(1, x.args[0])
		}
	case fp.OpDiv:
		if y := x.args[1]; y.lo.Sign() > 0 || y.hi.Sign() < 0 {
			x.product(0, reals{y.hi.Inv(), y.lo.Inv()})
		}
	}
}

// integral returns the error of rounding to an integral number.
func integral(m fp.Mode) reals {
	switch m {
	case fp.Upward:
		return reals{hi: num.RatOf(1)}
	case fp.Downward:
		return reals{lo: num.RatOf(-1)}
	case fp.TowardZero:
		return reals{num.RatOf(-1), num.RatOf(1)}
	}
	return reals{num.RatFrac(-1, 2), num.RatFrac(1, 2)}
}

// grows adds that the result is not less than an argument to which a nonnegative number is added, and not greater if
// the number is not positive. Roundings are monotone, so this has no error.
func (x *linearizer) grows(arg int, by reals) {
	f := Form{Result: num.Of(1), Args: make([]num.Int, len(x.args))}
	f.Args[arg] = num.Of(1)
	if by.lo.Sign() >= 0 {
		f.In = interval.AtLeast(num.Int{})
		x.out = append(x.out, f)
	}
	if by.hi.Sign() <= 0 {
		f.In = interval.AtMost(num.Int{})
		x.out = append(x.out, f)
	}
}

// product adds the forms for the product of the argument i and a factor in the range `by`.
func (x *linearizer) product(i int, by reals) {
	v := x.args[i]
	one := num.RatOf(1)
	shrinks := by.lo.Sign() >= 0 && by.hi.LessEq(one)
	if shrinks || one.LessEq(by.lo) {
		if v.lo.Sign() >= 0 && shrinks || v.hi.Sign() <= 0 && !shrinks {
			x.grows(i, reals{num.RatOf(-1), num.Rat{}})
		}
		if v.hi.Sign() <= 0 && shrinks || v.lo.Sign() >= 0 && !shrinks {
			x.grows(i, reals{num.Rat{}, one})
		}
	}
	side := func(c num.Rat, w which) {
		k := x.near(c)
		coefs := make([]num.Rat, len(x.args))
		coefs[i] = k
		x.form(x.round.plus(reals{c.Sub(k), c.Sub(k)}.times(v)), w, false, coefs...)
	}
	middle := x.near(by.lo.Add(by.hi).Quo(num.RatOf(2)))
	coefs := make([]num.Rat, len(x.args))
	coefs[i] = middle
	x.form(x.round.plus(reals{by.lo.Sub(middle), by.hi.Sub(middle)}.times(v)), both, false, coefs...)
	switch {
	case by.point():
	case v.lo.Sign() >= 0:
		side(by.lo, lower)
		side(by.hi, upper)
	case v.hi.Sign() <= 0:
		side(by.hi, lower)
		side(by.lo, upper)
	}
}

// mostDigits bounds the binary digits of a coefficient after the point.
const mostDigits = 30

// near returns a number with a small numerator and denominator close to a coefficient: 1/10 for what is 0.1 in a
// program. The difference is part of the error.
func (x *linearizer) near(c num.Rat) num.Rat {
	tolerance := c.Abs().Quo(num.RatOfInt(num.Pow2(uint(x.o.F.Prec))))
	k := simplest(c.Sub(tolerance), c.Add(tolerance))
	if most := num.Pow2(mostDigits); most.Less(k.Den()) {
		k = scaled(c, mostDigits).Floor().Quo(num.RatOfInt(most))
	}
	return k
}

// toInt adds the form of OpToInt: the integer differs from the number by the error of rounding to an integral number.
func (x *linearizer) toInt() {
	// The result is an integer, not a fixed-point number: 2^bits*R - A.
	e := integral(x.m)
	one := num.Of(1)
	x.out = append(x.out, Form{num.Pow2(x.bits), []num.Int{one}, interval.Of(
		scaled(e.lo, x.bits).Floor().Num(), scaled(e.hi, x.bits).Ceil().Num().Add(one))})
}

// which selects the sides of a form that hold.
type which uint8

const (
	both which = iota
	lower
	upper
)

// form adds that the result is the sum of the arguments times coefs, plus an error in e. If whole is set the
// arguments are integers, and the coefficients contain the scale of fixed-point numbers.
func (x *linearizer) form(e reals, w which, whole bool, coefs ...num.Rat) {
	den := num.Of(1)
	for _, c := range coefs {
		den = num.LCM(den, c.Den())
	}
	f := Form{Result: den, Args: make([]num.Int, len(coefs))}
	// The form bounds den*R - sum p*A, where R = r*2^bits - d for the number r that is the result and the part d that
	// was cut off, 0 <= d < 1, and A likewise with d'. It is den*2^bits*e - den*d + sum p*d'.
	scale := scaled(num.RatOfInt(den), x.bits)
	lo, hi := scale.Mul(e.lo).Sub(num.RatOfInt(den)), scale.Mul(e.hi)
	strict := false
	for i, c := range coefs {
		p := c.Mul(num.RatOfInt(den))
		f.Args[i] = p.Num()
		switch {
		case whole:
		case p.Sign() < 0:
			lo = lo.Add(p)
		case p.Sign() > 0:
			hi, strict = hi.Add(p), true
		}
	}
	one := num.Of(1)
	from, to := lo.Floor().Num().Add(one), hi.Floor().Num()
	if strict {
		to = hi.Ceil().Num().Sub(one)
	}
	switch f.In = interval.Of(from, to); w {
	case lower:
		f.In = interval.AtLeast(from)
	case upper:
		f.In = interval.AtMost(to)
	}
	x.out = append(x.out, f)
}

func lesser(a, b num.Rat) num.Rat {
	if b.Less(a) {
		return b
	}
	return a
}

func greater(a, b num.Rat) num.Rat {
	if a.Less(b) {
		return b
	}
	return a
}

// simplest returns the fraction with the least denominator from lo to hi.
func simplest(lo, hi num.Rat) num.Rat {
	switch {
	case hi.Sign() < 0:
		return simplest(hi.Neg(), lo.Neg()).Neg()
	case lo.Sign() <= 0:
		return num.Rat{}
	}
	whole := lo.Floor()
	switch next := whole.Add(num.RatOf(1)); {
	case whole.Equal(lo):
		return lo
	case next.LessEq(hi):
		return next
	}
	return whole.Add(simplest(hi.Sub(whole).Inv(), lo.Sub(whole).Inv()).Inv())
}
