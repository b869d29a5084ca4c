package lower

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// Stores of objects without an address, and the address space of objects in memory.

// A store holds an object that needs no address: a scalar in a variable, an array in one array for each scalar of its
// element, the fields of a record separately. Leaves are made when they are first used.
type store struct {
	name   string
	t      *lang.Type
	field  *lang.Field // the bit-field, for leaves of bit-field members
	proc   *cfa.Proc
	kind   cfa.VarKind
	pos    lang.Pos
	many   bool         // the store is inside an array
	n      int64        // if many is set: the number of elements of the array; -1: not known
	v      *cfa.Var     // the variable of a leaf outside of arrays
	arr    *cfa.Array   // the array of a leaf inside an array
	fields []*store     // the stores of a record's members
	elem   *store       // the store of an array's elements
	obj    *lang.Object // in the store of a whole object: the object
	up     *store       // in the store of a part: the store that contains it
	member *lang.Field  // in the store of a member: the member
	win    *windowVars  // the window of the pointer (window.go), once needed
	asked  bool         // the field win has been set, or is not needed
	parts  []string     // if many is set: the names of the elements, see cfa.Elements
	lens   []int64

	// These fields are for reads of uninitialized objects (stored.go).
	lacks bool       // the object may be uninitialized
	flag  *cfa.Var   // the flag of a leaf outside of arrays: whether it is initialized
	flags *cfa.Array // the flags of a leaf inside an array
}

// memory reports whether the object lies in memory, at an address.
func (l *lowerer) memory(o *lang.Object) bool {
	return l.pts.InMemory(o)
}

func (l *funcLowerer) storeOf(o *lang.Object) *store {
	if s := l.stores[o]; s != nil {
		return s
	}
	s := &store{obj: o, name: o.Label(), t: o.Type, pos: o.Pos, kind: cfa.GlobalVar, lacks: l.mayLack(o)}
	if o.Storage == lang.Local || o.Storage == lang.Param {
		s.proc, s.kind = l.proc, cfa.LocalVar
	}
	l.stores[o] = s
	return s
}

func (s *store) field0(f *lang.Field) *store {
	if s.fields == nil {
		s.fields = make([]*store, len(s.t.Fields))
	}
	if s.fields[f.Index] == nil {
		c := &store{up: s, member: f, name: s.name, t: f.Type, proc: s.proc, kind: s.kind, pos: s.pos, many: s.many, n: s.n, lacks: s.lacks}
		c.parts, c.lens = s.parts, s.lens
		if f.Name != "" {
			c.name += "." + f.Name
			if n := len(s.parts); n > 0 {
				c.parts = append(s.parts[:n-1:n-1], s.parts[n-1]+"."+f.Name)
			}
		}
		if c.kind == cfa.ParamVar {
			c.kind = cfa.LocalVar
		}
		if f.BitField {
			c.field = f
		}
		s.fields[f.Index] = c
	}
	return s.fields[f.Index]
}

func (s *store) element() *store {
	if s.elem == nil {
		n := s.t.Len
		if s.many && s.n >= 0 && n >= 0 {
			n *= s.n
		} else if s.many && s.n < 0 {
			n = -1
		}
		s.elem = &store{up: s, name: s.name, t: s.t.Elem, proc: s.proc, kind: s.kind, pos: s.pos, many: true, n: n, lacks: s.lacks}
		if s.elem.kind == cfa.ParamVar {
			s.elem.kind = cfa.LocalVar
		}
		parts := s.parts
		if parts == nil {
			parts = []string{s.name}
		}
		s.elem.parts = append(parts[:len(parts):len(parts)], "")
		s.elem.lens = append(s.lens[:len(s.lens):len(s.lens)], s.t.Len)
	}
	return s.elem
}

// leaf makes the variable or array of a scalar. It returns false if the type is not modelled.
func (l *lowerer) leaf(s *store) bool {
	if !l.valued(s.t) && s.t.Kind != lang.Array && s.t.Kind != lang.Record {
		return false
	}
	if s.v == nil && s.arr == nil {
		if s.many {
			s.arr = l.p.NewArray(s.proc, s.name, l.rangeOf(s.t, s.field), s.n)
			s.arr.Pos, s.arr.Pointer, s.arr.Float = s.pos, s.t.Kind == lang.Pointer, l.floatOf(s.t)
			s.arr.Type, s.arr.Elements = s.t, &cfa.Elements{Parts: s.parts, Lens: s.lens}
		} else {
			s.v = l.p.NewVar(s.proc, s.name, s.kind, l.rangeOf(s.t, s.field))
			s.v.Pos, s.v.Pointer, s.v.Float, s.v.Type = s.pos, s.t.Kind == lang.Pointer, l.floatOf(s.t), s.t
		}
	}
	return true
}

