package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The lowering's part of contracts (lang/annotation.go): predicates about memory, statements without checks, and
// places that get any value when a contract replaces a call.

// quietly calls f, which lowers code, without checks of C's rules: the terms of annotations have a value wherever
// they are evaluated.
func (l *funcLowerer) quietly(f func()) {
	quiet, claim := l.quiet, l.inClaim
	l.quiet, l.inClaim = true, true
	f()
	l.quiet, l.inClaim = quiet, claim
}

// notCovered ends a run at a call that the proof of the contract does not cover.
func (l *funcLowerer) notCovered(a *lang.Assertion) {
	p := l.property(a.Kind.String(), a.Text, a.At)
	p.Unsupported = true
	if y, caller := l.pts.UserCall(l.fn); y != nil {
		p.Pos = y.At
		if caller != nil {
			p.Func = caller.Label()
		}
	}
	l.fail(p)
}

// claimed returns the property that an annotation claims. What a contract requires is a property of the call.
func (l *funcLowerer) claimed(a *lang.Assertion) *cfa.Property {
	p := l.property(a.Kind.String(), a.Text, a.At)
	if a.Kind == lang.Required && l.fn != nil && l.fn.PerCall {
		if y, caller := l.pts.UserCall(l.fn); y != nil {
			p.Pos = y.At
			if caller != nil {
				p.Func = caller.Label()
			}
		}
	}
	return p
}

// runFuncs returns the functions that a run may reach. The other functions matter only for the flow of data.
func (l *lowerer) runFuncs() []*lang.Func {
	run := map[*lang.Func]bool{}
	var work []*lang.Func
	add := func(f *lang.Func) {
		if f != nil && !run[f] {
			run[f] = true
			work = append(work, f)
		}
	}
	if l.u.Driver != nil {
		add(l.u.Driver.Func)
	} else {
		add(l.u.Entry)
	}
	add(l.u.Arguments)
	add(l.u.Environment)
	add(l.u.AtReturn())
	for _, f := range l.u.Constructors {
		add(f)
	}
	for _, f := range l.pts.Taken {
		add(f)
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if f.Body != nil {
			lang.Walk(f.Body, nil, func(e lang.Expr) {
				if r, ok := e.(*lang.FuncRef); ok {
					add(r.Func)
				}
			})
		}
	}
	var list []*lang.Func
	for _, f := range l.pts.Funcs {
		if run[f] {
			list = append(list, f)
		}
	}
	return list
}

// valid returns whether memory may be accessed, or is initialized. If nothing is known about the memory, or the rules
// about it are not followed, the result is any value of kind Approx, so that nothing is claimed.
func (l *funcLowerer) valid(v *lang.Valid) cfa.Expr {
	from, at := l.address(v.At)
	same := from == at
	if at = l.pin(at, v.Pos()); same {
		from = at
	} else {
		from = l.pin(from, v.Pos())
	}
	elem := v.At.Type().Elem
	var size cfa.Expr = cfa.ConstInt(max(1, elem.Size))
	var none cfa.Expr = cfa.ConstInt(0)
	if v.Count != nil {
		n := l.pin(l.rval(v.Count), v.Pos())
		none = cfa.MkBinary(cfa.Le, n, cfa.ConstInt(0))
		size = cfa.MkBinary(cfa.Mul, n, size)
	}
	class := l.pts.Pointee(v.At)
	unknown := func(what string) cfa.Expr {
		return cfa.MkOr(none, l.approx(cfa.Range{Bits: 1}, v.Kind.String()+" "+what, v.Pos()))
	}
	if class == nil {
		return unknown("of what is not known")
	}
	if x := l.extentOf(class); x.open {
		return unknown("of memory outside of the program")
	}
	var all cfa.Expr = cfa.ConstInt(1)
	for _, c := range l.accessible(class, from, at, size) {
		if c.undecided != "" {
			before, holds := all, c.holds
			// The unknown value is used only where the conditions so far hold. So a null pointer is never valid.
			all = l.truthValue(v.Pos(), func(t, f *cfa.Loc) {
				asked, open := l.newLoc(v.Pos()), l.newLoc(v.Pos())
				l.test(before, asked, f, v.Pos())
				l.cur = asked
				l.test(holds, t, open, v.Pos())
				l.cur = open
				l.test(unknown("of what is not known"), t, f, v.Pos())
			})
			continue
		}
		all = cfa.MkAnd(all, c.holds)
	}
	switch v.Kind {
	case lang.Stored:
		return l.initialised(v, place{t: elem, n: class, addr: at}, none, all)
	case lang.Writable:
		if c := l.mayStore(class, at, size); c != nil {
			all = cfa.MkAnd(all, c)
		}
	}
	return cfa.MkOr(none, all)
}

