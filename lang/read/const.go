package read

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// This file folds constants in the typed syntax. Conversions are explicit there, so every step is exact
// arithmetic followed by Wrap.

// constInt evaluates an integer constant expression (C11 6.6), including the address arithmetic on null
// that older code uses for offsetof. It returns false if e is not constant.
func (c *checker) constInt(e lang.Expr) (num.Int, bool) {
	t := e.Type()
	switch e := e.(type) {
	case *lang.IntLit:
		return e.Val, true
	case *lang.VarRef:
		if v := build.ConstValue(e); v != nil && t.Kind != lang.Float {
			return c.constInt(v)
		}
	case *lang.Unary:
		x, ok := c.constInt(e.X)
		if !ok {
			return x, false
		}
		switch e.Op {
		case lang.Neg:
			return x.Neg().Wrap(t.Bits, t.Signed), true
		case lang.BitNot:
			return x.Not().Wrap(t.Bits, t.Signed), true
		}
		return num.OfBool(x.IsZero()), true
	case *lang.Call:
		return c.constClass(e)
	case *lang.Binary:
		if e.Op == lang.PtrAdd || e.Op == lang.PtrSub {
			return c.constAddr(e)
		}
		if e.Op == lang.PtrDiff {
			l, ok1 := c.constAddr(e.L)
			r, ok2 := c.constAddr(e.R)
			if size := e.L.Type().Elem.Size; ok1 && ok2 && size > 0 {
				return l.Sub(r).Quo(num.Of(size)), true
			}
			return num.Int{}, false
		}
		l, ok := c.constInt(e.L)
		if !ok {
			return l, false
		}
		r, ok := c.constInt(e.R)
		if !ok {
			return r, false
		}
		return foldBinary(e.Op, l, r, t)
	case *lang.Logical:
		l, ok := c.constInt(e.L)
		if !ok {
			return l, false
		}
		if e.Or != l.IsZero() {
			return num.OfBool(e.Or), true
		}
		r, ok := c.constInt(e.R)
		return num.OfBool(!r.IsZero()), ok
	case *lang.Cond:
		x, ok := c.constInt(e.C)
		if !ok {
			return x, false
		}
		switch {
		case x.IsZero():
			return c.constInt(e.Else)
		case e.Then != nil:
			return c.constInt(e.Then)
		}
		return c.constInt(c.Convert(e.C, t))
	case *lang.Cast:
		return c.constCast(e)
	case *lang.AddrOf, *lang.Decay:
		return c.constAddr(e)
	}
	return num.Int{}, false
}

func (c *checker) constCast(e *lang.Cast) (num.Int, bool) {
	to, from := e.T, e.X.Type()
	if !to.IsInteger() && to.Kind != lang.Pointer {
		return num.Int{}, false
	}
	if from.Kind == lang.Float {
		if to.Kind == lang.Pointer {
			return num.Int{}, false
		}
		return build.FoldFloat(e.X, to)
	}
	x, ok := c.constInt(e.X)
	if !ok {
		return x, false
	}
	return build.WrapTo(x, to), true
}

// foldBinary computes l op r of type t. It returns false if C does not define the result.
func foldBinary(op lang.BinaryOp, l, r num.Int, t *lang.Type) (num.Int, bool) {
	var x num.Int
	switch op {
	case lang.Add:
		x = l.Add(r)
	case lang.Sub:
		x = l.Sub(r)
	case lang.Mul:
		x = l.Mul(r)
	case lang.Div, lang.Rem:
		if r.IsZero() {
			return x, false
		}
		if op == lang.Div {
			x = l.Quo(r)
		} else {
			x = l.Rem(r)
		}
	case lang.And:
		x = l.And(r)
	case lang.Or:
		x = l.Or(r)
	case lang.Xor:
		x = l.Xor(r)
	case lang.Shl, lang.Shr:
		n, ok := r.Int64()
		if !ok || n < 0 || n >= int64(max(1, t.Bits)) {
			return x, false
		}
		if op == lang.Shl {
			x = l.Shl(uint(n))
		} else {
			x = l.Shr(uint(n))
		}
	case lang.Eq:
		return num.OfBool(l.Equal(r)), true
	case lang.Ne:
		return num.OfBool(!l.Equal(r)), true
	case lang.Lt:
		return num.OfBool(l.Less(r)), true
	case lang.Le:
		return num.OfBool(!r.Less(l)), true
	case lang.Gt:
		return num.OfBool(r.Less(l)), true
	case lang.Ge:
		return num.OfBool(!l.Less(r)), true
	default:
		return x, false
	}
	if !t.IsInteger() {
		return x, false
	}
	return build.WrapTo(x, t), true
}

