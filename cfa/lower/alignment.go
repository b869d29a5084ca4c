package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// At which addresses the objects of a class lie.
//
// A typed region keeps an object of k bytes in the one cell at its address. That is right where no two accesses overlap
// in part. C's alignment says so where it holds: the addresses are multiples of k. In packed records, through types
// that an attribute aligns to less, and for eight bytes on i386 they need not be. Then it is right where
//
//   - the class has one field of one record, or an array of it (not mixed; where it is a union, all members of k
//     bytes lie at multiples of k from its start), so that different objects do not overlap, and
//   - pointers to it, and to what it is a part of, move by whole objects.
//
// Elsewhere the cells are bytes. So are they where a pointer is moved by a constant that is no multiple of what
// is accessed, though the types promise more: machines do such accesses, and C leaves them undefined. Other
// accesses that break a promise of the types end the run (cfa.Array.Align; SOUNDNESS.md, Bounds).

// lie is what is known of the addresses in a class. Numbers of which only 0 is a multiple are 0.
type lie struct {
	align int64 // the types promise that all are multiples of this
	moves int64 // pointers move by multiples of this
	fixed int64 // pointers move by constants that are multiples of this
	moved bool  // parts are copied or filled by themselves
}

// at says that objects of the class lie at multiples of n.
func (x *lie) at(n int64) { x.align = gcd(x.align, n) }

func (x *lie) join(y lie) {
	x.align, x.moves, x.fixed = gcd(x.align, y.align), gcd(x.moves, y.moves), gcd(x.fixed, y.fixed)
	x.moved = x.moved || y.moved
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// promise says that pointers to t lead to n.
func (a *analysis) promise(n *node, t *lang.Type) { n.lie.at(min(t.Align, a.model.PtrSize())) }

// moves says that pointers to n are moved by e objects of type t.
func (a *analysis) moves(n *node, t *lang.Type, e lang.Expr) {
	if n == nil {
		return
	}
	size := int64(1) // GNU C's void, and functions
	for t.Kind == lang.Array && t.Size < 0 {
		t = t.Elem // a row of an array of variable length
	}
	if t.Size > 0 {
		size = t.Size
	}
	x := &n.find().lie
	if k, ok := a.constant(e); ok {
		x.fixed = gcd(x.fixed, size*k)
		x.moves = gcd(x.moves, size*k)
		return
	}
	// Sums and products wrap around, which keeps powers of two.
	for _, k := range []int64{16, 8, 4, 2} {
		if a.multiple(e, k) {
			size *= k
			break
		}
	}
	x.moves = gcd(x.moves, size)
}

// computed says that pointers to n are changed by arithmetic on integers.
func (a *analysis) computed(n *node) {
	if n != nil {
		n.find().lie.moves = 1
	}
}

// inclusive visits n and the classes that it is a part of.
func (n *node) inclusive(visit func(*node)) {
	seen := map[*node]bool{}
	var walk func(*node)
	walk = func(n *node) {
		if n = n.find(); seen[n] {
			return
		}
		seen[n] = true
		visit(n)
		for _, u := range n.ups {
			walk(u)
		}
	}
	walk(n)
}

// settleCells decides between typed cells and bytes for a region that one size of access would make typed.
func (l *lowerer) settleCells(n *node, r *region) {
	k := r.acc.size
	if r.bytes || k == 1 {
		return
	}
	word := min(k, l.u.Model.PtrSize())
	align, whole := word, !n.mixed && (!n.flat || uniform(n.view, 0, k))
	promised, moved, inStep := true, false, true
	n.inclusive(func(m *node) {
		x := m.lie
		align = gcd(align, x.align)
		moved = moved || x.moved
		promised = promised && x.fixed%word == 0
		inStep = inStep && x.moves%word == 0
		unit := k
		if m != n && m.view != nil && m.view.Size > 0 {
			unit = m.view.Size
		}
		whole = whole && x.moves%unit == 0
	})
	switch {
	case r.acc.bitfield:
		r.bytes = !whole
	case align < k:
		r.bytes = !whole
	default:
		r.bytes = !promised || moved && !inStep
	}
	r.align = align
}

// uniform reports whether all scalars of k bytes in an object of type t that lies at a multiple of k, and off bytes behind,
// lie at multiples of k.
func uniform(t *lang.Type, off, k int64) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == lang.Array:
		return uniform(t.Elem, off, k) && (t.Len == 1 || t.Elem.Size%k == 0 || !hasSize(t.Elem, k))
	case t.Kind == lang.Record:
		for _, f := range t.Fields {
			switch at := off + f.Offset; {
			case f.BitField:
				if accessOf(f.Type, f).size == k && at%k != 0 {
					return false
				}
			case !uniform(f.Type, at, k):
				return false
			}
		}
		return true
	}
	return t.Size != k || off%k == 0
}

// hasSize reports whether a scalar of k bytes is a part of t.
func hasSize(t *lang.Type, k int64) bool {
	switch t.Kind {
	case lang.Array:
		return hasSize(t.Elem, k)
	case lang.Record:
		for _, f := range t.Fields {
			if f.BitField || hasSize(f.Type, k) {
				return true
			}
		}
		return false
	}
	return t.Size == k
}

// alignment is the alignment of an object in memory: at least that of what is accessed there. C promises less for an
// array of characters, or a packed record; but then it says nothing of what an access through a pointer does that needs
// more, and compilers put such objects at multiples of words.
func (l *lowerer) alignment(o *lang.Object) int64 {
	align := max(o.Type.Align, 1)
	l.a.obj(o).leaves(func(n *node) {
		for _, a := range n.accs {
			if k := min(a.size, 8); k&(k-1) == 0 {
				align = max(align, k)
			}
		}
	})
	return align
}

// elemOf is the range and the step of a region's cells.
func (l *lowerer) elemOf(r *region) (cfa.Range, int64) {
	if r.bytes {
		return cfa.Range{Bits: 8}, 1
	}
	return l.accRange(r.acc), r.acc.size
}
