package read

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file reads sets of places in annotations, and the predicates about them: \valid, \separated,
// \initialized.

// span is a range lo .. hi in brackets or parentheses. It occurs only in annotations, while they are
// read.
type span struct {
	lang.ExprBase
	lo, hi lang.Expr
}

// spanBehind reads the rest of a range, after lo.
func (p *acslParser) spanBehind(lo lang.Expr, at lang.Pos) *span {
	p.expect("..")
	return &span{lang.Typed(at, p.c.Integer), p.integer(lo), p.integer(p.level(levelConditional))}
}

// count returns the number of integers in s.
func (p *acslParser) count(s *span) lang.Expr {
	if hi, ok := s.hi.(*lang.IntLit); ok {
		if lo, ok := s.lo.(*lang.IntLit); ok {
			return &lang.IntLit{ExprBase: lang.Typed(s.At, p.c.Integer), Val: hi.Val.Sub(lo.Val).Add(num.Of(1))}
		}
	}
	if build.IsZero(s.lo) {
		if b, ok := s.hi.(*lang.Binary); ok && b.Op == lang.Sub { // n - 1
			if k, ok := b.R.(*lang.IntLit); ok && k.Val.Equal(num.Of(1)) {
				return b.L
			}
		}
		return p.c.PlusOne(s.hi)
	}
	return p.c.PlusOne(&lang.Binary{ExprBase: lang.Typed(s.At, p.c.Integer), Op: lang.Sub, L: s.hi, R: s.lo})
}

// spanFrom returns x + (lo .. hi), a set of places given by their addresses.
func (p *acslParser) spanFrom(x lang.Expr, s *span, at lang.Pos) lang.Expr {
	x = p.value(x)
	if x.Type().Kind != lang.Pointer {
		p.fail(at, "", "a set of places from a value of type %s", x.Type())
	}
	first := x
	if !build.IsZero(s.lo) {
		first = p.moved(lang.PtrAdd, x, s.lo, at)
	}
	return &lang.Places{ExprBase: lang.Typed(at, x.Type()), X: p.pointed(first, at), Count: p.count(s), Addr: true}
}

// spanOf returns x[lo .. hi].
func (p *acslParser) spanOf(x lang.Expr, s *span, at lang.Pos) lang.Expr {
	e := p.subscript(x, s.lo, at)
	return &lang.Places{ExprBase: lang.Typed(at, e.Type()), X: e, Count: p.count(s), Addr: false}
}

// addressOf returns &x.
func (p *acslParser) addressOf(x lang.Expr, at lang.Pos) lang.Expr {
	switch x := x.(type) {
	case *lang.Places:
		if !x.Addr {
			y := *x
			y.Addr, y.T = true, p.c.Pointer(x.T)
			return &y
		}
	case *lang.Deref:
		return x.X
	case *lang.VarRef, *lang.Index, *lang.Member:
		if m, ok := x.(*lang.Member); ok && m.Field.BitField {
			break
		}
		return &lang.AddrOf{ExprBase: lang.Typed(at, p.c.Pointer(x.Type())), X: x}
	}
	p.fail(at, "", "the address of something that is no place")
	return nil
}

// addressed reads a pointer p, or a set of addresses such as p + (lo .. hi), and returns the places
// that it points to.
func (p *acslParser) addressed(at lang.Pos) *lang.Places {
	x := p.level(levelQuantifier)
	if s, ok := x.(*lang.Places); ok {
		if !s.Addr {
			p.fail(at, "write p + (lo .. hi)", "a set of places where their addresses should stand")
		}
		return s
	}
	x = p.value(x)
	return &lang.Places{ExprBase: lang.Typed(at, x.Type()), X: p.pointed(x, at), Count: nil, Addr: true}
}

// first returns the address of the first place in s.
func (p *acslParser) first(s *lang.Places) lang.Expr { return p.addressOf(s.X, s.At) }

// validity reads the arguments of \valid, \valid_read or \initialized. kind says which of them.
func (p *acslParser) validity(kind lang.ValidityKind, at lang.Pos) lang.Expr {
	if p.accept("{") {
		l := p.word()
		p.expect("}")
		if p.stateBefore(l, at) {
			p.fail(at, "", `%s of another state is not supported`, kind)
		}
	}
	p.expect("(")
	var all lang.Expr
	for {
		s := p.addressed(at)
		var one lang.Expr = &lang.Valid{ExprBase: lang.Typed(at, p.c.IntT), Kind: kind, At: p.first(s), Count: s.Count}
		if all == nil {
			all = one
		} else {
			all = p.and(all, one)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return all
}

// separated reads the arguments of \separated, which says that the sets of places are pairwise disjoint.
func (p *acslParser) separated(at lang.Pos) lang.Expr {
	type bounds struct{ from, to, empty lang.Expr }
	var list []bounds
	p.expect("(")
	for {
		s := p.addressed(at)
		n := s.Count
		if n == nil {
			n = &lang.IntLit{ExprBase: lang.Typed(at, p.c.Integer), Val: num.Of(1)}
		}
		from := p.first(s)
		as := func(x lang.Expr) lang.Expr {
			return &lang.Cast{ExprBase: lang.Typed(at, p.c.Strp), X: x, Implicit: false}
		}
		empty := &lang.Binary{ExprBase: lang.Typed(at, p.c.IntT), Op: lang.Le, L: n, R: &lang.IntLit{ExprBase: lang.Typed(at, p.c.Integer)}}
		list = append(list, bounds{as(from), as(p.moved(lang.PtrAdd, lang.CloneExpr(from), n, at)), empty})
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	var all lang.Expr = &lang.IntLit{ExprBase: lang.Typed(at, p.c.IntT), Val: num.Of(1)}
	before := func(a, b lang.Expr) lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(at, p.c.IntT), Op: lang.Le, L: a, R: b}
	}
	for i, a := range list {
		for _, b := range list[:i] {
			apart := p.or(before(a.to, b.from), before(b.to, a.from))
			one := p.or(p.or(a.empty, b.empty), apart)
			all = p.and(all, one)
		}
	}
	return lang.CloneExpr(all)
}
