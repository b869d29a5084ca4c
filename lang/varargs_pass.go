package lang

import "slices"

// pass puts the arguments after the first n in an array, and hands it to the functions that may be
// called.
func (w *varargs) pass(x *Call, n int, to []*passedArgs) Expr {
	if len(x.Args) < n {
		return x
	}
	pos := x.At
	b := &builder{c: w.c, pos: pos}
	k := w.settle(b, x)
	rest := k.Args[n:]
	t := &Type{Kind: Array, Elem: w.arg, Len: int64(len(rest) + 1), Size: int64(len(rest)+1) * w.arg.Size, Align: w.arg.Align}
	// Without a declaration: its life is not followed, and its elements are those of this call.
	block := w.c.hidden(t, pos)
	block.Made = true
	element := func(i int) Expr {
		array := &Decay{expr{pos, w.c.pointer(w.arg)}, &VarRef{expr{pos, t}, block}}
		return &Index{expr{pos, w.arg}, array, w.c.intLit(pos, w.c.ptrdiff, int64(i))}
	}
	for i, a := range rest {
		kind, member, v := w.put(a)
		b.set(w.field(element(i), "kind"), w.c.intLit(pos, w.c.intT, int64(kind)))
		b.set(w.field(element(i), member), v)
	}
	b.set(w.field(element(len(rest)), "kind"), w.c.intLit(pos, w.c.intT, argEnd))
	for _, p := range to {
		b.set(&VarRef{expr{pos, p.args.Type}, p.args}, &Decay{expr{pos, p.args.Type}, &VarRef{expr{pos, t}, block}})
	}
	k.Args = k.Args[:n:n]
	e := b.value(k).(*StmtExpr)
	e.T, e.For = x.T, x
	return e
}

// settle returns the call x with its function and its arguments evaluated before, where one of them
// may have effects: they have no order, and the call they make may hand over arguments of its own.
func (w *varargs) settle(b *builder, x *Call) *Call {
	k := *x
	early := impure(x.Fun)
	for _, a := range x.Args {
		early = early || impure(a)
	}
	if !early {
		return &k
	}
	var es []Expr
	var at []*Expr
	settled := func(e *Expr) { es, at = append(es, *e), append(at, e) }
	if x.Direct() == nil {
		settled(&k.Fun)
	}
	k.Args = slices.Clone(x.Args)
	for i := range k.Args {
		a := &k.Args[i]
		switch StripCasts(*a).(type) {
		case *IntLit, *FloatLit, *FuncRef, *Decay, *AddrOf:
			if !impure(*a) {
				continue
			}
		}
		settled(a)
	}
	for i, e := range b.operands(es...) {
		*at[i] = e
	}
	return &k
}

// impure reports whether an expression may have effects.
func impure(e Expr) bool {
	found := false
	WalkExpr(e, nil, func(e Expr) {
		switch e.(type) {
		case *Call, *StmtExpr, *Assign, *AssignOp, *IncDec, *VaArg:
			found = true
		}
	})
	return found
}

// kind is that of arguments of a type, with the member of struct __whet_arg that has their value.
func (w *varargs) kind(t *Type) (kind int, member string) {
	switch {
	case t.IsInteger() && t.Size <= 4:
		return argInt, "n"
	case t.IsInteger() && t.Size == 8:
		return argLong, "i"
	case t.Kind == Pointer:
		return argPtr, "p"
	case t.Kind == Float && !t.complex && !t.opaque && t.Size == 8:
		return argDouble, "d"
	}
	for i, o := range w.boxed {
		if o.Kind == t.Kind && o.Size == t.Size && (t.Kind != Record || SameRecord(o, t) || Compatible(o, t)) && o.complex == t.complex {
			return argBoxed + i, "p"
		}
	}
	w.boxed = append(w.boxed, t)
	return argBoxed + len(w.boxed) - 1, "p"
}

// put is what is stored for an argument, which has the promoted type.
func (w *varargs) put(a Expr) (kind int, member string, v Expr) {
	t := a.Type().Plain()
	kind, member = w.kind(t)
	if kind >= argBoxed {
		x := w.c.temporary(a)
		return kind, member, &AddrOf{expr{a.Pos(), w.c.pointer(t)}, x}
	}
	return kind, member, a
}

// next is va_arg.
func (w *varargs) next(x *VaArg) Expr {
	c, pos, t := w.c, x.At, x.T.Plain()
	at := w.cursor(x.X)
	if !isLvalue(at) || at.Type().Kind != Pointer || t.Size < 0 || t.Kind == Void {
		return x
	}
	b := &builder{c: c, pos: pos}
	ptr := c.pointer(w.arg)
	q := b.temp(c.cast(at, ptr, false, pos))
	q.(*VarRef).Obj.Made = true
	null := &Binary{expr: expr{pos, c.intT}, Op: Ne, L: b.ref(q), R: c.cast(c.intLit(pos, c.intT, 0), ptr, false, pos)}
	is := b.temp(&Cond{expr{pos, c.intT}, null, w.field(b.at(q), "kind"), c.intLit(pos, c.intT, argEnd)})
	compare := func(op BinaryOp, k int) Expr {
		return &Binary{expr: expr{pos, c.intT}, Op: op, L: b.ref(is), R: c.intLit(pos, c.intT, int64(k))}
	}
	advance := func(v Expr) Expr {
		more := &Binary{expr: expr{pos, ptr}, Op: PtrAdd, L: b.ref(q), R: c.intLit(pos, c.ptrdiff, 1)}
		to := at.Type().Plain()
		return &Comma{expr{pos, t}, &Assign{expr{pos, to}, at, meant(c.convert(more, to))}, v}
	}
	kind, member := w.kind(t)
	v := w.field(b.at(q), member)
	if kind >= argBoxed {
		v = &Deref{expr{pos, t}, c.cast(v, c.pointer(t), false, pos)}
	} else {
		v = c.cast(v, t, false, pos)
	}
	any := func(wrong bool) Expr { return &VaArg{expr: x.expr, X: x.X, List: true, Wrong: wrong, For: x.For} }
	choose := func(cond, then, other Expr) Expr { return &Cond{expr{pos, t}, cond, then, other} }
	e := choose(compare(Eq, argEnd), any(true), advance(any(true)))
	if w.open {
		e = choose(compare(Eq, argOpen), any(false), e)
	}
	e = choose(compare(Eq, kind), advance(v), e)
	out := b.value(e).(*StmtExpr)
	out.For = x
	return out
}
