package lower

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num/fp"
)

// A node stands for a class of memory locations: the places that an lvalue may
// denote. Steensgaard's analysis (POPL 1996) merges two classes as soon as one
// pointer may point to either; what is left apart is never aliased and becomes
// a region of its own. Classes of structs have a child for each field, so that
// different fields lie in different regions, as long as every access sees the
// same struct there.
//
// Two things undo that split. A class is flat when its fields may overlap (a
// union): all members share the node. A class is confused when it is accessed
// through pointers to types that do not nest as declared (casts between
// structs, container_of, bytes of a struct): then it and everything that it is
// a part of or has as parts is one node, and its cells are bytes if sizes differ.
type node struct {
	link    *node // union-find; nil at the root
	rank    int
	pointee *node // what values stored here point to
	kids    []kid
	ups     []*node // the classes that this is a field of
	extent  int64   // the size of the smallest field that it is, 0: of none
	view    *lang.Type
	flat    bool
	mixed   bool // confused

	accs     []access
	bytes    bool // cells must be bytes
	loaded   bool // some value is read from here
	ptrs     bool // some access is to a pointer
	roams    bool // pointers here are moved by amounts that may lead around the address space
	summed   bool // addresses here are summands of integers (summed.go)
	remade   bool // and pointers here are made from integers
	lie      lie  // what is known of the addresses (alignment.go)
	real     bool // an object, a function, or memory from outside lies here
	holder   *node
	made     bool // of a place: numbers that were computed may be pointers here
	ints     bool // some access stores what is no pointer
	guessed  bool // some pointer into the class was made from numbers
	lost     bool // and can lead elsewhere (lost.go)
	mutable  bool // an object that the program may change lies here
	changing bool // some value here may lead to what is not const
	literal  bool // a string literal
	known    bool // to code outside of the program (known.go)
	open     bool // and such code may change it
	aimed    bool // pointers from outside may lead here
	funcs    []*lang.Func
	region   *region
}

type kid struct {
	field *lang.Field
	n     *node
}

// access is one way in which a location is read or written.
type access struct {
	size     int64
	signed   bool
	isBool   bool
	float    bool
	bitfield bool
	bitOff   int
	bits     int
	real     fp.Format // of a floating number
	padded   bool      // a number of fewer bits than it takes, that is no bit-field
}

func (n *node) find() *node {
	r := n
	for r.link != nil {
		r = r.link
	}
	for n != r {
		n.link, n = r, n.link
	}
	return r
}

// pointsTo holds the analysis while it runs: merges are queued, never nested,
// so that long chains of structures cost no stack.
type pointsTo struct {
	queue [][2]*node
	all   []*node // in order of creation
}

func (p *pointsTo) fresh() *node {
	n := &node{}
	p.all = append(p.all, n)
	return n
}

// target is the class that values stored in n point to.
func (p *pointsTo) target(n *node) *node {
	n = n.find()
	if n.pointee == nil {
		n.pointee = p.fresh()
	}
	return n.pointee.find()
}

// setTarget says that values stored in n may point to t.
func (p *pointsTo) setTarget(n, t *node) {
	if t == nil {
		return
	}
	n = n.find()
	if n.pointee == nil {
		n.pointee = t
		return
	}
	p.unify(n.pointee, t)
}

// child is the class of the field f of the records in n.
func (p *pointsTo) child(n *node, f *lang.Field) *node {
	n = n.find()
	if n.flat || n.mixed {
		n.lie.at(f.Offset)
		return n
	}
	for _, k := range n.kids {
		if k.field == f {
			return k.n.find()
		}
	}
	c := p.fresh()
	c.lie.at(f.Offset)
	c.ups = []*node{n}
	c.extent = f.Type.Size
	n.kids = append(n.kids, kid{f, c})
	p.see(c, f.Type)
	return c.find()
}

// see records that n is accessed as an object of type t.
func (p *pointsTo) see(n *node, t *lang.Type) {
	stride := int64(0)
	for ; t.Kind == lang.Array; t = t.Elem {
		if t.Elem.Size > 0 {
			stride = gcd(stride, t.Elem.Size)
		}
	}
	if t.Kind == lang.Void || t.Kind == lang.Function || t.Kind == lang.Record && !t.Complete {
		return
	}
	n = n.find()
	n.lie.at(stride)
	n.changing = n.changing || t.Kind != lang.Pointer || !t.Elem.Const
	v, ok := mergeView(n.view, t)
	n.view = v
	if !ok {
		p.confuse(n)
		return
	}
	if v.Kind == lang.Record && v.Union && !n.flat {
		n.flat = true
		p.absorbKids(n)
		p.flush()
	}
}

