// Constructors of the comparisons and classes of floats.

package smt

// A FloatClass is a set of floats.
type FloatClass int32

// The classes. NaN is neither negative nor positive. Zeros and infinities are negative or positive by their sign.
const (
	ClassNaN FloatClass = iota
	ClassInfinite
	ClassZero
	ClassSubnormal
	ClassNormal
	ClassNegative
	ClassPositive
)

var classNames = [...]string{"fp.isNaN", "fp.isInfinite", "fp.isZero", "fp.isSubnormal", "fp.isNormal", "fp.isNegative", "fp.isPositive"}

// String returns the name of the predicate in SMT-LIB.
func (c FloatClass) String() string { return classNames[c] }

// FloatIs returns the formula that x belongs to the class c.
func (b *Builder) FloatIs(c FloatClass, x *Term) *Term {
	wantFloat(x)
	switch x.op {
	case OpFloatNeg:
		switch c {
		case ClassNegative:
			c = ClassPositive
		case ClassPositive:
			c = ClassNegative
		}
		return b.FloatIs(c, x.args[0])
	case OpFloatAbs:
		switch c {
		case ClassNegative:
			return b.falsity
		case ClassPositive:
			return b.Not(b.FloatIs(ClassNaN, x.args[0]))
		}
		return b.FloatIs(c, x.args[0])
	}
	return b.folded(Term{op: OpFloatIs, sort: b.boolSort, i: int32(c), args: []*Term{x}})
}

// FloatLess returns the formula x < y. It is false if x or y is NaN.
func (b *Builder) FloatLess(x, y *Term) *Term { return b.floatOrder(OpFloatLess, x, y) }

// FloatLessEq returns the formula x ≤ y. It is false if x or y is NaN.
func (b *Builder) FloatLessEq(x, y *Term) *Term { return b.floatOrder(OpFloatLessEq, x, y) }

func (b *Builder) floatOrder(op Op, x, y *Term) *Term {
	wantFloat(x)
	want(y, x.sort)
	nan := b.NaN(x.sort)
	switch {
	case x == nan || y == nan, x == y && op == OpFloatLess:
		return b.falsity
	case x == y:
		return b.Not(b.FloatIs(ClassNaN, x))
	case x.op == OpFloatNeg && y.op == OpFloatNeg:
		x, y = y.args[0], x.args[0]
	}
	return b.folded(Term{op: op, sort: b.boolSort, args: []*Term{x, y}})
}

// FloatEq returns the numeric equality fp.eq of x and y: NaN equals nothing, and the two zeros are equal. By
// contrast, [Builder.Eq] compares values: NaN equals itself, and the two zeros differ.
func (b *Builder) FloatEq(x, y *Term) *Term {
	wantFloat(x)
	want(y, x.sort)
	if x.IsValue() && !y.IsValue() {
		x, y = y, x
	}
	switch { // a comparison with a constant such as x = ±0 becomes one atom
	case y == b.NaN(x.sort):
		return b.falsity
	case y.IsValue() && b.FloatIs(ClassZero, y).IsTrue():
		return b.FloatIs(ClassZero, x)
	case y.IsValue():
		return b.Eq(x, y)
	}
	same := b.And(b.Not(b.FloatIs(ClassNaN, x)), b.Eq(x, y))
	return b.Or(same, b.And(b.FloatIs(ClassZero, x), b.FloatIs(ClassZero, y)))
}
