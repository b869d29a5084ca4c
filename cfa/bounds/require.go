// Backward propagation of intervals: Require for values, Assume for conditions, one rule for each operator. This is
// HC4-revise (Benhamou, Goualard, Granvilliers, Puget: Revising hull and box consistency, ICLP 1999) with integer
// rules. Every rule is a consequence, so that applying it loses no run. A rule that does not apply learns nothing and
// returns true.

package bounds

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Env holds what is known about the variables and cells of one state.
type Env interface {
	cfa.Env
	// NarrowVar records that the value of v is in i, which is a proper subset of what Var returned. It returns false if
	// that is impossible.
	NarrowVar(v *cfa.Var, i interval.Interval) bool
	// NarrowCell records that the value of the cell idx of a is in i, like NarrowVar.
	NarrowCell(a *cfa.Array, idx num.Int, i interval.Interval) bool
	// ExcludeVar records that v is not x, where x is inside v's interval and not one of its ends. It returns false if
	// that is impossible.
	ExcludeVar(v *cfa.Var, x num.Int) bool
	// ExcludeCell records that the cell idx of a is not x, like ExcludeVar.
	ExcludeCell(a *cfa.Array, idx num.Int, x num.Int) bool
}

// NoCells can be embedded in an Env that knows nothing about cells and keeps no excluded numbers.
type NoCells struct{}

// Cell returns the interval of a's element type.
func (NoCells) Cell(a *cfa.Array, _ num.Int) interval.Interval { return a.Elem.Interval() }

// NarrowCell records nothing and returns true.
func (NoCells) NarrowCell(*cfa.Array, num.Int, interval.Interval) bool { return true }

// ExcludeVar records nothing and returns true.
func (NoCells) ExcludeVar(*cfa.Var, num.Int) bool { return true }

// ExcludeCell records nothing and returns true.
func (NoCells) ExcludeCell(*cfa.Array, num.Int, num.Int) bool { return true }

var (
	zero = num.Of(0)
	one  = num.Of(1)
)

// Assume records in env what follows from cond being true (or false, if holds is false). It returns false if that is
// impossible. What a later part of cond adds may let an earlier part add more. Callers that want a fixpoint repeat the
// call until env no longer changes.
func Assume(env Env, cond cfa.Expr, holds bool) bool {
	switch e := cond.(type) {
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return Assume(env, e.X, !holds)
		}
		if e.Op == cfa.Neg {
			return Assume(env, e.X, holds)
		}
	case *cfa.Wrap:
		if fits(env, e) {
			return Assume(env, e.X, holds)
		}
	case *cfa.Binary:
		switch {
		case e.Op.Comparison():
			op := e.Op
			if !holds {
				op = op.Negate()
			}
			return requireCompare(env, op, e.X, e.Y)
		case e.Op == cfa.And || e.Op == cfa.Or:
			if (e.Op == cfa.And) == holds { // both sides have the truth value of cond
				return Assume(env, e.X, holds) && Assume(env, e.Y, holds)
			}
			// At least one side has the truth value of cond. If one side cannot have it, the other must.
			l, r := can(env, e.X, holds), can(env, e.Y, holds)
			switch {
			case l && r:
				return true
			case l:
				return Assume(env, e.X, holds)
			case r:
				return Assume(env, e.Y, holds)
			}
			return false
		}
	case *cfa.Ite:
		switch c := cfa.BoundsIn(env, e.C); {
		case c.True():
			return Assume(env, e.T, holds)
		case c.False():
			return Assume(env, e.E, holds)
		}
		t, f := can(env, e.T, holds), can(env, e.E, holds)
		switch {
		case t && f:
			return true
		case t:
			return Assume(env, e.C, true) && Assume(env, e.T, holds)
		case f:
			return Assume(env, e.C, false) && Assume(env, e.E, holds)
		}
		return false
	}
	if holds {
		return exclude(env, cond, zero)
	}
	return Require(env, cond, interval.Point(zero))
}

// can reports whether cond may be true (or false, if holds is false) by its bounds in env.
func can(env Env, cond cfa.Expr, holds bool) bool {
	t := cfa.BoundsIn(env, cond)
	if holds {
		return !t.False()
	}
	return !t.True()
}

// fits reports whether w never changes its operand in env.
func fits(env Env, w *cfa.Wrap) bool {
	return cfa.BoundsIn(env, w.X).Within(interval.Word(w.Bits, w.Signed))
}

