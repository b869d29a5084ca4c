package read

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file reads operations on GNU vectors (gcc manual 6.52, Vector Extensions). A vector is a record with one
// unnamed member, the array of its lanes. An operation is translated to a statement expression that evaluates
// the operands and builds the result lane by lane. Intrinsics and unsupported builtins return any value.

// maxLanes is the maximal number of lanes of a vector. The vectors of processors have at most 64.
const maxLanes = 4096

// vector returns the type of vectors of size bytes with lanes of type elem.
func (c *checker) vector(elem *lang.Type, size int64, pos lang.Pos) *lang.Type {
	elem = elem.Unqualified()
	if elem == c.Bad || !arith(elem) || elem.Kind == lang.Bool || elem.Size <= 0 || size < elem.Size || size%elem.Size != 0 {
		c.errorf(pos, "a vector of %d bytes with elements of type %s", size, elem)
		return c.Bad
	}
	if size/elem.Size > maxLanes {
		c.errorf(pos, "a vector of %d elements, more than the %d that are read", size/elem.Size, maxLanes)
		return c.Bad
	}
	for _, t := range c.vectors {
		if t.Size == size && t.Lanes == elem {
			return t
		}
	}
	t := &lang.Type{Kind: lang.Record, Complete: true, Size: size, Align: size, Lanes: elem}
	t.Fields = []*lang.Field{{Type: c.Array(elem, size/elem.Size)}}
	c.vectors = append(c.vectors, t)
	return t
}

// lanes returns the number of lanes of the vector type t.
func lanes(t *lang.Type) int64 { return t.Size / t.Lanes.Size }

// lanesOf returns a pointer to the first lane of the vector v.
func (c *checker) lanesOf(v lang.Expr) lang.Expr { return c.Decay(c.memberPath(v, v.Type().Fields)) }

// lane returns the i-th lane of the vector v.
func (c *checker) lane(v lang.Expr, i int64) lang.Expr {
	return c.subscript(c.lanesOf(v), c.IntLit(v.Pos(), c.Ptrdiff, i), v.Pos())
}

// laneBuilder builds vectors from lanes, as the values of operations on vectors.
type laneBuilder struct {
	*build.Builder
	c *checker
}

// vectorBuilder returns a builder for the value of an operation on vectors. `of` is the operation as the program writes
// it.
func (c *checker) vectorBuilder(of lang.Expr) *laneBuilder {
	return &laneBuilder{&build.Builder{Maker: &c.Maker, Pos: of.Pos(), Of: of, Static: c.Frame == nil || c.Static != 0}, c}
}

// vectorOperands returns expressions for the values of the operands es that can be used several times. If no
// operand has side effects or is volatile, variables need no copies.
func (b *laneBuilder) vectorOperands(es ...lang.Expr) []lang.Expr {
	for _, e := range es {
		if x, ok := e.(*lang.VarRef); build.Impure(e) || ok && x.T.Volatile {
			return b.Operands(es...)
		}
	}
	out := slices.Clone(es)
	for i, e := range es {
		if _, ok := e.(*lang.VarRef); !ok {
			out[i] = b.Operands(e)[0]
		}
	}
	return out
}

// vector ends the statement expression with the vector of type t that has the given lanes.
func (b *laneBuilder) vector(t *lang.Type, lane func(i int64) lang.Expr) lang.Expr {
	c := b.c
	t = t.Plain()
	in := &lang.Init{}
	o, _ := b.Object(t, in)
	for i := range lanes(t) {
		e := lane(i)
		if build.IsBad(c.Bad, e) {
			return e
		}
		in.Items = append(in.Items, lang.InitItem{Dst: c.lane(&lang.VarRef{ExprBase: lang.Typed(b.Pos, t), Obj: o}, i), Val: c.Convert(e, t.Lanes)})
	}
	return b.Value(&lang.VarRef{ExprBase: lang.Typed(b.Pos, t), Obj: o})
}

// ofIntrinsic returns any value if e is a vector or a lane in the body of an intrinsic. The bodies in the
// embedded headers (emmintrin.h and similar ones) say which memory an intrinsic accesses, but not what the
// intrinsic computes. For other expressions ofIntrinsic returns e.
func (c *checker) ofIntrinsic(e lang.Expr) lang.Expr {
	if c.Frame == nil || !lang.OwnHeader(c.Frame.Func.Pos.File) || !e.Type().IsVector() && !isLane(e) {
		return e
	}
	c.Note(lang.Approximated, e.Pos(), "what intrinsics compute with vectors", "any value")
	return c.opaque(e, e.Type())
}

