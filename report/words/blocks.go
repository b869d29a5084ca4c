package words

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// This file finds the types of heap blocks. In C a block has the type that it is accessed with (C11 6.5p6). A run
// shows the pointers that led to the start of a block, and the types that they were declared to point to. If these
// types differ, the most informative one is taken: a structure, and of several the largest that fits, since a
// structure may be the first member of another; then any other object type; then char, which may be bytes of
// anything.

// typeBlocks sets the types of the blocks.
func (r *Run) typeBlocks(changes []interp.Change) {
	starts := map[int64]*Object{}
	for _, o := range r.blocks {
		if at, ok := o.Base.Int64(); ok && o.of == nil {
			starts[at] = o
		}
	}
	if len(starts) == 0 {
		return
	}
	for _, c := range changes {
		t := r.typeOf(c)
		at, ok := c.Value.Int64()
		if !ok || t == nil || t.Kind != lang.Pointer || starts[at] == nil {
			continue
		}
		if o := starts[at]; o.from <= c.Step && telling(t.Elem, o.Size) > telling(o.Type, o.Size) {
			o.Type = t.Elem
		}
	}
	for _, o := range starts {
		if o.Type != nil && o.Type.Size > 0 && !elastic(o.Type) {
			o.many = !o.Size.Less(num.Of(2 * o.Type.Size))
		}
	}
}

// telling rates how informative type t is for a block of the given size; 0: not at all.
func telling(t *lang.Type, size num.Int) int64 {
	switch {
	case t == nil || t.Kind == lang.Void || t.Kind == lang.Function || t.Size <= 0 || size.Less(num.Of(t.Size)):
		return 0
	case t.Kind == lang.Record:
		return 2 + t.Size
	case t.Size > 1:
		return 2
	}
	return 1
}

// elastic reports whether an object of type t may be larger than the type: its last member is an array without a
// length, or with at most one element.
func elastic(t *lang.Type) bool {
	if t.Kind != lang.Record || t.Union || len(t.Fields) == 0 {
		return false
	}
	last := t.Fields[len(t.Fields)-1].Type
	return last.Kind == lang.Array && last.Len <= 1 || elastic(last)
}

// typeOf returns the type of the value of a change, nil if it is not known.
func (r *Run) typeOf(c interp.Change) *lang.Type {
	switch {
	case c.Var != nil:
		return c.Var.Type
	case c.Arr == nil:
	case c.Arr.Type != nil:
		return c.Arr.Type
	default:
		return r.stored(c).Type
	}
	return nil
}

// stored returns the C type that a change of memory stores.
func (r *Run) stored(c interp.Change) cfa.CType {
	if c.Step >= 0 && c.Step < len(r.path) {
		if s, ok := r.path[c.Step].Edge.Op.(*cfa.Store); ok && s.Arr.ID == c.Arr.ID {
			return s.As
		}
	}
	return cfa.CType{}
}
