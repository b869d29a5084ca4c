package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Conditions, and operators that evaluate only some of their operands.

// branchy evaluates &&, || and ?: by branches.
func (l *funcLowerer) branchy(e lang.Expr) cfa.Expr {
	pos := e.Pos()
	l.mayLeaveOut(e)
	if x, ok := e.(*lang.Logical); ok {
		if v := l.plainLogical(x); v != nil {
			return v
		}
		return l.branchValue(e)
	}
	x := e.(*lang.Cond)
	if x.T.Kind == lang.Void || !l.valued(x.T) {
		l.effectsOfBranches(x)
		return nil
	}
	t := l.temp(l.rangeOf(x.T, nil), pos)
	var c *windowVars
	if l.windows && x.T.Kind == lang.Pointer && l.narrow(l.pts.Pointee(x)) {
		c = &windowVars{l.temp(l.rangeOfPtr(), pos), l.temp(l.rangeOfPtr(), pos)}
		defer func() { l.win = &window{c.lo, c.hi} }()
	}
	set := func(v cfa.Expr) {
		if c != nil {
			l.setWindow(c, l.win, pos)
		}
		if v == nil {
			v = l.approx(t.Range, "floating point", pos)
		}
		l.emit(&cfa.Assign{LHS: t, RHS: v}, pos)
	}
	if x.Then == nil {
		c := l.rval(x.C)
		if c == nil {
			c = l.approx(cfa.Range{Bits: 1}, "floating point", pos)
		}
		c = l.pin(c, pos)
		l.forkOn(l.truth(c, x.C.Type(), pos), pos, func() { set(l.convertChecked(x, c, x.C.Type(), x.T)) }, func() { set(l.rval(x.Else)) })
		return t
	}
	l.fork(x.C, pos, func() { set(l.rval(x.Then)) }, func() { set(l.rval(x.Else)) })
	return t
}

// branchValue returns 1 or 0, the truth value of the condition e.
func (l *funcLowerer) branchValue(e lang.Expr) cfa.Expr {
	return l.truthValue(e.Pos(), func(t, f *cfa.Loc) { l.cond(e, t, f) })
}

// truthValue returns 1 if branch goes to t, and 0 if it goes to f.
func (l *funcLowerer) truthValue(pos lang.Pos, branch func(t, f *cfa.Loc)) cfa.Expr {
	v := l.temp(cfa.Range{Bits: 1}, pos)
	set := func(k int64) func() {
		return func() { l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(k)}, pos) }
	}
	l.branches(pos, branch, set(1), set(0))
	return v
}

// plainLogical returns the value of && or || without branches, if both sides are pure and always defined. Otherwise
// it returns nil.
func (l *funcLowerer) plainLogical(x *lang.Logical) cfa.Expr {
	if !l.plain(x.L, 8) || !l.plain(x.R, 8) || l.checksArithmetic() && l.computes(x) {
		return nil
	}
	a, b := l.rval(x.L), l.rval(x.R)
	if a == nil || b == nil {
		return nil
	}
	op := cfa.And
	if x.Or {
		op = cfa.Or
	}
	return cfa.MkBinary(op, a, b)
}

// plain reports whether e consists of variables outside of memory, constants and operators that are always defined,
// with fewer than depth levels.
func (l *funcLowerer) plain(e lang.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := e.(type) {
	case *lang.IntLit:
		return true
	case *lang.VarRef:
		return x.T.IsScalar() && x.T.Kind != lang.Float && !l.memory(x.Obj) && !l.mayLack(x.Obj)
	case *lang.Cast:
		return x.T.IsScalar() && x.T.Kind != lang.Float && l.plain(x.X, depth-1)
	case *lang.Unary:
		return x.T.Kind != lang.Float && l.plain(x.X, depth-1)
	case *lang.Binary:
		if x.Op == lang.Div || x.Op == lang.Rem || x.Op == lang.Shl || x.Op == lang.Shr || x.Op >= lang.PtrAdd || l.uncertain(x) || l.opt.Check.Has(Pointer) && ordersPointers(x) {
			return false
		}
		return l.plain(x.L, depth-1) && l.plain(x.R, depth-1)
	case *lang.Logical:
		return l.plain(x.L, depth-1) && l.plain(x.R, depth-1)
	}
	return false
}