// maxStored bounds the number of scalars in an element whose flags an annotation reads one by one.
const maxStored = 256

// initialised returns whether the elements that \initialized names are initialized: v.Count elements, or one if
// v.Count is nil, from the place `first` on. If the condition `none` holds, there are no elements, and the result is
// true. Otherwise the result is false unless the condition `there` holds, which says that the elements exist.
func (l *funcLowerer) initialised(v *lang.Valid, first place, none, there cfa.Expr) cfa.Expr {
	pos := v.Pos()
	known := true
	element := func(p place) cfa.Expr {
		var all cfa.Expr = cfa.ConstInt(1)
		left := maxStored
		l.eachMemoryLeaf(p, func(q place) {
			if left--; left < 0 || l.regionOf(q.n).float {
				known = false
				return
			}
			all = cfa.MkAnd(all, l.knownStored(q, pos))
		})
		return all
	}
	if first.t.Kind == lang.Void {
		first.t = pointsto.Char
	}
	if v.Count == nil {
		return l.truthValue(pos, func(t, f *cfa.Loc) {
			lies := l.newLoc(pos)
			l.test(there, lies, f, pos)
			l.cur = lies // only here the element certainly has flags
			all := element(first)
			if !known {
				all = l.approx(cfa.Range{Bits: 1}, v.Kind.String()+" of so much", pos)
			}
			l.test(all, t, f, pos)
		})
	}
	n := l.pin(l.rval(v.Count), pos)
	return l.truthValue(pos, func(t, f *cfa.Loc) {
		some, lies, head, body, next := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
		l.test(none, t, some, pos)
		l.cur = some
		l.test(there, lies, f, pos)
		l.cur = lies
		i := l.p.NewVar(l.proc, "element", cfa.LocalVar, cfa.Range{})
		i.Pos = pos
		l.emit(&cfa.Assign{LHS: i, RHS: cfa.ConstInt(0)}, pos)
		l.enterLoc(head, pos)
		l.test(cfa.MkBinary(cfa.Lt, i, n), body, t, pos)
		l.cur = body
		p := first
		p.addr = cfa.MkBinary(cfa.Add, first.addr, l.scaled(i, first.t))
		all := element(p)
		if !known {
			all = l.approx(cfa.Range{Bits: 1}, v.Kind.String()+" of so much", pos)
		}
		l.test(all, next, f, pos)
		l.cur = next
		l.emit(&cfa.Assign{LHS: i, RHS: cfa.MkBinary(cfa.Add, i, cfa.ConstInt(1))}, pos)
		l.jump(head, pos)
	})
}

// eachMemoryLeaf visits the scalars of a place in memory.
func (l *lowerer) eachMemoryLeaf(p place, visit func(place)) {
	switch t := p.t; t.Kind {
	case lang.Record:
		for _, f := range t.Fields {
			if f.Name != "" || !f.BitField {
				l.eachMemoryLeaf(l.member(p, f), visit)
			}
		}
	case lang.Array:
		for i := range min(max(t.Len, 0), maxStored+1) {
			l.eachMemoryLeaf(place{t: t.Elem, n: p.n, addr: cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(i*t.Elem.Size))}, visit)
		}
	default:
		visit(p)
	}
}

// mayBeRead returns whether a scalar has a value that may be read.
func (l *funcLowerer) mayBeRead(x *lang.Proper) cfa.Expr {
	p := l.place(x.X)
	var all cfa.Expr = cfa.ConstInt(1)
	if l.opt.Check.Has(Uninit) && (!p.inMemory() || !l.regionOf(p.n).float) {
		all = l.knownStored(p, x.Pos())
	}
	if p.t.Kind == lang.Bool && p.inMemory() && (p.field == nil || !p.field.BitField) {
		if r := l.regionOf(p.n); r.arr.Elem != (cfa.Range{Bits: 1}) { // in all other regions a cell has no other values
			all = cfa.MkAnd(all, cfa.MkBinary(cfa.Le, cfa.MkSelect(r.arr, p.addr), cfa.ConstInt(1)))
		}
	}
	return all
}

