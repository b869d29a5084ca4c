package read

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file builds the terms of annotations: C expressions over C lvalues, combined by arithmetic on
// unbounded integers.

// value returns the value of the term x: arrays decay.
func (p *acslParser) value(x lang.Expr) lang.Expr {
	switch x.(type) {
	case *lang.Places, *span:
		p.fail(x.Pos(), "", "a set of places where a value should stand")
	}
	x = p.c.Decay(x)
	if t := x.Type(); !t.IsScalar() || t.Kind == lang.Float {
		p.fail(x.Pos(), "", "a value of type %s is not supported in annotations", t)
	}
	return x
}

func (p *acslParser) integer(x lang.Expr) lang.Expr {
	x = p.value(x)
	if !x.Type().IsInteger() {
		p.fail(x.Pos(), "", "a value of type %s where an integer should stand", x.Type())
	}
	return p.c.Integral(x)
}

// truth returns the term x as a predicate, which is true if x is not 0.
func (p *acslParser) truth(x lang.Expr) lang.Expr { return p.value(x) }

func (p *acslParser) not(x lang.Expr) lang.Expr {
	if n, ok := x.(*lang.Unary); ok && n.Op == lang.LogNot {
		if m, ok := n.X.(*lang.Unary); ok && m.Op == lang.LogNot {
			return x
		}
	}
	return &lang.Unary{ExprBase: lang.Typed(x.Pos(), p.c.IntT), Op: lang.LogNot, X: x}
}

func (p *acslParser) and(x, y lang.Expr) lang.Expr {
	return &lang.Logical{ExprBase: lang.Typed(x.Pos(), p.c.IntT), Or: false, L: x, R: y}
}

func (p *acslParser) or(x, y lang.Expr) lang.Expr {
	return &lang.Logical{ExprBase: lang.Typed(x.Pos(), p.c.IntT), Or: true, L: x, R: y}
}

// equivalent returns x <==> y as x ? !!y : !y. y occurs twice in the result.
func (p *acslParser) equivalent(x, y lang.Expr) lang.Expr {
	return &lang.Cond{ExprBase: lang.Typed(x.Pos(), p.c.IntT), C: x, Then: p.not(p.not(y)), Else: p.not(y)}
}

func (p *acslParser) conditional(x, t, e lang.Expr, at lang.Pos) lang.Expr {
	t, e = p.value(t), p.value(e)
	typ := p.c.IntT
	switch {
	case t.Type().IsInteger() && e.Type().IsInteger():
		if t.Type() != typ || e.Type() != typ {
			t, e, typ = p.c.Integral(t), p.c.Integral(e), p.c.Integer
		}
	case lang.Compatible(t.Type(), e.Type()):
		typ = t.Type()
	default:
		p.fail(at, "", "the two branches of ?: have the types %s and %s", t.Type(), e.Type())
	}
	return &lang.Cond{ExprBase: lang.Typed(x.Pos(), typ), C: x, Then: t, Else: e}
}

// compare returns the comparison of x and y by op: of pointers as in C, of integers without bounds.
func (p *acslParser) compare(op lang.BinaryOp, x, y lang.Expr, text string, at lang.Pos) lang.Expr {
	x, y = p.value(x), p.value(y)
	a, b := x.Type(), y.Type()
	zero := func(e lang.Expr) bool {
		k, ok := e.(*lang.IntLit)
		return ok && k.Val.IsZero()
	}
	switch {
	case a.Kind == lang.Pointer && b.Kind == lang.Pointer:
	case a.Kind == lang.Pointer && zero(y):
		y = &lang.Cast{ExprBase: lang.Typed(y.Pos(), a), X: &lang.IntLit{ExprBase: lang.Typed(y.Pos(), p.c.IntT)}, Implicit: true}
	case b.Kind == lang.Pointer && zero(x):
		x = &lang.Cast{ExprBase: lang.Typed(x.Pos(), b), X: &lang.IntLit{ExprBase: lang.Typed(x.Pos(), p.c.IntT)}, Implicit: true}
	case a.IsInteger() && b.IsInteger():
		x, y = p.c.Integral(x), p.c.Integral(y)
	default:
		p.fail(at, "", "%s between values of the types %s and %s", text, a, b)
	}
	return &lang.Binary{ExprBase: lang.Typed(x.Pos(), p.c.IntT), Op: op, L: x, R: y}
}

