package lang

import "modernc.org/cc/v4"

// GNU vectors are opaque: their values are any, with a note, and no bug rests on them. What is
// exact is their size, and the effects of the expressions that they are computed from.

// vectorBuiltin is a call of a builtin that makes a vector from others.
func (c *checker) vectorBuiltin(name string, args []cc.ExpressionNode, pos Pos) Expr {
	var t *Type
	if name == "__whet_convertvector" {
		if t = c.sizedType(args[1]); t == nil {
			return c.badExpr(pos)
		}
		args = args[:1]
	}
	es := make([]Expr, len(args))
	for i, a := range args {
		if es[i] = c.rvalue(a); isBad(c, es[i]) {
			return es[i]
		}
	}
	v := es[0].Type()
	if v.Kind != Vector || t != nil && t.Kind != Vector {
		c.errorf(pos, "%s needs a vector", name)
		return c.badExpr(pos)
	}
	switch name {
	case "__builtin_shufflevector": // as many elements as there are indexes
		n := int64(len(args)-2) * v.Elem.Size
		t = &Type{Kind: Vector, Elem: v.Elem, Size: n, Align: max(n, 1), Name: "vector"}
	case "__builtin_shuffle":
		t = v
	}
	c.note(Approximated, pos, "vector types", "any value")
	return c.effects(es, c.opaque(c.intLit(pos, c.intT, 0), t))
}

// vectorElement is v[i], whose value is any. What is stored to it, or through its address, goes to
// the memory of the vector, which may be seen as something else: see place.
func (c *checker) vectorElement(v, i Expr, at Pos) Expr {
	c.note(Approximated, at, "vector types", "any value")
	e := c.opaque(v, v.Type().Elem).(*VaArg)
	if isLvalue(v) {
		p := c.pointer(v.Type().Elem)
		base := c.cast(&AddrOf{expr{at, c.pointer(v.Type())}, v}, p, false, at)
		c.elements[e] = &Index{expr{at, p.Elem}, base, c.convert(i, c.ptrdiff)}
	}
	return e
}

// place is the object that an expression names, where it is an element of a vector; else it is the
// expression itself.
func (c *checker) place(e Expr) Expr {
	if v, ok := e.(*VaArg); ok && c.elements[v] != nil {
		return c.elements[v]
	}
	return e
}

// effects evaluates expressions for what they do, and then the value.
func (c *checker) effects(es []Expr, value Expr) Expr {
	for i := len(es) - 1; i >= 0; i-- {
		value = &Comma{expr{value.Pos(), value.Type()}, c.cast(es[i], c.void, false, es[i].Pos()), value}
	}
	return value
}
