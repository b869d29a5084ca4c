package lang

// What annotations build of terms: C's expressions over C's lvalues, arithmetic without bounds
// between them.

// integral is e as an integer without bounds.
func (c *checker) integral(e Expr) Expr {
	if e.Type() == c.integer {
		return e
	}
	if k, ok := e.(*IntLit); ok {
		return &IntLit{expr: expr{k.At, c.integer}, Val: k.Val, Name: k.Name}
	}
	return &Cast{expr{e.Pos(), c.integer}, e, true}
}

// value is a term's value: arrays decay.
func (p *acslParser) value(x Expr) Expr {
	switch x.(type) {
	case *Places, *span:
		p.fail(x.Pos(), "", "a set of places where a value should stand")
	}
	x = p.c.decay(x)
	if t := x.Type(); !t.IsScalar() || t.Kind == Float {
		p.fail(x.Pos(), "", "a value of type %s is not supported in annotations", t)
	}
	return x
}

func (p *acslParser) integer(x Expr) Expr {
	x = p.value(x)
	if !x.Type().IsInteger() {
		p.fail(x.Pos(), "", "a value of type %s where an integer should stand", x.Type())
	}
	return p.c.integral(x)
}

// truth is a term as a predicate: it is not 0.
func (p *acslParser) truth(x Expr) Expr { return p.value(x) }

func (p *acslParser) not(x Expr) Expr {
	if n, ok := x.(*Unary); ok && n.Op == LogNot {
		if m, ok := n.X.(*Unary); ok && m.Op == LogNot {
			return x
		}
	}
	return &Unary{expr{x.Pos(), p.c.intT}, LogNot, x}
}

func (p *acslParser) and(x, y Expr) Expr {
	return &Logical{expr{x.Pos(), p.c.intT}, false, x, y}
}

func (p *acslParser) or(x, y Expr) Expr {
	return &Logical{expr{x.Pos(), p.c.intT}, true, x, y}
}

// equivalent is x <==> y: x ? y : !y, with y in two places.
func (p *acslParser) equivalent(x, y Expr) Expr {
	return &Cond{expr{x.Pos(), p.c.intT}, x, p.not(p.not(y)), p.not(y)}
}

func (p *acslParser) conditional(x, t, e Expr, at Pos) Expr {
	t, e = p.value(t), p.value(e)
	typ := p.c.intT
	switch {
	case t.Type().IsInteger() && e.Type().IsInteger():
		if t.Type() != typ || e.Type() != typ {
			t, e, typ = p.c.integral(t), p.c.integral(e), p.c.integer
		}
	case Compatible(t.Type(), e.Type()):
		typ = t.Type()
	default:
		p.fail(at, "", "the two branches of ?: have the types %s and %s", t.Type(), e.Type())
	}
	return &Cond{expr{x.Pos(), typ}, x, t, e}
}

// compare compares two values: of one C type as C does, else as integers.
func (p *acslParser) compare(op BinaryOp, x, y Expr, text string, at Pos) Expr {
	x, y = p.value(x), p.value(y)
	a, b := x.Type(), y.Type()
	zero := func(e Expr) bool {
		k, ok := e.(*IntLit)
		return ok && k.Val.IsZero()
	}
	switch {
	case a.Kind == Pointer && b.Kind == Pointer:
	case a.Kind == Pointer && zero(y):
		y = &Cast{expr{y.Pos(), a}, &IntLit{expr: expr{y.Pos(), p.c.intT}}, true}
	case b.Kind == Pointer && zero(x):
		x = &Cast{expr{x.Pos(), b}, &IntLit{expr: expr{x.Pos(), p.c.intT}}, true}
	case a.IsInteger() && b.IsInteger():
		x, y = p.c.integral(x), p.c.integral(y)
	default:
		p.fail(at, "", "%s between values of the types %s and %s", text, a, b)
	}
	return &Binary{expr: expr{x.Pos(), p.c.intT}, Op: op, L: x, R: y}
}

func (p *acslParser) arithmetic(op BinaryOp, x, y Expr, text string, at Pos) Expr {
	x, y = p.value(x), p.value(y)
	a, b := x.Type(), y.Type()
	switch {
	case a.IsInteger() && b.IsInteger():
		return &Binary{expr: expr{x.Pos(), p.c.integer}, Op: op, L: p.c.integral(x), R: p.c.integral(y)}
	case op == Add && a.IsInteger() && b.Kind == Pointer:
		return p.moved(PtrAdd, y, x, at)
	case op == Add && a.Kind == Pointer && b.IsInteger():
		return p.moved(PtrAdd, x, y, at)
	case op == Sub && a.Kind == Pointer && b.IsInteger():
		return p.moved(PtrSub, x, y, at)
	}
	p.fail(at, "", "%s between values of the types %s and %s", text, a, b)
	return nil
}

func (p *acslParser) moved(op BinaryOp, x, i Expr, at Pos) Expr {
	p.complete(x.Type().Elem, at)
	return &Binary{expr: expr{x.Pos(), x.Type().Plain()}, Op: op, L: x, R: p.c.integral(i)}
}

// complete fails where the size of a type is not known.
func (p *acslParser) complete(t *Type, at Pos) {
	if t.Kind == Void || t.Kind == Function || t.Size == 0 && !p.c.isComplete(t) {
		p.fail(at, "", "a pointer to the type %s, whose size is not known, is followed or moved", t)
	}
}

func (p *acslParser) pointed(x Expr, at Pos) Expr {
	t := x.Type()
	if t.Kind != Pointer {
		p.fail(at, "", "a value of type %s is used as a pointer", t)
	}
	p.complete(t.Elem, at)
	return &Deref{expr{at, t.Elem}, x}
}

func (p *acslParser) subscript(x, i Expr, at Pos) Expr {
	x = p.c.decay(x)
	if x.Type().Kind != Pointer || !i.Type().IsInteger() {
		p.fail(at, "", "%s is indexed by %s", x.Type(), i.Type())
	}
	p.complete(x.Type().Elem, at)
	return &Index{expr{x.Pos(), x.Type().Elem}, x, p.c.integral(i)}
}

func (p *acslParser) member(x Expr, name string, at Pos) Expr {
	t := x.Type()
	if t.Kind != Record || !t.Complete {
		p.fail(at, "", "%s is asked for its member %s", t, name)
	}
	path := findField(t, name)
	if path == nil {
		p.fail(at, "", "%s has no member %s", t, name)
	}
	return p.c.memberPath(x, path)
}

// cast is a conversion that was written: to a C type it may change the value.
func (p *acslParser) cast(t *Type, x Expr, at Pos) Expr {
	x = p.value(x)
	switch {
	case t == p.c.integer && x.Type().IsInteger():
		return p.c.integral(x)
	case t.IsInteger() && x.Type().IsInteger():
		if k, ok := x.(*IntLit); ok {
			return &IntLit{expr: expr{at, t}, Val: wrapTo(k.Val, t)}
		}
		return &Cast{expr{at, t.Plain()}, x, false}
	case t.Kind == Pointer && x.Type().Kind == Pointer:
		return &Cast{expr{at, t.Plain()}, x, false}
	case t.Kind == Pointer && isZero(x):
		return &Cast{expr{at, t.Plain()}, &IntLit{expr: expr{at, p.c.intT}}, false}
	}
	p.fail(at, "", "a value of type %s cannot be cast to %s in an annotation", x.Type(), t)
	return nil
}

// newInteger is the type of mathematical integers.
func newInteger() *Type {
	return &Type{Kind: Integer, Size: 16, Align: 16, Signed: true, Rank: RankInt128 + 1, Name: "integer"}
}
