package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// What code outside of the program initializes: functions without a body, and inline assembly.
//
// Such code is taken to initialize the objects that its arguments point to. Whether it stores to other objects that it
// knows is not known: their flags stay as they are, and may say "not stored" of a cell that has been stored to. So each
// region of a class that such code may change has a variable, its doubt, which is set when such code runs. While it is
// set, a flag that says "not stored" ends the run as not decided. Copies of flags to other regions take the doubt along.

// startDoubt makes the doubt of a region, if code outside may change any memory.
func (l *lowerer) startDoubt(r *region) {
	if len(l.modifiable) > 0 {
		r.doubt = l.p.NewVar(nil, "stored outside", cfa.GlobalVar, cfa.Range{Bits: 1})
		r.doubt.Shadow = true
	}
}

// addDoubt sets the doubt `to` of a region if the doubt `from` of another is set. Either may be nil.
func (l *funcLowerer) addDoubt(to, from *cfa.Var, pos lang.Pos) {
	if to != nil && from != nil && to != from {
		l.emit(&cfa.Assign{LHS: to, RHS: cfa.MkOr(to, from)}, pos)
	}
}

// copyDoubt takes the doubts about the scalar `from` along to the copy `to`. A variable has no doubt: a run ends where
// it would get a flag that is in doubt.
func (l *funcLowerer) copyDoubt(to, from []part, pos lang.Pos) {
	if to[0].arr == nil {
		l.mustBeKnown(from, nil, pos)
		return
	}
	l.addDoubt(to[0].doubt, from[0].doubt, pos)
}

// mustBeKnown ends the run as not decided if one of the parts, all of one region, is in doubt and not marked as
// initialized. cell describes the accessed cell for unlessInTail.
func (l *funcLowerer) mustBeKnown(list []part, cell *tailCell, pos lang.Pos) {
	if len(list) == 0 || list[0].doubt == nil {
		return
	}
	open := l.newLoc(pos)
	open.Error = l.property("unsupported", "memory that code outside of the program may have stored to", pos)
	open.Error.Unsupported = true
	l.must(cfa.MkOr(cfa.MkNot(list[0].doubt), allStored(list)), l.unlessInTail(cell, open, pos), pos)
}

// knownStored returns the condition that the scalar p is initialized. The run ends as not decided if p is in doubt.
func (l *funcLowerer) knownStored(p place, pos lang.Pos) cfa.Expr {
	list := l.parts(p, false)
	l.mustBeKnown(list, nil, pos)
	return allStored(list)
}

// storedObject marks the object of the class n that the pointer v leads into as initialized.
func (l *funcLowerer) storedObject(n *pointsto.Class, v cfa.Expr, pos lang.Pos) {
	if l.records.Has(Uninit) {
		lo, hi := l.objectAround(n, v)
		l.markStored(n, l.pin(lo, pos), l.pin(hi, pos), pos)
	}
}

// objectAround returns the addresses lo <= a < hi of the object of the class n that the pointer v leads into. If it leads
// into none, there is no such address, or only addresses outside of the program's memory.
func (l *funcLowerer) objectAround(n *pointsto.Class, v cfa.Expr) (lo, hi cfa.Expr) {
	x := l.extentOf(n)
	lo, hi = cfa.ConstInt(0), cfa.ConstInt(0)
	if x.open {
		lo, hi = l.otherMemory()
	}
	if x.dynamic() {
		owner := cfa.MkSelect(l.ownerArray(), v)
		some := cfa.MkBinary(cfa.Ne, owner, cfa.ConstInt(0))
		lo = cfa.MkIte(some, owner, lo)
		hi = cfa.MkIte(some, cfa.MkBinary(cfa.Add, owner, cfa.MkSelect(l.blockSizes(), owner)), hi)
	}
	for _, o := range x.objs {
		in := o.touched(v)
		lo, hi = cfa.MkIte(in, cfa.ConstInt(o.lo), lo), cfa.MkIte(in, cfa.ConstInt(o.hi), hi)
	}
	return lo, hi
}
