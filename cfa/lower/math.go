package lower

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Functions of math.h and builtins on floating numbers that are single operations or depend only on the bits. Other
// functions have models in C, which call these (lang/models/math.c), or are not computed (math_cases.go,
// lang/library/functions.txt).

// A floatCall is a call with its evaluated arguments; the floating arguments all have one format.
type floatCall struct {
	l   *funcLowerer
	x   *lang.Call
	f   fp.Format
	arg []cfa.Expr // all arguments
	pos lang.Pos
}

// A floatFunc says how a function is lowered. Each type is a letter: f the floating type, i an integer, p a pointer.
type floatFunc struct {
	result byte
	params string
	lower  func(c *floatCall) cfa.Expr
}

// floatFuncs are the functions that exist three times: without suffix, with f and with l.
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
	// The results are the numbers in glibc's math.h.
	"fpclassify": class(func(c *floatCall) cfa.Expr { return c.choose(0, 1, 4, 3, 2) }),
}

// floatBuiltins are the builtins that exist once for all types, or have other results than the functions in
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

// class makes a function that classifies its argument. In C11 such a function raises no exception. But C11 does not
// cover signaling NaNs: compiled code may compare the argument, which raises "invalid" for them. So this exception is
// open.
func class(lower func(c *floatCall) cfa.Expr) floatFunc {
	return floatFunc{'i', "f", func(c *floatCall) cfa.Expr {
		c.l.raise(fp.Operation{Code: fp.OpEqual, F: c.f}, fp.Invalid, c.pos, c.twice(0), c.arg[0])
		return lower(c)
	}}
}

// compared makes a comparison by the operator op. With the code fp.OpEqual the comparison does not raise "invalid" for
// quiet NaNs (C11 7.12.14); with fp.OpLess it does.
func compared(op lang.BinaryOp, code fp.Code) floatFunc {
	return floatFunc{'i', "ff", func(c *floatCall) cfa.Expr {
		return c.l.comparing(code, op, c.arg[0], c.arg[1], c.x.Args[0].Type(), c.pos)
	}}
}

// asked are the functions that glibc's math.h calls with two leading underscores.
var asked = map[string]bool{"isnan": true, "isinf": true, "finite": true, "signbit": true, "fpclassify": true, "isnormal": true, "isfinite": true}

// floatFuncOf returns how the function with the given name is lowered for arguments of the format g. The suffix of
// the name must fit the format, except for builtins that have no suffix.
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

// floatCall lowers a call of f, if f is one of the functions of this file. done is false if f is not one of them, or is
// declared with other types than C's. args are the evaluated arguments, for a call through a pointer, or nil.
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

// signbit returns 0 if there is no sign, else any other int. Compilers return 1, the bit at its position in the word,
// or 512, its position in the coprocessor's status. So neither a proof nor a bug may rest on the number.
func (c *floatCall) signbit() cfa.Expr {
	negative := cfa.MkBinary(cfa.Lt, c.arg[0], cfa.ConstInt(0))
	if k, ok := cfa.IsConst(negative); ok && k.IsZero() {
		return cfa.ConstInt(0)
	}
	some := c.l.approx(cfa.Range{Bits: 32, Signed: true}, "the number that tells a sign", c.pos)
	return cfa.MkIte(negative, cfa.MkIte(some, some, cfa.ConstInt(1)), cfa.ConstInt(0))
}

// isSignbit reports whether x calls signbit. As a condition its result is known; as a number it is open if there is a
// sign.
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

// floatConstant lowers functions that return infinities, NaNs, and values that are not modelled.
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
			return nil, false // the bits are not known here: no bug may rest on them
		}
		return cfa.ConstOf(g.Tagged(!strings.HasPrefix(f.Name, "__builtin_nans"), payload)), true
	}
	return nil, false
}

// fpclassify lowers the builtin, whose first arguments are its possible results: for a NaN, an infinity, a normal
// number, a subnormal number and a zero.
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

// op returns the value of an operation, and raises its exceptions.
func (c *floatCall) op(code fp.Code, args ...cfa.Expr) cfa.Expr {
	args = c.l.lasting(c.pos, args)
	v := c.value(code, args...)
	c.l.raise(fp.Operation{Code: code, F: c.f}, 0, c.pos, args...)
	return v
}

// value returns the value of an operation, with its checks.
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

// integer rounds the argument to an integer of the result's type. The exceptions in the set `may` are open.
func (c *floatCall) integer(m cfa.Expr, may fp.Flags) cfa.Expr {
	r := c.l.rangeOf(c.x.T, nil)
	return c.l.integerOf(fp.Operation{Code: fp.OpToInt, F: c.f, Int: r.Bits, Signed: r.Signed}, may, c.pos, m, c.arg[0])
}

// twice returns the argument i in a form that can be used several times.
func (c *floatCall) twice(i int) cfa.Expr {
	c.arg[i] = c.l.repeatable(c.arg[i], c.pos)
	return c.arg[i]
}

// withSign returns the argument i with the sign changed so that it is negative exactly if the condition `set` holds.
func (c *floatCall) withSign(i int, set cfa.Expr) cfa.Expr {
	v := c.twice(i)
	return cfa.MkIte(cfa.MkBinary(cfa.Eq, cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0)), set), v, negateFloat(c.f, v))
}

// magnitude returns the first argument without its sign.
func (c *floatCall) magnitude() cfa.Expr { return c.withSign(0, cfa.ConstInt(0)) }

// number returns 1 if the first argument is not a NaN, else 0.
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

// signedInfinite returns 1 for infinity, -1 for minus infinity, else 0, as glibc does.
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

// least returns the bits of the least normal number.
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

// choose returns one of the five numbers, depending on whether the first argument is a NaN, infinite, normal,
// subnormal or zero.
func (c *floatCall) choose(nan, inf, normal, subnormal, zero int64) cfa.Expr {
	return cfa.MkIte(cfa.MkNot(c.number()), cfa.ConstInt(nan),
		cfa.MkIte(c.infinite(), cfa.ConstInt(inf),
			cfa.MkIte(zeroFloat(c.f, c.twice(0)), cfa.ConstInt(zero),
				cfa.MkIte(c.normal(), cfa.ConstInt(normal), cfa.ConstInt(subnormal)))))
}

// ExactFloat reports whether the function of math.h with the given name is computed exactly.
func ExactFloat(name string) bool {
	for _, base := range []string{name, strings.TrimSuffix(name, "f"), strings.TrimSuffix(name, "l")} {
		if _, ok := floatFuncs[base]; ok {
			return true
		}
	}
	return false
}