// fork branches on the condition e: to the edges that the function `then` emits, or to those of els. Both branches
// continue at a common location.
func (l *funcLowerer) fork(e lang.Expr, pos lang.Pos, then, els func()) {
	l.branches(pos, func(t, f *cfa.Loc) { l.cond(e, t, f) }, then, els)
}

// forkOn is fork with the value c as the condition.
func (l *funcLowerer) forkOn(c cfa.Expr, pos lang.Pos, then, els func()) {
	l.branches(pos, func(t, f *cfa.Loc) { l.test(c, t, f, pos) }, then, els)
}

// branches calls branch with two new locations, t and f, and emits the edges of the function `then` from t and those of
// els from f. Both continue at a common location.
func (l *funcLowerer) branches(pos lang.Pos, branch func(t, f *cfa.Loc), then, els func()) {
	t, f, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
	branch(t, f)
	l.cur = t
	then()
	l.jump(end, pos)
	l.cur = f
	els()
	l.jump(end, pos)
	l.cur = end
}

// cond evaluates e as a condition and goes to t if it holds, else to f.
func (l *funcLowerer) cond(e lang.Expr, t, f *cfa.Loc) {
	l.inOrder(e)
	l.mayLeaveOut(e)
	if v, ok := l.early[e]; ok {
		l.test(l.truth(v, e.Type(), e.Pos()), t, f, e.Pos())
		return
	}
	if x, zero := countsDown(e); x != nil && l.isCounter(x) {
		if zero {
			t, f = f, t
		}
		l.condCounter(x, t, f)
		return
	}
	switch x := e.(type) {
	case *lang.Logical:
		mid := l.newLoc(x.R.Pos())
		if x.Or {
			l.cond(x.L, t, mid)
		} else {
			l.cond(x.L, mid, f)
		}
		l.cur = mid
		l.cond(x.R, t, f)
		return
	case *lang.Unary:
		if x.Op == lang.LogNot {
			l.cond(x.X, f, t)
			return
		}
	case *lang.Cast:
		// The condition may be a conversion whose result is 0 exactly if its operand is 0.
		from := x.X.Type()
		if l.checksArithmetic() && l.computesItself(x) {
			break
		}
		if x.T.Kind == lang.Bool || x.T.IsScalar() && x.T.Kind != lang.Float && from.IsScalar() && from.Kind != lang.Float && x.T.Size >= from.Size {
			l.cond(x.X, t, f)
			return
		}
	case *lang.Comma:
		l.effects(x.L)
		l.cond(x.R, t, f)
		return
	case *lang.Call:
		if isSignbit(x) && l.valued(x.Args[0].Type()) {
			l.test(cfa.MkBinary(cfa.Lt, l.rval(x.Args[0]), cfa.ConstInt(0)), t, f, x.At)
			return
		}
		if isStays(x) {
			l.stays(x, t, f)
			return
		}
	case *lang.Quant:
		l.quant(x, t, f)
		return
	case *lang.Binary:
		if l.uncertain(x) {
			l.condUncertain(x, t, f)
			return
		}
		// Generated code contains conditions such as (a && b) != 0 and (a && b) == 0.
		if k, ok := x.R.(*lang.IntLit); ok && k.Val.IsZero() && (x.Op == lang.Eq || x.Op == lang.Ne) {
			if isCondition(x.L) {
				if x.Op == lang.Ne {
					l.cond(x.L, t, f)
				} else {
					l.cond(x.L, f, t)
				}
				return
			}
		}
	case *lang.Cond:
		if x.Then != nil {
			a, b := l.newLoc(x.At), l.newLoc(x.At)
			l.cond(x.C, a, b)
			l.cur = a
			l.cond(x.Then, t, f)
			l.cur = b
			l.cond(x.Else, t, f)
			return
		}
	}
	l.test(l.truth(l.rval(e), e.Type(), e.Pos()), t, f, e.Pos())
}