func (p *acslParser) arithmetic(op lang.BinaryOp, x, y lang.Expr, text string, at lang.Pos) lang.Expr {
	x, y = p.value(x), p.value(y)
	a, b := x.Type(), y.Type()
	switch {
	case a.IsInteger() && b.IsInteger():
		return &lang.Binary{ExprBase: lang.Typed(x.Pos(), p.c.Integer), Op: op, L: p.c.Integral(x), R: p.c.Integral(y)}
	case op == lang.Add && a.IsInteger() && b.Kind == lang.Pointer:
		return p.moved(lang.PtrAdd, y, x, at)
	case op == lang.Add && a.Kind == lang.Pointer && b.IsInteger():
		return p.moved(lang.PtrAdd, x, y, at)
	case op == lang.Sub && a.Kind == lang.Pointer && b.IsInteger():
		return p.moved(lang.PtrSub, x, y, at)
	}
	p.fail(at, "", "%s between values of the types %s and %s", text, a, b)
	return nil
}

func (p *acslParser) moved(op lang.BinaryOp, x, i lang.Expr, at lang.Pos) lang.Expr {
	p.complete(x.Type().Elem, at)
	return &lang.Binary{ExprBase: lang.Typed(x.Pos(), x.Type().Plain()), Op: op, L: x, R: p.c.Integral(i)}
}

// complete fails if the size of the type t is not known.
func (p *acslParser) complete(t *lang.Type, at lang.Pos) {
	if t.Kind == lang.Void || t.Kind == lang.Function || t.Size == 0 && !p.c.isComplete(t) {
		p.fail(at, "", "a pointer to the type %s, whose size is not known, is followed or moved", t)
	}
}

func (p *acslParser) pointed(x lang.Expr, at lang.Pos) lang.Expr {
	t := x.Type()
	if t.Kind != lang.Pointer {
		p.fail(at, "", "a value of type %s is used as a pointer", t)
	}
	p.complete(t.Elem, at)
	return &lang.Deref{ExprBase: lang.Typed(at, t.Elem), X: x}
}

func (p *acslParser) subscript(x, i lang.Expr, at lang.Pos) lang.Expr {
	x = p.c.Decay(x)
	if x.Type().Kind != lang.Pointer || !i.Type().IsInteger() {
		p.fail(at, "", "%s is indexed by %s", x.Type(), i.Type())
	}
	p.complete(x.Type().Elem, at)
	return &lang.Index{ExprBase: lang.Typed(x.Pos(), x.Type().Elem), X: x, I: p.c.Integral(i)}
}

func (p *acslParser) member(x lang.Expr, name string, at lang.Pos) lang.Expr {
	t := x.Type()
	if t.Kind != lang.Record || !t.Complete {
		p.fail(at, "", "%s is asked for its member %s", t, name)
	}
	path := findField(t, name)
	if path == nil {
		p.fail(at, "", "%s has no member %s", t, name)
	}
	return p.c.memberPath(x, path)
}

// cast returns the explicit conversion of x to t. A conversion to a C type may change the value.
func (p *acslParser) cast(t *lang.Type, x lang.Expr, at lang.Pos) lang.Expr {
	x = p.value(x)
	switch {
	case t == p.c.Integer && x.Type().IsInteger():
		return p.c.Integral(x)
	case t.IsInteger() && x.Type().IsInteger():
		if k, ok := x.(*lang.IntLit); ok {
			return &lang.IntLit{ExprBase: lang.Typed(at, t), Val: build.WrapTo(k.Val, t)}
		}
		return &lang.Cast{ExprBase: lang.Typed(at, t.Plain()), X: x, Implicit: false}
	case t.Kind == lang.Pointer && x.Type().Kind == lang.Pointer:
		return &lang.Cast{ExprBase: lang.Typed(at, t.Plain()), X: x, Implicit: false}
	case t.Kind == lang.Pointer && build.IsZero(x):
		return &lang.Cast{ExprBase: lang.Typed(at, t.Plain()), X: &lang.IntLit{ExprBase: lang.Typed(at, p.c.IntT)}, Implicit: false}
	}
	p.fail(at, "", "a value of type %s cannot be cast to %s in an annotation", x.Type(), t)
	return nil
}
