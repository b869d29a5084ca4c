package read

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
)

// This file makes the conversions of C11 6.3 explicit in the tree.

// promote applies the integer promotions (C11 6.3.1.1) to e, which has decayed already.
func (c *checker) promote(e lang.Expr) lang.Expr {
	t := e.Type()
	if !t.IsInteger() {
		return e
	}
	return c.Convert(e, c.promoted(e))
}

// promoted returns the promoted type of the integer expression e. A bit-field promotes to int if int
// holds its values, regardless of its declared type.
func (c *checker) promoted(e lang.Expr) *lang.Type {
	t := e.Type().Unqualified()
	if f := bitField(e); f != nil {
		w := f.BitWidth
		switch {
		case w < c.IntT.Bits || w == c.IntT.Bits && f.Type.Signed || f.Type.Kind == lang.Bool:
			return c.IntT
		case w == c.IntT.Bits:
			return c.UintT
		}
		if t.Enum {
			t = c.intOf(t)
		}
		if c.opt.Clang || w == t.Bits {
			return t // as in the standard
		}
		return c.widthType(t, w)
	}
	if t.Kind == lang.Bool || t.Rank < lang.RankInt {
		return c.IntT // every narrower type fits
	}
	if t.Enum {
		return c.intOf(t)
	}
	return t
}

// bitField returns the bit-field that e names, or nil.
func bitField(e lang.Expr) *lang.Field {
	switch e := e.(type) {
	case *lang.Member:
		if e.Field.BitField {
			return e.Field
		}
	case *lang.Assign: // the value of an assignment to a bit-field has its width, too
		return bitField(e.L)
	case *lang.AssignOp:
		return bitField(e.L)
	case *lang.IncDec:
		return bitField(e.X)
	case *lang.Comma:
		return bitField(e.R)
	}
	return nil
}

// widthType returns gcc's type of the value of a bit-field that is wider than int and narrower than its
// declared type t: an integer type of exactly w bits.
func (c *checker) widthType(t *lang.Type, w int) *lang.Type {
	k := [2]any{t, w}
	if c.widths[k] == nil {
		if c.widths == nil {
			c.widths = map[[2]any]*lang.Type{}
		}
		c.widths[k] = t.OfWidth(w, fmt.Sprintf("%s:%d", t.Name, w))
	}
	return c.widths[k]
}

// ofRank returns the integer type of objects that has the rank and signedness of t.
func (c *checker) ofRank(t *lang.Type) *lang.Type {
	for _, u := range []*lang.Type{c.Long, c.Ulong, c.Llong, c.Ullong, c.Int128, c.Uint128} {
		if u.Rank == t.Rank && u.Signed == t.Signed {
			return u
		}
	}
	return t
}

// intOf returns the integer type that represents the enumeration t.
func (c *checker) intOf(t *lang.Type) *lang.Type {
	for _, u := range []*lang.Type{c.IntT, c.UintT, c.Long, c.Ulong, c.Llong, c.Ullong, c.Char, c.Schar, c.Uchar, c.Short, c.Ushort, c.Int128, c.Uint128} {
		if u.Rank == t.Rank && u.Signed == t.Signed && u.Bits == t.Bits {
			return u
		}
	}
	return t
}

// usual applies the usual arithmetic conversions (C11 6.3.1.8) and returns the common type.
func (c *checker) usual(l, r lang.Expr) (lang.Expr, lang.Expr, *lang.Type) {
	t := c.common(l, r)
	return c.Convert(l, t), c.Convert(r, t), t
}