// isLane reports whether e is a lane of a vector.
func isLane(e lang.Expr) bool {
	at, ok := e.(*lang.Index)
	if !ok {
		return false
	}
	d, ok := at.X.(*lang.Decay)
	if !ok {
		return false
	}
	m, ok := d.X.(*lang.Member)
	return ok && m.X.Type().IsVector()
}

// vectorUnary returns -v or ~v.
func (c *checker) vectorUnary(op lang.UnaryOp, v lang.Expr) lang.Expr {
	t := v.Type().Plain()
	if op == lang.BitNot && !t.Lanes.IsInteger() {
		c.errorf(v.Pos(), "the operator ~ on a value of type %s", t)
		return c.BadExpr(v.Pos())
	}
	b := c.vectorBuilder(&lang.Unary{ExprBase: lang.Typed(v.Pos(), t), Op: op, X: v})
	x := b.vectorOperands(v)[0]
	return b.vector(t, func(i int64) lang.Expr {
		return &lang.Unary{ExprBase: lang.Typed(v.Pos(), t.Lanes), Op: op, X: c.lane(x, i)}
	})
}

// vectorBinary returns l op r, where at least one operand is a vector. It returns nil if their types do not
// match. A number is combined with each lane of the vector. Comparisons give -1 or 0, as integers of the
// lanes' width.
func (c *checker) vectorBinary(op lang.BinaryOp, l, r lang.Expr, tok cc.Token) lang.Expr {
	pos, t := l.Pos(), l.Type().Plain()
	switch x, y := l.Type(), r.Type(); {
	case x.IsVector() && y.IsVector():
		if x.Size != y.Size || x.Lanes.Size != y.Lanes.Size || x.Lanes.Kind != y.Lanes.Kind {
			return nil
		}
	case !x.IsVector() && arith(x):
		t = y.Plain()
		l = c.Convert(l, t.Lanes)
	case !y.IsVector() && arith(y):
		r = c.Convert(r, t.Lanes)
	default:
		return nil
	}
	if t.Lanes.Kind == lang.Float && (op == lang.Rem || op >= lang.And && op <= lang.Shr) {
		return nil
	}
	to, compares := t, op >= lang.Eq && op <= lang.Ge
	if compares {
		to = c.vector(c.signedOf(t.Lanes.Size), t.Size, pos)
	}
	b := c.vectorBuilder(&lang.Binary{ExprBase: lang.Typed(pos, to), Op: op, L: l, R: r})
	es := b.vectorOperands(l, r)
	part := func(e lang.Expr, i int64) lang.Expr {
		if e.Type().IsVector() {
			return c.lane(e, i)
		}
		return e
	}
	return b.vector(to, func(i int64) lang.Expr {
		x, y := part(es[0], i), part(es[1], i)
		if compares {
			e := c.binary(op, x, y, tok)
			if build.IsBad(c.Bad, e) {
				return e
			}
			return &lang.Unary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.Neg, X: e}
		}
		// Lanes are not promoted: a sum of chars that does not fit in char is an overflow.
		return &lang.Binary{ExprBase: lang.Typed(pos, t.Lanes), Op: op, L: c.Convert(x, t.Lanes), R: c.Convert(y, t.Lanes)}
	})
}

// signedOf returns the signed integer type of size bytes.
func (c *checker) signedOf(size int64) *lang.Type {
	for _, t := range []*lang.Type{c.Schar, c.Short, c.IntT, c.Long, c.Llong, c.Int128} {
		if t.Size == size {
			return t
		}
	}
	return c.IntT
}

// vectorAssign returns l op= r for a vector l, or nil if the types do not match.
func (c *checker) vectorAssign(op lang.BinaryOp, l, r lang.Expr, tok cc.Token) lang.Expr {
	pos, t := l.Pos(), l.Type().Plain()
	b := c.vectorBuilder(&lang.AssignOp{ExprBase: lang.Typed(pos, t), Op: op, L: l, R: r})
	if x, ok := l.(*lang.VarRef); ok && !x.T.Volatile {
		r = b.vectorOperands(r)[0]
	} else {
		es := b.Operands(&lang.AddrOf{ExprBase: lang.Typed(pos, c.Pointer(l.Type())), X: l}, r)
		l, r = &lang.Deref{ExprBase: lang.Typed(pos, l.Type()), X: es[0]}, es[1]
	}
	v := c.vectorBinary(op, l, r, tok)
	if v == nil {
		return nil
	}
	return b.Value(&lang.Assign{ExprBase: lang.Typed(pos, t), L: l, R: c.vectorCast(v, t, pos)})
}

