package lang

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/num"
)

// GNU vectors (gcc manual 6.52, Vector Extensions). A vector is a record whose one member, without a
// name, is the array of its lanes. An operation is a compound literal that is made lane by lane from
// its operands, which are evaluated before. What intrinsics, and builtins without a meaning here, give
// is any value.

// maxLanes is how many lanes a vector may have: those of processors have 64.
const maxLanes = 4096

// vector is the type of vectors of so many bytes with lanes of type elem.
func (c *checker) vector(elem *Type, size int64, pos Pos) *Type {
	elem = elem.unqual()
	if elem == c.bad || !arith(elem) || elem.Kind == Bool || elem.Size <= 0 || size < elem.Size || size%elem.Size != 0 {
		c.errorf(pos, "a vector of %d bytes with elements of type %s", size, elem)
		return c.bad
	}
	if size/elem.Size > maxLanes {
		c.errorf(pos, "a vector of %d elements, more than the %d that are read", size/elem.Size, maxLanes)
		return c.bad
	}
	for _, t := range c.vectors {
		if t.Size == size && t.Lanes == elem {
			return t
		}
	}
	t := &Type{Kind: Record, Complete: true, Size: size, Align: size, Lanes: elem}
	t.Fields = []*Field{{Type: c.array(elem, size/elem.Size)}}
	c.vectors = append(c.vectors, t)
	return t
}

// lanes is how many lanes a vector has.
func lanes(t *Type) int64 { return t.Size / t.Lanes.Size }

// lanesOf is the array of a vector's lanes, as a pointer to the first.
func (c *checker) lanesOf(v Expr) Expr { return c.decay(c.memberPath(v, v.Type().Fields)) }

// lane is the i-th lane of a vector.
func (c *checker) lane(v Expr, i int64) Expr {
	return c.subscript(c.lanesOf(v), c.intLit(v.Pos(), c.ptrdiff, i), v.Pos())
}

// once are operands that are evaluated once, in their order, before what uses them: what stands in
// their place names objects.
type once struct {
	c      *checker
	before []Expr
}

// value is an expression for the value of e that can be used several times.
func (b *once) value(e Expr) Expr {
	switch x := e.(type) {
	case *IntLit, *FloatLit:
		return e
	case *VarRef:
		if !x.T.Volatile {
			return e
		}
	}
	t := e.Type().Plain()
	o := b.c.compoundObject(t, e.Pos())
	ref := &VarRef{expr{e.Pos(), t}, o}
	o.Init = &Init{Items: []InitItem{{Dst: ref, Val: e}}}
	b.before = append(b.before, compoundRef(o))
	return ref
}

// made is a vector of type t with the lanes that are given, after the operands.
func (b *once) made(t *Type, pos Pos, lane func(i int64) Expr) Expr {
	c := b.c
	t = t.Plain()
	o := c.compoundObject(t, pos)
	o.Init = &Init{}
	for i := range lanes(t) {
		e := lane(i)
		if isBad(c, e) {
			return e
		}
		o.Init.Items = append(o.Init.Items, InitItem{Dst: c.lane(&VarRef{expr{pos, t}, o}, i), Val: c.convert(e, t.Lanes)})
	}
	return b.after(compoundRef(o))
}

// after evaluates e after the operands.
func (b *once) after(e Expr) Expr {
	for i := len(b.before) - 1; i >= 0; i-- {
		x := b.before[i]
		e = &Comma{expr{e.Pos(), e.Type()}, b.c.cast(x, b.c.void, false, x.Pos()), e}
	}
	return e
}

// ofIntrinsic gives a value that an intrinsic reads of a vector or a lane, which is any: the bodies
// of the embedded headers (emmintrin.h and its kind) say what memory an intrinsic touches, and not
// what it computes. Elsewhere a value is itself.
func (c *checker) ofIntrinsic(e Expr) Expr {
	if c.fn == nil || !OwnHeader(c.fn.fn.Pos.File) || !e.Type().IsVector() && !isLane(e) {
		return e
	}
	c.note(Approximated, e.Pos(), "what intrinsics compute with vectors", "any value")
	return c.opaque(e, e.Type())
}

