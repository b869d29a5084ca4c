package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Expressions: their values and side effects.

// rval evaluates e and returns its value. It returns nil if the value is not modelled (_Complex, vectors) or does not
// exist (void). Side effects become edges, from left to right; the value is valid at the location after them.
func (l *funcLowerer) rval(e lang.Expr) cfa.Expr {
	l.inOrder(e)
	l.win = nil
	v, ok := l.early[e]
	if !ok {
		v = l.evaluate(e)
	} else if l.windows {
		l.win = l.unknownWindow()
	}
	l.settleWindow(e)
	return v
}

func (l *funcLowerer) evaluate(e lang.Expr) cfa.Expr {
	switch x := e.(type) {
	case *lang.IntLit:
		return cfa.ConstOf(x.Val)
	case *lang.FloatLit:
		return l.literal(x)
	case *lang.FuncRef:
		return l.funcAddress(x.Func)
	case *lang.LabelAddr:
		return cfa.ConstInt(int64(1 + x.Label.Index)) // any number will do: the address of a label is never dereferenced
	case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref, *lang.CompoundLit:
		t := e.Type()
		p := l.place(e)
		l.restrict(p, e, true, false)
		l.loadKept(e)
		p = l.accessed(e, l.use(p, e))
		if !l.valued(t) {
			l.guard(p)
			return nil
		}
		v := l.volatileValue(e, p, l.loadPlace(p))
		l.win = l.loadWindow(p)
		return v
	case *lang.AddrOf:
		return l.addressOf(x.X, false)
	case *lang.Decay:
		return l.addressOf(x.X, true)
	case *lang.Cast:
		return l.cast(x)
	case *lang.Unary:
		return l.unary(x)
	case *lang.Binary:
		if l.uncertain(x) {
			return l.branchValue(x)
		}
		if pointerSum(x) {
			from, by, v := l.sum(x)
			w := l.win
			defer func() { l.win = w }()
			if x != l.container {
				l.walks(w, x, by)
			}
			return l.moved(l.pts.Pointee(x.L), from, by, v, x)
		}
		was := l.compares
		l.compares = ordersPointers(x)
		lv, rv := l.pair(x.L, x.R, x.At)
		l.compares = was
		l.oneObject(x, lv, rv)
		return l.operate(x, x.Op, lv, rv, x.T, x.L.Type())
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
		return l.stmtExpr(x)
	case *lang.Proper:
		return l.mayBeRead(x)
	case *lang.Quant:
		return l.quantValue(x)
	case *lang.Valid:
		return l.valid(x)
	case *lang.SameBits:
		return l.sameBits(x)
	case *lang.NoValue:
		return l.valueless(x)
	case *lang.VaArg:
		if l.vaArg(x) {
			if x.T.Kind == lang.Integer || x.T.Kind == lang.Pointer {
				return cfa.ConstInt(0)
			}
			return nil
		}
		if !l.valued(x.T) {
			l.noteOnce(x.At, anyArg(x), "any value")
			return nil
		}
		return l.approx(l.rangeOf(x.T, nil), anyArg(x), x.At)
	}
	l.cannot(e.Pos(), "an expression that is not known")
	return nil
}

// effects evaluates e for its side effects.
func (l *funcLowerer) effects(e lang.Expr) {
	l.inOrder(e)
	if e.Type().Kind == lang.Record {
		if l.matters(e) {
			_, l.unused = e.(*lang.Call)
			l.guard(l.place(e))
			l.unused = false
		}
		return
	}
	if c, ok := e.(*lang.Cast); ok && c.T.Kind == lang.Void {
		l.effects(c.X)
		return
	}
	switch x := e.(type) {
	case *lang.Logical, *lang.Cond:
		if l.matters(e) {
			l.effectsOfBranches(x)
		}
		return
	case *lang.Assign, *lang.AssignOp, *lang.IncDec, *lang.Call:
		l.unused = true
		l.rval(e)
		return
	case *lang.StmtExpr, *lang.Comma, *lang.CompoundLit, *lang.VaArg:
		l.rval(e)
		return
	}
	if l.matters(e) {
		l.rval(e)
	}
}

