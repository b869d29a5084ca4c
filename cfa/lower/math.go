package lower

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Functions of math.h and builtins on floating numbers that are single operations, or ask for bits.
// Others have models in C, which call these (lang/models/math.c), or are not computed (math_cases.go,
// lang/library/functions.txt).

// floatCall is a call with its floating arguments evaluated: those that are of one format.
type floatCall struct {
	l   *funcLowerer
	x   *lang.Call
	f   fp.Format
	arg []cfa.Expr // all arguments
	pos lang.Pos
}

// floatFunc says how a function is lowered. Types are a letter each: f a floating type, the same
// for all; i an integer, p a pointer.
type floatFunc struct {
	result byte
	params string
	lower  func(c *floatCall) cfa.Expr
}

// Functions of which there are three, with the suffixes none, f and l.
var floatFuncs = map[string]floatFunc{
	"fabs": {'f', "f", func(c *floatCall) cfa.Expr { return c.withSign(0, cfa.ConstInt(0)) }},
	"copysign": {'f', "ff", func(c *floatCall) cfa.Expr {
		return c.withSign(0, cfa.MkBinary(cfa.Lt, c.twice(1), cfa.ConstInt(0)))
	}},
	"sqrt":      {'f', "f", func(c *floatCall) cfa.Expr { return c.op(fp.OpSqrt, c.l.mode(), c.arg[0]) }},
	"fma":       {'f', "fff", func(c *floatCall) cfa.Expr { return c.op(fp.OpFma, c.l.mode(), c.arg[0], c.arg[1], c.arg[2]) }},
	"fmod":      {'f', "ff", func(c *floatCall) cfa.Expr { return c.op(fp.OpFmod, c.arg[0], c.arg[1]) }},
	"remainder": {'f', "ff", func(c *floatCall) cfa.Expr { return c.op(fp.OpRemainder, c.arg[0], c.arg[1]) }},
	"drem":      {'f', "ff", func(c *floatCall) cfa.Expr { return c.op(fp.OpRemainder, c.arg[0], c.arg[1]) }},
	"fmin":      {'f', "ff", func(c *floatCall) cfa.Expr { return c.op(fp.OpMin, c.arg[0], c.arg[1]) }},
	"fmax":      {'f', "ff", func(c *floatCall) cfa.Expr { return c.op(fp.OpMax, c.arg[0], c.arg[1]) }},
	"nextafter": {'f', "ff", func(c *floatCall) cfa.Expr { return c.op(fp.OpNext, c.arg[0], c.arg[1]) }},
	"ldexp":     {'f', "fi", func(c *floatCall) cfa.Expr { return c.op(fp.OpScale, c.l.mode(), c.arg[0], c.arg[1]) }},
	"scalbn":    {'f', "fi", func(c *floatCall) cfa.Expr { return c.op(fp.OpScale, c.l.mode(), c.arg[0], c.arg[1]) }},
	"scalbln":   {'f', "fi", func(c *floatCall) cfa.Expr { return c.op(fp.OpScale, c.l.mode(), c.arg[0], c.arg[1]) }},
	"floor":     integral(fp.Downward),
	"ceil":      integral(fp.Upward),
	"trunc":     integral(fp.TowardZero),
	"round":     integral(fp.NearestAway),
	"rint":      {'f', "f", func(c *floatCall) cfa.Expr { return c.op(fp.OpIntegral, c.l.mode(), c.arg[0]) }},
	"nearbyint": {'f', "f", func(c *floatCall) cfa.Expr { return c.value(fp.OpIntegral, c.l.mode(), c.arg[0]) }},
	"lrint":     {'i', "f", func(c *floatCall) cfa.Expr { return c.integer(c.l.mode(), 0) }},
	"llrint":    {'i', "f", func(c *floatCall) cfa.Expr { return c.integer(c.l.mode(), 0) }},
	"lround":    {'i', "f", func(c *floatCall) cfa.Expr { return c.integer(roundingConst(fp.NearestAway), fp.Inexact) }},
	"llround":   {'i', "f", func(c *floatCall) cfa.Expr { return c.integer(roundingConst(fp.NearestAway), fp.Inexact) }},
	"isnan":     class(func(c *floatCall) cfa.Expr { return cfa.MkNot(c.number()) }),
	"isinf":     class((*floatCall).signedInfinite),
	"finite":    class((*floatCall).finite),
	"isfinite":  class((*floatCall).finite),
	"isnormal":  class((*floatCall).normal),
	"signbit":   {'i', "f", (*floatCall).signbit},
	// as glibc's math.h numbers them
	"fpclassify": class(func(c *floatCall) cfa.Expr { return c.choose(0, 1, 4, 3, 2) }),
}

