// The theory FloatingPoint of SMT-LIB 2.6, and fp.to_ieee_bv of z3.
//
// Results that the theory leaves open are internal functions of the arguments on which they may depend, like division
// by 0:
//
//	(fp.min x y), (fp.max x y)  of zeros with different signs: x if (@fp.min x y), else y
//	((_ fp.to_ubv n) m x), …    of what does not fit: ((_ @fp.any_ubv n) m x)
//	(fp.to_real x)              of NaN and infinities: (@fp.any_real x)
//	(fp.to_ieee_bv x)           of NaN: (@fp.any_bits x) of NaN x, if that is a NaN

package smtlib

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// Limits of the formats: larger exponents or significands take too much to compute with. The reals of a format with e
// bits of exponent have about 2^e digits.
const (
	maxFloatExp  = 28
	maxRealExp   = 18
	maxFloatPrec = 2048
)

var floatOps = []op{
	roundingMode("roundNearestTiesToEven", fp.NearestEven), roundingMode("RNE", fp.NearestEven),
	roundingMode("roundNearestTiesToAway", fp.NearestAway), roundingMode("RNA", fp.NearestAway),
	roundingMode("roundTowardPositive", fp.Upward), roundingMode("RTP", fp.Upward),
	roundingMode("roundTowardNegative", fp.Downward), roundingMode("RTN", fp.Downward),
	roundingMode("roundTowardZero", fp.TowardZero), roundingMode("RTZ", fp.TowardZero),
	floats("fp.abs", false, 1, func(b *smt.Builder, _ *smt.Term, x []*smt.Term) *smt.Term { return b.FloatAbs(x[0]) }),
	floats("fp.neg", false, 1, func(b *smt.Builder, _ *smt.Term, x []*smt.Term) *smt.Term { return b.FloatNeg(x[0]) }),
	floats("fp.add", true, 2, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatAdd(m, x[0], x[1]) }),
	floats("fp.sub", true, 2, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatSub(m, x[0], x[1]) }),
	floats("fp.mul", true, 2, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatMul(m, x[0], x[1]) }),
	floats("fp.div", true, 2, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatDiv(m, x[0], x[1]) }),
	floats("fp.fma", true, 3, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatFma(m, x[0], x[1], x[2]) }),
	floats("fp.sqrt", true, 1, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatSqrt(m, x[0]) }),
	floats("fp.rem", false, 2, func(b *smt.Builder, _ *smt.Term, x []*smt.Term) *smt.Term { return b.FloatRem(x[0], x[1]) }),
	floats("@fp.fmod", false, 2, func(b *smt.Builder, _ *smt.Term, x []*smt.Term) *smt.Term { return b.FloatFmod(x[0], x[1]) }),
	floats("fp.roundToIntegral", true, 1, func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term { return b.FloatIntegral(m, x[0]) }),
	floats("fp.min", false, 2, func(b *smt.Builder, _ *smt.Term, x []*smt.Term) *smt.Term {
		return openZero(b, "@fp.min", b.FloatMin, x[0], x[1])
	}),
	floats("fp.max", false, 2, func(b *smt.Builder, _ *smt.Term, x []*smt.Term) *smt.Term {
		return openZero(b, "@fp.max", b.FloatMax, x[0], x[1])
	}),
	floatOrder("fp.leq", (*smt.Builder).FloatLessEq),
	floatOrder("fp.lt", (*smt.Builder).FloatLess),
	floatOrder("fp.geq", func(b *smt.Builder, x, y *smt.Term) *smt.Term { return b.FloatLessEq(y, x) }),
	floatOrder("fp.gt", func(b *smt.Builder, x, y *smt.Term) *smt.Term { return b.FloatLess(y, x) }),
	floatOrder("fp.eq", (*smt.Builder).FloatEq),
	floatClass(smt.ClassNaN), floatClass(smt.ClassInfinite), floatClass(smt.ClassZero), floatClass(smt.ClassSubnormal),
	floatClass(smt.ClassNormal), floatClass(smt.ClassNegative), floatClass(smt.ClassPositive),
	{name: "fp", theory: floating, min: 3, max: 3, build: func(c *call) *smt.Term {
		if !c.vectors(false) {
			return nil
		}
		if c.args[0].Width() != 1 {
			return c.bad(0, "the sign of a float has 1 bit, not %d", c.args[0].Width())
		}
		s := c.floatSort(c.args[1].Width(), c.args[2].Width()+1)
		if s == nil {
			return nil
		}
		return c.p.b.Float(s, c.p.b.Concat(c.args...))
	}},
	{name: "to_fp", theory: floating, min: 1, max: 2, index: 2, build: toFloat},
	{name: "to_fp_unsigned", theory: floating, min: 2, max: 2, index: 2, build: func(c *call) *smt.Term {
		s := c.format()
		if s == nil || !c.want(0, c.p.b.RoundingSort()) {
			return nil
		}
		if k := c.args[1].Sort(); k.Kind != smt.BitVec {
			return c.bad(1, "argument 2 of %s must be a bit-vector, not a term of sort %s", c.name(), sortName(k))
		}
		return c.p.b.FloatOfBV(c.args[0], s, c.args[1], false)
	}},
	fromFloat("fp.to_ubv", false, true), fromFloat("fp.to_sbv", true, true),
	fromFloat("@fp.to_ubv", false, false), fromFloat("@fp.to_sbv", true, false),
	floatFits("@fp.fits_ubv", false), floatFits("@fp.fits_sbv", true),
	{name: "fp.to_real", theory: floating, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.toReal() {
			return nil
		}
		b, x := c.p.b, c.args[0]
		finite := b.Not(b.Or(b.FloatIs(smt.ClassNaN, x), b.FloatIs(smt.ClassInfinite, x)))
		return b.Ite(finite, b.FloatToReal(x), open(b, "@fp.any_real", b.RealSort(), x))
	}},
	{name: "fp.to_ieee_bv", theory: floating, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.float(0) {
			return nil
		}
		b, x := c.p.b, c.args[0]
		s := x.Sort()
		v := open(b, "@fp.any_bits", b.BitVecSort(s.Width), b.NaN(s))
		nan := b.Ite(b.FloatIs(smt.ClassNaN, b.Float(s, v)), v, b.FloatBits(b.NaN(s)))
		return b.Ite(b.FloatIs(smt.ClassNaN, x), nan, b.FloatBits(x))
	}},
	openOp("@fp.min", 2, func(b *smt.Builder, _ *smt.Sort) *smt.Sort { return b.BoolSort() }),
	openOp("@fp.max", 2, func(b *smt.Builder, _ *smt.Sort) *smt.Sort { return b.BoolSort() }),
	openOp("@fp.any_real", 1, func(b *smt.Builder, _ *smt.Sort) *smt.Sort { return b.RealSort() }),
	openOp("@fp.any_bits", 1, func(b *smt.Builder, s *smt.Sort) *smt.Sort { return b.BitVecSort(s.Width) }),
	openInt("@fp.any_ubv", "fp.any_ubv"), openInt("@fp.any_sbv", "fp.any_sbv"),
	{name: "@fp.to_real", theory: floating, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.toReal() {
			return nil
		}
		return c.p.b.FloatToReal(c.args[0])
	}},
	{name: "@fp.bits", theory: floating, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.args[0].Sort().Binary() {
			return c.bad(0, "%s is about a float or a rounding mode", c.name())
		}
		return c.p.b.FloatBits(c.args[0])
	}},
	{name: "@rounding", theory: floating, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.BitVecSort(3)) {
			return nil
		}
		return c.p.b.Float(c.p.b.RoundingSort(), c.args[0])
	}},
}