// common returns the common type of two arithmetic expressions.
func (c *checker) common(l, r lang.Expr) *lang.Type {
	a, b := l.Type().Unqualified(), r.Type().Unqualified()
	if a.Kind == lang.Float || b.Kind == lang.Float {
		return c.commonFloat(a, b)
	}
	a, b = c.promoted(l), c.promoted(r)
	switch {
	case a == b:
		return a
	case a.IsWidth() || b.IsWidth():
		return c.wider(a, b)
	case a.Signed == b.Signed:
		if a.Rank >= b.Rank {
			return a
		}
		return b
	}
	s, u := a, b
	if u.Signed {
		s, u = u, s
	}
	switch {
	case u.Rank >= s.Rank:
		return u
	case s.Bits > u.Bits:
		return s
	}
	for _, t := range []*lang.Type{c.UintT, c.Ulong, c.Ullong, c.Uint128} {
		if t.Rank == s.Rank {
			return t
		}
	}
	return u
}

// wider returns gcc's common type of two integer types, at least one of which is a bit-field's type of widthType. The
// type with more bits wins. If both types have the same number of bits, an unsigned type wins over a signed one, and
// a type that objects can have is preferred.
func (c *checker) wider(a, b *lang.Type) *lang.Type {
	switch {
	case a.Bits != b.Bits && a.Bits > b.Bits:
		return a
	case a.Bits != b.Bits:
		return b
	}
	if a.IsWidth() {
		a, b = b, a
	}
	if a.Signed && !b.Signed {
		if b.IsWidth() && a.IsWidth() {
			return b
		}
		u := *a
		u.Signed = false
		return c.ofRank(&u)
	}
	return a
}

func (c *checker) commonFloat(a, b *lang.Type) *lang.Type {
	rank, complex := lang.Rank(0), false
	small := true
	for _, t := range []*lang.Type{a, b} {
		if t.Kind == lang.Float {
			if t = t.Unqualified(); t == c.Decimal32 || t == c.Decimal64 || t == c.Decimal128 {
				return t
			}
			small = small && t == c.Float16
			rank = max(rank, t.FloatRank)
			complex = complex || t.Complex
		}
	}
	switch {
	case small:
		return c.Float16
	case complex && rank <= 1:
		return c.Cfloat
	case complex && rank == 2:
		return c.Cdouble
	case complex && rank == 4:
		return c.Cfloat128
	case complex:
		return c.Cldouble
	}
	return []*lang.Type{c.Float, c.Float, c.Double, c.Ldouble, c.Float128}[rank]
}

// isNull reports whether e is a null pointer constant.
func (c *checker) isNull(e lang.Expr) bool {
	if x, ok := e.(*lang.Cast); ok && !x.Implicit && x.T.Kind == lang.Pointer && x.T.Elem.Kind == lang.Void {
		e = x.X
	}
	if !e.Type().IsInteger() {
		return false
	}
	v, ok := c.constInt(e)
	return ok && v.IsZero()
}

// assignable converts the value e to the type t of the place that e is stored in. Like gcc it accepts conversions that
// only deserve a warning, and reports an error for conversions that have no meaning. Errors name the place with the
// text `what`.
func (c *checker) assignable(e lang.Expr, t *lang.Type, what string) lang.Expr {
	t = t.Plain()
	from := e.Type()
	if t == c.Bad || from == c.Bad {
		return c.BadExpr(e.Pos())
	}
	if from == c.Unknown {
		return c.opaque(e, t)
	}
	ok := false
	switch t.Kind {
	case lang.Bool:
		ok = from.IsScalar()
	case lang.Integer:
		ok = from.IsScalar()
	case lang.Float:
		ok = from.IsInteger() || from.Kind == lang.Float
	case lang.Pointer:
		ok = from.Kind == lang.Pointer || from.IsInteger()
	case lang.Record:
		if from.IsVector() && t.IsVector() && from.Size == t.Size {
			return c.vectorCast(e, t.Plain(), e.Pos())
		}
		ok = lang.Compatible(t, from)
	}
	if !ok {
		c.errorf(e.Pos(), "a value of type %s cannot become %s of type %s", from, what, t)
		return c.BadExpr(e.Pos())
	}
	return c.Convert(e, t)
}