// Builtins of which there is one for all types, or whose results are their own. See also
// floatFuncs.
var floatBuiltins = map[string]floatFunc{
	"__builtin_isinf":          class(func(c *floatCall) cfa.Expr { return c.infinite() }),
	"__builtin_isinf_sign":     class((*floatCall).signedInfinite),
	"__builtin_isinff":         class(func(c *floatCall) cfa.Expr { return c.infinite() }),
	"__builtin_isinfl":         class(func(c *floatCall) cfa.Expr { return c.infinite() }),
	"__builtin_iszero":         class(func(c *floatCall) cfa.Expr { return zeroFloat(c.f, c.twice(0)) }),
	"__builtin_issubnormal":    class((*floatCall).subnormal),
	"__builtin_isgreater":      compared(lang.Gt, fp.OpEqual),
	"__builtin_isgreaterequal": compared(lang.Ge, fp.OpEqual),
	"__builtin_isless":         compared(lang.Lt, fp.OpEqual),
	"__builtin_islessequal":    compared(lang.Le, fp.OpEqual),
	"__builtin_iseqsig":        compared(lang.Eq, fp.OpLess),
	"__builtin_islessgreater": {'i', "ff", func(c *floatCall) cfa.Expr {
		t := c.x.Args[0].Type()
		c.twice(0)
		c.twice(1)
		return cfa.MkOr(c.l.comparing(fp.OpEqual, lang.Lt, c.arg[0], c.arg[1], t, c.pos), c.l.ordered(lang.Gt, c.arg[0], c.arg[1], t, c.pos))
	}},
	"__builtin_isunordered": {'i', "ff", func(c *floatCall) cfa.Expr {
		c.l.raise(fp.Operation{Code: fp.OpEqual, F: c.f}, 0, c.pos, c.twice(0), c.twice(1))
		return cfa.MkNot(cfa.MkAnd(c.l.numberFloat(c.f, c.arg[0], c.pos), c.l.numberFloat(c.f, c.arg[1], c.pos)))
	}},
	"__whet_fraction": {'f', "f", func(c *floatCall) cfa.Expr { return c.op(fp.OpFraction, c.arg[0]) }},
	"__whet_exponent": {'i', "f", func(c *floatCall) cfa.Expr { return c.op(fp.OpExponent, c.arg[0]) }},
}

func integral(m fp.Mode) floatFunc {
	return floatFunc{'f', "f", func(c *floatCall) cfa.Expr {
		v := c.value(fp.OpIntegral, roundingConst(m), c.twice(0))
		c.l.raise(fp.Operation{Code: fp.OpIntegral, F: c.f}, fp.Inexact, c.pos, roundingConst(m), c.arg[0])
		return v
	}}
}

// class is a function that tells what its argument is. C11 has it raise nothing, but what it says is
// not of signaling NaNs, which compilers' code compares.
func class(lower func(c *floatCall) cfa.Expr) floatFunc {
	return floatFunc{'i', "f", func(c *floatCall) cfa.Expr {
		c.l.raise(fp.Operation{Code: fp.OpEqual, F: c.f}, fp.Invalid, c.pos, c.twice(0), c.arg[0])
		return lower(c)
	}}
}

// compared is a comparison that quiet NaNs are no exception to (C11 7.12.14), or, by code, one that
// they are.
func compared(op lang.BinaryOp, code fp.Code) floatFunc {
	return floatFunc{'i', "ff", func(c *floatCall) cfa.Expr {
		return c.l.comparing(code, op, c.arg[0], c.arg[1], c.x.Args[0].Type(), c.pos)
	}}
}