func (l *funcLowerer) effectsOfBranches(e lang.Expr) {
	l.mayLeaveOut(e)
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

// onlyCalls reports whether calls are the only side effects of e. A call does not change the caller's local variables
// that are not in memory.
func onlyCalls(e lang.Expr) bool {
	switch e.(type) {
	case *lang.Assign, *lang.AssignOp, *lang.IncDec, *lang.StmtExpr, *lang.CompoundLit, *lang.VaArg:
		return false
	}
	return !slices.ContainsFunc(lang.Children(e), func(c lang.Expr) bool { return !onlyCalls(c) })
}

// keeper returns an expression that keeps the present value of another one.
type keeper func(cfa.Expr) cfa.Expr

// pins returns a keeper that pins each value.
func (l *funcLowerer) pins(pos lang.Pos) keeper {
	return func(x cfa.Expr) cfa.Expr { return l.pin(x, pos) }
}

// keeps returns a keeper for the time in which e is evaluated, which may have side effects. It pins a value unless it
// depends only on variables that e does not change. So `i` stays `i` in a[i] = f(), and what tests say about it is known
// of the index.
func (l *funcLowerer) keeps(e lang.Expr, pos lang.Pos) keeper {
	calls := onlyCalls(e)
	return func(x cfa.Expr) cfa.Expr {
		if calls && l.ofLocals(x) {
			return x
		}
		return l.pin(x, pos)
	}
}

// mostKept is the greatest size of an expression that is evaluated again instead of pinned.
const mostKept = 8

// ofLocals reports whether x is a small expression over variables of the function.
func (l *funcLowerer) ofLocals(x cfa.Expr) bool {
	if x == nil || !cfa.Small(x, mostKept) {
		return false
	}
	own := true
	cfa.ExprReads(x, func(v *cfa.Var) { own = own && v.Proc == l.proc }, func(*cfa.Array) { own = false })
	return own
}

// keepPointer keeps two values: the pointer `at`, and base, the pointer from which it was made.
func keepPointer(base, at cfa.Expr, keep keeper) (cfa.Expr, cfa.Expr) {
	was := base
	base = keep(base)
	if was != nil && at != nil && cfa.SameForm(was, at) {
		return base, base
	}
	return base, keep(at)
}

// pair evaluates two operands from left to right. The value of x does not change if y has side effects.
func (l *funcLowerer) pair(x, y lang.Expr, pos lang.Pos) (cfa.Expr, cfa.Expr) {
	xv := l.rval(x)
	w, pointer := l.win, x.Type().Kind == lang.Pointer
	if l.impure(y) {
		keep := l.keeps(y, pos)
		if xv = keep(xv); pointer {
			w = keepWindow(w, keep)
		}
	}
	if !pointer {
		return xv, l.rval(y)
	}
	yv := l.offset(y)
	l.win = w
	return xv, yv
}

func (l *funcLowerer) addressOf(e lang.Expr, decay bool) cfa.Expr {
	p := l.place(e)
	if l.win = p.win; decay {
		l.win = l.rowWindow(e, p)
	}
	w := l.win
	defer func() { l.win = w }()
	if !p.inMemory() {
		// This cannot happen: an object whose address is taken lies in memory.
		l.cannot(e.Pos(), "an address of something that has none")
		return cfa.ConstInt(0)
	}
	switch e.(type) {
	case *lang.Index, *lang.Deref:
		if p.via != nil && p.base != p.addr {
			return l.moved(p.n, p.base, l.distance(p.addr, p.base), l.fitPtr(p.addr), e)
		}
	case *lang.Member:
		if p.base != nil && p.base != p.addr {
			return l.moveInObject(p.n, p.base, l.distance(p.addr, p.base), l.fitPtr(p.addr), e.Pos())
		}
	}
	return l.fitPtr(p.addr)
}

func (l *lowerer) fitPtr(e cfa.Expr) cfa.Expr {
	if l.opt.Arith != cfa.Machine {
		return e
	}
	return cfa.MkWrap(l.u.Model.PtrBits(), false, e)
}

func (l *funcLowerer) cast(x *lang.Cast) cfa.Expr {
	if x.X.Type().Kind == lang.Record || x.X.Type().Kind == lang.Array {
		l.effects(x.X)
		return nil
	}
	if x.T.Kind == lang.Void {
		l.effects(x.X)
		return nil
	}
	if b := pointsto.Container(x); b != nil {
		l.container = b
	}
	v := l.rval(x.X)
	if x.T.Kind == lang.Integer && x.X.Type().Kind == lang.Pointer {
		v = l.inLongest(l.literalsAt(x.X), v, x.At)
	}
	if x.Implicit || x.X.Type().Kind == lang.Float {
		v = l.convertible(x, v, x.X.Type(), x.T, nil)
	}
	l.floatUnchecked(x, x.T)
	if x.T.Kind == lang.Float {
		l.floatUnchecked(x, x.X.Type()) // a number of a type that is not modelled (decimal) may be too large
	}
	return l.convertChecked(x, v, x.X.Type(), x.T)
}

func (l *funcLowerer) unary(x *lang.Unary) cfa.Expr {
	v := l.rval(x.X)
	if x.Op == lang.LogNot {
		if v == nil {
			return l.approx(cfa.Range{Bits: 1}, "floating point", x.At)
		}
		return cfa.MkNot(l.truth(v, x.X.Type(), x.At))
	}
	if v == nil {
		return nil
	}
	if x.T.Kind == lang.Float {
		if f, ok := l.format(x.T); ok && x.Op == lang.Neg {
			return negateFloat(f, v)
		}
		return nil
	}
	op := cfa.Neg
	if x.Op == lang.BitNot {
		op = cfa.BitNot
		if l.free(x.T) && !x.T.Signed {
			// ~x of an unsigned word has a meaning only with its width.
			return cfa.MkWrap(int(bitsOf(x.T)), false, cfa.MkUnary(op, v))
		}
	}
	if op == cfa.Neg {
		return l.inType(x, cfa.MkUnary(op, v), x.T)
	}
	return l.fit(cfa.MkUnary(op, v), x.T)
}

// valueUsed reports whether the value of the assignment that is about to be lowered is used.
func (l *funcLowerer) valueUsed() bool {
	used := !l.unused
	l.unused = false
	return used
}

func (l *funcLowerer) assign(x *lang.Assign) cfa.Expr {
	used := l.valueUsed()
	t := x.L.Type()
	if t.Kind == lang.Record {
		l.assignRecord(x)
		return nil
	}
	if v, ok := x.L.(*lang.VarRef); ok && v.Obj.Length != nil {
		l.setLength(v.Obj, x.R, x.At)
		return nil
	}
	// A call's result goes straight to a plain variable.
	if c, ok := x.R.(*lang.Call); ok && !l.isEarly(c) {
		if v, ok := x.L.(*lang.VarRef); ok && !l.memory(v.Obj) && l.valued(t) {
			p := l.objPlace(v.Obj)
			l.leaf(p.st)
			if p.st.v != nil {
				l.callInto(c, p.st.v)
				w := l.win
				l.storeWindow(p, p.st.v, &storedWindow{w}, x.At)
				l.accessed(x, p)
				l.setStored(p, nil, false, x.At)
				return p.st.v
			}
		}
	}
	p := l.place(x.L)
	if l.impure(x.R) {
		p = keepPlace(p, l.keeps(x.R, x.At))
	}
	v, from, copied := l.rvalCopied(t, x.R, used)
	w := l.storing.w
	defer func() { l.win = w }()
	if p.field != nil {
		v = l.convertible(x, v, t, t, p.field)
	}
	l.restrict(p, x.L, false, true)
	end := l.endOfString(p, v, used, x.At)
	p = l.storable(l.accessed(x, p), x.L)
	v = l.assignCopied(p, v, used, from, copied, x.At)
	l.endsString(end, v, x.At)
	return v
}

// assignTo stores v in p and returns the value of p after the store, if it is used.
func (l *funcLowerer) assignTo(p place, v cfa.Expr, used bool, pos lang.Pos) cfa.Expr {
	return l.assignCopied(p, v, used, nil, false, pos)
}

// assignCopied is assignTo for a value v that is copied (see storeCopied).
func (l *funcLowerer) assignCopied(p place, v cfa.Expr, used bool, from []part, copied bool, pos lang.Pos) cfa.Expr {
	if v != nil && p.field != nil && p.t.Kind != lang.Bool {
		v = cfa.MkWrap(p.field.BitWidth, p.t.Signed, v)
	}
	// After the store, an expression that reads an array may have another value.
	if v != nil && used && (p.inMemory() || p.st.many) && readsArray(v, 6) {
		v = l.pin(v, pos)
	}
	l.storeCopied(p, v, from, copied, pos)
	if p.inMemory() || p.st.arr != nil || p.st.v == nil {
		return v
	}
	return p.st.v
}

// readsArray reports whether e may contain a Select. It returns true for expressions deeper than depth.
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

func (l *funcLowerer) assignOp(x *lang.AssignOp) cfa.Expr {
	used := l.valueUsed()
	p := l.place(x.L)
	if p.inMemory() || p.st.arr != nil || p.idx != nil || l.impure(x.R) {
		p = keepPlace(p, l.keeps(x.R, x.At))
	}
	// If C does not sequence R's side effects, L may be read before them: see sequence.go.
	var rv cfa.Expr
	if x.Op == lang.PtrAdd || x.Op == lang.PtrSub {
		rv = l.offset(x.R)
	} else {
		rv = l.rval(x.R)
	}
	l.restrict(p, x.L, true, true)
	p = l.accessed(x, l.use(l.guard(p), x.L))
	lv := l.volatileValue(x.L, p, l.loadPlace(p))
	w := l.loadWindow(p)
	defer func() { l.win = w }()
	var v cfa.Expr
	if x.Op == lang.PtrAdd || x.Op == lang.PtrSub {
		l.walks(w, x, rv)
		v = l.operate(x, x.Op, lv, rv, x.OpT, x.OpT)
		l.notFar(x, x.R, rv, x.OpT.Elem, l.pts.Pointee(x.L), v)
		by := l.scaled(rv, x.OpT.Elem)
		if by != nil && x.Op == lang.PtrSub {
			by = cfa.MkUnary(cfa.Neg, by)
		}
		v = l.moved(l.pts.Pointee(x.L), lv, by, v, x)
	} else if _, ok := l.format(x.OpT); x.OpT.Kind == lang.Float && !ok {
		v = nil
		l.floatUnchecked(x, x.OpT)
		if x.L.Type().Kind != lang.Float {
			v = l.approx(l.rangeOf(x.L.Type(), p.field), "floating point", x.At)
		}
	} else {
		lc := l.convertChecked(x, lv, x.L.Type(), x.OpT)
		v = l.operate(x, x.Op, lc, rv, x.OpT, x.OpT)
		v = l.convertible(x, v, x.OpT, x.L.Type(), p.field)
		v = l.convertChecked(x, v, x.OpT, x.L.Type())
	}
	l.storing = &storedWindow{w}
	return l.assignTo(l.storable(p, x.L), v, used, x.At)
}

func (l *funcLowerer) incDec(x *lang.IncDec) cfa.Expr {
	used := l.valueUsed()
	p := l.place(x.X)
	if p.inMemory() || p.idx != nil {
		p = keepPlace(p, l.keeps(nil, x.At))
	}
	l.restrict(p, x.X, true, true)
	p = l.accessed(x, l.use(l.guard(p), x.X))
	old := l.volatileValue(x.X, p, l.loadPlace(p))
	w := l.loadWindow(p)
	defer func() { l.win = w }()
	t := x.X.Type()
	if old == nil {
		if t.Kind != lang.Float {
			old = l.approx(l.rangeOf(t, nil), "floating point", x.At)
		} else {
			l.floatUnchecked(x, t)
			l.raisesAny("a type that is not modelled", x.At)
			l.storePlace(l.storable(p, x.X), nil, x.At)
			return nil
		}
	}
	if x.Post && used {
		old = l.pin(old, x.At)
	}
	op, code := cfa.Add, fp.OpAdd
	if x.Dec {
		op, code = cfa.Sub, fp.OpSub
	}
	var v cfa.Expr
	if f, ok := l.format(t); ok {
		one := cfa.ConstOf(f.FromInt(fp.NearestEven, num.Of(1)))
		v = l.floatMade(x, code, f, l.rounded(fp.Operation{Code: code, F: f}, x.At, old, one), old, one)
	} else {
		var by cfa.Expr = cfa.ConstInt(1)
		if t.Kind == lang.Pointer {
			by = l.sizeOf(t.Elem)
		}
		v = l.stepped(x, cfa.MkBinary(op, old, by), p.field)
		if t.Kind == lang.Pointer {
			l.walks(w, x, by)
			if x.Dec {
				by = cfa.MkUnary(cfa.Neg, by)
			}
			v = l.moved(l.pts.Pointee(x.X), old, by, v, x)
		}
	}
	l.storing = &storedWindow{w}
	v = l.assignTo(l.storable(p, x.X), v, used && !x.Post, x.At)
	if x.Post && used && !x.Dec && t.Kind == lang.Pointer && !p.inMemory() && p.st != nil && p.st.v != nil {
		l.lastPassed = &passedPointer{old, l.sizeOf(t.Elem), p.st.v}
	}
	if x.Post {
		return old
	}
	return v
}
