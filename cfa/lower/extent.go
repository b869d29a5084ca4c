package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// What a pointer may lead to, for the checks of accesses (check.go).
//
// A class of memory locations has objects at known addresses (static ones, and those of functions
// that are not recursive), and it may have dynamic ones: blocks of the heap, arrays of variable
// length, objects in frames of recursive functions. Which bytes belong to a dynamic object is kept
// in an array of its own, the shadow: its cell at an address is 1 from when an object is made
// there. What is freed stays 1.
//
// Of a class that pointers from outside lead to (results of functions without a body, numbers
// made into pointers, what such functions may have written) nothing is known: it is open, and so
// is all that its cells point to (pointsto.UnknownTargets).

// maxRanges bounds how many objects a check compares an address with one by one; the bytes of more
// are marked in the shadow.
const maxRanges = 4

// extent is what a class has objects at.
type extent struct {
	objs    []span
	dynamic bool
	open    bool
}

// span is the addresses lo <= a < hi of an object.
type span struct{ lo, hi int64 }

// extents finds the extent of every class. All objects have their addresses.
func (l *lowerer) extents() {
	l.extentsOf = map[*pointsto.Class]*extent{}
	if !l.opt.Check.Has(Bounds | Library) {
		return
	}
	for _, o := range l.memObjs {
		k, isConst := cfa.IsConst(l.addrs[o])
		lo, ok := k.Int64()
		known := isConst && ok && o.Type.Size > 0 && !elastic(o.Type)
		l.pts.Object(o).EachPart(func(n *pointsto.Class) {
			x := l.extentOf(n)
			if known {
				x.objs = append(x.objs, span{lo, lo + o.Type.Size})
			} else {
				x.open = true
			}
		})
	}
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		for _, o := range l.automatic(f) {
			if l.memory(o) && l.addrs[o] == nil {
				l.pts.Object(o).EachPart(func(n *pointsto.Class) { l.extentOf(n).dynamic = true })
			}
		}
	}
	for _, n := range l.pts.Blocks() {
		n.Find().EachPart(func(n *pointsto.Class) { l.extentOf(n).dynamic = true })
	}
	for n := range l.pts.UnknownTargets() {
		l.extentOf(n).open = true
	}
	for _, o := range l.memObjs {
		l.pts.Object(o).EachPart(func(n *pointsto.Class) { l.shadowed(l.extentOf(n)) })
	}
	for _, x := range l.extentsOf {
		l.dynamic = l.dynamic || x.dynamic && !x.open
	}
}

// elastic reports whether an object of the type may be larger than the type: its last member is an
// array without a length.
func elastic(t *lang.Type) bool {
	if t.Kind != lang.Record || len(t.Fields) == 0 {
		return false
	}
	last := t.Fields[len(t.Fields)-1].Type
	return last.Kind == lang.Array && last.Len <= 0 || elastic(last)
}

// shadowed moves the objects of a class that has many to the shadow.
func (l *lowerer) shadowed(x *extent) {
	if x.open || len(x.objs) <= maxRanges {
		return
	}
	for _, o := range x.objs {
		if !l.marked[o] {
			l.marked[o] = true
			l.marks = append(l.marks, o)
		}
	}
	x.objs, x.dynamic = nil, true
}

func (l *lowerer) extentOf(n *pointsto.Class) *extent {
	n = n.Find()
	x := l.extentsOf[n]
	if x == nil {
		x = &extent{}
		l.extentsOf[n] = x
	}
	return x
}

// shadowArray is the array whose cells tell which bytes lie in a dynamic object; it is made when
// first needed.
func (l *lowerer) shadowArray() *cfa.Array {
	if l.shadow == nil {
		l.shadow = l.p.NewArray(nil, "allocated", cfa.Range{Bits: 1}, -1)
	}
	return l.shadow
}

// mark says that the bytes lo <= a < hi belong to an object.
func (l *funcLowerer) mark(lo, hi cfa.Expr, pos lang.Pos) {
	if l.dynamic {
		l.emit(&cfa.Fill{Arr: l.shadowArray(), Lo: lo, Hi: hi, Val: cfa.ConstInt(1)}, pos)
	}
}

// markAll gives up the shadow: an allocation has failed that need not fail outside of the model,
// and what follows must not be called a bug for that.
func (l *funcLowerer) markAll(pos lang.Pos) {
	if l.dynamic {
		l.emit(&cfa.Fill{Arr: l.shadowArray(), Val: cfa.ConstInt(1)}, pos)
	}
}

// clearFrame says that no byte of a frame that is about to be made belongs to an object: an earlier
// one may have lain there.
func (l *funcLowerer) clearFrame(f *lang.Func) {
	size := int64(0)
	for _, o := range l.automatic(f) {
		if l.memory(o) && o.Type.Size >= 0 {
			size += max(o.Type.Size, 1) + l.alignment(o) + 16
		}
	}
	if size > 0 {
		l.clearOwn(l.stackTop, cfa.MkBinary(cfa.Add, l.stackTop, cfa.ConstInt(size)), f.Pos)
	}
	if l.dynamic && size > 0 {
		l.emit(&cfa.Fill{
			Arr: l.shadowArray(), Lo: l.stackTop, Hi: cfa.MkBinary(cfa.Add, l.stackTop, cfa.ConstInt(size)), Val: cfa.ConstInt(0),
		}, f.Pos)
	}
}

// startShadow marks what lies in the shadow from the start.
func (l *funcLowerer) startShadow(pos lang.Pos) {
	if l.shadow == nil {
		return
	}
	l.emit(&cfa.Fill{Arr: l.shadow, Val: cfa.ConstInt(0)}, pos)
	for _, o := range l.marks {
		l.mark(cfa.ConstInt(o.lo), cfa.ConstInt(o.hi), pos)
	}
}

// someObject is the condition that size bytes at the address lie in an object of the extent.
func (l *lowerer) someObject(x *extent, addr cfa.Expr, size int64) cfa.Expr {
	var c cfa.Expr = cfa.ConstInt(0)
	for _, o := range x.objs {
		c = cfa.MkOr(c, cfa.MkAnd(
			cfa.MkBinary(cfa.Ge, addr, cfa.ConstInt(o.lo)),
			cfa.MkBinary(cfa.Le, addr, cfa.ConstInt(o.hi-size))))
	}
	if !x.dynamic {
		return c
	}
	is := func(at cfa.Expr) cfa.Expr {
		return cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.shadowArray(), at), cfa.ConstInt(0))
	}
	d := is(addr)
	if size > 1 {
		d = cfa.MkAnd(d, is(cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(size-1))))
	}
	return cfa.MkOr(c, d)
}
