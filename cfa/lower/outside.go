package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Code outside of the program: functions without a body, and calls through pointers that may lead to such functions.
// lang/pointsto (escape.go) finds the classes that this code knows, and the classes that it may change.
//
// At each call all classes that such code may change get values of kind Effect: no claim of safety can rest on the
// old contents, and no bug on the new contents.

// findOutside finds the classes of scalars that code outside of the program may change, and whether this code may
// call the program.
func (l *lowerer) findOutside() {
	environment := l.playsEnvironment()
	for _, n := range l.pts.Classes() {
		if !n.Has(pointsto.Escaped) {
			continue
		}
		l.calledBack = l.calledBack || !environment && l.defines(n.Functions)
		if len(n.Accesses) > 0 && (n.Has(pointsto.FromOutside) || n.Has(pointsto.Modifiable) && n.HoldsMutable()) {
			l.modifiable = append(l.modifiable, n)
		}
	}
	for _, o := range l.pts.Statics {
		if o.Extern && !o.Type.Const && !l.memory(o) && l.pts.Stream(o) == nil {
			l.externs = append(l.externs, o)
		}
	}
}

// playsEnvironment reports whether the entry function calls by name a function whose address the program also takes.
// Then the entry function plays the environment that calls functions registered in records, and other calls from
// outside do not count. Programs that verify drivers do this.
func (l *lowerer) playsEnvironment() bool {
	found := false
	lang.Walk(l.u.Entry.Body, nil, func(e lang.Expr) {
		if x, ok := e.(*lang.Call); ok {
			f := x.Direct()
			found = found || f != nil && f.AddrTaken && f.Body != nil && !f.Model
		}
	})
	return found
}

// unknownCode lowers an execution of code outside of the program: it may change memory and call functions.
func (l *funcLowerer) unknownCode(pos lang.Pos) {
	if l.calledBack {
		// An input of kind Effect: a run may go on as if such code called no function. The other runs end at an
		// unsupported location, so the verdict cannot be SAFE.
		t := l.temp(cfa.Range{Bits: 1}, pos)
		l.emit(&cfa.Assign{LHS: t, RHS: cfa.ConstInt(0)}, pos)
		const what = "a function that code outside of the program may call"
		l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Effect, Name: what, Range: t.Range, Pos: pos}}, pos)
		l.unless(cfa.MkBinary(cfa.Ne, t, cfa.ConstInt(0)), what, pos)
	}
	if len(l.modifiable) == 0 && len(l.externs) == 0 {
		return
	}
	if l.outsideProc == nil {
		l.outsideProc = l.p.NewProc("code outside of the program")
	}
	l.emit(&cfa.Call{Callee: l.outsideProc}, pos)
}

// otherMemory returns the addresses lo <= a < hi after all memory of the program.
func (l *lowerer) otherMemory() (lo, hi cfa.Expr) {
	return cfa.ConstInt(l.memoryEnd()), cfa.ConstOf(l.addressEnd())
}

// lowerOutside makes the procedure that represents code outside of the program.
func (p *lowerer) lowerOutside() {
	q := p.outsideProc
	if q == nil {
		return
	}
	l := p.in(q, nil)
	in := &cfa.Input{Kind: cfa.Effect, Name: "code outside of the program"}
	for _, n := range l.modifiable {
		if r := l.regions[n.Find()]; r != nil && !r.float {
			from := *in
			from.Range, from.Pointer = r.arr.Elem, r.arr.Pointer
			op := &cfa.Fill{Arr: r.arr, From: &from}
			lo, hi := l.otherMemory()
			if n.Find().Has(pointsto.Modifiable) {
				if l.flagsOf(r) != nil {
					l.emit(&cfa.Assign{LHS: r.doubt, RHS: cfa.ConstInt(1)}, lang.Pos{})
				}
			} else {
				// Objects of the program keep their contents. Nothing depends on where objects from outside lie, so it
				// is enough to change the memory after all memory of the program.
				op.Lo, op.Hi = lo, hi
			}
			l.emit(op, lang.Pos{})
			l.fillStored(r, lo, hi, 1, lang.Pos{})
		}
	}
	for _, o := range l.externs {
		l.havocUsed(l.objPlace(o), in, lang.Pos{})
	}
	l.jump(q.Exit, lang.Pos{})
}
