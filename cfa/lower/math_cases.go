package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/num/fp"
)

// Functions of math.h that are not computed. lang/library/math.txt describes them. If it gives a value, the result is
// exact. Otherwise the result is an over-approximation: any number in the given ranges.
//
// The table is not used in programs that set the rounding direction: in directions other than to nearest, some
// libraries' functions return results outside of these ranges.

// mathCases lowers the result of such a call to res. It returns false if the table does not apply.
func (l *funcLowerer) mathCases(x *lang.Call, name string, args []arg, res *cfa.Var) bool {
	g, ok := l.format(x.T)
	suffix, known := map[fp.Format]string{fp.Single: "f", fp.Double: "", fp.X87: "l"}[g]
	base, fits := strings.CutSuffix(strings.TrimPrefix(name, "__builtin_"), suffix)
	cases := library.Cases(base)
	if !ok || !known || !fits || cases == nil || len(args) != len(cases[0].When) || l.u.Rounding != nil {
		return false
	}
	m := &mathCall{l: l, x: x, f: g, pos: x.At}
	for _, a := range args {
		if f, ok := l.format(a.e.Type()); !ok || f != g || a.v == nil {
			return false
		}
		m.arg = append(m.arg, l.pin(a.v, x.At))
	}
	if len(m.arg) == 1 {
		cases = append([]library.Case{{When: []library.Floats{{NaN: true}}, Gives: library.SameAs}}, cases...)
	}
	l.emit(&cfa.Assign{LHS: res, RHS: m.value(name, cases)}, x.At)
	return true
}

// A mathCall is a call with its arguments, which can be used more than once.
type mathCall struct {
	l    *funcLowerer
	x    *lang.Call
	f    fp.Format
	arg  []cfa.Expr
	made cfa.Expr // the NaN that an operation gives; the sign of this NaN is open
	pos  lang.Pos
}

func (m *mathCall) value(name string, cases []library.Case) cfa.Expr {
	type exact struct{ when, value cfa.Expr }
	var single []exact
	var v cfa.Expr
	for i, c := range cases {
		if c.Gives == library.InRange {
			v = m.inRanges(name, cases[i:])
			break
		}
		when := m.when(c)
		if k, ok := cfa.IsConst(when); ok && k.IsZero() {
			continue
		} else if ok {
			v = m.single(c)
			break
		}
		single = append(single, exact{m.l.pin(when, m.pos), m.single(c)})
	}
	if v == nil {
		v = m.inRanges(name, nil)
	}
	for i := len(single) - 1; i >= 0; i-- {
		v = cfa.MkIte(single[i].when, single[i].value, v)
	}
	return v
}

// when returns 1 if the arguments belong to the case c, else 0.
func (m *mathCall) when(c library.Case) cfa.Expr {
	var all cfa.Expr = cfa.ConstInt(1)
	for i, s := range c.When {
		all = cfa.MkAnd(all, m.in(s, m.arg[i]))
	}
	return all
}

// in returns 1 if v is one of the numbers of s, else 0.
func (m *mathCall) in(s library.Floats, v cfa.Expr) cfa.Expr {
	compared := func(op lang.BinaryOp, n library.Number) cfa.Expr {
		return m.l.ordered(op, v, cfa.ConstOf(n.In(m.f)), m.x.T, m.pos)
	}
	low, high := lang.Ge, lang.Le
	if s.OpenLo {
		low = lang.Gt
	}
	if s.OpenHi {
		high = lang.Lt
	}
	switch {
	case s.NaN:
		return cfa.MkNot(m.l.numberFloat(m.f, v, m.pos))
	case s.Lo == s.Hi:
		return compared(lang.Eq, s.Lo)
	case s.Lo == "-inf" && s.Hi == "inf":
		return m.l.numberFloat(m.f, v, m.pos)
	case s.Lo == "-inf":
		return compared(high, s.Hi)
	case s.Hi == "inf":
		return compared(low, s.Lo)
	}
	return cfa.MkAnd(compared(low, s.Lo), compared(high, s.Hi))
}

// single returns the value of a case that has exactly one.
func (m *mathCall) single(c library.Case) cfa.Expr {
	switch {
	case c.Gives == library.Exactly:
		return cfa.ConstOf(c.To.Lo.In(m.f))
	case c.Gives == library.GivesNaN:
		return m.someNaN()
	case !c.When[c.Of].NaN:
		return m.arg[c.Of]
	}
	quiet := cfa.MkBinary(cfa.BitOr, m.arg[c.Of], cfa.ConstInt(1<<(m.f.Prec-2)))
	negative := func(v cfa.Expr) cfa.Expr { return cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0)) }
	return cfa.MkIte(cfa.MkBinary(cfa.Eq, negative(quiet), negative(m.someNaN())), quiet, negateFloat(m.f, quiet))
}

func (m *mathCall) someNaN() cfa.Expr {
	if m.made == nil {
		zero := cfa.ConstOf(m.f.Zero(false))
		m.made = m.l.pin(m.l.compute(fp.Operation{Code: fp.OpDiv, F: m.f}, m.pos, roundingConst(fp.NearestEven), zero, zero), m.pos)
	}
	return m.made
}

// inRanges returns any value in all of the ranges that apply. A value outside of a range is replaced by the lower end
// of the range, so that a run goes on whatever input it gets. An assumption states the ranges once more, because some
// engines understand only assumptions.
func (m *mathCall) inRanges(name string, cases []library.Case) cfa.Expr {
	l := m.l
	v := l.temp(wordOf(m.f), m.pos)
	l.emit(&cfa.Havoc{LHS: v, From: l.outside(m.x, name, cfa.Approx)}, m.pos)
	l.proper(v, m.x.T, m.pos)
	var r cfa.Expr = v
	var whens []cfa.Expr
	for _, c := range cases {
		when := m.when(c)
		if k, ok := cfa.IsConst(when); ok && k.IsZero() {
			whens = append(whens, nil)
			continue
		}
		when = l.pin(when, m.pos)
		whens = append(whens, when)
		out := cfa.MkAnd(when, cfa.MkNot(m.in(c.To, r)))
		r = l.pin(cfa.MkIte(out, cfa.ConstOf(c.To.Lo.In(m.f)), r), m.pos)
	}
	for i, when := range whens {
		if when != nil {
			l.emit(&cfa.Assume{Cond: cfa.MkOr(cfa.MkNot(when), m.in(cases[i].To, r)), Contract: true}, m.pos)
		}
	}
	return r
}

// signMayChange gives signgam an unknown value: lgamma stores the sign of the gamma function there (POSIX math.h).
func (l *funcLowerer) signMayChange(name string, pos lang.Pos) {
	if !strings.HasPrefix(strings.TrimPrefix(name, "__builtin_"), "lgamma") {
		return
	}
	for _, o := range l.u.Objects {
		if o.Name == "signgam" && l.pts.Uses(o) {
			l.havocPlace(l.objPlace(o), &cfa.Input{Kind: cfa.Approx, Name: "signgam after " + name, Pos: pos, CType: "int"}, pos)
		}
	}
}
