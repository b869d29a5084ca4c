package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The cells of a region are scalars of one size, or bytes.
//
// A typed region keeps an object of k bytes in the one cell at its address. This is correct if no two accesses
// overlap in part. C's alignment guarantees it where it applies: addresses are multiples of k. In packed records,
// through types that an attribute aligns to less, and for eight bytes on i386, addresses need not be multiples of k.
// Then typed cells are correct if
//
//   - the class contains one field of one record, or an array of such fields, so that different
//     objects do not overlap (the class is not collapsed; if the field is a union, all its members
//     of k bytes lie at multiples of k from its start), and
//   - pointers to the class, and to the classes that enclose it, move by whole objects.
//
// In all other cases the cells are bytes. They are also bytes if a pointer is moved by a constant that is not a
// multiple of the access size, although its type promises alignment: machines do such accesses, and C leaves them
// undefined. Other accesses that break the alignment of their types end the run (cfa.Array.Align; SOUNDNESS.md,
// Bounds).

// settleCells decides between typed cells and bytes for a region whose accesses all have one size.
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

// uniform reports whether all scalars of k bytes in an object of type t lie at multiples of k. `off` is the distance of
// the object's start from a multiple of k.
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

// hasSize reports whether t contains a scalar of k bytes.
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

// alignment returns the alignment of an object in memory: at least the alignment of what is accessed there. C
// promises less for an array of characters or a packed record, but leaves undefined an access through a pointer that
// needs more. Compilers put such objects at multiples of words.
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

// elemOf returns the range of a region's cells and their distance in bytes.
func (l *lowerer) elemOf(r *region) (cfa.Range, int64) {
	if r.bytes {
		return cfa.Range{Bits: 8}, 1
	}
	return l.accRange(r.acc), r.acc.Size
}
