package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// rval evaluates e and returns its value, nil where that is not modelled
// (floating point) or there is none (void). Side effects become edges, from left
// to right; the value holds at the location reached then.
func (l *lowerer) rval(e lang.Expr) cfa.Expr {
	switch x := e.(type) {
	case *lang.IntLit:
		return cfa.ConstOf(x.Val)
	case *lang.FloatLit:
		return nil
	case *lang.FuncRef:
		return l.funcAddress(x.Func)
	case *lang.LabelAddr:
		return cfa.ConstInt(int64(1 + x.Label.Index)) // never followed as a pointer
	case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref, *lang.CompoundLit:
		t := e.Type()
		p := l.place(e)
		if !t.IsScalar() || t.Kind == lang.Float {
			return nil
		}
		return l.loadPlace(p)
	case *lang.AddrOf:
		return l.addressOf(x.X)
	case *lang.Decay:
		return l.addressOf(x.X)
	case *lang.Cast:
		return l.cast(x)
	case *lang.Unary:
		return l.unary(x)
	case *lang.Binary:
		lv, rv := l.pair(x.L, x.R, x.At)
		return l.operate(x.Op, lv, rv, x.T, x.L.Type(), x.At)
	case *lang.Logical, *lang.Cond:
		return l.branchy(e)
	case *lang.Assign:
		return l.assign(x)
	case *lang.AssignOp:
		return l.assignOp(x)
	case *lang.IncDec:
		return l.incDec(x)
	case *lang.Call:
		return l.call(x, nil)
	case *lang.Comma:
		l.effects(x.L)
		return l.rval(x.R)
	case *lang.StmtExpr:
		l.stmt(x.Body)
		if x.Value == nil {
			return nil
		}
		return l.rval(x.Value)
	case *lang.VaArg:
		l.effects(x.X)
		if !x.T.IsScalar() || x.T.Kind == lang.Float {
			l.noteOnce(x.At, "va_arg", "any value")
			return nil
		}
		return l.approx(l.rangeOf(x.T, nil), "va_arg", x.At)
	}
	l.cannot(e.Pos(), "an expression that is not known")
	return nil
}

// effects evaluates e for its side effects.
func (l *lowerer) effects(e lang.Expr) {
	if e.Type().Kind == lang.Record {
		if l.impure(e) {
			l.place(e)
		}
		return
	}
	if c, ok := e.(*lang.Cast); ok && c.T.Kind == lang.Void {
		l.effects(c.X)
		return
	}
	switch x := e.(type) {
	case *lang.Logical, *lang.Cond:
		if l.impure(e) {
			l.effectsOfBranches(x)
		}
		return
	case *lang.Assign, *lang.AssignOp, *lang.IncDec:
		l.unused = true
		l.rval(e)
		return
	case *lang.Call, *lang.StmtExpr, *lang.Comma, *lang.CompoundLit, *lang.VaArg:
		l.rval(e)
		return
	}
	if !l.impure(e) {
		return
	}
	l.rval(e)
}

func (l *lowerer) effectsOfBranches(e lang.Expr) {
	switch x := e.(type) {
	case *lang.Logical:
		nothing := func() {}
		if x.Or {
			l.fork(x.L, x.At, nothing, func() { l.effects(x.R) })
		} else {
			l.fork(x.L, x.At, func() { l.effects(x.R) }, nothing)
		}
	case *lang.Cond:
		l.fork(x.C, x.At, func() {
			if x.Then != nil {
				l.effects(x.Then)
			}
		}, func() { l.effects(x.Else) })
	}
}

// impure reports whether evaluating e can change a variable or memory.
func (l *lowerer) impure(e lang.Expr) bool {
	if v, ok := l.impures[e]; ok {
		return v
	}
	v := false
	switch e.(type) {
	case *lang.Assign, *lang.AssignOp, *lang.IncDec, *lang.Call, *lang.StmtExpr, *lang.CompoundLit, *lang.VaArg:
		v = true
	default:
		for _, c := range lang.Children(e) {
			v = l.impure(c) || v
		}
	}
	l.impures[e] = v
	return v
}