// asked are those that glibc's math.h calls by names with two underscores in front.
var asked = map[string]bool{"isnan": true, "isinf": true, "finite": true, "signbit": true, "fpclassify": true, "isnormal": true, "isfinite": true}

// floatFuncOf is how the function of a name is lowered for arguments of a format. The suffix of a
// name tells its format, but for builtins without one.
func floatFuncOf(name string, g fp.Format) (floatFunc, bool) {
	if f, ok := floatBuiltins[name]; ok {
		return f, true
	}
	base, builtin := strings.CutPrefix(name, "__builtin_")
	inner, hidden := strings.CutPrefix(base, "__")
	suffix := map[fp.Format]string{fp.Single: "f", fp.Double: "", fp.X87: "l"}
	if b, ok := strings.CutSuffix(name, suffix[g]); ok && strings.HasPrefix(b, "__whet_") {
		f, ok := floatBuiltins[b]
		return f, ok
	}
	if builtin && asked[base] {
		return floatFuncs[base], true
	}
	s, known := suffix[g]
	b, ok := strings.CutSuffix(inner, s)
	if !known || !ok || hidden && (builtin || !asked[b]) {
		return floatFunc{}, false
	}
	f, ok := floatFuncs[b]
	return f, ok
}

// floatCall lowers a call of f, if that is one of these functions; done is false where it is not, or
// of other types than C's. The arguments are given where they have been evaluated, as for a call
// through a pointer.
func (l *funcLowerer) floatCall(x *lang.Call, f *lang.Func, args []arg) (v cfa.Expr, done bool) {
	if f.Body != nil || l.opt.Arith != cfa.Machine {
		return nil, false
	}
	if v, done := l.floatConstant(x, f); done {
		return v, true
	}
	if f.Name == "__builtin_fpclassify" && len(x.Args) == 6 {
		return l.fpclassify(x)
	}
	if len(x.Args) == 0 {
		return nil, false
	}
	g, ok := l.format(x.Args[0].Type())
	if !ok {
		return nil, false
	}
	ff, ok := floatFuncOf(f.Name, g)
	if !ok || len(x.Args) != len(ff.params) {
		return nil, false
	}
	c := &floatCall{l: l, x: x, f: g, pos: x.At}
	for i, e := range x.Args {
		if g, isFloat := l.format(e.Type()); ff.params[i] == 'f' && (!isFloat || g != c.f) || ff.params[i] == 'i' && !e.Type().IsInteger() {
			return nil, false
		}
	}
	if g, isFloat := l.format(x.T); ff.result == 'f' && (!isFloat || g != c.f) || ff.result == 'i' && !x.T.IsInteger() {
		return nil, false
	}
	if args == nil {
		args = l.args(x)
	}
	for _, a := range args {
		if a.v == nil {
			a.v = l.approx(l.rangeOf(a.e.Type(), nil), "floating point", x.At)
		}
		c.arg = append(c.arg, a.v)
	}
	v = ff.lower(c)
	if !strings.HasPrefix(f.Name, "__") {
		l.errnoMayChange(f.Name, cfa.Approx, x.At)
	}
	if ff.result == 'i' {
		v = l.fit(v, x.T)
	}
	return v, true
}

// signbit is 0 without a sign, else any other int: compilers are seen to give 1, the bit where it
// lies in the word, and 512, where the coprocessor has it, so that neither a proof nor a bug may
// rest on which.
func (c *floatCall) signbit() cfa.Expr {
	negative := cfa.MkBinary(cfa.Lt, c.arg[0], cfa.ConstInt(0))
	if k, ok := cfa.IsConst(negative); ok && k.IsZero() {
		return cfa.ConstInt(0)
	}
	some := c.l.approx(cfa.Range{Bits: 32, Signed: true}, "the number that tells a sign", c.pos)
	return cfa.MkIte(negative, cfa.MkIte(some, some, cfa.ConstInt(1)), cfa.ConstInt(0))
}

// isSignbit reports whether an expression asks for the sign of a floating number. As a condition
// its answer is known; as a number it is open which one it is, where there is a sign.
func isSignbit(x *lang.Call) bool {
	f := x.Direct()
	if f == nil || f.Body != nil || len(x.Args) != 1 {
		return false
	}
	switch f.Name {
	case "signbit", "__signbit", "__signbitf", "__signbitl", "__builtin_signbit", "__builtin_signbitf", "__builtin_signbitl":
		return true
	}
	return false
}