// vectorCast returns e with the type t of the same size, where e or t is a vector. The bits do not change.
func (c *checker) vectorCast(e lang.Expr, t *lang.Type, pos lang.Pos) lang.Expr {
	from := e.Type()
	if build.IsBad(c.Bad, e) || lang.Compatible(from, t) {
		return e
	}
	b := c.vectorBuilder(&lang.Cast{ExprBase: lang.Typed(pos, t), X: e})
	if t.IsVector() && from.IsVector() && t.Lanes.Size == from.Lanes.Size && t.Lanes.IsInteger() && from.Lanes.IsInteger() {
		v := b.vectorOperands(e)[0]
		return b.vector(t, func(i int64) lang.Expr { return c.lane(v, i) })
	}
	p := c.Cast(&lang.AddrOf{ExprBase: lang.Typed(pos, c.Pointer(from)), X: b.Temp(e)}, c.Pointer(t), false, pos)
	return b.Value(&lang.Deref{ExprBase: lang.Typed(pos, t), X: p})
}

// vectorBuiltin reads a call of a builtin that builds a vector from others.
func (c *checker) vectorBuiltin(name string, args []cc.ExpressionNode, pos lang.Pos) lang.Expr {
	var t *lang.Type
	if name == "__whet_convertvector" {
		if t = c.sizedType(args[1]); t == nil {
			return c.BadExpr(pos)
		}
		args = args[:1]
	}
	es := make([]lang.Expr, len(args))
	for i, a := range args {
		if es[i] = c.rvalue(a); build.IsBad(c.Bad, es[i]) {
			return es[i]
		}
	}
	v := es[0].Type()
	b := c.vectorBuilder(build.CallOfBuiltin(name, v, es, pos))
	switch {
	case !v.IsVector():
	case name == "__whet_convertvector":
		if t.IsVector() && lanes(t) == lanes(v) {
			x := b.vectorOperands(es[0])[0]
			return b.vector(t, func(i int64) lang.Expr { return c.lane(x, i) })
		}
	case name == "__builtin_shufflevector":
		if len(es) > 2 && es[1].Type().IsVector() {
			return c.shuffledBy(b, es, pos)
		}
	case es[len(es)-1].Type().IsVector() && lanes(es[len(es)-1].Type()) == lanes(v) && (len(es) == 2 || len(es) == 3 && lang.Compatible(v, es[1].Type())):
		return c.shuffled(b, es, pos)
	}
	c.errorf(pos, "%s needs a vector", name)
	return c.BadExpr(pos)
}

// shuffledBy returns __builtin_shufflevector(v, w, index, …). The indexes are constants. An index -1 gives a lane
// any value.
func (c *checker) shuffledBy(b *laneBuilder, es []lang.Expr, pos lang.Pos) lang.Expr {
	two := b.vectorOperands(es[:2]...)
	v, w := two[0], two[1]
	n, all := lanes(v.Type()), lanes(v.Type())+lanes(w.Type())
	t := c.vector(v.Type().Lanes, int64(len(es)-2)*v.Type().Lanes.Size, pos)
	if t == c.Bad {
		return c.BadExpr(pos)
	}
	return b.vector(t, func(i int64) lang.Expr {
		k, ok := es[2+i].(*lang.IntLit)
		if !ok || k.Val.Cmp(num.Of(-1)) < 0 || k.Val.Cmp(num.Of(all)) >= 0 {
			c.errorf(es[2+i].Pos(), "the index of a lane is no constant from -1 to %d", all-1)
			return c.BadExpr(pos)
		}
		at, _ := k.Val.Int64()
		switch {
		case at < 0:
			return c.opaque(c.IntLit(pos, c.IntT, 0), t.Lanes)
		case at < n:
			return c.lane(v, at)
		}
		return c.lane(w, at-n)
	})
}

// shuffled returns __builtin_shuffle(v, mask) or __builtin_shuffle(v, w, mask). The mask has the indexes of the
// lanes, modulo their number.
func (c *checker) shuffled(b *laneBuilder, es []lang.Expr, pos lang.Pos) lang.Expr {
	all := b.vectorOperands(es...)
	v, w, mask := all[0], all[len(all)-2], all[len(all)-1]
	n := lanes(v.Type())
	return b.vector(v.Type(), func(i int64) lang.Expr {
		at := func(last int64) lang.Expr {
			k := c.Convert(c.lane(mask, i), c.Ptrdiff)
			return &lang.Binary{ExprBase: lang.Typed(pos, c.Ptrdiff), Op: lang.And, L: k, R: c.IntLit(pos, c.Ptrdiff, last)}
		}
		first := c.subscript(c.lanesOf(v), at(n-1), pos)
		if len(es) == 2 {
			return first
		}
		second := &lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.Ge, L: at(2*n - 1), R: c.IntLit(pos, c.Ptrdiff, n)}
		return &lang.Cond{ExprBase: lang.Typed(pos, v.Type().Lanes), C: second, Then: c.subscript(c.lanesOf(w), at(n-1), pos), Else: first}
	})
}