// pair evaluates two operands from left to right: the left one keeps its value
// whatever the right one changes.
func (l *lowerer) pair(x, y lang.Expr, pos lang.Pos) (cfa.Expr, cfa.Expr) {
	xv := l.rval(x)
	if l.impure(y) {
		xv = l.pin(xv, pos)
	}
	return xv, l.rval(y)
}

func (l *lowerer) addressOf(e lang.Expr) cfa.Expr {
	p := l.place(e)
	if !p.inMemory() {
		// Cannot be: taking the address is what puts an object in memory.
		l.cannot(e.Pos(), "an address of something that has none")
		return cfa.ConstInt(0)
	}
	return l.fitPtr(p.addr)
}

func (l *lowerer) fitPtr(e cfa.Expr) cfa.Expr {
	if l.opt.Arith != cfa.Machine {
		return e
	}
	return cfa.MkWrap(l.u.Model.PtrBits(), false, e)
}

func (l *lowerer) cast(x *lang.Cast) cfa.Expr {
	if x.X.Type().Kind == lang.Record || x.X.Type().Kind == lang.Array {
		l.effects(x.X)
		return nil
	}
	if x.T.Kind == lang.Void {
		l.effects(x.X)
		return nil
	}
	if f, ok := x.X.(*lang.FloatLit); ok && x.T.IsInteger() && f.Val == float64(int32(f.Val)) {
		return l.convert(cfa.ConstInt(int64(int32(f.Val))), x.T, x.T, x.At)
	}
	return l.convert(l.rval(x.X), x.X.Type(), x.T, x.At)
}

func (l *lowerer) unary(x *lang.Unary) cfa.Expr {
	v := l.rval(x.X)
	if x.Op == lang.LogNot {
		if v == nil {
			return l.approx(cfa.Range{Bits: 1}, "floating point", x.At)
		}
		return cfa.MkNot(v)
	}
	if v == nil {
		return nil
	}
	op := cfa.Neg
	if x.Op == lang.BitNot {
		op = cfa.BitNot
		if l.free(x.T) && !x.T.Signed {
			// ~x of an unsigned word has a meaning only with its width.
			return cfa.MkWrap(int(x.T.Size)*8, false, cfa.MkUnary(op, v))
		}
	}
	return l.fit(cfa.MkUnary(op, v), x.T)
}

// valueUsed reports whether the value of the assignment that is about to be lowered is wanted.
func (l *lowerer) valueUsed() bool {
	used := !l.unused
	l.unused = false
	return used
}

func (l *lowerer) assign(x *lang.Assign) cfa.Expr {
	used := l.valueUsed()
	t := x.L.Type()
	if t.Kind == lang.Record {
		l.assignRecord(x)
		return nil
	}
	// A call's result goes straight to a plain variable.
	if c, ok := x.R.(*lang.Call); ok {
		if v, ok := x.L.(*lang.VarRef); ok && !l.memory(v.Obj) && t.IsScalar() && t.Kind != lang.Float {
			p := l.objPlace(v.Obj)
			l.leaf(p.st)
			if p.st.v != nil {
				l.callInto(c, p.st.v)
				return p.st.v
			}
		}
	}
	p := l.place(x.L)
	if l.impure(x.R) {
		p = l.pinPlace(p, x.At)
	}
	return l.assignTo(p, l.rval(x.R), used, x.At)
}

// assignTo stores v in p and returns the value that p has then, if that is used.
func (l *lowerer) assignTo(p place, v cfa.Expr, used bool, pos lang.Pos) cfa.Expr {
	if v != nil && p.field != nil && p.t.Kind != lang.Bool {
		v = cfa.MkWrap(p.field.BitWidth, p.t.Signed, v)
	}
	// Behind the store, an expression that reads an array may have another value.
	if v != nil && used && (p.inMemory() || p.st.many) && readsArray(v, 6) {
		v = l.pin(v, pos)
	}
	l.storePlace(p, v, pos)
	if p.inMemory() || p.st.arr != nil || p.st.v == nil {
		return v
	}
	return p.st.v
}