// rangeOf returns the range of the values of a scalar type, or of the bit-field f if f is one.
func (l *lowerer) rangeOf(t *lang.Type, f *lang.Field) cfa.Range {
	switch {
	case f != nil && f.BitField:
		return cfa.Range{Bits: f.BitWidth, Signed: t.Signed}
	case t.Kind == lang.Bool:
		return cfa.Range{Bits: 1}
	case l.free(t):
		return cfa.Range{}
	case t.Kind == lang.Pointer:
		return cfa.Range{Bits: l.u.Model.PtrBits()}
	}
	if f, ok := l.format(t); ok {
		return wordOf(f)
	}
	return cfa.Range{Bits: int(bitsOf(t)), Signed: t.Signed}
}

// free reports whether values of the type do not wrap: in mathematical arithmetic, int and wider types, and pointers;
// always, ACSL's integer.
func (l *lowerer) free(t *lang.Type) bool {
	return t.Unbounded() || l.opt.Arith != cfa.Machine && (t.Kind == lang.Pointer || t.Kind == lang.Integer && t.Size >= 4)
}

// inputRange returns the range of a value of type t that comes from outside.
func (l *lowerer) inputRange(t *lang.Type) cfa.Range {
	r := l.rangeOf(t, nil)
	if r == (cfa.Range{}) && (t.Kind == lang.Pointer || !t.Signed) {
		r.Nat = true
	}
	return r
}

// The address space. Addresses have no meaning, except that objects do not overlap and that none lies in the first
// page: a dereference there is a dereference of null.
const (
	firstFunc    = 0x8000
	firstStatic  = 0x100000
	firstForeign = 0x70000000
	// the number of unused bytes after each object, so that a pointer one past its end does not point to the next object
	redZone = 16
)

// layout gives addresses to all functions, and to all objects in memory.
func (l *lowerer) layout() {
	for i, f := range l.pts.Taken {
		l.funcAddr[f] = cfa.ConstInt(firstFunc + 16*int64(i))
		if missing(f) {
			l.funcAddr[f] = l.weakAddress(f.Name, l.funcAddr[f], f.Pos)
		}
	}
	next := int64(firstStatic)
	place := func(o *lang.Object) {
		align := l.alignment(o)
		next = (next + align - 1) / align * align
		l.addrs[o] = cfa.ConstInt(next)
		l.memObjs = append(l.memObjs, o)
		next += max(o.Bytes(), 1) + redZone
	}
	l.staticLo = next
	statics := l.separated(l.pts.Statics)
	for _, o := range statics {
		if !o.Extern && l.memory(o) {
			place(o)
		}
	}
	l.staticHi = next
	for _, o := range statics {
		if o.Extern && l.memory(o) {
			place(o)
			if o.Weak {
				l.addrs[o] = l.weakAddress(o.Name, l.addrs[o], o.Pos)
			}
		}
	}
	var automatic []*lang.Object
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) || l.recursive[f] {
			continue
		}
		for _, o := range l.automatic(f) {
			if l.memory(o) && o.Type.Size >= 0 && !l.renewed(o) {
				automatic = append(automatic, o)
			}
		}
	}
	for _, o := range l.separated(automatic) {
		place(o)
	}
	top := cfa.Range{Bits: l.u.Model.PtrBits()}
	if l.opt.Arith != cfa.Machine {
		top = cfa.Range{}
	}
	l.heapTop = l.p.NewVar(nil, "heap top", cfa.GlobalVar, top)
	l.stackTop = l.p.NewVar(nil, "stack top", cfa.GlobalVar, top)
	l.heapTop.Shadow, l.stackTop.Shadow = true, true
	l.heapLo = max((next+0xffff)/0x10000*0x10000, 0x1000000)
	// Own contains only the low part of the heap: runs give the higher addresses to objects from outside
	// (interp.Addresses, package feasible). Own also contains the addresses just below the first object: an object from
	// outside that begins there may be so large that it would overlap (see also funcLowerer.apart).
	l.p.Own = [][2]num.Int{
		{num.Of(firstStatic / 2), num.Of(min(l.stackLo(), firstForeign))}, {num.Of(l.stackLo()), num.Of(l.memoryEnd())},
	}
}

