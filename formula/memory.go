package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memory is one version of an array: a term of sort array, and the layer that lies below the stores
// that lead to it. A layer is an array of unknown content, a fill or a copy. What a layer's array
// holds is said cell by cell, for those that are read: an array is never compared with another, so
// that the cells that nobody reads do not matter.
type memory struct {
	term *smt.Term
	base *layer
}

type layer struct {
	term  *smt.Term // the array as the layer leaves it
	arr   *cfa.Array
	birth int                    // the step since which cells are unknown
	from  string                 // the same in block formulas: the place of the point
	known map[*smt.Term]*content // by index: all that is known of a cell
	depth int                    // the most layers on a way down to one of unknown content

	below  *memory   // what it lies on, nil for an array of which nothing is known
	all    bool      // it covers all cells
	lo, hi *smt.Term // not all: it covers the cells lo <= i < hi
	val    *smt.Term // a fill with this value
	src    *memory   // a copy: cell i is cell i+shift of it
	shift  *smt.Term
	in     *cfa.Input // a fill with inputs; nil and no val, src: never set

	ways []way // a join of several ways: what it is depends on the way taken
}

// way is one of the ways to a join, and what the array is on it.
type way struct {
	when *smt.Term
	is   *memory
}

// inside says that the cell is one that a program may touch, by itself or as part of a range.
func (x *translator) inside(a *cfa.Array, i *smt.Term, alone bool) {
	b := x.b
	switch {
	case a.Region:
		end := num.Pow2(uint(x.prog.Model.PtrBits()))
		x.when(b.Ge(i, b.IntNum(cfa.FirstPage)))
		x.when(b.Lt(i, x.Const(end)))
		if alone && a.Align > 1 {
			x.when(b.Eq(b.Mod(i, num.RatOf(a.Align)), b.IntNum(0)))
		}
	case a.Len >= 0:
		x.when(b.Ge(i, b.IntNum(0)))
		x.when(b.Lt(i, b.IntNum(a.Len)))
	}
}

// content is what a layer's array holds in a cell. That is true whether or not the read at hand
// takes place.
type content struct {
	facts []*smt.Term
	reads []read     // of inputs
	below []*content // what it rests on
	open  bool       // there is more to say of the cell than is said
	said  bool       // by the encoder of a path
	of    *layer
	id    int // among those of a Coder, from 1; 0: it has none yet
}

// load reads a cell.
func (x *translator) load(a *cfa.Array, idx cfa.Expr) *smt.Term {
	i := x.Value(idx)
	x.inside(a, i, true)
	m := x.to.memory(a)
	c := x.know(m.base, i)
	if c.open {
		x.to.open(&cfa.Select{Arr: a, Idx: idx})
	}
	x.to.tell(c)
	return x.b.Select(m.term, i)
}

// at is a cell, and what it holds is added to c.
func (x *translator) at(c *content, m *memory, i *smt.Term) *smt.Term {
	d := x.content(m.base, i)
	c.below = append(c.below, d)
	c.open = c.open || d.open
	return x.b.Select(m.term, i)
}

func (c *content) say(t *smt.Term) {
	if !t.IsTrue() {
		c.facts = append(c.facts, t)
	}
}

// know finds out what the layer's array holds at i.
//
// Below a copy whose place is not known there are two cells, the one that it may have put there and
// the one that it may have left; below n of them there are 2^n. So a read looks at no more than
// some multiple of the layers, and the content is open beyond. That is sound: without a fact the
// formulas have more models.
func (x *translator) know(l *layer, i *smt.Term) *content {
	x.looks = 1024 + 8*l.depth
	return x.content(l, i)
}

func (x *translator) content(l *layer, i *smt.Term) *content {
	if c := l.known[i]; c != nil {
		return c
	}
	if x.looks--; x.looks < 0 {
		return &content{of: l, open: true}
	}
	if l.known == nil {
		l.known = map[*smt.Term]*content{}
	}
	c := &content{of: l}
	l.known[i] = c
	b := x.b
	cell := b.Select(l.term, i)
	if l.ways != nil {
		for _, w := range l.ways {
			c.say(b.Implies(w.when, b.Eq(cell, x.at(c, w.is, i))))
		}
		return c
	}
	covered := b.True()
	if !l.all {
		covered = b.And(b.Ge(i, l.lo), b.Lt(i, l.hi))
	}
	if !covered.IsTrue() {
		c.say(b.Implies(b.Not(covered), b.Eq(cell, x.at(c, l.below, i))))
	}
	if covered.IsFalse() {
		return c
	}
	switch {
	case l.val != nil:
		c.say(b.Implies(covered, b.Eq(cell, l.val)))
	case l.src != nil:
		c.say(b.Implies(covered, b.Eq(cell, x.at(c, l.src, b.Add(i, l.shift)))))
	default:
		lo, hasLo, hi, hasHi := l.arr.Elem.Bounds()
		if hasLo {
			c.say(b.Implies(covered, b.Ge(cell, x.Const(lo))))
		}
		if hasHi {
			c.say(b.Implies(covered, b.Le(cell, x.Const(hi))))
		}
		c.reads = append(c.reads, read{cell, i, l, covered})
	}
	return c
}

func (x *translator) store(op *cfa.Store) {
	i, v := x.Value(op.Idx), x.Value(op.Val)
	x.inside(op.Arr, i, true)
	m := x.to.memory(op.Arr)
	t := x.to.array(op.Arr)
	x.to.define(x.b.Eq(t, x.b.Store(m.term, i, v)))
	x.to.set(op.Arr, &memory{t, m.base})
}

// put lays a layer over an array.
func (x *translator) put(l *layer) {
	if l.below == nil && !l.all {
		l.below = x.to.memory(l.arr)
	}
	l.term = x.to.array(l.arr)
	l.deepen(l.below)
	l.deepen(l.src)
	x.to.born(l)
	x.to.set(l.arr, &memory{l.term, l})
}

// deepen counts that the layer lies on m, which may be nil.
func (l *layer) deepen(m *memory) {
	if m != nil {
		l.depth = max(l.depth, m.base.depth+1)
	}
}

func (x *translator) fill(op *cfa.Fill) {
	l := &layer{arr: op.Arr, in: op.From}
	if op.Val != nil {
		l.val = x.Value(op.Val)
	}
	if l.all = op.Lo == nil; !l.all {
		l.lo, l.hi = x.Value(op.Lo), x.Value(op.Hi)
		x.touch(op.Arr, l.lo, l.hi)
	}
	x.put(l)
}

func (x *translator) copy(op *cfa.Copy) {
	b := x.b
	dst, src, n := x.Value(op.DstLo), x.Value(op.SrcLo), x.Value(op.N)
	from := x.to.memory(op.Src)
	l := &layer{arr: op.Dst, lo: dst, hi: b.Add(dst, n), src: from, shift: b.Sub(src, dst)}
	x.touch(op.Dst, l.lo, l.hi)
	x.touch(op.Src, src, b.Add(src, n))
	x.put(l)
}

// touch says that the cells lo <= i < hi, if there are any, are ones that a program may touch.
func (x *translator) touch(a *cfa.Array, lo, hi *smt.Term) {
	b := x.b
	if some := b.Lt(lo, hi); !some.IsFalse() {
		x.guards = append(x.guards, some)
		x.inside(a, lo, false)
		x.inside(a, b.Sub(hi, b.IntNum(1)), false)
		x.guards = x.guards[:len(x.guards)-1]
	}
}