// floatConstant lowers infinities, NaNs without a tag, and values that are not modelled.
func (l *funcLowerer) floatConstant(x *lang.Call, f *lang.Func) (cfa.Expr, bool) {
	g, ok := l.format(x.T)
	if !ok {
		return nil, false
	}
	switch f.Name {
	case "__whet_anydouble", "__whet_anyfloat", "__whet_anyldouble":
		return l.approx(wordOf(g), "a floating number from text", x.At), true
	case "__builtin_inf", "__builtin_inff", "__builtin_infl", "__builtin_huge_val", "__builtin_huge_valf", "__builtin_huge_vall":
		return cfa.ConstOf(g.Inf(false)), len(x.Args) == 0
	case "nan", "nanf", "nanl", "__builtin_nan", "__builtin_nanf", "__builtin_nanl", "__builtin_nans", "__builtin_nansf", "__builtin_nansl":
		if len(x.Args) != 1 {
			return nil, false
		}
		tag, ok := lang.LiteralText(x.Args[0])
		payload, err := uint64(0), error(nil)
		if tag != "" {
			payload, err = strconv.ParseUint(tag, 0, 32)
		}
		if !ok || err != nil || payload >= 1<<20 || strings.Contains(tag, "_") {
			return nil, false // bits that no bug rests on
		}
		return cfa.ConstOf(g.Tagged(!strings.HasPrefix(f.Name, "__builtin_nans"), payload)), true
	}
	return nil, false
}

// fpclassify is the builtin, whose arguments are its answers: for a NaN, an infinity, a normal number,
// a subnormal one and a zero.
func (l *funcLowerer) fpclassify(x *lang.Call) (cfa.Expr, bool) {
	f, ok := l.format(x.Args[5].Type())
	if !ok {
		return nil, false
	}
	args := l.args(x)
	for _, a := range args {
		if a.v == nil {
			return nil, false
		}
	}
	c := &floatCall{l: l, x: x, f: f, arg: []cfa.Expr{args[5].v}, pos: x.At}
	l.raise(fp.Operation{Code: fp.OpEqual, F: f}, fp.Invalid, x.At, c.twice(0), c.arg[0])
	return cfa.MkIte(cfa.MkNot(c.number()), args[0].v,
		cfa.MkIte(c.infinite(), args[1].v,
			cfa.MkIte(zeroFloat(f, c.twice(0)), args[4].v,
				cfa.MkIte(c.normal(), args[2].v, args[3].v)))), true
}

// op is the value of an operation, which raises its exceptions.
func (c *floatCall) op(code fp.Code, args ...cfa.Expr) cfa.Expr {
	args = c.l.lasting(c.pos, args)
	v := c.value(code, args...)
	c.l.raise(fp.Operation{Code: code, F: c.f}, 0, c.pos, args...)
	return v
}

// value is the value of an operation, checked.
func (c *floatCall) value(code fp.Code, args ...cfa.Expr) cfa.Expr {
	makes := floatMakes[code] != 0 && c.l.checks(floatMakes[code])
	for i, a := range args {
		if makes {
			args[i] = c.l.repeatable(a, c.pos)
		}
	}
	v := c.l.compute(fp.Operation{Code: code, F: c.f}, c.pos, args...)
	if !makes {
		return v
	}
	var numbers []cfa.Expr
	for i, a := range args {
		if (fp.Operation{Code: code}).Arg(i) == fp.Number {
			numbers = append(numbers, a)
		}
	}
	return c.l.floatMade(c.x, code, c.f, v, numbers...)
}

// integer rounds the argument to an integer of the result's type.
// It may be that it raises those of may.
func (c *floatCall) integer(m cfa.Expr, may fp.Flags) cfa.Expr {
	r := c.l.rangeOf(c.x.T, nil)
	return c.l.integerOf(fp.Operation{Code: fp.OpToInt, F: c.f, Int: r.Bits, Signed: r.Signed}, may, c.pos, m, c.arg[0])
}