// heapSpan returns the size of the heap. The stack of recursive functions lies after it.
func (l *lowerer) heapSpan() int64 {
	if l.u.Model == lang.ILP32 {
		return 0x40000000
	}
	return 1 << 40
}

// memoryEnd returns an address after all objects. A function is not entered if the stack already uses more than a
// quarter of the heap's span, and its frame takes at most another quarter. With ILP32 the address is less than the
// largest int.
func (l *lowerer) memoryEnd() int64 { return l.stackLo() + l.heapSpan()/2 }

// automatic lists the objects of an activation: parameters, declared objects, and the unnamed objects that hold
// record values.
func (l *lowerer) automatic(f *lang.Func) []*lang.Object {
	if l.autos == nil {
		l.autos = map[*lang.Func][]*lang.Object{}
	}
	if list, ok := l.autos[f]; ok {
		return list
	}
	list := append(append([]*lang.Object(nil), f.Params...), f.Objects...)
	seen := map[*lang.Object]bool{}
	for _, o := range list {
		seen[o] = true
	}
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		o := l.pts.RecordTemp(e)
		if c, ok := e.(*lang.CompoundLit); ok {
			o = c.Obj
		}
		if o != nil && !seen[o] && o.Storage == lang.Local {
			seen[o] = true
			list = append(list, o)
		}
	})
	l.autos[f] = list
	return list
}

// addrOf returns the address of an object in memory.
func (l *funcLowerer) addrOf(o *lang.Object) cfa.Expr {
	if e := l.addrs[o]; e != nil {
		return e
	}
	return l.addrVar(o)
}

// addrVar makes the variable for the address of o: a variable-length array, an object of a recursive function, or an object
// with a new address for each life.
func (l *funcLowerer) addrVar(o *lang.Object) *cfa.Var {
	v := l.p.NewVar(l.proc, "&"+o.Name, cfa.LocalVar, l.rangeOfPtr())
	v.Of, v.Pointer = o, true
	l.addrs[o] = v
	return v
}

func (l *lowerer) rangeOfPtr() cfa.Range {
	if l.opt.Arith != cfa.Machine {
		return cfa.Range{}
	}
	return cfa.Range{Bits: l.u.Model.PtrBits()}
}

// nameRegions names each region after the objects in it.
func (l *lowerer) nameRegions() {
	objs := map[*pointsto.Class][]cfa.Object{}
	for _, o := range l.memObjs {
		k, ok := l.addrs[o].(*cfa.Const)
		if !ok {
			continue
		}
		name := o.Label()
		if o.Func != nil {
			name = o.Func.Label() + "::" + o.Name
		}
		ob := cfa.Object{Name: name, Base: k.Val, Size: o.Bytes(), Pos: o.Pos, Of: o}
		l.p.Objects = append(l.p.Objects, ob)
		l.pts.Object(o).EachScalar(func(n *pointsto.Class) { objs[n] = append(objs[n], ob) })
	}
	slices.SortStableFunc(l.p.Objects, func(a, b cfa.Object) int { return a.Base.Cmp(b.Base) })
	for f, e := range l.funcAddr {
		if k, ok := cfa.IsConst(e); ok {
			l.p.Functions = append(l.p.Functions, cfa.Function{Func: f, Address: k})
		}
	}
	slices.SortFunc(l.p.Functions, func(a, b cfa.Function) int { return a.Address.Cmp(b.Address) })
	for i, n := range l.regionClasses {
		a := l.regions[n].arr
		a.Objects = objs[n.Find()]
		switch {
		case len(a.Objects) == 1:
			a.Name = a.Objects[0].Name
		case n.View != nil && n.View.Name != "":
			a.Name = fmt.Sprintf("mem%d(%s)", i, n.View.Name)
		default:
			a.Name = fmt.Sprintf("mem%d", i)
		}
		if t := l.regions[n].tails; t != nil {
			t.Name = "tail(" + a.Name + ")"
		}
	}
}
