// Constructors of arithmetic terms. Linear expressions are OpSum terms in a normal form; comparisons are sums compared
// with 0.

package smt

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/num"
)

// Num returns the number v as a term of sort s. If s is Int, v must be an integer.
func (b *Builder) Num(v num.Rat, s *Sort) *Term {
	if !s.Arithmetic() || s.Kind == Int && !v.IsInt() {
		panic("smt: " + v.String() + " is no number of sort " + s.String())
	}
	return b.intern(Term{op: OpNum, sort: s, val: v})
}

// IntNum returns the integer v.
func (b *Builder) IntNum(v int64) *Term { return b.Num(num.RatOf(v), b.intSort) }

// A monomials is a sum under construction: a constant, and terms with their coefficients.
type monomials struct {
	terms []*Term
	coefs []num.Rat
	order []int
	konst num.Rat
}

func (m *monomials) reset() {
	m.terms, m.coefs, m.order, m.konst = m.terms[:0], m.coefs[:0], m.order[:0], num.Rat{}
}

// add adds k·t, where t may be a sum.
func (m *monomials) add(t *Term, k num.Rat) {
	switch t.op {
	case OpNum:
		m.konst = m.konst.AddMul(k, t.val)
	case OpSum:
		m.konst = m.konst.AddMul(k, t.val)
		for i, a := range t.args {
			m.terms = append(m.terms, a)
			m.coefs = append(m.coefs, k.Mul(t.coefs[i]))
		}
	default:
		m.terms = append(m.terms, t)
		m.coefs = append(m.coefs, k)
	}
}

// collect orders the terms by ID, adds up the coefficients of equal terms and drops terms with coefficient 0.
func (m *monomials) collect() {
	sorted := true
	for i := 1; i < len(m.terms); i++ {
		if m.terms[i-1].id >= m.terms[i].id {
			sorted = false
			break
		}
	}
	if !sorted {
		for i := range m.terms {
			m.order = append(m.order, i)
		}
		slices.SortFunc(m.order, func(x, y int) int { return cmp.Compare(m.terms[x].id, m.terms[y].id) })
		terms, coefs := make([]*Term, 0, len(m.terms)), make([]num.Rat, 0, len(m.terms))
		for _, i := range m.order {
			if n := len(terms); n > 0 && terms[n-1] == m.terms[i] {
				coefs[n-1] = coefs[n-1].Add(m.coefs[i])
				continue
			}
			terms = append(terms, m.terms[i])
			coefs = append(coefs, m.coefs[i])
		}
		m.terms, m.coefs, m.order = terms, coefs, m.order[:0]
	}
	n := 0
	for i, c := range m.coefs {
		if !c.IsZero() {
			m.terms[n], m.coefs[n] = m.terms[i], c
			n++
		}
	}
	m.terms, m.coefs = m.terms[:n], m.coefs[:n]
}

// scale multiplies everything by k.
func (m *monomials) scale(k num.Rat) {
	for i := range m.coefs {
		m.coefs[i] = m.coefs[i].Mul(k)
	}
	m.konst = m.konst.Mul(k)
}

// content returns the positive number by which all coefficients must be divided so that they become coprime integers.
func (m *monomials) content() num.Rat {
	g := num.Rat{}
	for _, c := range m.coefs {
		g = num.RatGCD(g, c)
		if g.IsOne() && c.IsInt() {
			whole := true
			for _, d := range m.coefs {
				if !d.IsInt() {
					whole = false
					break
				}
			}
			if whole {
				break
			}
		}
	}
	return g
}

// sum returns the term of sort s for the sum that m holds.
func (b *Builder) sum(m *monomials, s *Sort) *Term {
	switch {
	case len(m.terms) == 0:
		return b.Num(m.konst, s)
	case len(m.terms) == 1 && m.konst.IsZero() && m.coefs[0].IsOne():
		return m.terms[0]
	}
	return b.intern(Term{op: OpSum, sort: s, args: m.terms, coefs: m.coefs, val: m.konst})
}

