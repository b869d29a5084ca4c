package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The cells of a region: scalars of one size, or bytes.
//
// A typed region keeps an object of k bytes in the one cell at its address. That is right where no
// two accesses overlap in part. C's alignment says so where it holds: the addresses are multiples
// of k. In packed records, through types that an attribute aligns to less, and for eight bytes on
// i386 they need not be. Then it is right where
//
//   - the class has one field of one record, or an array of it (not collapsed; where it is a union,
//     all members of k bytes lie at multiples of k from its start), so that different objects do
//     not overlap, and
//   - pointers to it, and to what it is a part of, move by whole objects.
//
// Elsewhere the cells are bytes. So are they where a pointer is moved by a constant that is no
// multiple of what is accessed, though the types promise more: machines do such accesses, and C
// leaves them undefined. Other accesses that break a promise of the types end the run
// (cfa.Array.Align; SOUNDNESS.md, Bounds).

// settleCells decides between typed cells and bytes for a region that one size of access would make
// typed.
func (l *lowerer) settleCells(n *pointsto.Class, r *region) {
	k := r.acc.Size
	if r.bytes || k == 1 {
		return
	}
	word := min(k, l.u.Model.PtrSize())
	whole := !n.Has(pointsto.Collapsed) && (!n.Has(pointsto.Overlapping) || uniform(n.View, 0, k))
	all := pointsto.Alignment{Align: word}
	n.EachEnclosing(func(m *pointsto.Class) {
		all.Join(m.Alignment)
		unit := k
		if m != n && m.View != nil && m.View.Size > 0 {
			unit = m.View.Size
		}
		whole = whole && m.Alignment.Stride%unit == 0
	})
	promised, inStep := all.ConstStride%word == 0, all.Stride%word == 0
	switch {
	case r.acc.BitField:
		r.bytes = !whole
	case all.Align < k:
		r.bytes = !whole
	default:
		r.bytes = !promised || all.Partial && !inStep
	}
	r.align = all.Align
}

// uniform reports whether all scalars of k bytes in an object of type t that lies at a multiple of
// k, and off bytes behind, lie at multiples of k.
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
				if pointsto.AccessOf(f.Type, f).Size == k && at%k != 0 {
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

// alignment is the alignment of an object in memory: at least that of what is accessed there. C
// promises less for an array of characters, or a packed record; but then it says nothing of what an
// access through a pointer does that needs more, and compilers put such objects at multiples of
// words.
func (l *lowerer) alignment(o *lang.Object) int64 {
	align := max(o.Type.Align, 1)
	l.pts.Object(o).EachScalar(func(n *pointsto.Class) {
		for _, a := range n.Accesses {
			if k := min(a.Size, 8); k&(k-1) == 0 {
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
	return l.accRange(r.acc), r.acc.Size
}
