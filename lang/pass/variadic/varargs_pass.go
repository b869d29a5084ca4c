// This file passes arguments to functions with a variable number of arguments, and reads them there.

package variadic

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// pass stores the arguments of x after the first n in an array. It passes the array's address to the functions in the
// list `to`, which x may call.
func (w *varargs) pass(x *lang.Call, n int, to []*passedArgs) lang.Expr {
	if len(x.Args) < n {
		return x
	}
	pos := x.At
	b := &build.Builder{Maker: w.c, Pos: pos}
	k := w.settle(b, x)
	rest := k.Args[n:]
	t := &lang.Type{Kind: lang.Array, Elem: w.arg, Len: int64(len(rest) + 1), Size: int64(len(rest)+1) * w.arg.Size, Align: w.arg.Align}
	// The array has no declaration, because its lifetime is not checked, and its elements belong to this call only.
	block := w.c.Hidden(t, pos)
	block.Made = true
	element := func(i int) lang.Expr {
		array := &lang.Decay{ExprBase: lang.Typed(pos, w.c.Pointer(w.arg)), X: &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: block}}
		return &lang.Index{ExprBase: lang.Typed(pos, w.arg), X: array, I: w.c.IntLit(pos, w.c.Ptrdiff, int64(i))}
	}
	for i, a := range rest {
		kind, member, v := w.put(a)
		b.Set(w.field(element(i), "kind"), w.c.IntLit(pos, w.c.IntT, int64(kind)))
		b.Set(w.field(element(i), member), v)
	}
	b.Set(w.field(element(len(rest)), "kind"), w.c.IntLit(pos, w.c.IntT, argEnd))
	for _, p := range to {
		b.Set(&lang.VarRef{ExprBase: lang.Typed(pos, p.args.Type), Obj: p.args}, &lang.Decay{ExprBase: lang.Typed(pos, p.args.Type), X: &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: block}})
	}
	k.Args = k.Args[:n:n]
	e := b.Value(k).(*lang.StmtExpr)
	e.T, e.For = x.T, x
	return e
}

// settle returns a copy of the call x. If the function expression or an argument may have effects, the function and the
// arguments are first evaluated into variables: C does not specify their order, and a call among them may itself pass
// variable arguments.
func (w *varargs) settle(b *build.Builder, x *lang.Call) *lang.Call {
	k := *x
	all := b.Settled(append([]lang.Expr{x.Fun}, x.Args...)...)
	k.Fun, k.Args = all[0], all[1:]
	return &k
}

// kind returns the kind of arguments of type t, and the member of struct __whet_arg that holds their value.
func (w *varargs) kind(t *lang.Type) (kind int, member string) {
	switch {
	case t.IsInteger() && t.Size <= 4:
		return argInt, "n"
	case t.IsInteger() && t.Size == 8:
		return argLong, "i"
	case t.Kind == lang.Pointer:
		return argPtr, "p"
	case t.Kind == lang.Float && !t.Complex && !t.Opaque && t.Size == 8:
		return argDouble, "d"
	}
	for i, o := range w.boxed {
		if o.Kind == t.Kind && o.Size == t.Size && (t.Kind != lang.Record || lang.SameRecord(o, t) || lang.Compatible(o, t)) && o.Complex == t.Complex {
			return argBoxed + i, "p"
		}
	}
	w.boxed = append(w.boxed, t)
	return argBoxed + len(w.boxed) - 1, "p"
}

// put returns what to store for the argument a, which has a promoted type.
func (w *varargs) put(a lang.Expr) (kind int, member string, v lang.Expr) {
	t := a.Type().Plain()
	kind, member = w.kind(t)
	if kind >= argBoxed {
		x := w.c.Temporary(a)
		return kind, member, &lang.AddrOf{ExprBase: lang.Typed(a.Pos(), w.c.Pointer(t)), X: x}
	}
	return kind, member, a
}

// next returns the translation of the va_arg x.
func (w *varargs) next(x *lang.VaArg) lang.Expr {
	c, pos, t := w.c, x.At, x.T.Plain()
	at := w.cursor(x.X)
	if !build.IsLvalue(at) || at.Type().Kind != lang.Pointer || t.Size < 0 || t.Kind == lang.Void {
		return x
	}
	b := &build.Builder{Maker: c, Pos: pos}
	ptr := c.Pointer(w.arg)
	q := b.Temp(c.Cast(at, ptr, false, pos))
	q.(*lang.VarRef).Obj.Made = true
	null := &lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.Ne, L: b.Ref(q), R: c.Cast(c.IntLit(pos, c.IntT, 0), ptr, false, pos)}
	is := b.Temp(&lang.Cond{ExprBase: lang.Typed(pos, c.IntT), C: null, Then: w.field(b.At(q), "kind"), Else: c.IntLit(pos, c.IntT, argEnd)})
	compare := func(op lang.BinaryOp, k int) lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: op, L: b.Ref(is), R: c.IntLit(pos, c.IntT, int64(k))}
	}
	advance := func(v lang.Expr) lang.Expr {
		more := &lang.Binary{ExprBase: lang.Typed(pos, ptr), Op: lang.PtrAdd, L: b.Ref(q), R: c.IntLit(pos, c.Ptrdiff, 1)}
		to := at.Type().Plain()
		return &lang.Comma{ExprBase: lang.Typed(pos, t), L: &lang.Assign{ExprBase: lang.Typed(pos, to), L: at, R: build.Meant(c.Convert(more, to))}, R: v}
	}
	kind, member := w.kind(t)
	v := w.field(b.At(q), member)
	if kind >= argBoxed {
		v = &lang.Deref{ExprBase: lang.Typed(pos, t), X: c.Cast(v, c.Pointer(t), false, pos)}
	} else {
		v = c.Cast(v, t, false, pos)
	}
	any := func(wrong bool) lang.Expr {
		return &lang.VaArg{ExprBase: x.ExprBase, X: x.X, List: true, Wrong: wrong, For: x.For}
	}
	choose := func(cond, then, other lang.Expr) lang.Expr {
		return &lang.Cond{ExprBase: lang.Typed(pos, t), C: cond, Then: then, Else: other}
	}
	e := choose(compare(lang.Eq, argEnd), any(true), advance(any(true)))
	if w.open {
		e = choose(compare(lang.Eq, argOpen), any(false), e)
	}
	e = choose(compare(lang.Eq, kind), advance(v), e)
	out := b.Value(e).(*lang.StmtExpr)
	out.For = x
	return out
}
