package bounds

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Assume tells env what follows from cond being true, or false, and reports whether that is
// possible. A later part can make an earlier one say more: callers that want a fixpoint repeat it
// while env learns something.
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
				op = negate(op)
			}
			return requireCompare(env, op, e.X, e.Y)
		case e.Op == cfa.And || e.Op == cfa.Or:
			if (e.Op == cfa.And) == holds { // both sides are as cond is
				return Assume(env, e.X, holds) && Assume(env, e.Y, holds)
			}
			// One side is as cond is; where the other cannot be, this one must.
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
		switch truth(Eval(env, e.C)) {
		case yes:
			return Assume(env, e.T, holds)
		case no:
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
	return Require(env, cond, Point(zero))
}

// can reports whether the condition may be true, or false.
func can(env Env, cond cfa.Expr, holds bool) bool {
	t := truth(Eval(env, cond))
	return t == maybe || (t == yes) == holds
}

func negate(op cfa.BinOp) cfa.BinOp {
	switch op {
	case cfa.Eq:
		return cfa.Ne
	case cfa.Ne:
		return cfa.Eq
	case cfa.Lt:
		return cfa.Ge
	case cfa.Ge:
		return cfa.Lt
	case cfa.Gt:
		return cfa.Le
	}
	return cfa.Gt // of Le
}

func fits(env Env, w *cfa.Wrap) bool {
	return Eval(env, w.X).Within(OfRange(cfa.Range{Bits: w.Bits, Signed: w.Signed}))
}

func requireCompare(env Env, op cfa.BinOp, a, b cfa.Expr) bool {
	switch op {
	case cfa.Gt:
		return requireCompare(env, cfa.Lt, b, a)
	case cfa.Ge:
		return requireCompare(env, cfa.Le, b, a)
	}
	if same(a, b) {
		return op == cfa.Eq || op == cfa.Le
	}
	x, y := Eval(env, a), Eval(env, b)
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
		d := zero
		if op == cfa.Lt {
			d = one
		}
		lo, hi := y, x // a <= y.Hi - d, b >= x.Lo + d
		lo.NoLo, hi.NoHi = true, true
		lo.Hi, hi.Lo = lo.Hi.Sub(d), hi.Lo.Add(d)
		return requireIn(env, a, x, x.Meet(lo)) && requireIn(env, b, y, y.Meet(hi))
	}
	return true
}

// requireIn is Require where the interval of e is known already.
func requireIn(env Env, e cfa.Expr, now, want Interval) bool {
	if want.IsEmpty() {
		return false
	}
	if now.Equal(want) {
		return true
	}
	return Require(env, e, want)
}

