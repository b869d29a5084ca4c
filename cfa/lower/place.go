package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Lvalues: where they lie, and loads, stores and copies there.

// A place is what an lvalue denotes: a part of a store (at element idx, if inside an array), or an address in a class
// of memory.
type place struct {
	t     *lang.Type
	field *lang.Field // the bit-field, if the lvalue is a bit-field
	st    *store
	idx   cfa.Expr
	n     *pointsto.Class
	addr  cfa.Expr
	pad   int64 // if the lvalue is a member in memory: the number of padding bytes after the member (stored.go)

	led bool // the lvalue was reached through a pointer

	array, number cfa.Expr // for an element of an array in memory: the array's address, and the index

	win *window // the window of pointers to the place (window.go)
	// What the checks before an access need. guard emits these checks.
	held   *window   // the window of the pointer through which the lvalue was reached
	moves  cfa.Expr  // the condition that addr differs from base; nil if they cannot differ, or held is nil
	via    lang.Expr // the lvalue, if it was reached through a pointer
	base   cfa.Expr  // the value of the pointer through which the lvalue was reached
	forged lang.Expr // the lvalue, if the pointer may be forged (forged.go)
	checks []inArray // the indexes to check against the lengths of their arrays

	root cfa.Expr  // after guard: a pointer to the object that addr lies in, or to its end; nil: not known
	cell *tailCell // after guard: the lvalue as a cell of a tail (tailOfPlace)
}

func (p place) inMemory() bool { return p.n != nil }

// place returns the place of an lvalue, or of a record value.
func (l *funcLowerer) place(e lang.Expr) place {
	l.inOrder(e)
	l.mayLeaveOut(e)
	switch x := e.(type) {
	case *lang.VarRef:
		if x.Obj.Extern && library.Hook(x.Obj.Name) {
			l.cannot(x.At, "the library's hook "+x.Obj.Name)
		}
		return l.objPlace(x.Obj)
	case *lang.CompoundLit:
		l.declareObj(x.Obj, x.At)
		return l.objPlace(x.Obj)
	case *lang.Member:
		p := l.member(l.place(x.X), x.Field)
		if x.T.Volatile {
			p.t = x.T
		}
		if p.via != nil {
			p.via = e
		}
		return p
	case *lang.Index:
		if d, ok := x.X.(*lang.Decay); ok {
			return l.index(d.X, x.I, e)
		}
		base, at := l.movedFrom(x.X)
		w := l.win
		if l.impure(x.I) {
			keep := l.keeps(x.I, x.At)
			base, at = keepPointer(base, at, keep)
			w = keepWindow(w, keep)
		}
		i := l.offset(x.I)
		l.win = w
		return l.pointerChecked(place{t: x.T, n: l.pts.Lvalue(e), addr: cfa.MkBinary(cfa.Add, at, l.scaled(i, x.T))}, base, e)
	case *lang.Deref:
		switch p := x.X.(type) {
		case *lang.Decay:
			return l.index(p.X, nil, e)
		case *lang.AddrOf:
			return l.place(p.X)
		case *lang.Binary:
			if d, ok := p.L.(*lang.Decay); ok && p.Op == lang.PtrAdd {
				return l.index(d.X, p.R, e)
			}
		}
		base, addr := l.address(x.X)
		return l.pointerChecked(place{t: x.T, n: l.pts.Lvalue(e), addr: addr}, base, e)
	case *lang.Comma:
		l.effects(x.L)
		return l.place(x.R)
	case *lang.Cast:
		p := l.place(x.X)
		p.t = x.T
		return p
	case *lang.Assign:
		return l.assignRecord(x)
	case *lang.StmtExpr:
		depth := len(l.cleanups)
		l.enterScope(x.Body, x.At)
		for _, s := range x.Body.List {
			l.stmt(s)
		}
		if l.hasCleanups(depth) {
			// A cleanup may change the record after its evaluation.
			l.cannot(x.At, "a record out of the scope of a variable with a cleanup")
		}
		// The record has yet to be read: objects of the scope live until the scope is entered again.
		l.cleanups = l.cleanups[:depth]
		if x.Value != nil {
			return l.place(x.Value)
		}
	case *lang.Call:
		o := l.pts.RecordTemp(e)
		if o == nil {
			break
		}
		p := l.objPlace(o)
		if !l.isEarly(x) {
			l.call(x, &p)
		}
		return p
	case *lang.Cond:
		o := l.pts.RecordTemp(e)
		if o == nil {
			break
		}
		dst := l.objPlace(o)
		l.fork(x.C, x.At, func() { l.copyRecord(dst, l.place(x.Then), x.At) }, func() { l.copyRecord(dst, l.place(x.Else), x.At) })
		return dst
	case *lang.VaArg:
		if x.T.IsVector() { // the value comes from a builtin that is not modelled
			if x.T.Lanes.Kind == lang.Float && l.checks(Float) {
				l.cannot(x.At, "a check of an operation of type "+x.T.String())
			}
			l.raisesAny("operations on vectors", x.At)
		}
		ends := l.vaArg(x)
		if o := l.pts.RecordTemp(e); o != nil {
			if ends {
				return l.objPlace(o)
			}
			l.noteOnce(x.At, anyArg(x), "any value")
			p := l.objPlace(o)
			l.havocPlace(p, &cfa.Input{Kind: cfa.Approx, Name: "va_arg", Pos: x.At}, x.At)
			return p
		}
	}
	// Only malformed trees reach this point; treat the value as one of unknown memory.
	l.cannot(e.Pos(), "an expression without a place")
	return place{t: e.Type(), n: l.pts.Unknown(), addr: cfa.ConstInt(0)}
}