// roundingMode returns a constant for the mode m.
func roundingMode(name string, m fp.Mode) op {
	return op{name: name, theory: floating, build: func(c *call) *smt.Term { return c.p.b.RoundingMode(m) }}
}

// float checks that argument i is a float.
func (c *call) float(i int) bool {
	if s := c.args[i].Sort(); s.Kind != smt.Float {
		c.bad(i, "argument %d of %s must be a floating point number, not a term of sort %s", i+1, c.name(), sortName(s))
		return false
	}
	return true
}

// floats returns an operation on n floats of one sort, which has a rounding mode as its first argument if rounds is
// set.
func floats(name string, rounds bool, n int, build func(b *smt.Builder, m *smt.Term, x []*smt.Term) *smt.Term) op {
	first := 0
	if rounds {
		first = 1
	}
	return op{name: name, theory: floating, min: first + n, max: first + n, build: func(c *call) *smt.Term {
		if rounds && !c.want(0, c.p.b.RoundingSort()) || !c.float(first) {
			return nil
		}
		for i := range n {
			if !c.want(first+i, c.args[first].Sort()) {
				return nil
			}
		}
		return build(c.p.b, c.args[0], c.args[first:])
	}}
}

// floatOrder returns a chainable comparison of floats.
func floatOrder(name string, rel func(b *smt.Builder, x, y *smt.Term) *smt.Term) op {
	return op{name: name, theory: floating, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.float(0) || !c.all(c.args[0].Sort()) {
			return nil
		}
		return c.chain(func(x, y *smt.Term) *smt.Term { return rel(c.p.b, x, y) })
	}}
}

