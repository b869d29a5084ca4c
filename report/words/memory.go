// This file tracks the contents of memory along a run, for pictures of the heap.

package words

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// memory is the contents of variables and objects at a step of a run, as far as earlier changes show them.
type memory struct {
	run    *Run
	at     int // number of steps of the path that have been applied
	next   int // number of changes that have been applied
	frames []frame
	global []*cell
	cells  map[*Object]*contents
}

// frame is a function that is running, with its variables in the order in which they got values.
type frame struct {
	proc string
	vars []*cell
}

// cell is a variable, or a scalar of an object; the name of a scalar is its path in the object.
type cell struct {
	name  string
	value num.Int
	text  string
	typ   *lang.Type
	off   int64 // the offset of a scalar in its object
}

// contents are the cells of an object that have a value.
type contents struct {
	zero  bool // set if all other cells are 0
	cells map[int64]*cell
}

// sorted returns the cells by offset.
func (c *contents) sorted() []*cell {
	list := make([]*cell, 0, len(c.cells))
	for _, x := range c.cells { // sorted below by their distinct offsets
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *cell) int { return cmp.Compare(a.off, b.off) })
	return list
}

// advance applies the run up to a step, and reports whether that may change a picture.
func (m *memory) advance(step int) bool {
	changed := false
	r := m.run
	for ; m.at <= step && m.at < len(r.path); m.at++ {
		s := r.path[m.at]
		switch s.Kind {
		case cfa.Enter:
			m.frames = append(m.frames, frame{proc: s.Edge.Op.(*cfa.Call).Callee.Name})
			changed = true
		case cfa.Return:
			m.frames = m.frames[:max(0, len(m.frames)-1)]
			changed = true
		}
		for ; m.next < len(r.Changes) && r.Changes[m.next].Step <= m.at; m.next++ {
			changed = m.change(&r.Changes[m.next]) || changed
		}
	}
	return changed || slices.ContainsFunc(r.blocks, func(o *Object) bool { return o.Freed != nil && o.freed <= step })
}

// change applies a change, and reports whether a picture could show it.
func (m *memory) change(c *Change) bool {
	switch {
	case c.of != nil:
		k := m.cells[c.of]
		if k == nil || c.fresh {
			k = &contents{cells: map[int64]*cell{}}
			m.cells[c.of] = k
		}
		if c.fresh {
			k.zero = c.Value.IsZero()
			return true
		}
		k.cells[c.off] = &cell{name: strings.TrimPrefix(c.What, c.of.Name), value: c.Value, text: c.said(), typ: c.typ, off: c.off}
		return true
	case c.Address != nil || c.typ == nil || c.typ.Kind != lang.Pointer || c.temporary:
		return false
	}
	list := &m.global
	if c.local {
		if len(m.frames) == 0 {
			return false
		}
		list = &m.frames[len(m.frames)-1].vars
	}
	x := &cell{name: c.What, value: c.Value, typ: c.typ}
	if i := slices.IndexFunc(*list, func(y *cell) bool { return y.name == x.name }); i >= 0 {
		(*list)[i] = x
	} else {
		*list = append(*list, x)
	}
	return true
}

// said returns the value of a change as people write it.
func (c *Change) said() string {
	if c.Float.Bits() != 0 {
		return c.Float.Show(c.Value)
	}
	return c.Text
}

// heap reports whether the object is a block of the heap that the program made.
func (o *Object) heap() bool { return o.of == nil && o.Heap != "" }

// record reports whether the object is a declared record, or an array of them.
func (o *Object) record() bool {
	t := o.Type
	for t != nil && t.Kind == lang.Array {
		t = t.Elem
	}
	return o.of != nil && t != nil && t.Kind == lang.Record
}

// linked returns the blocks and records that a link connects: from a block to a block or a record, between declared
// records of one type, or from a declared record to a block of its type.
func (m *memory) linked(step int) map[*Object]bool {
	out := map[*Object]bool{}
	for o, c := range m.cells { // the loop only builds a set
		if o.gone(step) || !o.heap() && !o.record() || !m.live(o) {
			continue
		}
		for _, x := range c.cells {
			if x.typ == nil || x.typ.Kind != lang.Pointer || x.value.IsZero() {
				continue
			}
			to := m.run.At(step, x.value)
			if to != nil && (o.heap() && to.heap() || o.record() && to.record() && o.Type == to.Type || o.heap() && to.record() || o.record() && to.heap() && sameRecord(o, to)) {
				out[o], out[to] = true, true
			}
		}
	}
	return out
}

// sameRecord reports whether both objects are records of one type.
func sameRecord(a, b *Object) bool {
	return a.Type != nil && b.Type != nil && a.Type.Kind == lang.Record && same(a.Type, b.Type)
}

// live reports whether an object still exists: it is not local, or its function is running.
func (m *memory) live(o *Object) bool {
	if o.of == nil || o.of.Func == nil || o.of.Storage == lang.Static || o.of.Storage == lang.Literal {
		return true
	}
	return slices.ContainsFunc(m.frames, func(f frame) bool { return f.proc == o.of.Func.Name })
}

// roots returns the pointers that a picture begins with: first the pointers of the innermost function, then the
// pointers of its callers, then globals, then members of objects outside the picture's blocks.
func (m *memory) roots(linked map[*Object]bool) []*cell {
	var out []*cell
	seen, names := map[string]bool{}, map[string]bool{}
	for _, f := range slices.Backward(m.frames) {
		if m.run.models[f.proc] || seen[f.proc] || strings.Contains(f.proc, " ") {
			continue
		}
		seen[f.proc] = true
		for _, x := range f.vars {
			y := *x
			if names[y.name] { // an inner function has a variable of this name
				y.name = f.proc + "::" + y.name
			}
			out = append(out, &y)
		}
		for _, x := range f.vars {
			names[x.name] = true
		}
	}
	out = append(out, m.global...)
	for _, o := range m.run.objects {
		c := m.cells[o]
		if c == nil || o.of == nil || !m.live(o) || linked[o] {
			continue
		}
		for _, x := range c.sorted() {
			y := *x
			y.name = o.Name + x.name
			out = append(out, &y)
		}
	}
	return out
}