// twice is an argument that can be used several times.
func (c *floatCall) twice(i int) cfa.Expr {
	c.arg[i] = c.l.repeatable(c.arg[i], c.pos)
	return c.arg[i]
}

// withSign is an argument with the sign set just where the condition holds.
func (c *floatCall) withSign(i int, set cfa.Expr) cfa.Expr {
	v := c.twice(i)
	return cfa.MkIte(cfa.MkBinary(cfa.Eq, cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0)), set), v, negateFloat(c.f, v))
}

// magnitude is the first argument without its sign.
func (c *floatCall) magnitude() cfa.Expr { return c.withSign(0, cfa.ConstInt(0)) }

// number is 1 for what is no NaN.
func (c *floatCall) number() cfa.Expr { return c.l.numberFloat(c.f, c.twice(0), c.pos) }

// numberFloat is isNumber for all formats.
func (l *funcLowerer) numberFloat(f fp.Format, v cfa.Expr, pos lang.Pos) cfa.Expr {
	if f.Explicit {
		return cfa.MkBinary(cfa.Ne, l.compute(fp.Operation{Code: fp.OpClass, F: f}, pos, v), cfa.ConstInt(fp.ClassNaN))
	}
	return isNumber(f, v)
}

func (c *floatCall) infinite() cfa.Expr {
	v := c.twice(0)
	return cfa.MkOr(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(c.f.Inf(false))), cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(c.f.Inf(true))))
}

// signedInfinite is 1, -1 or 0, as glibc has it.
func (c *floatCall) signedInfinite() cfa.Expr {
	v := c.twice(0)
	return cfa.MkBinary(cfa.Sub, cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(c.f.Inf(false))), cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(c.f.Inf(true))))
}

func (c *floatCall) classIs(ks ...int64) cfa.Expr {
	v := c.value(fp.OpClass, c.arg[0])
	var out cfa.Expr = cfa.ConstInt(0)
	for _, k := range ks {
		out = cfa.MkOr(out, cfa.MkBinary(cfa.Eq, v, cfa.ConstInt(k)))
	}
	return out
}

func (c *floatCall) finite() cfa.Expr {
	if c.f.Explicit {
		return c.classIs(fp.ClassZero, fp.ClassSubnormal, fp.ClassNormal)
	}
	return cfa.MkBinary(cfa.Lt, c.magnitude(), cfa.ConstOf(c.f.Inf(false)))
}

// the least normal number's bits
func (c *floatCall) least() cfa.Expr { return cfa.ConstOf(num.Pow2(uint(c.f.Prec - 1))) }

func (c *floatCall) normal() cfa.Expr {
	if c.f.Explicit {
		return c.classIs(fp.ClassNormal)
	}
	m := c.magnitude()
	return cfa.MkAnd(cfa.MkBinary(cfa.Ge, m, c.least()), cfa.MkBinary(cfa.Lt, m, cfa.ConstOf(c.f.Inf(false))))
}

func (c *floatCall) subnormal() cfa.Expr {
	if c.f.Explicit {
		return c.classIs(fp.ClassSubnormal)
	}
	m := c.magnitude()
	return cfa.MkAnd(cfa.MkBinary(cfa.Gt, m, cfa.ConstInt(0)), cfa.MkBinary(cfa.Lt, m, c.least()))
}

// choose tells what the first argument is by one of five numbers: a NaN, an infinity, normal,
// subnormal, zero.
func (c *floatCall) choose(nan, inf, normal, subnormal, zero int64) cfa.Expr {
	return cfa.MkIte(cfa.MkNot(c.number()), cfa.ConstInt(nan),
		cfa.MkIte(c.infinite(), cfa.ConstInt(inf),
			cfa.MkIte(zeroFloat(c.f, c.twice(0)), cfa.ConstInt(zero),
				cfa.MkIte(c.normal(), cfa.ConstInt(normal), cfa.ConstInt(subnormal)))))
}

// ExactFloat reports whether a function of math.h is computed exactly.
func ExactFloat(name string) bool {
	for _, base := range []string{name, strings.TrimSuffix(name, "f"), strings.TrimSuffix(name, "l")} {
		if _, ok := floatFuncs[base]; ok {
			return true
		}
	}
	return false
}
