package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Operations on floating numbers as linear forms with an error, after Miné, "Relational Abstract
// Domains for the Detection of Floating-Point Run-Time Errors" (ESOP 2004): what an operation gives
// is what it would over the reals and at most half the distance between two numbers as large as the
// result (a whole one where the rounding has a direction); and one factor of a product is taken for
// a constant, with the interval around that for a further error. What is new is only that numbers
// are fixed-point ones: each digit that is cut off is a part of the error, too.

// Form says of the result R of an operation, and of its arguments A, that Result*R minus the sum of
// Args[i]*A[i] lies in an interval. Floating numbers among them are read as fixed-point numbers, and
// integers, as OpFromInt takes and OpToInt gives, are themselves.
type Form struct {
	Result num.Int
	Args   []num.Int
	In     interval.Interval
}

// Forms are linear forms that hold for an operation with a rounding mode, where its arguments, which
// are finite, lie in sets: of orders, or of integers for OpFromInt. There are none where nothing is
// known, or the result may be infinite, or no number.
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
		// Where there is no integer the result may be any.
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

// reals are the numbers between two.
type reals struct{ lo, hi num.Rat }

func (r reals) plus(s reals) reals { return reals{r.lo.Add(s.lo), r.hi.Add(s.hi)} }

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

// roundoff is what rounding to a format adds, for results with orders in an interval: the distance
// between two numbers grows with their magnitude. It is false where the greatest finite number may
// be the result, since then what was rounded can be larger by far.
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

// linearizer makes the forms of one operation.
type linearizer struct {
	o      fp.Operation
	m      fp.Mode
	bits   uint
	to     fp.Format
	args   []reals
	result reals
	round  reals
	out    []Form
}

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

// integral is what rounding to an integral number adds.
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

// grows says that the result is no less than an argument to which something from 0 up is added, and
// no more where that is at most 0: roundings are monotone, so that there is no error.
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

// product is the argument i times a factor.
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

// mostDigits is how many binary digits a coefficient may have after the point.
const mostDigits = 30

// near is a number with a small numerator and denominator that stands for a coefficient: of what is
// 0.1 in a program that is 1/10. How far it is from it is a part of the error.
func (x *linearizer) near(c num.Rat) num.Rat {
	tolerance := c.Abs().Quo(num.RatOfInt(num.Pow2(uint(x.o.F.Prec))))
	k := simplest(c.Sub(tolerance), c.Add(tolerance))
	if most := num.Pow2(mostDigits); most.Less(k.Den()) {
		k = scaled(c, mostDigits).Floor().Quo(num.RatOfInt(most))
	}
	return k
}

// toInt is OpToInt: the integer differs from the number as rounding to an integral one has it.
func (x *linearizer) toInt() {
	// As integers, not as fixed-point numbers: 2^bits*R - A.
	e := integral(x.m)
	one := num.Of(1)
	x.out = append(x.out, Form{num.Pow2(x.bits), []num.Int{one}, interval.Of(
		scaled(e.lo, x.bits).Floor().Num(), scaled(e.hi, x.bits).Ceil().Num().Add(one))})
}

// which sides of a form hold.
type which uint8

const (
	both which = iota
	lower
	upper
)

// form adds that the result is a sum of the arguments times coefficients, and an error. With whole,
// the arguments are integers, and multiplied as fixed-point numbers.
func (x *linearizer) form(e reals, w which, whole bool, coefs ...num.Rat) {
	den := num.Of(1)
	for _, c := range coefs {
		den = num.LCM(den, c.Den())
	}
	f := Form{Result: den, Args: make([]num.Int, len(coefs))}
	// den*R - sum p*A, with R = r*2^bits - d for the number r that is the result and a digit 0 <= d < 1
	// that was cut off, and A likewise: den*2^bits*e - den*d + sum p*d'.
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

// simplest is the fraction with the least denominator between two numbers.
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
