package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// Memory that code outside of the program knows.
//
// A function without a body may keep what it is handed, hand it back by any later call, and change it at any later call. So the
// analysis marks the classes of memory that such code knows: what is handed to it, what extern objects hold, what its
// results lead to, and all that the contents of known memory lead to. What it was only handed as const it knows,
// but does not change.
//
// A pointer from outside (a result, or what is read from memory that such code may have written) may lead to any known object of
// its type, and so may another one: known classes of one type are one class, where a pointer from outside leads to one of them.
// At each call of a function without a body all classes that such code may change get values of kind Effect: no claim of safety
// can rest on what was there before, and no bug on what may have been written. That is not told by the time of the
// handing: what is handed over later counts as known before.
//
// SOUNDNESS.md says what is assumed: that code outside does not name the program's own objects and functions, and goes by
// the types that C lets it use.

// outsiders finds the classes of scalars that code outside of the program may change, and whether it may call the program.
func (l *lowerer) outsiders() {
	plays := l.plays()
	for _, n := range l.pts.Classes() {
		if !n.Has(pointsto.Escaped) {
			continue
		}
		l.calledBack = l.calledBack || !plays && l.defines(n.Functions)
		if len(n.Accesses) > 0 && (n.Has(pointsto.FromOutside) || n.Has(pointsto.Modifiable) && n.HoldsMutable()) {
			l.opened = append(l.opened, n)
		}
	}
	for _, o := range l.pts.Statics {
		if o.Extern && !o.Type.Const && !l.memory(o) {
			l.externs = append(l.externs, o)
		}
	}
}

// plays reports whether the entry function calls by name what the program also takes the address of: it stands for the environment that
// calls what is registered in records, and no other calls count, as in programs that verify drivers.
func (l *lowerer) plays() bool {
	found := false
	lang.Walk(l.u.Entry.Body, nil, func(e lang.Expr) {
		if x, ok := e.(*lang.Call); ok {
			f := x.Direct()
			found = found || f != nil && f.AddrTaken && f.Body != nil && !f.Model
		}
	})
	return found
}

// unknownCode lets code outside of the program change what it may, and call what it may.
func (l *lowerer) unknownCode(pos lang.Pos) {
	if l.calledBack {
		// Effect: a run may go on as one in which such code calls nothing, but SAFE needs more.
		t := l.temp(cfa.Range{Bits: 1}, pos)
		l.emit(&cfa.Assign{LHS: t, RHS: cfa.ConstInt(0)}, pos)
		const what = "a function that code outside of the program may call"
		l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Effect, Name: what, Range: t.Range, Pos: pos}}, pos)
		l.unless(cfa.MkBinary(cfa.Ne, t, cfa.ConstInt(0)), what, pos)
	}
	if len(l.opened) == 0 && len(l.externs) == 0 {
		return
	}
	if l.others == nil {
		l.others = l.p.NewProc("code outside of the program")
	}
	l.emit(&cfa.Call{Callee: l.others}, pos)
}

// beyond writes the procedure that stands for code outside of the program.
func (l *lowerer) beyond() {
	if l.others == nil {
		return
	}
	q := l.others
	l.fn, l.proc, l.cur = nil, q, q.Entry
	in := &cfa.Input{Kind: cfa.Effect, Name: "code outside of the program"}
	for _, n := range l.opened {
		if r := l.regions[n.Find()]; r != nil && !r.float {
			from := *in
			from.Range, from.Pointer = r.arr.Elem, r.arr.Pointer
			op := &cfa.Fill{Arr: r.arr, From: &from}
			if !n.Find().Has(pointsto.Modifiable) {
				// Objects of the program stay as they are. Those from outside may lie anywhere, so that it is enough to
				// change what lies behind all memory of the program.
				op.Lo, op.Hi = cfa.ConstInt(l.memoryEnd()), cfa.ConstOf(num.Pow2(uint(l.u.Model.PtrBits())))
			}
			l.emit(op, lang.Pos{})
		}
	}
	for _, o := range l.externs {
		l.havocUsed(l.objPlace(o), in, lang.Pos{})
	}
	l.jump(q.Exit, lang.Pos{})
}