// readsArray reports whether e may contain a Select; it gives up (true) below the depth.
func readsArray(e cfa.Expr, depth int) bool {
	if depth == 0 {
		return true
	}
	switch x := e.(type) {
	case *cfa.Var, *cfa.Const:
		return false
	case *cfa.Unary:
		return readsArray(x.X, depth-1)
	case *cfa.Wrap:
		return readsArray(x.X, depth-1)
	case *cfa.Binary:
		return readsArray(x.X, depth-1) || readsArray(x.Y, depth-1)
	}
	return true
}

func (l *lowerer) assignOp(x *lang.AssignOp) cfa.Expr {
	used := l.valueUsed()
	p := l.place(x.L)
	if p.inMemory() || p.st.arr != nil || p.idx != nil || l.impure(x.R) {
		p = l.pinPlace(p, x.At)
	}
	// C reads L after R's side effects or before: unsequenced, so any order will do.
	rv := l.rval(x.R)
	lv := l.loadPlace(p)
	var v cfa.Expr
	if x.Op == lang.PtrAdd || x.Op == lang.PtrSub {
		v = l.operate(x.Op, lv, rv, x.OpT, x.OpT, x.At)
	} else if x.OpT.Kind == lang.Float {
		v = nil
		if x.L.Type().Kind != lang.Float {
			v = l.approx(l.rangeOf(x.L.Type(), p.field), "floating point", x.At)
		}
	} else {
		lc := l.convert(lv, x.L.Type(), x.OpT, x.At)
		v = l.operate(x.Op, lc, rv, x.OpT, nil, x.At)
		v = l.convert(v, x.OpT, x.L.Type(), x.At)
	}
	return l.assignTo(p, v, used, x.At)
}

func (l *lowerer) incDec(x *lang.IncDec) cfa.Expr {
	used := l.valueUsed()
	p := l.place(x.X)
	if p.inMemory() || p.idx != nil {
		p = l.pinPlace(p, x.At)
	}
	old := l.loadPlace(p)
	t := x.X.Type()
	if old == nil {
		if t.Kind != lang.Float {
			old = l.approx(l.rangeOf(t, nil), "floating point", x.At)
		} else {
			l.storePlace(p, nil, x.At)
			return nil
		}
	}
	if x.Post && used {
		old = l.pin(old, x.At)
	}
	op := cfa.Add
	if x.Dec {
		op = cfa.Sub
	}
	var by cfa.Expr = cfa.ConstInt(1)
	if t.Kind == lang.Pointer {
		by = l.sizeOf(t.Elem)
	}
	v := l.fit(cfa.MkBinary(op, old, by), t)
	v = l.assignTo(p, v, used && !x.Post, x.At)
	if x.Post {
		return old
	}
	return v
}

// branchy evaluates &&, || and ?: by branches.
func (l *lowerer) branchy(e lang.Expr) cfa.Expr {
	pos := e.Pos()
	if x, ok := e.(*lang.Logical); ok {
		if v := l.plainLogical(x); v != nil {
			return v
		}
		t := l.temp(cfa.Range{Bits: 1}, pos)
		set := func(k int64) func() {
			return func() { l.emit(&cfa.Assign{LHS: t, RHS: cfa.ConstInt(k)}, pos) }
		}
		l.fork(e, pos, set(1), set(0))
		return t
	}
	x := e.(*lang.Cond)
	if x.T.Kind == lang.Void || x.T.Kind == lang.Float || !x.T.IsScalar() {
		l.effectsOfBranches(x)
		return nil
	}
	t := l.temp(l.rangeOf(x.T, nil), pos)
	set := func(v cfa.Expr) {
		if v == nil {
			v = l.approx(t.Range, "floating point", pos)
		}
		l.emit(&cfa.Assign{LHS: t, RHS: v}, pos)
	}
	if x.Then == nil {
		c := l.pin(l.rval(x.C), pos)
		if c == nil {
			c = l.approx(cfa.Range{Bits: 1}, "floating point", pos)
		}
		l.forkOn(c, pos, func() { set(l.convert(c, x.C.Type(), x.T, pos)) }, func() { set(l.rval(x.Else)) })
		return t
	}
	l.fork(x.C, pos, func() { set(l.rval(x.Then)) }, func() { set(l.rval(x.Else)) })
	return t
}