// requireCompare records in env what follows from the comparison a op b being true. It returns false if that is
// impossible.
func requireCompare(env Env, op cfa.BinOp, a, b cfa.Expr) bool {
	switch op {
	case cfa.Gt:
		return requireCompare(env, cfa.Lt, b, a)
	case cfa.Ge:
		return requireCompare(env, cfa.Le, b, a)
	}
	if cfa.Same(a, b) {
		return op == cfa.Eq || op == cfa.Le
	}
	x, y := cfa.BoundsIn(env, a), cfa.BoundsIn(env, b)
	switch op {
	case cfa.Eq:
		m := x.Meet(y)
		return !m.IsEmpty() && requireIn(env, a, x, m) && requireIn(env, b, y, m)
	case cfa.Ne:
		if c, ok := y.Point(); ok {
			return exclude(env, a, c)
		}
		if c, ok := x.Point(); ok {
			return exclude(env, b, c)
		}
		return true
	case cfa.Lt, cfa.Le:
		return requireIn(env, a, x, op.Restrict(x, y)) && requireIn(env, b, y, op.Mirror().Restrict(y, x))
	}
	return true
}

// requireIn is Require for the interval want. `now` is the interval of e, which the caller has computed already.
func requireIn(env Env, e cfa.Expr, now, want interval.Interval) bool {
	if want.IsEmpty() {
		return false
	}
	if now.Equal(want) {
		return true
	}
	return Require(env, e, want)
}

// Require records in env what follows from the value of e being in i. It returns false if that is impossible.
func Require(env Env, e cfa.Expr, i interval.Interval) bool {
	now := cfa.BoundsIn(env, e)
	i = i.Meet(now)
	if i.IsEmpty() {
		return false
	}
	if now.Equal(i) {
		return true
	}
	switch e := e.(type) {
	case *cfa.Var:
		return env.NarrowVar(e, i)
	case *cfa.Select:
		if x, ok := cfa.BoundsIn(env, e.Idx).Point(); ok {
			return env.NarrowCell(e.Arr, x, i)
		}
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return Require(env, e.X, i.Neg())
		case cfa.BitNot:
			return Require(env, e.X, i.Not())
		case cfa.Not:
			return requireTruth(env, e, i)
		}
	case *cfa.Wrap:
		return requireWrap(env, e, i)
	case *cfa.Ite:
		return requireIte(env, e, i)
	case *cfa.Binary:
		return requireBinary(env, e, i)
	}
	return true
}

// requireTruth does what Require does, for an expression whose only values are 0 and 1.
func requireTruth(env Env, e cfa.Expr, i interval.Interval) bool {
	switch {
	case i.True():
		return Assume(env, e, true)
	case i.False():
		return Assume(env, e, false)
	}
	return true
}

// requireWrap does what Require does, for a Wrap. If the operand may be outside the word, it is narrowed to the
// numbers that wrap into i.
func requireWrap(env Env, e *cfa.Wrap, i interval.Interval) bool {
	w := interval.Word(e.Bits, e.Signed)
	x := cfa.BoundsIn(env, e.X)
	if x.Within(w) {
		return requireIn(env, e.X, x, x.Meet(i))
	}
	if !x.Bounded() || !i.Bounded() {
		return true
	}
	return requireIn(env, e.X, x, x.Meet(i.Unwrap(x, e.Bits)))
}

// requireIte does what Require does, for a conditional expression. It narrows nothing while both branches are possible.
func requireIte(env Env, e *cfa.Ite, i interval.Interval) bool {
	c := cfa.BoundsIn(env, e.C)
	then := c.True()
	if !then && !c.False() {
		t := !cfa.BoundsIn(env, e.T).Meet(i).IsEmpty()
		f := !cfa.BoundsIn(env, e.E).Meet(i).IsEmpty()
		switch {
		case t && f:
			return true
		case !t && !f:
			return false
		}
		if then = t; !Assume(env, e.C, then) {
			return false
		}
	}
	if then {
		return Require(env, e.T, i)
	}
	return Require(env, e.E, i)
}