func (l *funcLowerer) objPlace(o *lang.Object) place {
	if l.memory(o) {
		return place{t: o.Type, n: l.pts.Object(o), addr: l.addrOf(o)}
	}
	return place{t: o.Type, st: l.storeOf(o)}
}

// address evaluates the pointer e, which is about to be dereferenced. addr is its value; base is the value of the
// pointer from which an addition made it, or also addr. In a valid dereference the sum does not wrap, so the outermost
// addition needs no Wrap.
func (l *funcLowerer) address(e lang.Expr) (base, addr cfa.Expr) {
	if b, ok := e.(*lang.Binary); ok && pointerSum(b) {
		base, at := l.movedFrom(b.L)
		w := l.win
		if l.impure(b.R) {
			keep := l.keeps(b.R, b.At)
			base, at = keepPointer(base, at, keep)
			w = keepWindow(w, keep)
		}
		op := cfa.Add
		if b.Op == lang.PtrSub {
			op = cfa.Sub
		}
		i := l.scaled(l.offset(b.R), b.T.Elem)
		if l.win = w; i != nil && base != nil {
			return base, cfa.MkBinary(op, at, i)
		}
	}
	v := l.rval(e)
	if v == nil {
		v = l.approx(l.rangeOfPtr(), "a pointer from a value that is not modelled", e.Pos())
	}
	return v, v
}

// member returns the place of the field f.
func (l *lowerer) member(p place, f *lang.Field) place {
	q := place{t: f.Type, led: p.led, via: p.via, base: p.base, held: p.held, moves: p.moves, forged: p.forged, checks: p.checks}
	if f.BitField {
		q.field = f
	}
	if p.inMemory() {
		q.n = l.pts.Field(p.n, f)
		q.addr = cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(f.Offset))
		q.pad = padBehind(p, f)
		q.win = l.memberWindow(p, q, f)
		if l.opt.members() && q.via != nil && q.held == nil && q.n != p.n {
			if s := l.extentOf(p.n).only; s != nil {
				q.held = &window{cfa.ConstInt(s.lo), cfa.ConstInt(s.hi)}
			}
		}
		return q
	}
	q.st, q.idx = p.st.field0(f), p.idx
	return q
}

