package lower

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The objects that a pointer may lead to, for the checks of accesses (access.go).
//
// A class of memory locations has objects at known addresses: static objects, and the objects of functions that are
// not recursive. It may also have dynamic objects: blocks of the heap, arrays of variable length, objects in frames
// of recursive functions, and objects that get a new address for each of their lives (renew.go). Shadow arrays record
// where dynamic objects lie (shadow.go).
//
// A class is open if pointers from outside of the program lead to it: results of functions without a body, numbers
// converted to pointers, values that such functions may have written. All classes that its cells point to are open,
// too (pointsto.UnknownTargets). An open class may have objects that do not belong to the program, and nothing is
// known about them.

// maxRanges bounds the number of objects that a check compares an address with one by one. If a class has more, its
// objects are entered in the shadow arrays.
const maxRanges = 4

// An extent is the set of addresses at which a class has objects.
type extent struct {
	objs   []span
	heap   bool  // the class has blocks of the heap
	others bool  // the class has other dynamic objects
	parts  bool  // the lives of some of them end with the life of another object of the library
	open   bool  // pointers may also lead to other objects, or to objects of unknown size
	asked  bool  // some rule that is checked needs to know the objects
	only   *span // the class is a member of its single object, with these addresses, and pointers to it may be moved

	// The objects that may not change (readonly.go).
	readOnly    []span
	readOnlyToo bool // the class has more such objects, at addresses that are only known at run time
}

func (x *extent) dynamic() bool { return x.heap || x.others }

// at returns what x says of pointers with the value of base: if base is the address of one of the objects, just this object.
func (x *extent) at(base cfa.Expr) *extent {
	k, isConst := cfa.IsConst(base)
	a, ok := k.Int64()
	if !isConst || !ok {
		return x
	}
	for _, o := range x.objs {
		if o.lo <= a && a <= o.hi {
			y := *x
			y.objs, y.heap, y.others, y.parts, y.open = []span{o}, false, false, false, false
			return &y
		}
	}
	return x
}

// knownObject returns the object at a known address that contains the address e, or that ends there. It returns false if e is
// not constant, or not the address of such an object.
func (l *lowerer) knownObject(e cfa.Expr) (o span, found bool) {
	k, isConst := cfa.IsConst(e)
	a, ok := k.Int64()
	if !isConst || !ok {
		return span{}, false
	}
	if l.spans == nil {
		for _, o := range l.memObjs { // these are ordered by address
			if k, isConst := cfa.IsConst(l.addrs[o]); isConst {
				lo, _ := k.Int64()
				l.spans = append(l.spans, span{lo, lo + o.Bytes()})
			}
		}
	}
	i, found := slices.BinarySearchFunc(l.spans, a, func(o span, a int64) int { return cmp.Compare(o.lo, a) })
	if !found {
		i--
	}
	if i < 0 {
		return span{}, false
	}
	return l.spans[i], a <= l.spans[i].hi
}

// A span is the addresses lo <= a < hi of an object.
type span struct{ lo, hi int64 }

// touched returns the condition that the address a lies in the object, or one past its end.
func (o span) touched(a cfa.Expr) cfa.Expr {
	return cfa.MkAnd(cfa.MkBinary(cfa.Ge, a, cfa.ConstInt(o.lo)), cfa.MkBinary(cfa.Le, a, cfa.ConstInt(o.hi)))
}

// extents finds the extent of every class. All objects must have their addresses.
func (l *lowerer) extents() {
	l.extentsOf = map[*pointsto.Class]*extent{}
	if !l.records.Has(Memory | Pointer | Leak | Cleanup | Restrict | Uninit) {
		return
	}
	for _, o := range l.memObjs {
		k, isConst := cfa.IsConst(l.addrs[o])
		lo, ok := k.Int64()
		size := o.Bytes()
		known := isConst && ok && size > 0 && !(o.Extern && o.Type.Flexible())
		l.pts.Object(o).EachPart(func(n *pointsto.Class) {
			x := l.extentOf(n)
			switch {
			case !known:
				x.open = true
			case l.pts.IsStream(o):
				l.mark(span{lo, lo + size}) // the program may close the stream
				x.others = true
			default:
				x.objs = append(x.objs, span{lo, lo + size})
			}
		})
	}
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		for _, o := range l.automatic(f) {
			if l.memory(o) && l.addrs[o] == nil {
				l.pts.Object(o).EachPart(func(n *pointsto.Class) { l.extentOf(n).others = true })
			}
		}
	}
	for _, b := range l.pts.Blocks() {
		b.Class.EachPart(func(n *pointsto.Class) {
			x := l.extentOf(n)
			x.heap, x.others, x.parts = x.heap || b.Heap, x.others || !b.Heap, x.parts || b.Part
		})
	}
	for n := range l.pts.UnknownTargets() {
		l.extentOf(n).open = true
	}
	for _, o := range l.memObjs {
		l.pts.Object(o).EachPart(func(n *pointsto.Class) { l.shadowed(l.extentOf(n)) })
	}
	l.onlyMembers()
	for _, x := range l.extentsOf {
		l.dynamic = l.dynamic || x.dynamic()
	}
	// The check for pointers to blocks at the end of the run also uses ownerArray.
	l.dynamic = l.dynamic || l.opt.Check.Has(Leak) && len(l.pts.Blocks()) > 0
	if l.dynamic {
		l.blockSizes()
		l.ownerArray()
		if l.records.Has(Lifetime | Library) {
			l.automaticArray()
		}
	}
	if l.tracksHeap() && len(l.pts.Blocks()) > 0 {
		l.liveArray()
	}
}

// onlyMembers finds the classes that are one member of one object and whose pointers may be moved. Pointers into such
// a class must stay in the member.
func (l *lowerer) onlyMembers() {
	if !l.opt.members() {
		return
	}
	count := map[*pointsto.Class]int{}
	at := map[*pointsto.Class]span{}
	for _, o := range l.memObjs {
		if k, ok := cfa.IsConst(l.addrs[o]); ok {
			lo, _ := k.Int64()
			l.pts.Object(o).EachSpan(lo, o.Bytes(), func(n *pointsto.Class, lo, size int64) {
				count[n]++
				at[n] = span{lo, lo + size}
			})
		}
	}
	for n, s := range at {
		x := l.extentOf(n)
		if count[n] == 1 && len(x.objs) == 1 && !x.open && !x.dynamic() && n.Left() && s != x.objs[0] {
			x.only = &s
		}
	}
}

// shadowed moves the objects of a class to the shadow arrays if there are more than maxRanges.
func (l *lowerer) shadowed(x *extent) {
	if len(x.objs) <= maxRanges {
		return
	}
	for _, o := range x.objs {
		l.mark(o)
	}
	x.objs, x.others = nil, true
}

// mark enters an object at a known address in the shadow arrays.
func (l *lowerer) mark(o span) {
	if !l.marked[o] {
		l.marked[o] = true
		l.marks = append(l.marks, o)
	}
}

func (l *lowerer) extentOf(n *pointsto.Class) *extent {
	n = n.Find()
	x := l.extentsOf[n]
	if x == nil {
		x = &extent{asked: l.records.Has(Memory | Leak | Cleanup)}
		l.extentsOf[n] = x
	}
	return x
}

// holds reports whether size bytes at the address k lie in one of the objects at known addresses.
func (x *extent) holds(k int64, size int64) bool {
	for _, o := range x.objs {
		if x.only != nil {
			o = *x.only
		}
		if o.lo <= k && k <= o.hi-size {
			return true
		}
	}
	return false
}