// floatClass returns the predicate of class k.
func floatClass(k smt.FloatClass) op {
	return op{name: k.String(), theory: floating, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.float(0) {
			return nil
		}
		return c.p.b.FloatIs(k, c.args[0])
	}}
}

// format returns the sort that the two indices of a conversion denote.
func (c *call) format() *smt.Sort {
	n := c.indices(maxWidth)
	if n == nil {
		return nil
	}
	return c.floatSort(n[0], n[1])
}

// floatSort returns the sort of floats with exp and prec bits. It complains if that is not supported.
func (c *call) floatSort(exp, prec int) *smt.Sort {
	if wrong := floatFormat(exp, prec); wrong != "" {
		c.bad(-1, "%s", wrong)
		return nil
	}
	return c.p.b.FloatSort(exp, prec)
}

// toReal checks that argument 0 is a float that can be converted to a real.
func (c *call) toReal() bool {
	if !c.float(0) {
		return false
	}
	if c.args[0].Sort().Exp > maxRealExp {
		c.bad(0, "a number with more than %d bits of exponent does not become a real number here: it would have too many digits", maxRealExp)
		return false
	}
	return true
}

// floatFormat returns what is wrong with a format, or "".
func floatFormat(exp, prec int) string {
	switch {
	case exp < 2 || prec < 2:
		return "floating point numbers have at least 2 bits of exponent and 2 of significand"
	case exp > maxFloatExp || prec > maxFloatPrec:
		return "floating point numbers with more than " + strconv.Itoa(maxFloatExp) + " bits of exponent or " + strconv.Itoa(maxFloatPrec) + " of significand are not supported"
	}
	return ""
}

// toFloat makes to_fp: from bits if there is one argument, otherwise a conversion of a float, a signed bit-vector or a
// number.
func toFloat(c *call) *smt.Term {
	b := c.p.b
	s := c.format()
	if s == nil {
		return nil
	}
	if len(c.args) == 1 {
		x := c.args[0].Sort()
		switch {
		case x.Kind != smt.BitVec:
			return c.bad(0, "to_fp of one argument reads the bits of a bit-vector, not of a term of sort %s; a conversion has a rounding mode in front", sortName(x))
		case x.Width != s.Width:
			return c.bad(0, "a number of %s has %s, and this bit-vector has %d", sortName(s), count(s.Width, "bit"), x.Width)
		}
		return b.Float(s, c.args[0])
	}
	if !c.want(0, b.RoundingSort()) {
		return nil
	}
	switch m, x := c.args[0], c.args[1]; x.Sort().Kind {
	case smt.Float:
		return b.FloatConvert(m, s, x)
	case smt.BitVec:
		return b.FloatOfBV(m, s, x, true)
	case smt.Int, smt.Real:
		c.want(1, b.RealSort())
		return b.FloatOfReal(m, s, c.args[1])
	}
	return c.bad(1, "to_fp converts floating point numbers, bit-vectors and reals, not a term of sort %s", sortName(c.args[1].Sort()))
}