// Linear returns konst + Σ coefs[i]·terms[i]. All terms have sort s; over the integers all numbers must be integers.
func (b *Builder) Linear(s *Sort, konst num.Rat, coefs []num.Rat, terms []*Term) *Term {
	m := &b.mono
	m.reset()
	m.konst = konst
	for i, t := range terms {
		want(t, s)
		if s.Kind == Int && !coefs[i].IsInt() {
			panic("smt: factor " + coefs[i].String() + " in a sum of integers")
		}
		m.add(t, coefs[i])
	}
	m.collect()
	return b.sum(m, s)
}

// Add returns the sum of one or more terms of one arithmetic sort.
func (b *Builder) Add(ts ...*Term) *Term {
	m := &b.mono
	m.reset()
	one := num.RatOf(1)
	for _, t := range ts {
		want(t, ts[0].sort)
		m.add(t, one)
	}
	m.collect()
	return b.sum(m, ts[0].sort)
}

// Sub returns x - y.
func (b *Builder) Sub(x, y *Term) *Term {
	m := b.difference(x, y)
	return b.sum(m, x.sort)
}

func (b *Builder) difference(x, y *Term) *monomials {
	want(y, x.sort)
	m := &b.mono
	m.reset()
	m.add(x, num.RatOf(1))
	m.add(y, num.RatOf(-1))
	m.collect()
	return m
}

// Neg returns -x.
func (b *Builder) Neg(x *Term) *Term { return b.Scale(num.RatOf(-1), x) }

// Scale returns k·x. Over the integers k must be an integer.
func (b *Builder) Scale(k num.Rat, x *Term) *Term {
	if x.sort.Kind == Int && !k.IsInt() {
		panic("smt: an integer times " + k.String())
	}
	m := &b.mono
	m.reset()
	m.add(x, k)
	m.collect()
	return b.sum(m, x.sort)
}

// Div returns the integer x divided by the number k, rounded as SMT-LIB does: the remainder is not negative, so the
// quotient is rounded down if k is positive. k must be an integer other than 0.
func (b *Builder) Div(x *Term, k num.Rat) *Term {
	want(x, b.intSort)
	if !k.IsInt() || k.IsZero() {
		panic("smt: integer division by " + k.String())
	}
	if k.Sign() < 0 {
		return b.Neg(b.Div(x, k.Neg()))
	}
	if k.IsOne() {
		return x
	}
	if x.op == OpNum {
		return b.Num(x.val.Quo(k).Floor(), b.intSort)
	}
	// Multiples of k move out of the quotient: (k·y + r) div k = y + r div k. The remaining coefficients are reduced to
	// 0 … k-1.
	m := &b.mono
	m.reset()
	m.add(x, num.RatOf(1))
	m.collect()
	var out, in monomials
	split := func(c num.Rat) (q, r num.Rat) {
		q = c.Quo(k).Floor()
		return q, c.Sub(q.Mul(k))
	}
	for i, t := range m.terms {
		q, r := split(m.coefs[i])
		if !q.IsZero() {
			out.terms, out.coefs = append(out.terms, t), append(out.coefs, q)
		}
		if !r.IsZero() {
			in.terms, in.coefs = append(in.terms, t), append(in.coefs, r)
		}
	}
	out.konst, in.konst = split(m.konst)
	if len(in.terms) == 0 {
		return b.sum(&out, b.intSort) // the constant is now less than k
	}
	// Cancel a common divisor g of the coefficients and k: (g·y + c) div (g·h) = (y + c div g) div h.
	g := num.RatGCD(in.content(), k)
	if !g.IsOne() {
		in.konst = in.konst.Quo(g).Floor()
		for i := range in.coefs {
			in.coefs[i] = in.coefs[i].Quo(g)
		}
		k = k.Quo(g)
	}
	inner := b.sum(&in, b.intSort)
	var q *Term
	switch {
	case k.IsOne():
		q = inner
	case inner.op == OpDiv:
		q = b.Div(inner.args[0], k.Mul(inner.val)) // (y div h) div k = y div (h·k)
	default:
		q = b.intern(Term{op: OpDiv, sort: b.intSort, args: []*Term{inner}, val: k})
	}
	return b.Add(q, b.sum(&out, b.intSort))
}

