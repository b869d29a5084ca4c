package lang

import (
	"fmt"

	"github.com/whet-mc/whet/num"
)

// The conversions of C11 6.3, each made explicit in the tree.

func (c *checker) badExpr(pos Pos) Expr { return &IntLit{expr: expr{pos, c.bad}} }

func isBad(c *checker, es ...Expr) bool {
	for _, e := range es {
		if e.Type() == c.bad {
			return true
		}
	}
	return false
}

func (c *checker) intLit(pos Pos, t *Type, v int64) *IntLit {
	return &IntLit{expr: expr{pos, t}, Val: wrapTo(num.Of(v), t)}
}

// decay turns an array into a pointer to its first element. Values lose their const.
func (c *checker) decay(e Expr) Expr {
	t := e.Type()
	if t.Kind == Array {
		if !isLvalue(e) {
			e = c.materialise(e)
		}
		return &Decay{expr{e.Pos(), c.pointer(t.Elem)}, e}
	}
	return e
}

// materialise gives a record value an object, so that an array in it has an address.
func (c *checker) materialise(e Expr) Expr {
	m, ok := e.(*Member)
	if !ok {
		if e.Type().Kind != Record {
			return e
		}
		return c.temporary(e)
	}
	return &Member{expr{m.At, m.T}, c.materialise(m.X), m.Field}
}

// temporary is a fresh object that holds the value of e.
func (c *checker) temporary(e Expr) Expr {
	t := e.Type().Plain()
	o := c.hidden(t, e.Pos())
	o.Temporary = true
	o.Init = &Init{Items: []InitItem{{Dst: &VarRef{expr{e.Pos(), t}, o}, Val: e}}}
	return &CompoundLit{expr{e.Pos(), t}, o}
}

// isLvalue reports whether e names an object.
func isLvalue(e Expr) bool {
	switch e := e.(type) {
	case *VarRef, *Deref, *Index, *CompoundLit:
		return true
	case *Member:
		return isLvalue(e.X)
	}
	return false
}

// convert converts a value to type t, where it is not of that type already.
func (c *checker) convert(e Expr, t *Type) Expr { return c.cast(e, t, true, e.Pos()) }

func (c *checker) cast(e Expr, t *Type, implicit bool, pos Pos) Expr {
	t = t.Plain()
	from := e.Type()
	if t == c.bad || from == c.bad {
		return c.badExpr(pos)
	}
	switch x := e.(type) {
	case *IntLit:
		if t.IsInteger() {
			name := x.Name
			v := wrapTo(x.Val, t)
			if !v.Equal(x.Val) {
				name = ""
			}
			return &IntLit{expr: expr{pos, t}, Val: v, Name: name}
		}
	case *FloatLit:
		if t.IsInteger() {
			if v, ok := foldFloat(x, t); ok {
				return &IntLit{expr: expr{pos, t}, Val: v}
			}
		}
	}
	if sameValues(from, t) {
		if implicit || t.Kind == Record {
			return e
		}
	}
	return &Cast{expr{pos, t}, e, implicit}
}

// sameValues reports that no conversion is needed between the types.
func sameValues(a, b *Type) bool {
	a, b = a.unqual(), b.unqual()
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Record, Void:
		return Compatible(a, b)
	case Pointer:
		return sameTarget(a.Elem, b.Elem)
	}
	return false
}

// sameTarget reports whether pointers to a and b are the same type, but for qualifiers.
func sameTarget(a, b *Type) bool {
	return Compatible(a, b)
}

// promote applies the integer promotions (C11 6.3.1.1), after decay.
func (c *checker) promote(e Expr) Expr {
	t := e.Type()
	if !t.IsInteger() {
		return e
	}
	return c.convert(e, c.promoted(e))
}

// promoted is the promoted type of an integer expression. A bit-field promotes to int where that
// holds its values, whatever its declared type is.
func (c *checker) promoted(e Expr) *Type {
	t := e.Type().unqual()
	if f := bitField(e); f != nil {
		w := f.BitWidth
		switch {
		case w < c.intT.Bits || w == c.intT.Bits && f.Type.Signed || f.Type.Kind == Bool:
			return c.intT
		case w == c.intT.Bits:
			return c.uintT
		}
		if t.enum {
			t = c.intOf(t)
		}
		if c.opt.Clang || w == t.Bits {
			return t // as in the standard
		}
		return c.widthType(t, w)
	}
	if t.Kind == Bool || t.Rank < RankInt {
		return c.intT // every narrower type fits
	}
	if t.enum {
		return c.intOf(t)
	}
	return t
}