// requireBinary does what Require does, for a binary operation: each case narrows the operands by the result i.
func requireBinary(env Env, e *cfa.Binary, i interval.Interval) bool {
	x, y := cfa.BoundsIn(env, e.X), cfa.BoundsIn(env, e.Y)
	switch e.Op {
	case cfa.Add:
		return requireIn(env, e.X, x, x.Meet(i.Sub(y))) && requireIn(env, e.Y, y, y.Meet(i.Sub(x)))
	case cfa.Sub:
		return requireIn(env, e.X, x, x.Meet(i.Add(y))) && requireIn(env, e.Y, y, y.Meet(x.Sub(i)))
	case cfa.Mul:
		if cfa.Same(e.X, e.Y) {
			return requireIn(env, e.X, x, x.Meet(i.Root()))
		}
		return requireIn(env, e.X, x, x.Meet(i.Factor(y))) && requireIn(env, e.Y, y, y.Meet(i.Factor(x)))
	case cfa.Shl:
		if k, ok := y.Point(); ok && interval.Of(zero, num.Of(interval.MaxShift)).Contains(k) {
			n, _ := k.Int64()
			return requireIn(env, e.X, x, x.Meet(i.Unscale(num.Pow2(uint(n)))))
		}
	case cfa.Shr:
		if k, ok := y.Point(); ok && interval.Of(zero, num.Of(interval.MaxShift)).Contains(k) {
			n, _ := k.Int64()
			m := num.Pow2(uint(n))
			j := i.Scale(m)
			j.Hi = j.Hi.Add(m.Sub(one))
			return requireIn(env, e.X, x, x.Meet(j))
		}
	case cfa.Div:
		// If x/k is in [l,h] and k > 0, the least x is l*k if l > 0, else l*k - (k-1), as C's division rounds towards zero.
		if k, ok := y.Point(); ok && k.Sign() > 0 {
			j := i.Scale(k)
			if !i.NoLo && i.Lo.Sign() <= 0 {
				j.Lo = j.Lo.Sub(k.Sub(one))
			}
			if !i.NoHi && i.Hi.Sign() >= 0 {
				j.Hi = j.Hi.Add(k.Sub(one))
			}
			return requireIn(env, e.X, x, x.Meet(j))
		}
	case cfa.BitOr:
		// If no bit of the result is set, no bit of an operand is.
		if c, ok := i.Point(); ok && c.IsZero() {
			return Require(env, e.X, i) && Require(env, e.Y, i)
		}
	case cfa.BitXor:
		if c, ok := i.Point(); ok {
			if k, ok := y.Point(); ok {
				return Require(env, e.X, interval.Point(c.Xor(k)))
			}
			if k, ok := x.Point(); ok {
				return Require(env, e.Y, interval.Point(c.Xor(k)))
			}
		}
	case cfa.BitAnd:
		return requireAnd(env, e.X, x, y, i) && requireAnd(env, e.Y, y, x, i)
	}
	if e.Op.Comparison() || e.Op == cfa.And || e.Op == cfa.Or {
		return requireTruth(env, e, i)
	}
	return true
}

// requireAnd narrows the operand a of a & b, where a is in x, b in y and the result in i. If b is the constant k, the
// result has only bits of k. All bits of the result are in a, so that a is at least the result if a is not negative.
func requireAnd(env Env, a cfa.Expr, x, y, i interval.Interval) bool {
	if c, ok := i.Point(); ok {
		if k, ok := y.Point(); ok && !c.And(k).Equal(c) {
			return false
		}
	}
	if x.Natural() && !i.NoLo {
		return requireIn(env, a, x, x.Meet(interval.AtLeast(i.Lo)))
	}
	return true
}

// exclude records in env what follows from e not being c. It returns false if that is impossible.
func exclude(env Env, e cfa.Expr, c num.Int) bool {
	now := cfa.BoundsIn(env, e)
	if !now.Contains(c) {
		return true
	}
	if rest := now.Without(c); !rest.Equal(now) {
		return Require(env, e, rest)
	}
	switch e := e.(type) {
	case *cfa.Var:
		return env.ExcludeVar(e, c)
	case *cfa.Select:
		if x, ok := cfa.BoundsIn(env, e.Idx).Point(); ok {
			return env.ExcludeCell(e.Arr, x, c)
		}
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return exclude(env, e.X, c.Neg())
		case cfa.BitNot:
			return exclude(env, e.X, c.Not())
		}
	case *cfa.Wrap:
		if fits(env, e) {
			return exclude(env, e.X, c)
		}
	case *cfa.Ite:
		switch is := cfa.BoundsIn(env, e.C); {
		case is.True():
			return exclude(env, e.T, c)
		case is.False():
			return exclude(env, e.E, c)
		}
	case *cfa.Binary:
		x, isX := cfa.BoundsIn(env, e.X).Point()
		y, isY := cfa.BoundsIn(env, e.Y).Point()
		switch {
		case e.Op == cfa.Add && isY:
			return exclude(env, e.X, c.Sub(y))
		case e.Op == cfa.Add && isX:
			return exclude(env, e.Y, c.Sub(x))
		case e.Op == cfa.Sub && isY:
			return exclude(env, e.X, c.Add(y))
		case e.Op == cfa.Sub && isX:
			return exclude(env, e.Y, x.Sub(c))
		case e.Op == cfa.Mul && isY && !y.IsZero() && c.Rem(y).IsZero():
			return exclude(env, e.X, c.Quo(y))
		case e.Op == cfa.Mul && isX && !x.IsZero() && c.Rem(x).IsZero():
			return exclude(env, e.Y, c.Quo(x))
		case e.Op == cfa.Sub && c.IsZero():
			return requireCompare(env, cfa.Ne, e.X, e.Y)
		}
	}
	return true
}