// constAddr evaluates a pointer that is computed from a constant address, as in &((struct s *)0)->f.
func (c *checker) constAddr(e lang.Expr) (num.Int, bool) {
	switch e := e.(type) {
	case *lang.IntLit:
		return e.Val, true
	case *lang.Cast:
		if e.X.Type().Kind == lang.Pointer {
			return c.constAddr(e.X)
		}
		if e.X.Type().IsInteger() {
			x, ok := c.constInt(e.X)
			return build.WrapTo(x, e.T), ok && e.T.Kind == lang.Pointer
		}
	case *lang.AddrOf:
		return c.constPlace(e.X)
	case *lang.Decay:
		return c.constPlace(e.X)
	case *lang.Binary:
		if e.Op != lang.PtrAdd && e.Op != lang.PtrSub {
			break
		}
		p, ok1 := c.constAddr(e.L)
		i, ok2 := c.constInt(e.R)
		if !ok1 || !ok2 {
			break
		}
		i = i.Mul(num.Of(elemSize(e.T.Elem)))
		if e.Op == lang.PtrSub {
			i = i.Neg()
		}
		return build.WrapTo(p.Add(i), e.T), true
	}
	return num.Int{}, false
}

func (c *checker) constPlace(e lang.Expr) (num.Int, bool) {
	switch e := e.(type) {
	case *lang.Deref:
		return c.constAddr(e.X)
	case *lang.Member:
		x, ok := c.constPlace(e.X)
		return x.Add(num.Of(e.Field.Offset)), ok
	case *lang.Index:
		p, ok1 := c.constAddr(e.X)
		i, ok2 := c.constInt(e.I)
		return build.WrapTo(p.Add(i.Mul(num.Of(elemSize(e.T)))), c.Voidp), ok1 && ok2
	}
	return num.Int{}, false
}

// elemSize returns the unit of pointer arithmetic for pointers to t: the size of t, or 1 for void and
// functions (GNU C).
func elemSize(t *lang.Type) int64 {
	if t.Kind == lang.Void || t.Kind == lang.Function {
		return 1
	}
	return t.Size
}

// constClass evaluates a call of a builtin that classifies a constant floating number, such as
// __builtin_isnan. Other calls are not constants.
func (c *checker) constClass(e *lang.Call) (num.Int, bool) {
	d := e.Direct()
	if d == nil || len(e.Args) == 0 {
		return num.Int{}, false
	}
	last := e.Args[len(e.Args)-1]
	f, ok := last.Type().Format()
	x, known := build.ConstFloat(last)
	if !ok || !known {
		return num.Int{}, false
	}
	class, answer := f.Class(x), false
	switch d.Name {
	case "__builtin_fpclassify":
		at := map[int]int{fp.ClassNaN: 0, fp.ClassInfinite: 1, fp.ClassNormal: 2, fp.ClassSubnormal: 3, fp.ClassZero: 4}[class]
		if len(e.Args) != 6 {
			return num.Int{}, false
		}
		return c.constInt(e.Args[at])
	case "__builtin_isinf_sign":
		if class == fp.ClassInfinite && f.Signbit(x) {
			return num.Of(-1), true
		}
		answer = class == fp.ClassInfinite
	case "__builtin_isinf":
		answer = class == fp.ClassInfinite
	case "__builtin_isnan":
		answer = class == fp.ClassNaN
	case "__builtin_isnormal":
		answer = class == fp.ClassNormal
	case "__builtin_isfinite":
		answer = class != fp.ClassInfinite && class != fp.ClassNaN
	default:
		return num.Int{}, false
	}
	return num.OfBool(answer), true
}
