// This file makes expressions with the conversions that C applies, and evaluates constants.

package build

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// BadExpr returns the expression that replaces an erroneous one.
func (c *Maker) BadExpr(pos lang.Pos) lang.Expr {
	return &lang.IntLit{ExprBase: lang.Typed(pos, c.Bad)}
}

// IsBad reports whether one of the expressions has the type bad, that is, was erroneous.
func IsBad(bad *lang.Type, es ...lang.Expr) bool {
	for _, e := range es {
		if e.Type() == bad {
			return true
		}
	}
	return false
}

// IntLit returns the constant v of type t.
func (c *Maker) IntLit(pos lang.Pos, t *lang.Type, v int64) *lang.IntLit {
	return &lang.IntLit{ExprBase: lang.Typed(pos, t), Val: WrapTo(num.Of(v), t)}
}

// Decay returns e, or a pointer to its first element if e is an array.
func (c *Maker) Decay(e lang.Expr) lang.Expr {
	t := e.Type()
	if t.Kind == lang.Array {
		if !IsLvalue(e) {
			e = c.Materialise(e)
		}
		return &lang.Decay{ExprBase: lang.Typed(e.Pos(), c.Pointer(t.Elem)), X: e}
	}
	return e
}

// Materialise stores a record value in an object, so that an array in it has an address.
func (c *Maker) Materialise(e lang.Expr) lang.Expr {
	m, ok := e.(*lang.Member)
	if !ok {
		if e.Type().Kind != lang.Record {
			return e
		}
		return c.Temporary(e)
	}
	return &lang.Member{ExprBase: lang.Typed(m.At, m.T), X: c.Materialise(m.X), Field: m.Field}
}

// Temporary returns a fresh object that holds the value of e.
func (c *Maker) Temporary(e lang.Expr) lang.Expr {
	t := e.Type().Plain()
	o := c.Hidden(t, e.Pos())
	o.Temporary = true
	o.Init = &lang.Init{Items: []lang.InitItem{{Dst: &lang.VarRef{ExprBase: lang.Typed(e.Pos(), t), Obj: o}, Val: e}}}
	return &lang.CompoundLit{ExprBase: lang.Typed(e.Pos(), t), Obj: o}
}

// IsLvalue reports whether e names an object.
func IsLvalue(e lang.Expr) bool {
	switch e := e.(type) {
	case *lang.VarRef, *lang.Deref, *lang.Index, *lang.CompoundLit:
		return true
	case *lang.Member:
		return IsLvalue(e.X)
	}
	return false
}

// Convert converts e to type t, if it has another type.
func (c *Maker) Convert(e lang.Expr, t *lang.Type) lang.Expr { return c.Cast(e, t, true, e.Pos()) }

// Cast converts e to type t. implicit says that C makes the conversion itself, without a cast in the source.
func (c *Maker) Cast(e lang.Expr, t *lang.Type, implicit bool, pos lang.Pos) lang.Expr {
	t = t.Plain()
	from := e.Type()
	if t == c.Bad || from == c.Bad {
		return c.BadExpr(pos)
	}
	switch x := e.(type) {
	case *lang.IntLit:
		if t.IsInteger() {
			name := x.Name
			v := WrapTo(x.Val, t)
			if !v.Equal(x.Val) {
				name = ""
			}
			return &lang.IntLit{ExprBase: lang.Typed(pos, t), Val: v, Name: name}
		}
	case *lang.FloatLit:
		if t.IsInteger() {
			if v, ok := FoldFloat(x, t); ok {
				return &lang.IntLit{ExprBase: lang.Typed(pos, t), Val: v}
			}
		}
	}
	if SameValues(from, t) {
		if implicit || t.Kind == lang.Record {
			return e
		}
	}
	return &lang.Cast{ExprBase: lang.Typed(pos, t), X: e, Implicit: implicit}
}

// SameValues reports whether values of types a and b need no conversion into each other.
func SameValues(a, b *lang.Type) bool {
	a, b = a.Unqualified(), b.Unqualified()
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case lang.Record, lang.Void:
		return lang.Compatible(a, b)
	case lang.Pointer:
		return sameTarget(a.Elem, b.Elem)
	}
	return false
}

// sameTarget reports whether pointers to a and to b have the same type, apart from qualifiers.
func sameTarget(a, b *lang.Type) bool {
	return lang.Compatible(a, b)
}

// Meant marks the conversion e as explicit. Builtins use it for conversions that may change the value, like casts in
// the source.
func Meant(e lang.Expr) lang.Expr {
	if k, ok := e.(*lang.Cast); ok && k.Implicit {
		l := *k
		l.Implicit = false
		return &l
	}
	return e
}

// Integral converts e to ACSL's unbounded integer.
func (c *Maker) Integral(e lang.Expr) lang.Expr {
	if e.Type() == c.Integer {
		return e
	}
	if k, ok := e.(*lang.IntLit); ok {
		return &lang.IntLit{ExprBase: lang.Typed(k.At, c.Integer), Val: k.Val, Name: k.Name}
	}
	return &lang.Cast{ExprBase: lang.Typed(e.Pos(), c.Integer), X: e, Implicit: true}
}

