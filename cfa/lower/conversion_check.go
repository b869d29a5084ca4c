package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Checks of conversions. Between integers they are defined (C11 6.3.1.3; where the value does not
// fit a signed type, by the implementation), so that only those that C makes itself are checked, as
// clang's -fsanitize=implicit-conversion does; one that is written is meant. A floating number that
// does not fit the integer type that it is converted to is undefined however that comes about
// (6.3.1.4).

// mayChange reports whether the conversion is of a kind that is checked.
func (l *lowerer) mayChange(x *lang.Cast) bool {
	from, to := x.X.Type(), x.T
	if to.Kind == lang.Float {
		return l.opt.Check.Has(FloatOverflow)
	}
	if to.Kind != lang.Integer || to.Unbounded() {
		return false
	}
	if from.Kind == lang.Float {
		return l.opt.Check.Has(FloatConversion)
	}
	return x.Implicit && from.Kind == lang.Integer && l.opt.Check.Has(Conversion)
}

// convertible checks that the value v of type from is one of type to, or of the bit-field if field
// is not nil. It returns the value, which is evaluated once.
func (l *funcLowerer) convertible(at lang.Expr, v cfa.Expr, from, to *lang.Type, field *lang.Field) cfa.Expr {
	if v == nil || to.Kind != lang.Integer || l.free(to) {
		return v
	}
	switch {
	case from.Kind == lang.Float && l.checks(FloatConversion):
		return l.floatInRange(at, v, from, l.rangeOf(to, field))
	case from.Kind == lang.Integer && l.checks(Conversion):
		if r, known := l.inRange[v]; known && r.Interval().Within(l.rangeOf(to, field).Interval()) {
			return v
		}
		r := l.rangeOf(to, field)
		l.checkRange(Conversion, at, v, r)
		return l.settled(v, r, at.Pos())
	}
	return v
}

// floatInRange checks that the floating number v is, rounded towards 0, in the range r.
func (l *funcLowerer) floatInRange(at lang.Expr, v cfa.Expr, from *lang.Type, r cfa.Range) cfa.Expr {
	f, ok := l.format(from)
	if !ok {
		return v
	}
	v = l.repeatable(v, at.Pos())
	least, _, most, _ := r.Bounds()
	// least-1 < v < most+1. Where the format does not have such a number, no number lies between it
	// and the next one further out.
	lo := f.FromInt(fp.Downward, least.Sub(num.Of(1)))
	hi := f.FromInt(fp.Upward, most.Add(num.Of(1)))
	if k, ok := cfa.IsConst(v); ok && f.IsNaN(k) {
		v = cfa.ConstOf(k)
	}
	above := l.ordered(lang.Gt, v, cfa.ConstOf(lo), from, at.Pos())
	below := l.ordered(lang.Lt, v, cfa.ConstOf(hi), from, at.Pos())
	if above == nil || below == nil {
		return v
	}
	l.require(FloatConversion, at, func(bad *cfa.Loc) {
		l.must(above, bad, at.Pos())
		l.must(below, bad, at.Pos())
	})
	return v
}

// offset is the value of what is added to a pointer, or indexes one. It is converted to ptrdiff_t
// by the tree, but not by C: the sum is that with the number itself.
func (l *funcLowerer) offset(e lang.Expr) cfa.Expr {
	if c, ok := e.(*lang.Cast); ok && c.Implicit && c.X.Type().Kind == lang.Integer {
		if t := c.X.Type(); !t.Signed && t.Size == c.T.Size && l.checks(Bounds) {
			return l.rval(c.X) // a machine's sum wraps around, C's does not
		}
		return l.convert(l.rval(c.X), c.X.Type(), c.T, c.At)
	}
	return l.rval(e)
}