// index returns the place of the element array[i]; i is nil for 0.
func (l *funcLowerer) index(array, i, element lang.Expr) place {
	t, pos := element.Type(), element.Pos()
	p := l.place(array)
	if i != nil && l.impure(i) {
		p = keepPlace(p, l.keeps(i, pos))
	}
	var iv cfa.Expr = cfa.ConstInt(0)
	if i != nil {
		if iv = l.offset(i); iv == nil {
			iv = l.approx(l.rangeOfPtr(), "an index that is not modelled", pos)
		}
	}
	l.staysInArray(p, iv, array, pos)
	q := l.elementAt(p, iv, t)
	q.win = l.rowWindow(array, p)
	return l.indexChecked(q, p, iv, array, element)
}

func (l *funcLowerer) elementAt(p place, i cfa.Expr, t *lang.Type) place {
	q := place{t: t, led: p.led, forged: p.forged}
	if p.inMemory() {
		q.n, q.addr = p.n, cfa.MkBinary(cfa.Add, p.addr, l.scaled(i, t))
		q.array, q.number = p.addr, i
		return q
	}
	q.st = p.st.element()
	q.idx = i
	if p.idx != nil {
		q.idx = cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Mul, p.idx, l.length(p.t)), i)
	}
	return q
}

// length returns the number of elements of an array type.
func (l *funcLowerer) length(t *lang.Type) cfa.Expr {
	if t.LenObj != nil {
		return l.loadPlace(l.objPlace(t.LenObj))
	}
	return cfa.ConstInt(max(t.Len, 0))
}

// sizeOf returns the size of a type in bytes, an expression for variable-length arrays.
func (l *funcLowerer) sizeOf(t *lang.Type) cfa.Expr {
	if t.Kind == lang.Array && (t.LenObj != nil || t.Size < 0) {
		return cfa.MkBinary(cfa.Mul, l.length(t), l.sizeOf(t.Elem))
	}
	if t.Kind == lang.Void || t.Kind == lang.Function {
		return cfa.ConstInt(1) // sizeof is 1 in GNU C
	}
	return cfa.ConstInt(t.Size)
}

func (l *funcLowerer) scaled(i cfa.Expr, t *lang.Type) cfa.Expr {
	if i == nil {
		return nil
	}
	return cfa.MkBinary(cfa.Mul, i, l.sizeOf(t))
}

// loadPlace reads a scalar. It returns nil if the value is not modelled.
func (l *funcLowerer) loadPlace(p place) cfa.Expr {
	p = l.guard(p)
	if p.inMemory() {
		return l.loadMem(p.n, p.addr, p.t, p.field)
	}
	if !l.leaf(p.st) {
		return nil
	}
	if p.st.arr != nil {
		idx := p.idx
		if idx == nil {
			idx = cfa.ConstInt(0)
		}
		return cfa.MkSelect(p.st.arr, idx)
	}
	return p.st.v
}

// storePlace writes a scalar. If v is nil, the value is not modelled.
func (l *funcLowerer) storePlace(p place, v cfa.Expr, pos lang.Pos) {
	l.storeCopied(p, v, nil, false, pos)
}

// storeCopied is storePlace for a value v that may be a copy. If copied is set, the program copies v without using it,
// from an lvalue with the flags `from`.
func (l *funcLowerer) storeCopied(p place, v cfa.Expr, from []part, copied bool, pos lang.Pos) {
	p = l.guard(p)
	g := l.storing
	l.storing = nil
	l.storeWindow(p, v, g, pos)
	l.overwritesTail(p.cell, v, pos)
	l.onto = &p
	l.setStored(p, from, copied, pos)
	if p.inMemory() {
		l.storeMem(p.n, p.addr, p.t, p.field, v, pos)
		l.onto = nil
		return
	}
	l.onto = nil
	if !l.leaf(p.st) {
		return
	}
	if v == nil {
		v = l.approx(l.rangeOf(p.st.t, p.st.field), "floating point", pos)
	}
	if p.st.arr != nil {
		l.emit(&cfa.Store{Arr: p.st.arr, Idx: p.idx, Val: v, As: cfa.CType{Type: p.st.t, Field: p.st.field}}, pos)
		return
	}
	l.emit(&cfa.Assign{LHS: p.st.v, RHS: v}, pos)
}