// PlusOne returns e + 1.
func (c *Maker) PlusOne(e lang.Expr) lang.Expr {
	return &lang.Binary{ExprBase: lang.Typed(e.Pos(), c.Integer), Op: lang.Add, L: e, R: &lang.IntLit{ExprBase: lang.Typed(e.Pos(), c.Integer), Val: num.Of(1)}}
}

// IsZero reports whether e is the constant 0.
func IsZero(e lang.Expr) bool {
	k, ok := e.(*lang.IntLit)
	return ok && k.Val.IsZero()
}

// Impure reports whether an expression may have effects.
func Impure(e lang.Expr) bool {
	found := false
	lang.WalkExpr(e, nil, func(e lang.Expr) {
		switch e.(type) {
		case *lang.Call, *lang.StmtExpr, *lang.Assign, *lang.AssignOp, *lang.IncDec, *lang.VaArg:
			found = true
		}
	})
	return found
}

// WrapTo converts the value x to an integer or pointer type t.
func WrapTo(x num.Int, t *lang.Type) num.Int {
	switch t.Kind {
	case lang.Bool:
		return num.OfBool(!x.IsZero())
	case lang.Pointer:
		return x.Wrap(t.Bits, false)
	}
	if t.Unbounded() {
		return x
	}
	return x.Wrap(t.Bits, t.Signed)
}

// FoldFloat converts the constant floating expression e to the integer type t. It returns false if e is not constant,
// or if the result would be undefined.
func FoldFloat(e lang.Expr, t *lang.Type) (num.Int, bool) {
	x, ok := ConstFloat(e)
	if !ok {
		return x, false
	}
	f, _ := e.Type().Format()
	if t.Kind == lang.Bool {
		return num.OfBool(!f.IsZero(x)), true
	}
	i, ok := f.ToInt(fp.TowardZero, x)
	return i, ok && WrapTo(i, t).Equal(i)
}

// ConstFloat evaluates those constant floating expressions that are common in integer contexts, rounding to nearest
// as compilers do. The result is in the format of e's type.
func ConstFloat(e lang.Expr) (num.Int, bool) {
	f, ok := e.Type().Format()
	if !ok {
		return num.Int{}, false
	}
	if v := ConstValue(e); v != nil {
		e = v
	}
	switch e := e.(type) {
	case *lang.FloatLit:
		return f.Parse(e.Text)
	case *lang.Call:
		if d := e.Direct(); d != nil && len(e.Args) == 0 && isInfinity(d.Name) {
			return f.Inf(false), true
		}
	case *lang.Unary:
		if x, ok := ConstFloat(e.X); ok && e.Op == lang.Neg {
			return f.Neg(x), true
		}
	case *lang.Binary:
		x, ok1 := ConstFloat(e.L)
		y, ok2 := ConstFloat(e.R)
		if !ok1 || !ok2 {
			return num.Int{}, false
		}
		var r fp.Result
		switch e.Op {
		case lang.Add:
			r = f.Add(fp.A, fp.NearestEven, x, y)
		case lang.Sub:
			r = f.Sub(fp.A, fp.NearestEven, x, y)
		case lang.Mul:
			r = f.Mul(fp.A, fp.NearestEven, x, y)
		case lang.Div:
			r = f.Div(fp.A, fp.NearestEven, x, y)
		default:
			return num.Int{}, false
		}
		return r.Val, !r.Open
	case *lang.Cast:
		if i, ok := e.X.(*lang.IntLit); ok {
			return f.FromInt(fp.NearestEven, i.Val), true
		}
		from, ok := e.X.Type().Format()
		if x, isConst := ConstFloat(e.X); ok && isConst {
			r := from.Convert(fp.A, fp.NearestEven, f, x)
			return r.Val, !r.Open
		}
	}
	return num.Int{}, false
}

func isInfinity(name string) bool {
	switch name {
	case "__builtin_inf", "__builtin_inff", "__builtin_infl", "__builtin_huge_val", "__builtin_huge_valf", "__builtin_huge_vall":
		return true
	}
	return false
}

// ConstValue returns the value of an object that was declared constexpr, or nil if e is not such an object.
func ConstValue(e lang.Expr) lang.Expr {
	if v, ok := e.(*lang.VarRef); ok && v.Obj.Constexpr {
		return v.Obj.Init.Items[0].Val
	}
	return nil
}

// RootOf returns the variable that the lvalue x is, or is a part of. It returns nil if x is reached through a
// pointer.
func RootOf(x lang.Expr) *lang.Object {
	for {
		switch y := x.(type) {
		case *lang.VarRef:
			return y.Obj
		case *lang.CompoundLit:
			return y.Obj
		case *lang.Member:
			x = y.X
		case *lang.Index:
			d, ok := y.X.(*lang.Decay)
			if !ok {
				return nil
			}
			x = d.X
		default:
			return nil
		}
	}
}

// Calls reports whether the body of f directly calls a function with the given name.
func Calls(f *lang.Func, name string) bool {
	found := false
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		if x, ok := e.(*lang.Call); ok && x.Direct() != nil && x.Direct().Name == name {
			found = true
		}
	})
	return found
}

// BuiltinName reports whether a name is reserved for the compiler's own functions.
func BuiltinName(name string) bool {
	return strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
}