// isLane reports whether an expression names a lane of a vector.
func isLane(e Expr) bool {
	at, ok := e.(*Index)
	if !ok {
		return false
	}
	d, ok := at.X.(*Decay)
	if !ok {
		return false
	}
	m, ok := d.X.(*Member)
	return ok && m.X.Type().IsVector()
}

// vectorUnary is -v or ~v.
func (c *checker) vectorUnary(op UnaryOp, v Expr) Expr {
	t := v.Type().Plain()
	if op == BitNot && !t.Lanes.IsInteger() {
		c.errorf(v.Pos(), "the operator ~ on a value of type %s", t)
		return c.badExpr(v.Pos())
	}
	b := &once{c: c}
	v = b.value(v)
	return b.made(t, v.Pos(), func(i int64) Expr {
		return &Unary{expr{v.Pos(), t.Lanes}, op, c.lane(v, i)}
	})
}

// vectorBinary is l op r, where at least one is a vector. A number goes with each lane of the other.
// Comparisons give -1 or 0 in integers of the lanes' width.
func (c *checker) vectorBinary(op BinaryOp, l, r Expr, tok cc.Token) Expr {
	pos, t := l.Pos(), l.Type().Plain()
	switch x, y := l.Type(), r.Type(); {
	case x.IsVector() && y.IsVector():
		if x.Size != y.Size || x.Lanes.Size != y.Lanes.Size || x.Lanes.Kind != y.Lanes.Kind {
			c.errorf(c.at(tok), "the operator %s on values of the types %s and %s", tok.SrcStr(), x, y)
			return c.badExpr(pos)
		}
	case !x.IsVector() && arith(x):
		t = y.Plain()
		l = c.convert(l, t.Lanes)
	case !y.IsVector() && arith(y):
		r = c.convert(r, t.Lanes)
	default:
		c.errorf(c.at(tok), "the operator %s on values of the types %s and %s", tok.SrcStr(), x, y)
		return c.badExpr(pos)
	}
	if t.Lanes.Kind == Float && (op == Rem || op >= And && op <= Shr) {
		c.errorf(c.at(tok), "the operator %s on values of the types %s and %s", tok.SrcStr(), l.Type(), r.Type())
		return c.badExpr(pos)
	}
	b := &once{c: c}
	l, r = b.value(l), b.value(r)
	part := func(e Expr, i int64) Expr {
		if e.Type().IsVector() {
			return c.lane(e, i)
		}
		return e
	}
	to, compares := t, op >= Eq && op <= Ge
	if compares {
		to = c.vector(c.signedOf(t.Lanes.Size), t.Size, pos)
	}
	return b.made(to, pos, func(i int64) Expr {
		x, y := part(l, i), part(r, i)
		if compares {
			e := c.binary(op, x, y, tok)
			if isBad(c, e) {
				return e
			}
			return &Unary{expr{pos, c.intT}, Neg, e}
		}
		// Nothing is promoted: a sum of chars that is no char is an overflow.
		return &Binary{expr: expr{pos, t.Lanes}, Op: op, L: c.convert(x, t.Lanes), R: c.convert(y, t.Lanes)}
	})
}

// signedOf is the signed integer type of so many bytes.
func (c *checker) signedOf(size int64) *Type {
	for _, t := range []*Type{c.schar, c.short, c.intT, c.long, c.llong, c.int128} {
		if t.Size == size {
			return t
		}
	}
	return c.intT
}

// vectorAssign is l op= r for a vector l.
func (c *checker) vectorAssign(op BinaryOp, l, r Expr, tok cc.Token) Expr {
	pos, t := l.Pos(), l.Type().Plain()
	b := &once{c: c}
	if x, ok := l.(*VarRef); !ok || x.T.Volatile {
		p := b.value(&AddrOf{expr{pos, c.pointer(l.Type())}, l})
		l = &Deref{expr{pos, l.Type()}, p}
	}
	return b.after(&Assign{expr{pos, t}, l, c.vectorCast(c.vectorBinary(op, l, r, tok), t, pos)})
}