// bitField returns the bit-field that e names, or nil.
func bitField(e Expr) *Field {
	switch e := e.(type) {
	case *Member:
		if e.Field.BitField {
			return e.Field
		}
	case *Assign: // the value of an assignment to a bit-field has its width, too
		return bitField(e.L)
	case *AssignOp:
		return bitField(e.L)
	case *IncDec:
		return bitField(e.X)
	case *Comma:
		return bitField(e.R)
	}
	return nil
}

// widthType is gcc's type of the value of a bit-field that is wider than int and narrower than its
// declared type t: an integer type of just that width.
func (c *checker) widthType(t *Type, w int) *Type {
	k := [2]any{t, w}
	if c.widths[k] == nil {
		if c.widths == nil {
			c.widths = map[[2]any]*Type{}
		}
		c.widths[k] = t.OfWidth(w, fmt.Sprintf("%s:%d", t.Name, w))
	}
	return c.widths[k]
}

// ofRank is the integer type with the rank and sign of t that objects can have.
func (c *checker) ofRank(t *Type) *Type {
	for _, u := range []*Type{c.long, c.ulong, c.llong, c.ullong, c.int128, c.uint128} {
		if u.Rank == t.Rank && u.Signed == t.Signed {
			return u
		}
	}
	return t
}

// intOf is the integer type after an enumeration.
func (c *checker) intOf(t *Type) *Type {
	for _, u := range []*Type{c.intT, c.uintT, c.long, c.ulong, c.llong, c.ullong, c.char, c.schar, c.uchar, c.short, c.ushort, c.int128, c.uint128} {
		if u.Rank == t.Rank && u.Signed == t.Signed && u.Bits == t.Bits {
			return u
		}
	}
	return t
}

// usual applies the usual arithmetic conversions (C11 6.3.1.8) and returns the common type.
func (c *checker) usual(l, r Expr) (Expr, Expr, *Type) {
	t := c.common(l, r)
	return c.convert(l, t), c.convert(r, t), t
}

// common is the common type of two arithmetic expressions.
func (c *checker) common(l, r Expr) *Type {
	a, b := l.Type().unqual(), r.Type().unqual()
	if a.Kind == Float || b.Kind == Float {
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
	for _, t := range []*Type{c.uintT, c.ulong, c.ullong, c.uint128} {
		if t.Rank == s.Rank {
			return t
		}
	}
	return u
}

// wider is the common type of two integer types of which one is a bit-field's: for gcc the one with
// more bits, else the one that objects can have, else the unsigned one.
func (c *checker) wider(a, b *Type) *Type {
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

func (c *checker) commonFloat(a, b *Type) *Type {
	rank, complex := Rank(0), false
	small := true
	for _, t := range []*Type{a, b} {
		if t.Kind == Float {
			if t = t.unqual(); t == c.decimal32 || t == c.decimal64 || t == c.decimal128 {
				return t
			}
			small = small && t == c.float16
			rank = max(rank, t.inexact)
			complex = complex || t.complex
		}
	}
	switch {
	case small:
		return c.float16
	case complex && rank <= 1:
		return c.cfloat
	case complex && rank == 2:
		return c.cdouble
	case complex && rank == 4:
		return c.cfloat128
	case complex:
		return c.cldouble
	}
	return []*Type{c.float, c.float, c.double, c.ldouble, c.float128}[rank]
}

// isNull reports whether e is a null pointer constant.
func (c *checker) isNull(e Expr) bool {
	if x, ok := e.(*Cast); ok && !x.Implicit && x.T.Kind == Pointer && x.T.Elem.Kind == Void {
		e = x.X
	}
	if !e.Type().IsInteger() {
		return false
	}
	v, ok := c.constInt(e)
	return ok && v.IsZero()
}

// assignable converts a value to the type of the place that it is stored in. Like gcc it lets pass
// what only deserves a warning; what has no meaning is an error. what names the place.
func (c *checker) assignable(e Expr, t *Type, what string) Expr {
	t = t.Plain()
	from := e.Type()
	if t == c.bad || from == c.bad {
		return c.badExpr(e.Pos())
	}
	if from == c.unknown {
		return c.opaque(e, t)
	}
	ok := false
	switch t.Kind {
	case Bool:
		ok = from.IsScalar()
	case Integer:
		ok = from.IsScalar()
	case Float:
		ok = from.IsInteger() || from.Kind == Float
	case Pointer:
		ok = from.Kind == Pointer || from.IsInteger()
	case Record:
		if from.IsVector() && t.IsVector() && from.Size == t.Size {
			return c.vectorCast(e, t.Plain(), e.Pos())
		}
		ok = Compatible(t, from)
	}
	if !ok {
		c.errorf(e.Pos(), "a value of type %s cannot become %s of type %s", from, what, t)
		return c.badExpr(e.Pos())
	}
	return c.convert(e, t)
}