// Require tells env what follows from the value of e being in i, and reports whether that is possible.
func Require(env Env, e cfa.Expr, i Interval) bool {
	now := Eval(env, e)
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
		if x, ok := Eval(env, e.Idx).Point(); ok {
			return env.NarrowCell(e.Arr, x, i)
		}
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return Require(env, e.X, i.neg())
		case cfa.BitNot:
			return Require(env, e.X, i.bitNot())
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

// requireTruth: e has only the values 0 and 1.
func requireTruth(env Env, e cfa.Expr, i Interval) bool {
	switch truth(i) {
	case yes:
		return Assume(env, e, true)
	case no:
		return Assume(env, e, false)
	}
	return true
}

func requireWrap(env Env, e *cfa.Wrap, i Interval) bool {
	w := OfRange(cfa.Range{Bits: e.Bits, Signed: e.Signed})
	x := Eval(env, e.X)
	if x.Within(w) {
		return requireIn(env, e.X, x, x.Meet(i))
	}
	if !x.Bounded() || !i.Bounded() {
		return true
	}
	// X = i + k*2^n for a k with X's range in reach of it: where there is one such k only, X is
	// in that copy of i; where there is none, nothing is.
	m := num.Pow2(uint(e.Bits))
	lo, hi := ceilDiv(x.Lo.Sub(i.Hi), m), floorDiv(x.Hi.Sub(i.Lo), m)
	switch c := lo.Cmp(hi); {
	case c > 0:
		return false
	case c == 0:
		return requireIn(env, e.X, x, x.Meet(i.add(Point(lo.Mul(m)))))
	}
	return requireIn(env, e.X, x, x.Meet(Of(i.Lo.Add(lo.Mul(m)), i.Hi.Add(hi.Mul(m)))))
}

func requireIte(env Env, e *cfa.Ite, i Interval) bool {
	c := truth(Eval(env, e.C))
	if c == maybe {
		t := !Eval(env, e.T).Meet(i).IsEmpty()
		f := !Eval(env, e.E).Meet(i).IsEmpty()
		switch {
		case t && f:
			return true
		case !t && !f:
			return false
		}
		if !Assume(env, e.C, t) {
			return false
		}
		if c = no; t {
			c = yes
		}
	}
	if c == yes {
		return Require(env, e.T, i)
	}
	return Require(env, e.E, i)
}

func requireBinary(env Env, e *cfa.Binary, i Interval) bool {
	x, y := Eval(env, e.X), Eval(env, e.Y)
	switch e.Op {
	case cfa.Add:
		return requireIn(env, e.X, x, x.Meet(i.sub(y))) && requireIn(env, e.Y, y, y.Meet(i.sub(x)))
	case cfa.Sub:
		return requireIn(env, e.X, x, x.Meet(i.add(y))) && requireIn(env, e.Y, y, y.Meet(x.sub(i)))
	case cfa.Mul:
		if k, ok := y.Point(); ok {
			return requireIn(env, e.X, x, x.Meet(i.unscale(k)))
		}
		if k, ok := x.Point(); ok {
			return requireIn(env, e.Y, y, y.Meet(i.unscale(k)))
		}
	case cfa.Shl:
		if k, ok := y.Point(); ok && (Of(zero, num.Of(shiftMax-1))).Contains(k) {
			n, _ := k.Int64()
			return requireIn(env, e.X, x, x.Meet(i.unscale(num.Pow2(uint(n)))))
		}
	case cfa.Shr:
		if k, ok := y.Point(); ok && (Of(zero, num.Of(shiftMax-1))).Contains(k) {
			n, _ := k.Int64()
			m := num.Pow2(uint(n))
			j := i.scale(m)
			j.Hi = j.Hi.Add(m.Sub(one))
			return requireIn(env, e.X, x, x.Meet(j))
		}
	case cfa.Div:
		// x/k in [l,h], k > 0: towards zero, the least x is l*k where l > 0, else l*k - (k-1).
		if k, ok := y.Point(); ok && k.Sign() > 0 {
			j := i.scale(k)
			if !i.NoLo && i.Lo.Sign() <= 0 {
				j.Lo = j.Lo.Sub(k.Sub(one))
			}
			if !i.NoHi && i.Hi.Sign() >= 0 {
				j.Hi = j.Hi.Add(k.Sub(one))
			}
			return requireIn(env, e.X, x, x.Meet(j))
		}
	case cfa.BitOr:
		// No bit of the result, no bit of an operand.
		if c, ok := i.Point(); ok && c.IsZero() {
			return Require(env, e.X, i) && Require(env, e.Y, i)
		}
	case cfa.BitXor:
		if c, ok := i.Point(); ok {
			if k, ok := y.Point(); ok {
				return Require(env, e.X, Point(c.Xor(k)))
			}
			if k, ok := x.Point(); ok {
				return Require(env, e.Y, Point(c.Xor(k)))
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

// requireAnd: a & b in i, a in x, b in y. Where b is the one number k, the result has only bits
// of k; and where the result is r, all bits of r are in a: a >= r for natural a.
func requireAnd(env Env, a cfa.Expr, x, y, i Interval) bool {
	if c, ok := i.Point(); ok {
		if k, ok := y.Point(); ok && !c.And(k).Equal(c) {
			return false
		}
	}
	if x.natural() && !i.NoLo {
		return requireIn(env, a, x, x.Meet(AtLeast(i.Lo)))
	}
	return true
}

// unscale is the integers x with k*x in i.
func (i Interval) unscale(k num.Int) Interval {
	switch k.Sign() {
	case 0:
		if i.Contains(zero) {
			return All()
		}
		return Empty()
	case -1:
		return i.neg().unscale(k.Neg())
	}
	if !i.NoLo {
		i.Lo = ceilDiv(i.Lo, k)
	}
	if !i.NoHi {
		i.Hi = floorDiv(i.Hi, k)
	}
	return i
}

// floorDiv is a/b rounded down, for b > 0.
func floorDiv(a, b num.Int) num.Int {
	q := a.Quo(b)
	if a.Sign() < 0 && !q.Mul(b).Equal(a) {
		return q.Sub(one)
	}
	return q
}

// ceilDiv is a/b rounded up, for b > 0.
func ceilDiv(a, b num.Int) num.Int { return floorDiv(a.Neg(), b).Neg() }

// exclude tells env that e is not c.
func exclude(env Env, e cfa.Expr, c num.Int) bool {
	now := Eval(env, e)
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
		if x, ok := Eval(env, e.Idx).Point(); ok {
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
		switch truth(Eval(env, e.C)) {
		case yes:
			return exclude(env, e.T, c)
		case no:
			return exclude(env, e.E, c)
		}
	case *cfa.Binary:
		x, isX := Eval(env, e.X).Point()
		y, isY := Eval(env, e.Y).Point()
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