// Mod returns the remainder of [Builder.Div]: 0 ≤ x mod k < |k|.
func (b *Builder) Mod(x *Term, k num.Rat) *Term {
	if k = k.Abs(); choosing(x) {
		return b.apart(x, k, maxChoices)
	}
	return b.remainder(x, k)
}

func (b *Builder) remainder(x *Term, k num.Rat) *Term {
	return b.Sub(x, b.Scale(k, b.Div(x, k)))
}

// Wrap returns the integer x reduced to a word of the given width: the number congruent to x modulo 2^bits that lies
// in 0 … 2^bits-1 or, if signed, in -2^(bits-1) … 2^(bits-1)-1.
func (b *Builder) Wrap(x *Term, bits int, signed bool) *Term {
	k := num.RatOfInt(num.Pow2(uint(bits)))
	off := num.Rat{}
	if signed {
		off = num.RatOfInt(num.Pow2(uint(bits - 1)))
	}
	o := b.Num(off, b.intSort)
	return b.Sub(b.Mod(b.Add(x, o), k), o)
}

// Abs returns the absolute value of x.
func (b *Builder) Abs(x *Term) *Term {
	return b.Ite(b.Ge(x, b.Num(num.Rat{}, x.sort)), x, b.Neg(x))
}

// ToReal returns the integer x as a real.
func (b *Builder) ToReal(x *Term) *Term {
	want(x, b.intSort)
	switch x.op {
	case OpNum:
		return b.Num(x.val, b.realSort)
	case OpSum:
		reals := make([]*Term, len(x.args))
		for i, a := range x.args {
			reals[i] = b.ToReal(a)
		}
		return b.Linear(b.realSort, x.val, x.coefs, reals)
	}
	return b.intern(Term{op: OpToReal, sort: b.realSort, args: []*Term{x}})
}

// ToInt returns the real x rounded down.
func (b *Builder) ToInt(x *Term) *Term {
	want(x, b.realSort)
	if x.op == OpNum {
		return b.Num(x.val.Floor(), b.intSort)
	}
	if i := b.asInt(x); i != nil {
		return i
	}
	return b.intern(Term{op: OpToInt, sort: b.intSort, args: []*Term{x}})
}

// IsInt holds when the real x is whole.
func (b *Builder) IsInt(x *Term) *Term { return b.Eq(b.ToReal(b.ToInt(x)), x) }

// asInt returns the integer term whose ToReal is x, or nil if x is not recognized as an integer.
func (b *Builder) asInt(x *Term) *Term {
	switch {
	case x.op == OpNum && x.val.IsInt():
		return b.Num(x.val, b.intSort)
	case x.op == OpToReal:
		return x.args[0]
	case x.op != OpSum || !x.val.IsInt():
		return nil
	}
	ints := make([]*Term, len(x.args))
	for i, a := range x.args {
		if a.op != OpToReal || !x.coefs[i].IsInt() {
			return nil
		}
		ints[i] = a.args[0]
	}
	return b.Linear(b.intSort, x.val, x.coefs, ints)
}

// Le returns the formula x ≤ y. The difference is brought to a normal form: coprime integer coefficients, the first
// one positive. Over the integers the constant is rounded to an integer. If the first coefficient would be negative,
// the result is the negation of the opposite atom: x ≥ 6 is the term not (x ≤ 5). So x ≤ 5 and x ≥ 6 share one atom.
func (b *Builder) Le(x, y *Term) *Term { return b.less(x, y, false) }

// Lt returns the formula x < y, in the form that [Builder.Le] describes.
func (b *Builder) Lt(x, y *Term) *Term { return b.less(x, y, true) }

// Ge returns the formula x ≥ y.
func (b *Builder) Ge(x, y *Term) *Term { return b.less(y, x, false) }

// Gt returns the formula x > y.
func (b *Builder) Gt(x, y *Term) *Term { return b.less(y, x, true) }