// countsDown returns the expression n-- if e is n--, n-- != 0, n-- > 0 or n-- == 0 for an unsigned n; otherwise nil. zero says
// that it is n-- == 0.
func countsDown(e lang.Expr) (x *lang.IncDec, zero bool) {
	if b, ok := e.(*lang.Binary); ok {
		k, isConst := lang.StripCasts(b.R).(*lang.IntLit)
		if !isConst || !k.Val.IsZero() || b.Op != lang.Ne && b.Op != lang.Gt && b.Op != lang.Eq {
			return nil, false
		}
		e, zero = b.L, b.Op == lang.Eq
	}
	for {
		c, ok := e.(*lang.Cast)
		if !ok || !c.T.IsInteger() || !c.X.Type().IsInteger() || c.T.Size < c.X.Type().Size {
			break
		}
		e = c.X
	}
	x, ok := e.(*lang.IncDec)
	if !ok || !x.Dec || !x.Post || !x.T.IsInteger() || x.T.Signed {
		return nil, false
	}
	return x, zero
}

// isCounter reports whether condCounter may lower x: it decrements a variable that no other code can access, and no other access
// in the expression may come first.
func (l *funcLowerer) isCounter(x *lang.IncDec) bool {
	v, ok := x.X.(*lang.VarRef)
	return ok && !l.memory(v.Obj) && !v.Obj.Type.IsVolatile() && len(l.partners[x]) == 0 && !l.isEarly(x)
}

// condCounter branches on x, which is n-- for an unsigned variable n: to t if n is not 0, else to f. It decrements n after the
// test, in both branches. So n - 1 does not wrap around in the first branch, and package settled can follow n in loops such as
// while (n--) *p++ = 0.
func (l *funcLowerer) condCounter(x *lang.IncDec, t, f *cfa.Loc) {
	defer l.repeat()()
	some, none := l.newLoc(x.At), l.newLoc(x.At)
	l.test(l.truth(l.rval(x.X), x.X.Type(), x.At), some, none, x.At)
	l.cur = some
	l.effects(x)
	l.jump(t, x.At)
	l.cur = none
	l.effects(x)
	l.jump(f, x.At)
}

func isCondition(e lang.Expr) bool {
	switch x := e.(type) {
	case *lang.Logical:
		return true
	case *lang.Call:
		return isSignbit(x)
	case *lang.Unary:
		return x.Op == lang.LogNot
	case *lang.Cast:
		return x.T.IsInteger() && x.X.Type().IsInteger() && x.T.Size >= x.X.Type().Size && isCondition(x.X)
	}
	return false
}

// test branches on the value v: to t if it is not 0, else to f.
func (l *funcLowerer) test(v cfa.Expr, t, f *cfa.Loc, pos lang.Pos) {
	if v == nil {
		v = l.approx(cfa.Range{Bits: 1}, "floating point", pos)
	}
	if k, ok := v.(*cfa.Const); ok {
		if k.Val.IsZero() {
			l.jump(f, pos)
		} else {
			l.jump(t, pos)
		}
		return
	}
	if !isBool(v) {
		v = cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
	}
	l.p.NewEdge(l.cur, t, &cfa.Assume{Cond: v}, pos)
	l.p.NewEdge(l.cur, f, &cfa.Assume{Cond: cfa.MkNot(v)}, pos)
	l.cur = l.newLoc(pos)
}

func isBool(e cfa.Expr) bool {
	switch x := e.(type) {
	case *cfa.Binary:
		return x.Op >= cfa.Eq
	case *cfa.Unary:
		return x.Op == cfa.Not
	}
	return false
}
