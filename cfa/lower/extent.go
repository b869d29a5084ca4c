package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// What a pointer may lead to, for the checks of accesses (access.go).
//
// A class of memory locations has objects at known addresses (static ones, and those of functions
// that are not recursive), and it may have dynamic ones: blocks of the heap, arrays of variable
// length, objects in frames of recursive functions, and those each of whose lives has an address of
// its own (renew.go). Where dynamic objects lie is kept in arrays of their own (shadow.go).
//
// A class that pointers from outside lead to (results of functions without a body, numbers made into
// pointers, what such functions may have written) is open, and so is all that its cells point to
// (pointsto.UnknownTargets): it may have objects that are not the program's, of which nothing is known.

// maxRanges bounds how many objects a check compares an address with one by one; more are entered
// in the shadow.
const maxRanges = 4

// extent is what a class has objects at.
type extent struct {
	objs   []span
	heap   bool  // blocks of the heap
	others bool  // other dynamic objects
	open   bool  // pointers may lead to other objects, too, or to some of unknown size
	asked  bool  // a rule is looked for that objects are of interest for
	only   *span // the class is a member of its one object, which lies here, and pointers to it may be moved

	// Where it has objects that may not change (readonly.go).
	readOnly    []span
	readOnlyToo bool // at addresses that only a run knows
}

func (x *extent) dynamic() bool { return x.heap || x.others }

// span is the addresses lo <= a < hi of an object.
type span struct{ lo, hi int64 }

// extents finds the extent of every class. All objects have their addresses.
func (l *lowerer) extents() {
	l.extentsOf = map[*pointsto.Class]*extent{}
	if !l.records.Has(Memory | Pointer | Leak | Cleanup | Restrict) {
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
				l.mark(span{lo, lo + size}) // it may be closed
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
			x.heap, x.others = x.heap || b.Heap, x.others || !b.Heap
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
	// What points to a block at the end is asked of the owners, too.
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

// onlyMembers finds the classes that are one member of one object, and whose pointers may be moved:
// pointers stay in that member.
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

// shadowed moves the objects of a class that has many to the shadow.
func (l *lowerer) shadowed(x *extent) {
	if len(x.objs) <= maxRanges {
		return
	}
	for _, o := range x.objs {
		l.mark(o)
	}
	x.objs, x.others = nil, true
}

// mark enters an object at a known address in the shadow.
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

// holds reports whether size bytes at address k lie in one of the objects at known addresses.
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
