package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Shadow arrays: addresses, sizes and lives of dynamic objects.

// The shadow arrays describe dynamic objects, for the checks of accesses (access.go) and of frees (free.go). These
// arrays are indexed by addresses:
//
//	owner        the address of the object that contains the byte, or that ends just before it; 0 if
//	             there is no such object
//	block sizes  at the address of an object: its size
//	live         at the address of a block of the heap: 1 while it lives
//	automatic    at the address of another dynamic object: 1 while it lives
//	part of      for the bytes of an object of the library whose life ends with that of another one,
//	             such as a record that readdir returns: the address of the other one; otherwise 0, where
//	             automatic is always 1
//	freed        see reuse.go
//	holder       see holder.go
//
// The address one past the end belongs to the object, since a pointer there was made from it. Objects are followed by
// at least 16 unused bytes, so that this is not another object's address.
//
// An allocation fills owner and stores to the others. Addresses of the heap are not used again: the end of a block is
// one store, and the extent of the block stays known. So owner and block sizes show whether an access is out of
// bounds even after the object has ended. The frames of recursive functions use addresses again; they are cleared
// when they are made.
//
// If no check reads these arrays, the slice of the program omits them.
type shadow struct {
	owner, live, automatic, partOf, freed, holder *cfa.Array
}

// ownerArray returns the array of the objects that bytes lie in.
func (l *lowerer) ownerArray() *cfa.Array {
	return l.shadowArray(&l.shadow.owner, "owner", l.rangeOfPtr())
}

// shadowArray returns the shadow array *a. It makes the array at the first use.
func (l *lowerer) shadowArray(a **cfa.Array, name string, elem cfa.Range) *cfa.Array {
	if *a == nil {
		*a = l.p.NewArray(nil, name, elem, -1)
		(*a).Shadow = true
	}
	return *a
}

// liveArray returns the array of the blocks of the heap that live.
func (l *lowerer) liveArray() *cfa.Array {
	live := l.shadowArray(&l.shadow.live, "live", cfa.Range{Bits: 1})
	live.Lives = true
	return live
}

// automaticArray returns the array of the other dynamic objects that live.
func (l *lowerer) automaticArray() *cfa.Array {
	return l.shadowArray(&l.shadow.automatic, "automatic", cfa.Range{Bits: 1})
}

// partOfArray returns the array of the objects of the library with which the lives of others end.
func (l *lowerer) partOfArray() *cfa.Array {
	return l.shadowArray(&l.shadow.partOf, "part of", l.rangeOfPtr())
}

// located reports whether the addresses of dynamic objects are followed.
func (l *lowerer) located() bool { return l.dynamic }

// tracksHeap reports whether the lives of blocks of the heap are followed.
func (l *lowerer) tracksHeap() bool {
	return l.records.Has(Lifetime | Free | Library | Leak | Cleanup)
}

// enterObject enters the size bytes at addr in the shadow arrays, as an object whose life begins.
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

// frameSize bounds the size of the objects of an activation of a recursive function.
func (l *lowerer) frameSize(f *lang.Func) int64 {
	size := int64(0)
	for _, o := range l.automatic(f) {
		if l.memory(o) && o.Type.Size >= 0 && !l.renewed(o) {
			size += max(o.Type.Size, 1) + l.alignment(o) + redZone
		}
	}
	return size
}

// clearFrame removes all objects from the memory of a frame that is about to be made: an earlier frame may have had
// objects there.
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

// endFrame ends the lives of all objects of the current activation. For objects whose scope is not followed this is
// harmless: only a pointer that left its object can lead to them, and no access through it is allowed.
func (l *funcLowerer) endFrame(pos lang.Pos) {
	if l.located() && l.records.Has(Lifetime|Library) {
		l.emit(&cfa.Fill{
			Arr: l.automaticArray(), Lo: cfa.MkBinary(cfa.Sub, l.stackTop, cfa.ConstInt(l.frameLen)), Hi: l.stackTop, Val: cfa.ConstInt(0),
		}, pos)
	}
}

// startShadow initializes the shadow arrays, with the objects that exist from the start.
func (l *funcLowerer) startShadow(pos lang.Pos) {
	for _, a := range []*cfa.Array{l.shadow.owner, l.shadow.live, l.shadow.automatic, l.shadow.partOf, l.shadow.freed, l.shadow.holder, l.fixed} {
		if a != nil {
			l.emit(&cfa.Fill{Arr: a, Val: cfa.ConstInt(0)}, pos)
		}
	}
	if l.shadow.partOf != nil {
		l.emit(&cfa.Store{Arr: l.automaticArray(), Idx: cfa.ConstInt(0), Val: cfa.ConstInt(1)}, pos)
	}
	for _, o := range l.marks {
		l.enterObject(cfa.ConstInt(o.lo), cfa.ConstInt(o.hi-o.lo), false, pos)
	}
}

// heapBefore keeps the end of the heap at the entry of a function that calls alloca. When the function returns, the
// automatic objects after this address are the ones that the function made, and arrays of variable length that have
// ended.
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

// endAllocas ends the lives of the objects that alloca made in the function.
func (l *funcLowerer) endAllocas(pos lang.Pos) {
	if l.heapThen != nil {
		l.emit(&cfa.Fill{Arr: l.automaticArray(), Lo: l.heapThen, Hi: l.heapTop, Val: cfa.ConstInt(0)}, pos)
	}
}
