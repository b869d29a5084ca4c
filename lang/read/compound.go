package read

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
)

// This file reads compound literals, also as initialisers of arrays.

// compound reads the compound literal n.
func (c *checker) compound(n *cc.PostfixExpression) lang.Expr {
	pos := c.at(n.Token)
	t, dims := c.typeNameDims(n.TypeName)
	if t == c.Bad {
		return c.BadExpr(pos)
	}
	if len(dims) > 0 || t.Kind == lang.Void || t.Kind == lang.Function {
		c.errorf(pos, "a compound literal of type %s", t)
		return c.BadExpr(pos)
	}
	o := c.CompoundObject(t, pos)
	c.initList(o, n.InitializerList, pos)
	c.needComplete(o)
	if o.Type == c.Bad {
		return c.BadExpr(pos)
	}
	return compoundRef(o)
}

// compoundRef returns the lvalue of the compound literal o. A CompoundLit initialises an automatic literal
// each time that it is evaluated.
func compoundRef(o *lang.Object) lang.Expr {
	if o.Storage == lang.Literal {
		return &lang.VarRef{ExprBase: lang.Typed(o.Pos, o.Type), Obj: o}
	}
	return &lang.CompoundLit{ExprBase: lang.Typed(o.Pos, o.Type), Obj: o}
}

// fromLiteral initialises the array dst if the current item is a compound literal of an array (GNU C), and
// reports whether it did. For static objects it copies the literal element by element.
func (in *initer) fromLiteral(dst lang.Expr, k *cursor) bool {
	c := in.c
	t := dst.Type()
	n := k.list.Initializer
	if n.Case != cc.InitializerExpr || t.Kind != lang.Array {
		return false
	}
	p, ok := unparen(n.AssignmentExpression).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionComplit {
		return false
	}
	if c.Static == 0 {
		return in.fromLocalLiteral(dst, k, p)
	}
	d, ok := in.value(k).(*lang.Decay)
	if !ok {
		return false
	}
	src := d.X
	if s := src.Type(); s.Len < 0 || !lang.Compatible(s, t) {
		return false
	}
	k.next()
	in.grow(dst, src.Type().Len)
	in.copyArray(dst, src)
	return true
}

// copyArray initialises the elements of the array dst with the elements of the array src.
func (in *initer) copyArray(dst, src lang.Expr) {
	for i := range src.Type().Len {
		d, s := in.c.index(dst, i), in.c.index(src, i)
		if d.Type().Kind == lang.Array {
			in.copyArray(d, s)
			continue
		}
		in.add(d, s)
	}
}

// fromLocalLiteral initialises the local array dst by the compound literal p, as clang allows: it reads the items
// between the literal's braces as items of dst. It reports whether the types match.
func (in *initer) fromLocalLiteral(dst lang.Expr, k *cursor, p *cc.PostfixExpression) bool {
	c := in.c
	s := c.typeName(p.TypeName)
	if s.Kind != lang.Array || s.Size < 0 && s.Len >= 0 || s.LenObj != nil || !lang.Compatible(s, dst.Type()) {
		return false
	}
	in.grow(dst, s.Len)
	k.next()
	in.braced(dst, p.InitializerList, c.at(p.Token))
	return true
}