func (b *Builder) less(x, y *Term, strict bool) *Term {
	m := b.difference(x, y)
	s := x.sort
	if !s.Arithmetic() {
		panic("smt: terms of sort " + s.String() + " compared by size")
	}
	if len(m.terms) == 0 {
		return b.Bool(m.konst.Sign() < 0 || !strict && m.konst.IsZero())
	}
	m.scale(m.content().Inv())
	if s.Kind == Real {
		if ints := b.intSum(m); ints {
			s = b.intSort
		}
	}
	if s.Kind == Int {
		// Σ + c < 0 means Σ ≤ -c-1 for an integer c, and Σ ≤ ⌊-c⌋ for other c. Σ + c ≤ 0 means Σ ≤ ⌊-c⌋.
		bound := m.konst.Neg().Floor()
		if strict && m.konst.IsInt() {
			bound = bound.Sub(num.RatOf(1))
		}
		m.konst, strict = bound.Neg(), false
		if m.coefs[0].Sign() < 0 {
			// Σ ≤ k is the same as not (-Σ ≤ -k-1).
			m.scale(num.RatOf(-1))
			m.konst = bound.Add(num.RatOf(1))
			return b.Not(b.intern(Term{op: OpLe, sort: b.boolSort, args: []*Term{b.sum(m, s)}}))
		}
		return b.intern(Term{op: OpLe, sort: b.boolSort, args: []*Term{b.sum(m, s)}})
	}
	op, neg := OpLe, m.coefs[0].Sign() < 0
	if neg {
		m.scale(num.RatOf(-1))
		strict = !strict
	}
	if strict {
		op = OpLt
	}
	t := b.intern(Term{op: op, sort: b.boolSort, args: []*Term{b.sum(m, s)}})
	if neg {
		return b.Not(t)
	}
	return t
}

// intSum replaces the terms of m, if all are conversions of integers (OpToReal), by these integers and reports whether
// it did. The coefficients must be integers; the constant need not be.
func (b *Builder) intSum(m *monomials) bool {
	for _, t := range m.terms {
		if t.op != OpToReal {
			return false
		}
	}
	for i, t := range m.terms {
		m.terms[i] = t.args[0]
	}
	m.collect()
	return true
}

func (b *Builder) eqArith(x, y *Term) *Term {
	for _, p := range [2][2]*Term{{x, y}, {y, x}} {
		if f := b.eqChoice(p[0], p[1]); f != nil {
			return f
		}
	}
	return b.eqSum(x, y)
}

// eqChoice simplifies t = y if t is a conditional between two numbers that decides the equality. Otherwise it returns
// nil. It leaves deeper nests of conditionals alone, because the solver handles them better.
func (b *Builder) eqChoice(t, y *Term) *Term {
	if t.op == OpIte && t.args[1].op == OpNum && t.args[2].op == OpNum {
		return b.eqIte(t, y)
	}
	return nil
}

func (b *Builder) eqSum(x, y *Term) *Term {
	m := b.difference(x, y)
	s := x.sort
	if len(m.terms) == 0 {
		return b.Bool(m.konst.IsZero())
	}
	g := m.content()
	if m.coefs[0].Sign() < 0 {
		g = g.Neg()
	}
	m.scale(g.Inv())
	if s.Kind == Real && b.intSum(m) {
		s = b.intSort
		if len(m.terms) == 0 {
			return b.Bool(m.konst.IsZero())
		}
		if m.coefs[0].Sign() < 0 {
			m.scale(num.RatOf(-1))
		}
	}
	if s.Kind == Int && !m.konst.IsInt() {
		return b.falsity
	}
	var l, r monomials
	for i, t := range m.terms {
		if c := m.coefs[i]; c.Sign() > 0 {
			l.terms, l.coefs = append(l.terms, t), append(l.coefs, c)
		} else {
			r.terms, r.coefs = append(r.terms, t), append(r.coefs, c.Neg())
		}
	}
	r.konst = m.konst.Neg()
	left, right := b.sum(&l, s), b.sum(&r, s)
	// The sides of the sum may have become such a conditional. Simplify them too, so that every equality has one form.
	if f := b.eqChoice(left, right); f != nil {
		return f
	}
	return b.intern(Term{op: OpEq, sort: b.boolSort, args: []*Term{left, right}})
}