// keepPlace returns p with the values that it depends on as keep returns them.
func keepPlace(p place, keep keeper) place {
	was, same := p.idx, p.base == p.addr
	p.win, p.held, p.moves = keepWindow(p.win, keep), keepWindow(p.held, keep), keep(p.moves)
	p.addr, p.idx = keep(p.addr), keep(p.idx)
	p.array, p.number = keep(p.array), keep(p.number)
	if same {
		p.base = p.addr
	} else {
		p.base = keep(p.base)
	}
	p.root = keep(p.root)
	return keepChecks(p, was, p.idx, keep)
}

// assignRecord lowers a record assignment and returns its left side.
func (l *funcLowerer) assignRecord(x *lang.Assign) place {
	if c, ok := x.R.(*lang.Call); ok && l.pts.RecordTemp(c) != nil {
		// The right side is evaluated first: it may change the object that the left side denotes.
		src := l.place(c)
		dst := l.storable(l.accessed(x, l.place(x.L)), x.L)
		l.restrictRecord(dst, x.L, false)
		l.copyRecord(dst, src, x.At)
		return dst
	}
	dst := l.place(x.L)
	if l.impure(x.R) {
		dst = keepPlace(dst, l.keeps(x.R, x.At))
	}
	src := l.accessed(x.R, l.place(x.R))
	dst = l.storable(l.accessed(x, dst), x.L)
	l.restrictRecord(src, x.R, true)
	l.restrictRecord(dst, x.L, false)
	l.copyRecord(dst, src, x.At)
	return dst
}

// copyRecord copies a record (or an array of a record) from src to dst.
func (l *funcLowerer) copyRecord(dst, src place, pos lang.Pos) {
	src, dst = l.guard(src), l.guard(dst)
	if l.hasVolatile(src.t, src.t.Volatile) {
		defer l.volatileCopied(dst, src, src.t.Volatile, pos)
	}
	inMemory := dst.inMemory() && src.inMemory()
	if inMemory && dst.n.Find() == src.n.Find() && !l.separate(dst.t, dst.n) {
		l.copyMem(dst.n, dst.addr, src.addr, l.sizeOf(dst.t), pos)
		return
	}
	if !inMemory || readsArray(dst.addr, 6) || readsArray(src.addr, 6) { // otherwise copying changes neither address
		dst, src = keepPlace(dst, l.pins(pos)), keepPlace(src, l.pins(pos))
	}
	if l.copyBytes(dst, src, pos) {
		return
	}
	l.havocPadding(dst, pos)
	if inMemory {
		l.releaseCopied(dst, pos)
	}
	l.copyLeaves(dst, src, pos)
}

// separate reports whether a record of type t in the class n can be copied member by member, even from another record
// in n that overlaps with it: it has no unions, arrays or bit-fields, each member has a region of its own, and no other
// region has bytes of the record.
func (l *lowerer) separate(t *lang.Type, n *pointsto.Class) bool {
	members := map[*pointsto.Class]bool{}
	var apart func(*lang.Type, *pointsto.Class) bool
	apart = func(t *lang.Type, n *pointsto.Class) bool {
		switch n = n.Find(); {
		case t.Kind == lang.Array || t.Union || n.Has(pointsto.Collapsed) || n.Has(pointsto.Overlapping):
			return false
		case t.Kind == lang.Record:
			return !slices.ContainsFunc(t.Fields, func(f *lang.Field) bool { return f.BitField || !apart(f.Type, l.pts.Field(n, f)) })
		}
		again := members[n]
		members[n] = true
		return !again
	}
	ok := apart(t, n)
	n.EachScalar(func(m *pointsto.Class) { ok = ok && members[m] && !l.regionOf(m).bytes })
	return ok
}