// vectorCast gives e the type t of the same size, where one of them is a vector: its bits are those
// of e.
func (c *checker) vectorCast(e Expr, t *Type, pos Pos) Expr {
	from := e.Type()
	if isBad(c, e) || Compatible(from, t) {
		return e
	}
	b := &once{c: c}
	v := b.value(e)
	if t.IsVector() && from.IsVector() && t.Lanes.Size == from.Lanes.Size && t.Lanes.IsInteger() && from.Lanes.IsInteger() {
		return b.made(t, pos, func(i int64) Expr { return c.lane(v, i) })
	}
	if _, ok := v.(*VarRef); !ok { // a number
		b.before = nil
		o := c.compoundObject(from.Plain(), pos)
		ref := &VarRef{expr{pos, from.Plain()}, o}
		o.Init = &Init{Items: []InitItem{{Dst: ref, Val: v}}}
		b.before, v = append(b.before, compoundRef(o)), ref
	}
	p := c.cast(&AddrOf{expr{pos, c.pointer(from)}, v}, c.pointer(t), false, pos)
	return b.after(&Deref{expr{pos, t}, p})
}

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
	b := &once{c: c}
	switch {
	case !v.IsVector():
	case name == "__whet_convertvector":
		if t.IsVector() && lanes(t) == lanes(v) {
			x := b.value(es[0])
			return b.made(t, pos, func(i int64) Expr { return c.lane(x, i) })
		}
	case name == "__builtin_shufflevector":
		if len(es) > 2 && es[1].Type().IsVector() {
			return c.shuffledBy(b, es, pos)
		}
	case es[len(es)-1].Type().IsVector() && lanes(es[len(es)-1].Type()) == lanes(v) && (len(es) == 2 || len(es) == 3 && Compatible(v, es[1].Type())):
		return c.shuffled(b, es, pos)
	}
	c.errorf(pos, "%s needs a vector", name)
	return c.badExpr(pos)
}

// shuffledBy is __builtin_shufflevector(v, w, index, …): the indexes are constants, and -1 leaves a
// lane open.
func (c *checker) shuffledBy(b *once, es []Expr, pos Pos) Expr {
	v, w := b.value(es[0]), b.value(es[1])
	n, all := lanes(v.Type()), lanes(v.Type())+lanes(w.Type())
	t := c.vector(v.Type().Lanes, int64(len(es)-2)*v.Type().Lanes.Size, pos)
	if t == c.bad {
		return c.badExpr(pos)
	}
	return b.made(t, pos, func(i int64) Expr {
		k, ok := es[2+i].(*IntLit)
		if !ok || k.Val.Cmp(num.Of(-1)) < 0 || k.Val.Cmp(num.Of(all)) >= 0 {
			c.errorf(es[2+i].Pos(), "the index of a lane is no constant from -1 to %d", all-1)
			return c.badExpr(pos)
		}
		at, _ := k.Val.Int64()
		switch {
		case at < 0:
			return c.opaque(c.intLit(pos, c.intT, 0), t.Lanes)
		case at < n:
			return c.lane(v, at)
		}
		return c.lane(w, at-n)
	})
}

// shuffled is __builtin_shuffle(v, mask) or __builtin_shuffle(v, w, mask): the lanes that the mask
// names, modulo their number.
func (c *checker) shuffled(b *once, es []Expr, pos Pos) Expr {
	v, mask := b.value(es[0]), es[len(es)-1]
	w := v
	if len(es) == 3 {
		w = b.value(es[1])
	}
	mask = b.value(mask)
	n := lanes(v.Type())
	return b.made(v.Type(), pos, func(i int64) Expr {
		at := func(last int64) Expr {
			k := c.convert(c.lane(mask, i), c.ptrdiff)
			return &Binary{expr: expr{pos, c.ptrdiff}, Op: And, L: k, R: c.intLit(pos, c.ptrdiff, last)}
		}
		first := c.subscript(c.lanesOf(v), at(n-1), pos)
		if len(es) == 2 {
			return first
		}
		second := &Binary{expr: expr{pos, c.intT}, Op: Ge, L: at(2*n - 1), R: c.intLit(pos, c.ptrdiff, n)}
		return &Cond{expr{pos, v.Type().Lanes}, second, c.subscript(c.lanesOf(w), at(n-1), pos), first}
	})
}
