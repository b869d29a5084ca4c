// Arrays. A store makes a version of an array by the store operation of the theory of arrays. A fill, a
// copy or a join makes a layer, which is described only at the cells that are read.

package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memory is one version of an array: a term of sort array, and the last layer before the stores that lead to
// the term. A layer is an array of unknown content, a fill, a copy or a join. The facts about the
// content of a layer's array are stated cell by cell, for the cells that are read. This suffices because
// arrays are never compared with each other, so that cells that nobody reads do not matter.
type memory struct {
	term *smt.Term
	base *layer
}

// layer is an array whose content is not given by stores. See memory.
type layer struct {
	term  *smt.Term // the array that the layer yields
	arr   *cfa.Array
	birth int                    // the step since which the cells are unknown
	from  string                 // the place of the point since which the cells are unknown; block formulas use it instead of birth
	known map[*smt.Term]*content // by index: all that is known about a cell
	depth int                    // the greatest number of layers between this one and a layer of unknown content

	below  *memory    // the array that the layer changes; nil if nothing is known about it
	all    bool       // whether the layer covers all cells
	lo, hi *smt.Term  // if not all: the layer covers the cells lo <= i < hi
	val    *smt.Term  // if the layer is a fill with one value: the value
	src    *memory    // if the layer is a copy: the source; cell i is cell i+shift of src
	shift  *smt.Term  // if the layer is a copy: the distance between the cells of src and the layer's cells
	in     *cfa.Input // if the layer is a fill with inputs: the input; if in, val and src are nil, the array was never set

	ways []way // if the layer is a join: the arrays of the branches, of which a run takes one
}

// way is one branch that leads to a join. If `when` holds, the run came by it, and the array has the version `is`.
type way struct {
	when *smt.Term
	is   *memory
}

// inside states that i is a valid index of a, as in each run that makes the access. alone is set if a single cell is
// accessed, not a range; then i is aligned, too, if a is a region.
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

// content is what is known about one cell of a layer's array. The facts hold whether or not the read for
// which they were made takes place.
type content struct {
	facts []*smt.Term
	reads []read     // the reads of inputs in the facts
	below []*content // the contents of lower layers that the facts mention
	open  bool       // some facts about the cell are missing
	said  bool       // whether the encoder of a path has stated the facts
	of    *layer
	id    int // the number of the content in a Coder, from 1 on; 0: it has no number yet
}

// load translates a read of the cell idx of a.
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

// at returns the cell i of m and makes c depend on the content of that cell.
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

// know returns what is known about the cell i of the layer's array.
//
// If it is not known whether a copy covers a cell, the cell depends on two cells of lower layers: the cell
// that the copy may have put there, and the cell that it may have left unchanged. With n such copies there
// are 2^n cells. Therefore a read visits at most a number of cells linear in the number of layers, and the
// content is open beyond. That is sound, because omitting a fact only gives the formulas more models.
func (x *translator) know(l *layer, i *smt.Term) *content {
	x.looks = 1024 + 8*l.depth
	return x.content(l, i)
}

// content does what know does, without a new bound on the visited cells.
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

// put lays a layer over its array.
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

// deepen adjusts the layer's depth to the fact that the layer depends on m, which may be nil.
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

// touch states that a program may access the cells lo <= i < hi, if there are any.
func (x *translator) touch(a *cfa.Array, lo, hi *smt.Term) {
	b := x.b
	if some := b.Lt(lo, hi); !some.IsFalse() {
		x.guards = append(x.guards, some)
		x.inside(a, lo, false)
		x.inside(a, b.Sub(hi, b.IntNum(1)), false)
		x.guards = x.guards[:len(x.guards)-1]
	}
}