func (l *funcLowerer) copyLeaves(dst, src place, pos lang.Pos) {
	switch t := dst.t; t.Kind {
	case lang.Record:
		for _, f := range t.Fields {
			l.copyLeaves(l.member(dst, f), l.member(src, f), pos)
		}
	case lang.Array:
		for i := range max(t.Len, 0) {
			k := cfa.ConstInt(i)
			l.copyLeaves(l.elementAt(dst, k, t.Elem), l.elementAt(src, k, t.Elem), pos)
		}
	default:
		if !l.valued(t) {
			l.storeCopied(dst, nil, l.parts(src, false), true, pos)
			break
		}
		src = l.guard(src)
		v := l.loadPlace(src)
		l.storing = &storedWindow{l.loadWindow(src)}
		l.storeCopied(dst, v, l.parts(src, false), true, pos)
	}
}

// havocPlace gives every scalar in the place any value.
func (l *funcLowerer) havocPlace(p place, from *cfa.Input, pos lang.Pos) {
	if p.inMemory() {
		l.fillMem(p.n, p.addr, cfa.MkBinary(cfa.Add, p.addr, l.sizeOf(p.t)), nil, from, pos)
		if storedBy(from) == 0 {
			l.padStored(p, pos)
		}
		return
	}
	l.markPlace(p, storedBy(from), pos)
	l.eachLeaf(p, func(q place) {
		in := *from
		in.Range, in.Pointer = l.rangeOf(q.st.t, q.st.field), q.st.t.Kind == lang.Pointer
		if in.Kind == cfa.External {
			in.Range = l.inputRange(q.st.t)
		}
		if q.st.arr == nil {
			l.emit(&cfa.Havoc{LHS: q.st.v, From: &in}, pos)
			return
		}
		lo, hi := l.cells(p, q)
		l.emit(&cfa.Fill{Arr: q.st.arr, Lo: lo, Hi: hi, From: &in}, pos)
	})
}

// zeroPlace sets every scalar in the place to 0.
func (l *funcLowerer) zeroPlace(p place, pos lang.Pos) {
	if p.inMemory() {
		l.fillMem(p.n, p.addr, cfa.MkBinary(cfa.Add, p.addr, l.sizeOf(p.t)), cfa.ConstInt(0), nil, pos)
		return
	}
	l.markPlace(p, 1, pos)
	l.eachLeaf(p, func(q place) {
		if q.st.arr == nil {
			l.emit(&cfa.Assign{LHS: q.st.v, RHS: cfa.ConstInt(0)}, pos)
			return
		}
		lo, hi := l.cells(p, q)
		l.emit(&cfa.Fill{Arr: q.st.arr, Lo: lo, Hi: hi, Val: cfa.ConstInt(0)}, pos)
	})
}

// cells returns the range of the cells of q's array that belong to p: nil for all cells, else the cells of one
// element.
func (l *lowerer) cells(p, q place) (lo, hi cfa.Expr) {
	if q.idx == nil {
		return nil, nil
	}
	n := int64(1)
	if p.st.many && p.st.n > 0 && q.st.n > 0 {
		n = q.st.n / p.st.n
	}
	lo = cfa.MkBinary(cfa.Mul, q.idx, cfa.ConstInt(n))
	return lo, cfa.MkBinary(cfa.Add, lo, cfa.ConstInt(n))
}

// eachLeaf visits the scalars (or arrays of scalars) of a place in a store.
func (l *lowerer) eachLeaf(p place, visit func(place)) {
	switch t := p.t; t.Kind {
	case lang.Record:
		for _, f := range t.Fields {
			l.eachLeaf(place{t: f.Type, st: p.st.field0(f), idx: p.idx}, visit)
		}
	case lang.Array:
		l.eachLeaf(place{t: t.Elem, st: p.st.element(), idx: p.idx}, visit)
	default:
		if l.leaf(p.st) {
			visit(p)
		}
	}
}