// mergeView returns what a location is that is seen as a and as b, and whether
// the two views agree: equal records, scalars among themselves, and a union with
// whatever lies in it.
func mergeView(a, b *lang.Type) (*lang.Type, bool) {
	switch {
	case a == nil:
		return b, true
	case b == nil:
		return a, true
	case a.IsScalar() && b.IsScalar():
		return a, true
	case sameRecord(a, b):
		return a, true
	case a.Kind == lang.Record && a.Union && nested(a, b):
		return a, true
	case b.Kind == lang.Record && b.Union && nested(b, a):
		return b, true
	}
	return a, false
}

// sameRecord compares by the fields, which qualified copies of a type share.
func sameRecord(a, b *lang.Type) bool {
	if a.Kind != lang.Record || b.Kind != lang.Record || len(a.Fields) != len(b.Fields) {
		return false
	}
	return len(a.Fields) == 0 || a.Fields[0] == b.Fields[0]
}

// nested reports whether an object of type t lies somewhere in one of type u.
func nested(u, t *lang.Type) bool {
	for u.Kind == lang.Array {
		u = u.Elem
	}
	if u.Kind != lang.Record {
		return u.IsScalar() && t.IsScalar()
	}
	if sameRecord(u, t) {
		return true
	}
	for _, f := range u.Fields {
		if nested(f.Type, t) {
			return true
		}
	}
	return false
}

func (p *pointsTo) confuse(n *node) {
	if n = n.find(); n.mixed {
		return
	}
	n.mixed = true
	p.absorb(n)
	p.flush()
}

// absorbKids merges the classes of the fields into n.
func (p *pointsTo) absorbKids(n *node) {
	for _, k := range n.kids {
		p.queue = append(p.queue, [2]*node{n, k.n})
	}
	n.kids = nil
}

func (p *pointsTo) absorb(n *node) {
	p.absorbKids(n)
	for _, u := range n.ups {
		p.queue = append(p.queue, [2]*node{n, u})
	}
	n.ups = nil
}

// unify merges the classes a and b, and all that follows from it.
func (p *pointsTo) unify(a, b *node) {
	p.queue = append(p.queue, [2]*node{a, b})
	p.flush()
}

func (p *pointsTo) flush() {
	for len(p.queue) > 0 {
		q := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		p.merge(q[0].find(), q[1].find())
	}
}

func (p *pointsTo) merge(a, b *node) {
	if a == b {
		return
	}
	if a.rank < b.rank {
		a, b = b, a
	}
	if a.rank == b.rank {
		a.rank++
	}
	b.link = a
	if a.pointee == nil {
		a.pointee = b.pointee
	} else if b.pointee != nil {
		p.queue = append(p.queue, [2]*node{a.pointee, b.pointee})
	}
	v, ok := mergeView(a.view, b.view)
	a.view = v
	a.mixed = a.mixed || b.mixed || !ok
	a.flat = a.flat || b.flat || v != nil && v.Kind == lang.Record && v.Union
	a.bytes = a.bytes || b.bytes
	a.loaded = a.loaded || b.loaded
	a.ptrs = a.ptrs || b.ptrs
	a.roams = a.roams || b.roams
	a.summed = a.summed || b.summed
	a.remade = a.remade || b.remade
	a.lie.join(b.lie)
	a.real = a.real || b.real
	a.made = a.made || b.made
	a.ints = a.ints || b.ints
	a.mutable = a.mutable || b.mutable
	a.literal = a.literal || b.literal
	a.changing = a.changing || b.changing
	a.known = a.known || b.known
	a.open = a.open || b.open
	a.aimed = a.aimed || b.aimed
	for _, x := range b.accs {
		a.addAccess(x)
	}
	for _, f := range b.funcs {
		a.addFunc(f)
	}
	for _, k := range b.kids {
		found := false
		for _, l := range a.kids {
			if l.field == k.field {
				p.queue = append(p.queue, [2]*node{l.n, k.n})
				found = true
				break
			}
		}
		if !found {
			a.kids = append(a.kids, k)
		}
	}
	a.ups = append(a.ups, b.ups...)
	if a.extent == 0 || b.extent > 0 && b.extent < a.extent {
		a.extent = b.extent
	}
	b.kids, b.ups, b.accs, b.funcs, b.pointee = nil, nil, nil, nil, nil
	switch {
	case a.mixed:
		p.absorb(a)
	case a.flat:
		p.absorbKids(a)
	}
}

func (n *node) addAccess(x access) {
	for _, y := range n.accs {
		if x == y {
			return
		}
	}
	n.accs = append(n.accs, x)
}

func (n *node) addFunc(f *lang.Func) {
	for _, g := range n.funcs {
		if f == g {
			return
		}
	}
	n.funcs = append(n.funcs, f)
}

// leaves lists the classes of scalars in n: itself, or those below its fields.
// Recursive nesting is impossible in C but for confused classes, which have no kids.
func (n *node) leaves(visit func(*node)) {
	n.parts(func(n *node) {
		if len(n.accs) > 0 {
			visit(n)
		}
	})
}
