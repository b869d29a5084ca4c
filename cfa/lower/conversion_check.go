package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Checks of conversions. Conversions between integers are defined (C11 6.3.1.3; by the implementation if the value
// does not fit a signed type). So only implicit ones are checked, as by clang's -fsanitize=implicit-conversion;
// explicit casts are intended. A floating number that does not fit the integer type that it is converted to is
// undefined in both cases (6.3.1.4).

// mayChange reports whether the conversion x is of a kind that is checked.
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

// convertible checks that v, a value of the type `from`, fits the type `to`, or the bit-field if field is not nil. It
// returns v, or a temporary that holds v.
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

// floatInRange checks that the floating number v, rounded towards 0, is in the range r.
func (l *funcLowerer) floatInRange(at lang.Expr, v cfa.Expr, from *lang.Type, r cfa.Range) cfa.Expr {
	f, ok := l.format(from)
	if !ok {
		return v
	}
	v = l.repeatable(v, at.Pos())
	least, _, most, _ := r.Bounds()
	// The test is least-1 < v < most+1. A bound that the format does not have is replaced by the format's next number
	// further out. The format has no number between the two, so the test stays the same.
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

// offset returns the value of an expression that is added to a pointer, or indexes one. The tree converts it to
// ptrdiff_t, but C does not: the sum uses the number itself.
func (l *funcLowerer) offset(e lang.Expr) cfa.Expr {
	if c, ok := e.(*lang.Cast); ok && c.Implicit && c.X.Type().Kind == lang.Integer {
		if t := c.X.Type(); !t.Signed && t.Size == c.T.Size && l.checks(Bounds) {
			return l.rval(c.X) // the sum wraps around in the machine, but not in C
		}
		return l.convert(l.rval(c.X), c.X.Type(), c.T, c.At)
	}
	return l.rval(e)
}