// sameBits returns whether two values have the same representation.
func (l *funcLowerer) sameBits(x *lang.SameBits) cfa.Expr {
	a := l.rval(x.L)
	b := l.rval(x.R)
	if a == nil || b == nil {
		return l.approx(cfa.Range{Bits: 1}, "numbers that are not modelled", x.Pos())
	}
	return cfa.MkBinary(cfa.Eq, a, b)
}

// anyInput gives any value to a place that a contract assigns or returns.
func (l *funcLowerer) anyInput(s *lang.Input) {
	if !s.Promised {
		l.noteOnce(s.At, s.Name, "any value that the contract allows")
	}
	if p := l.place(s.X); p.led && p.inMemory() {
		// A null pointer leads to no place: nothing is assigned.
		l.forkOn(cfa.MkBinary(cfa.Ge, p.addr, cfa.ConstInt(cfa.FirstPage)), s.At, func() { l.assignAny(s) }, func() {})
		return
	}
	l.assignAny(s)
}

// assignAny is anyInput for a place that exists.
func (l *funcLowerer) assignAny(s *lang.Input) {
	kind := cfa.Approx
	if s.Promised {
		kind = cfa.External
	}
	in := &cfa.Input{Kind: kind, Name: s.Name, Pos: s.At, CType: s.X.Type().Name}
	p := l.place(s.X)
	fill := func() { l.havocPlace(p, in, s.At) }
	mark := func() { l.markPlace(p, 1, s.At) }
	if s.Count != nil {
		n := l.pin(l.rval(s.Count), s.At)
		if p.inMemory() {
			end := cfa.MkBinary(cfa.Add, p.addr, l.scaled(n, p.t))
			fill = func() { l.fillMem(p.n, p.addr, end, nil, in, s.At) }
			mark = func() { l.markStored(p.n, p.addr, end, s.At) }
		} else {
			fill = func() { l.fillCells(p, n, in, s.At) }
			mark = func() {
				if l.records.Has(Uninit) {
					l.lookedAway("whether elements that a contract says to be assigned are stored to", s.At)
				}
			}
		}
	}
	if p.led && p.inMemory() && s.Count == nil && l.checksStores() {
		if c := l.mayStore(p.n, p.addr, cfa.ConstInt(l.accessSize(p))); c != nil {
			l.require(Const, s.X, func(bad *cfa.Loc) { l.must(c, bad, s.At) })
		}
	}
	l.keepsFlags = !s.Stored
	fill()
	l.keepsFlags = false
	if !l.records.Has(Uninit) || s.Stored {
		return
	}
	// If the body does not store to the place, the place keeps its flags. So runs in which the place is initialized are
	// followed, and also runs in which the flags do not change.
	stored := l.temp(cfa.Range{Bits: 1}, s.At)
	l.emit(&cfa.Havoc{LHS: stored, From: &cfa.Input{Kind: cfa.Approx, Name: s.Name, Range: stored.Range, Pos: s.At}}, s.At)
	l.forkOn(stored, s.At, mark, func() {})
}

// fillCells gives any value to n elements of an array that is not in memory.
func (l *funcLowerer) fillCells(p place, n cfa.Expr, in *cfa.Input, pos lang.Pos) {
	l.eachLeaf(p, func(q place) {
		from := *in
		from.Range, from.Pointer = l.rangeOf(q.st.t, q.st.field), q.st.t.Kind == lang.Pointer
		if q.st.arr == nil {
			l.emit(&cfa.Havoc{LHS: q.st.v, From: &from}, pos)
			return
		}
		lo, hi := l.cells(p, q)
		if lo != nil {
			hi = cfa.MkBinary(cfa.Add, lo, cfa.MkBinary(cfa.Mul, n, cfa.MkBinary(cfa.Sub, hi, lo)))
		}
		l.emit(&cfa.Fill{Arr: q.st.arr, Lo: lo, Hi: hi, From: &from}, pos)
	})
}
