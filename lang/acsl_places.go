package lang

import "github.com/whet-mc/whet/num"

// Sets of places in annotations, and what is said of them: \valid, \separated, \initialized.

// span is lo .. hi in brackets. It stands in annotations only.
type span struct {
	expr
	lo, hi Expr
}

// spanBehind reads what stands after lo.
func (p *acslParser) spanBehind(lo Expr, at Pos) *span {
	p.expect("..")
	return &span{expr{at, p.c.integer}, p.integer(lo), p.integer(p.level(levelConditional))}
}

// count is how many there are.
func (p *acslParser) count(s *span) Expr {
	if hi, ok := s.hi.(*IntLit); ok {
		if lo, ok := s.lo.(*IntLit); ok {
			return &IntLit{expr: expr{s.At, p.c.integer}, Val: hi.Val.Sub(lo.Val).Add(num.Of(1))}
		}
	}
	if isZero(s.lo) {
		if b, ok := s.hi.(*Binary); ok && b.Op == Sub { // n - 1
			if k, ok := b.R.(*IntLit); ok && k.Val.Equal(num.Of(1)) {
				return b.L
			}
		}
		return p.c.plusOne(s.hi)
	}
	return p.c.plusOne(&Binary{expr: expr{s.At, p.c.integer}, Op: Sub, L: s.hi, R: s.lo})
}

// spanFrom is x + (lo .. hi).
func (p *acslParser) spanFrom(x Expr, s *span, at Pos) Expr {
	x = p.value(x)
	if x.Type().Kind != Pointer {
		p.fail(at, "", "a set of places from a value of type %s", x.Type())
	}
	first := x
	if !isZero(s.lo) {
		first = p.moved(PtrAdd, x, s.lo, at)
	}
	return &Places{expr{at, x.Type()}, p.pointed(first, at), p.count(s), true}
}

// spanOf is x[lo .. hi].
func (p *acslParser) spanOf(x Expr, s *span, at Pos) Expr {
	e := p.subscript(x, s.lo, at)
	return &Places{expr{at, e.Type()}, e, p.count(s), false}
}

// addressOf is &x.
func (p *acslParser) addressOf(x Expr, at Pos) Expr {
	switch x := x.(type) {
	case *Places:
		if !x.Addr {
			y := *x
			y.Addr, y.T = true, p.c.pointer(x.T)
			return &y
		}
	case *Deref:
		return x.X
	case *VarRef, *Index, *Member:
		if m, ok := x.(*Member); ok && m.Field.BitField {
			break
		}
		return &AddrOf{expr{at, p.c.pointer(x.Type())}, x}
	}
	p.fail(at, "", "the address of something that is no place")
	return nil
}

// addressed reads (p), (p + (lo .. hi)) and the like: what is behind pointers.
func (p *acslParser) addressed(at Pos) *Places {
	x := p.level(levelQuantifier)
	if s, ok := x.(*Places); ok {
		if !s.Addr {
			p.fail(at, "write p + (lo .. hi)", "a set of places where their addresses should stand")
		}
		return s
	}
	x = p.value(x)
	return &Places{expr{at, x.Type()}, p.pointed(x, at), nil, true}
}

// first is the address of the first of the places.
func (p *acslParser) first(s *Places) Expr { return p.addressOf(s.X, s.At) }

// validity reads what stands behind \valid and its kind.
func (p *acslParser) validity(kind ValidityKind, at Pos) Expr {
	if p.accept("{") {
		l := p.word()
		p.expect("}")
		if p.stateBefore(l, at) {
			p.fail(at, "", `%s of another state is not supported`, kind)
		}
	}
	p.expect("(")
	var all Expr
	for {
		s := p.addressed(at)
		var one Expr = &Valid{expr{at, p.c.intT}, kind, p.first(s), s.Count}
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

// separated reads what stands behind \separated: any two of the sets of places have none in common.
func (p *acslParser) separated(at Pos) Expr {
	type bounds struct{ from, to, empty Expr }
	var list []bounds
	p.expect("(")
	for {
		s := p.addressed(at)
		n := s.Count
		if n == nil {
			n = &IntLit{expr: expr{at, p.c.integer}, Val: num.Of(1)}
		}
		from := p.first(s)
		as := func(x Expr) Expr { return &Cast{expr{at, p.c.strp}, x, false} }
		empty := &Binary{expr: expr{at, p.c.intT}, Op: Le, L: n, R: &IntLit{expr: expr{at, p.c.integer}}}
		list = append(list, bounds{as(from), as(p.moved(PtrAdd, p.c.copied(from), n, at)), empty})
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	var all Expr = &IntLit{expr: expr{at, p.c.intT}, Val: num.Of(1)}
	before := func(a, b Expr) Expr { return &Binary{expr: expr{at, p.c.intT}, Op: Le, L: a, R: b} }
	for i, a := range list {
		for _, b := range list[:i] {
			apart := p.or(before(a.to, b.from), before(b.to, a.from))
			one := p.or(p.or(a.empty, b.empty), apart)
			all = p.and(all, one)
		}
	}
	return p.c.copied(all)
}

func isZero(e Expr) bool {
	k, ok := e.(*IntLit)
	return ok && k.Val.IsZero()
}

// copied is a copy of a term that shares nothing with it but what it names.
func (c *checker) copied(e Expr) Expr { return CloneExpr(e) }