// fromFloat returns a conversion to an integer in a bit-vector. If isOpen is set, the result for a value that does not
// fit is open, else it is 0.
func fromFloat(name string, signed, isOpen bool) op {
	return op{name: name, theory: floating, min: 2, max: 2, index: 1, build: func(c *call) *smt.Term {
		b := c.p.b
		n := c.indices(c.p.widest())
		if n == nil || !c.want(0, b.RoundingSort()) || !c.float(1) {
			return nil
		}
		if n[0] == 0 {
			c.err = complain(c.index, "a bit-vector has at least 1 bit")
			return nil
		}
		m, x := c.args[0], c.args[1]
		v := b.FloatToBV(m, x, n[0], signed)
		if !isOpen {
			return v
		}
		fits := b.FloatFits(m, x, n[0], signed)
		if fits.IsTrue() {
			return v
		}
		return b.Ite(fits, v, anyInt(b, strings.Replace(name, "fp.to_", "fp.any_", 1), n[0], m, x))
	}}
}

// floatFits returns the predicate that a float fits a bit-vector.
func floatFits(name string, signed bool) op {
	return op{name: name, theory: floating, min: 2, max: 2, index: 1, build: func(c *call) *smt.Term {
		n := c.indices(c.p.widest())
		if n == nil || !c.want(0, c.p.b.RoundingSort()) || !c.float(1) {
			return nil
		}
		if n[0] == 0 {
			c.err = complain(c.index, "a bit-vector has at least 1 bit")
			return nil
		}
		return c.p.b.FloatFits(c.args[0], c.args[1], n[0], signed)
	}}
}

// open returns a value that the theory leaves open: the function name applied to args.
func open(b *smt.Builder, name string, result *smt.Sort, args ...*smt.Term) *smt.Term {
	params := make([]*smt.Sort, len(args))
	for i, a := range args {
		params[i] = a.Sort()
	}
	return b.App(b.Func(name, params, result), args...)
}

// openOp returns an operator for a function that open makes, so that printed terms can be read again.
func openOp(name string, n int, result func(b *smt.Builder, s *smt.Sort) *smt.Sort) op {
	return op{name: name, theory: floating, min: n, max: n, build: func(c *call) *smt.Term {
		if !c.float(0) || !c.all(c.args[0].Sort()) {
			return nil
		}
		return open(c.p.b, name, result(c.p.b, c.args[0].Sort()), c.args...)
	}}
}

// anyInt returns a bit-vector that the theory leaves open. A name that starts with a bar is printed as it is; see
// smt.Symbol.
func anyInt(b *smt.Builder, name string, bits int, m, x *smt.Term) *smt.Term {
	return open(b, "|(_ @"+name+" "+strconv.Itoa(bits)+")", b.BitVecSort(bits), m, x)
}

// openInt does what openOp does, for anyInt.
func openInt(name, plain string) op {
	return op{name: name, theory: floating, min: 2, max: 2, index: 1, build: func(c *call) *smt.Term {
		n := c.indices(c.p.widest())
		if n == nil || !c.want(0, c.p.b.RoundingSort()) || !c.float(1) {
			return nil
		}
		if n[0] == 0 {
			c.err = complain(c.index, "a bit-vector has at least 1 bit")
			return nil
		}
		return anyInt(c.p.b, plain, n[0], c.args[0], c.args[1])
	}}
}

// openZero returns the minimum or maximum of x and y. For two zeros of different sign the result can be either.
func openZero(b *smt.Builder, name string, pick func(x, y *smt.Term) *smt.Term, x, y *smt.Term) *smt.Term {
	zeros := b.And(b.FloatIs(smt.ClassZero, x), b.FloatIs(smt.ClassZero, y), b.Not(b.Eq(x, y)))
	if zeros.IsFalse() {
		return pick(x, y)
	}
	return b.Ite(zeros, b.Ite(open(b, name, b.BoolSort(), x, y), x, y), pick(x, y))
}