// plainLogical is the value of && or || without branches, where both sides are
// pure and defined whatever the other says.
func (l *lowerer) plainLogical(x *lang.Logical) cfa.Expr {
	if !l.plain(x.L, 8) || !l.plain(x.R, 8) {
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

// plain reports whether e is made of variables that are no memory, constants and
// operators that are always defined.
func (l *lowerer) plain(e lang.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := e.(type) {
	case *lang.IntLit:
		return true
	case *lang.VarRef:
		return x.T.IsScalar() && x.T.Kind != lang.Float && !l.memory(x.Obj)
	case *lang.Cast:
		return x.T.IsScalar() && x.T.Kind != lang.Float && l.plain(x.X, depth-1)
	case *lang.Unary:
		return x.T.Kind != lang.Float && l.plain(x.X, depth-1)
	case *lang.Binary:
		if x.Op == lang.Div || x.Op == lang.Rem || x.Op == lang.Shl || x.Op == lang.Shr || x.Op >= lang.PtrAdd {
			return false
		}
		return l.plain(x.L, depth-1) && l.plain(x.R, depth-1)
	case *lang.Logical:
		return l.plain(x.L, depth-1) && l.plain(x.R, depth-1)
	}
	return false
}

// fork evaluates the condition e and runs one of two continuations, which meet behind it.
func (l *lowerer) fork(e lang.Expr, pos lang.Pos, then, els func()) {
	t, f, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
	l.cond(e, t, f)
	l.cur = t
	then()
	l.jump(end, pos)
	l.cur = f
	els()
	l.jump(end, pos)
	l.cur = end
}

// forkOn is fork on a value.
func (l *lowerer) forkOn(c cfa.Expr, pos lang.Pos, then, els func()) {
	t, f, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
	l.test(c, t, f, pos)
	l.cur = t
	then()
	l.jump(end, pos)
	l.cur = f
	els()
	l.jump(end, pos)
	l.cur = end
}

// cond evaluates e as a condition and goes to t where it holds, else to f.
func (l *lowerer) cond(e lang.Expr, t, f *cfa.Loc) {
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
		// A conversion that cannot make a value 0 or lose that it is 0.
		from := x.X.Type()
		if x.T.Kind == lang.Bool || x.T.IsScalar() && x.T.Kind != lang.Float && from.IsScalar() && from.Kind != lang.Float && x.T.Size >= from.Size {
			l.cond(x.X, t, f)
			return
		}
	case *lang.Comma:
		l.effects(x.L)
		l.cond(x.R, t, f)
		return
	case *lang.Binary:
		// (a && b) != 0 and (a && b) == 0, as generated code writes them.
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
	l.test(l.rval(e), t, f, e.Pos())
}

func isCondition(e lang.Expr) bool {
	switch x := e.(type) {
	case *lang.Logical:
		return true
	case *lang.Unary:
		return x.Op == lang.LogNot
	case *lang.Cast:
		return x.T.IsInteger() && x.X.Type().IsInteger() && x.T.Size >= x.X.Type().Size && isCondition(x.X)
	}
	return false
}

// test branches on a value.
func (l *lowerer) test(v cfa.Expr, t, f *cfa.Loc, pos lang.Pos) {
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
