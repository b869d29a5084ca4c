package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// The shadow: what is kept of dynamic objects, for the checks of accesses (access.go) and of what is
// freed (free.go). Four arrays, indexed by addresses:
//
//	owner        the address of the object that a byte lies in, or the first one after it; 0 where
//	             there is none
//	block sizes  at the address of an object: its size
//	live         at the address of a block of the heap: 1 while it lives
//	automatic    at the address of another dynamic object: the same
//
// What is one past the end belongs to the object since a pointer there was made from it; objects
// have at least 16 bytes after them, so that it is no other object's address.
//
// An allocation fills owner and stores the rest. The heap's addresses are not used again: the end
// of a block is one store, and that it was there stays known. That is also why owner and sizes say
// where an access is out of bounds whether or not the object still lives. The frames of recursive
// functions use addresses again; they are cleared when they are made.
//
// Where no check reads them, the slice of the program is without these arrays.
type shadow struct {
	owner, live, automatic, freed *cfa.Array
}

// ownerArray tells which object a byte lies in.
func (l *lowerer) ownerArray() *cfa.Array {
	return l.shadowArray(&l.shadow.owner, "owner", l.rangeOfPtr())
}

// shadowArray returns the array of the shadow at a, which it makes if there is none yet.
func (l *lowerer) shadowArray(a **cfa.Array, name string, elem cfa.Range) *cfa.Array {
	if *a == nil {
		*a = l.p.NewArray(nil, name, elem, -1)
		(*a).Shadow = true
	}
	return *a
}

// liveArray tells which blocks of the heap live.
func (l *lowerer) liveArray() *cfa.Array {
	live := l.shadowArray(&l.shadow.live, "live", cfa.Range{Bits: 1})
	live.Lives = true
	return live
}

// automaticArray tells which other dynamic objects live.
func (l *lowerer) automaticArray() *cfa.Array {
	return l.shadowArray(&l.shadow.automatic, "automatic", cfa.Range{Bits: 1})
}

// located reports whether it is of interest where dynamic objects lie.
func (l *lowerer) located() bool { return l.dynamic }

// tracksHeap reports whether it is of interest which blocks of the heap live.
func (l *lowerer) tracksHeap() bool {
	return l.records.Has(Lifetime | Free | Library | Leak | Cleanup)
}

// enterObject puts the size bytes at addr into the shadow, as an object that lives from now on.
func (l *funcLowerer) enterObject(addr, size cfa.Expr, heap bool, pos lang.Pos) {
	if l.located() {
		hi := cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Add, addr, size), cfa.ConstInt(1))
		l.emit(&cfa.Fill{Arr: l.ownerArray(), Lo: addr, Hi: hi, Val: addr}, pos)
		if !heap {
			l.emit(&cfa.Store{Arr: l.blockSizes(), Idx: addr, Val: l.fitPtr(size)}, pos)
		}
	}
	l.setLive(addr, heap, true, pos)
}

// setLive begins or ends the life of a dynamic object.
func (l *funcLowerer) setLive(addr cfa.Expr, heap, lives bool, pos lang.Pos) {
	v := cfa.ConstInt(0)
	if lives {
		v = cfa.ConstInt(1)
	}
	switch {
	case heap && l.tracksHeap():
		l.emit(&cfa.Store{Arr: l.liveArray(), Idx: addr, Val: v}, pos)
	case !heap && l.located() && l.records.Has(Lifetime|Library):
		l.emit(&cfa.Store{Arr: l.automaticArray(), Idx: addr, Val: v}, pos)
	}
}

// frameSize bounds the memory that the objects of an activation of a recursive function take.
func (l *lowerer) frameSize(f *lang.Func) int64 {
	size := int64(0)
	for _, o := range l.automatic(f) {
		if l.memory(o) && o.Type.Size >= 0 && !l.renewed(o) {
			size += max(o.Type.Size, 1) + l.alignment(o) + redZone
		}
	}
	return size
}

// clearFrame says that no byte of a frame that is about to be made belongs to an object: an earlier
// one may have lain there.
func (l *funcLowerer) clearFrame(f *lang.Func) {
	size := l.frameSize(f)
	if size == 0 {
		return
	}
	lo, hi := cfa.Expr(l.stackTop), cfa.MkBinary(cfa.Add, l.stackTop, cfa.ConstInt(size))
	l.clearOwn(lo, hi, f.Pos)
	if l.located() {
		l.emit(&cfa.Fill{Arr: l.ownerArray(), Lo: lo, Hi: hi, Val: cfa.ConstInt(0)}, f.Pos)
		l.emit(&cfa.Fill{Arr: l.blockSizes(), Lo: lo, Hi: hi, Val: cfa.ConstInt(0)}, f.Pos)
	}
}

// endFrame ends the life of all objects of the activation that is left: no pointer but one that
// left its own object can lead to those whose scope is not followed, and none may.
func (l *funcLowerer) endFrame(pos lang.Pos) {
	if l.located() && l.records.Has(Lifetime|Library) {
		l.emit(&cfa.Fill{
			Arr: l.automaticArray(), Lo: cfa.MkBinary(cfa.Sub, l.stackTop, cfa.ConstInt(l.frameLen)), Hi: l.stackTop, Val: cfa.ConstInt(0),
		}, pos)
	}
}

// startShadow enters what lies in the shadow from the start.
func (l *funcLowerer) startShadow(pos lang.Pos) {
	for _, a := range []*cfa.Array{l.shadow.owner, l.shadow.live, l.shadow.automatic, l.shadow.freed, l.fixed} {
		if a != nil {
			l.emit(&cfa.Fill{Arr: a, Val: cfa.ConstInt(0)}, pos)
		}
	}
	for _, o := range l.marks {
		l.enterObject(cfa.ConstInt(o.lo), cfa.ConstInt(o.hi-o.lo), false, pos)
	}
}

// heapBefore keeps the end of the heap at the entry of a function that calls alloca: what is entered
// as automatic after it is what the function has made when it returns, and arrays of variable
// length that have ended.
func (l *funcLowerer) heapBefore() {
	if !l.located() || !l.records.Has(Lifetime|Library) {
		return
	}
	found := false
	l.eachCallee(l.fn, func(g *lang.Func) { found = found || g.Model && strings.Contains(g.Name, "alloca") })
	if found {
		l.heapThen = l.pin(l.heapTop, l.fn.Pos)
	}
}

// endAllocas ends what alloca gave to the function.
func (l *funcLowerer) endAllocas(pos lang.Pos) {
	if l.heapThen != nil {
		l.emit(&cfa.Fill{Arr: l.automaticArray(), Lo: l.heapThen, Hi: l.heapTop, Val: cfa.ConstInt(0)}, pos)
	}
}
