package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// firstPage is where memory begins; an access below is one through a null pointer (as in package interp).
const firstPage = 4096

// memory is one version of an array: a term of sort array, and the layer that lies below the stores that
// lead to it. A layer is an array of unknown content, a fill or a copy. What a layer's array holds is said
// cell by cell, for those that are read: an array is never compared with another, so that the cells
// that nobody reads do not matter.
type memory struct {
	term *smt.Term
	base *layer
}

type layer struct {
	term  *smt.Term // the array as the layer leaves it
	arr   *cfa.Array
	birth int                // the step since which cells are unknown
	known map[*smt.Term]bool // indexes for which its content has been said

	below  *memory   // what it lies on, nil for an array of which nothing is known
	all    bool      // it covers all cells
	lo, hi *smt.Term // not all: it covers the cells lo <= i < hi
	val    *smt.Term // a fill with this value
	src    *memory   // a copy: cell i is cell i+shift of it
	shift  *smt.Term
	in     *cfa.Input // a fill with inputs; nil and no val, src: never set
}

func (x *encoder) memory(a *cfa.Array) *memory {
	f := x.frameOf(a.Proc)
	m := f.arrays[a]
	if m == nil {
		l := &layer{term: x.array(a), arr: a, birth: f.birth, all: true}
		m = &memory{l.term, l}
		f.arrays[a] = m
	}
	return m
}

// array makes a new version of an array.
func (x *encoder) array(a *cfa.Array) *smt.Term {
	return x.fresh(a, a.Name, Owner{Array: a}, x.arrays)
}

func (x *encoder) set(a *cfa.Array, m *memory) { x.frameOf(a.Proc).arrays[a] = m }

// inside says that the cell is one that a program may touch, by itself or as part of a range.
func (x *encoder) inside(a *cfa.Array, i *smt.Term, alone bool) {
	b := x.b
	switch {
	case a.Region:
		end := num.Pow2(uint(x.prog.Model.PtrBits()))
		x.when(b.Ge(i, b.IntNum(firstPage)))
		x.when(b.Lt(i, x.num(end)))
		if alone && a.Align > 1 {
			x.when(b.Eq(b.Mod(i, num.RatOf(a.Align)), b.IntNum(0)))
		}
	case a.Len >= 0:
		x.when(b.Ge(i, b.IntNum(0)))
		x.when(b.Lt(i, b.IntNum(a.Len)))
	}
}

// load reads a cell.
func (x *encoder) load(a *cfa.Array, i *smt.Term) *smt.Term {
	x.inside(a, i, true)
	m := x.memory(a)
	x.know(m.base, i)
	return x.b.Select(m.term, i)
}

func (x *encoder) at(m *memory, i *smt.Term) *smt.Term {
	x.know(m.base, i)
	return x.b.Select(m.term, i)
}

// know says what the layer's array holds at i. That is true whether or not the read at hand takes place.
func (x *encoder) know(l *layer, i *smt.Term) {
	if l.known[i] {
		return
	}
	if l.known == nil {
		l.known = map[*smt.Term]bool{}
	}
	l.known[i] = true
	b := x.b
	cell := b.Select(l.term, i)
	covered := b.True()
	if !l.all {
		covered = b.And(b.Ge(i, l.lo), b.Lt(i, l.hi))
	}
	if !covered.IsTrue() {
		x.say(b.Implies(b.Not(covered), b.Eq(cell, x.at(l.below, i))))
	}
	if covered.IsFalse() {
		return
	}
	switch {
	case l.val != nil:
		x.say(b.Implies(covered, b.Eq(cell, l.val)))
	case l.src != nil:
		x.say(b.Implies(covered, b.Eq(cell, x.at(l.src, b.Add(i, l.shift)))))
	default:
		lo, hasLo, hi, hasHi := l.arr.Elem.Bounds()
		if hasLo {
			x.say(b.Implies(covered, b.Ge(cell, x.num(lo))))
		}
		if hasHi {
			x.say(b.Implies(covered, b.Le(cell, x.num(hi))))
		}
		x.out.reads = append(x.out.reads, read{cell, i, l.arr, l.birth, covered})
	}
}

func (x *encoder) store(op *cfa.Store) cfa.Op {
	renamed := &cfa.Store{Idx: x.rename(op.Idx), Val: x.rename(op.Val)}
	i, v := x.term(op.Idx), x.term(op.Val)
	x.inside(op.Arr, i, true)
	m := x.memory(op.Arr)
	t := x.array(op.Arr)
	x.say(x.b.Eq(t, x.b.Store(m.term, i, v)))
	x.set(op.Arr, &memory{t, m.base})
	renamed.Arr = &cfa.Array{Name: t.Func().Name}
	return renamed
}

// put lays a layer over an array.
func (x *encoder) put(l *layer) {
	if l.below == nil && !l.all {
		l.below = x.memory(l.arr)
	}
	l.term = x.array(l.arr)
	x.set(l.arr, &memory{l.term, l})
}

func (x *encoder) fill(op *cfa.Fill) cfa.Op {
	l := &layer{arr: op.Arr, birth: x.step, in: op.From}
	renamed := &cfa.Fill{From: op.From}
	if op.Val != nil {
		renamed.Val = x.rename(op.Val)
		l.val = x.term(op.Val)
	}
	if l.all = op.Lo == nil; !l.all {
		renamed.Lo, renamed.Hi = x.rename(op.Lo), x.rename(op.Hi)
		l.lo, l.hi = x.term(op.Lo), x.term(op.Hi)
		x.touch(op.Arr, l.lo, l.hi)
	}
	x.put(l)
	renamed.Arr = &cfa.Array{Name: l.term.Func().Name}
	return renamed
}

func (x *encoder) copy(op *cfa.Copy) cfa.Op {
	b := x.b
	renamed := &cfa.Copy{DstLo: x.rename(op.DstLo), SrcLo: x.rename(op.SrcLo), N: x.rename(op.N)}
	dst, src, n := x.term(op.DstLo), x.term(op.SrcLo), x.term(op.N)
	from := x.memory(op.Src)
	l := &layer{arr: op.Dst, lo: dst, hi: b.Add(dst, n), src: from, shift: b.Sub(src, dst)}
	x.touch(op.Dst, l.lo, l.hi)
	x.touch(op.Src, src, b.Add(src, n))
	x.put(l)
	renamed.Src = &cfa.Array{Name: from.term.Func().Name}
	renamed.Dst = &cfa.Array{Name: l.term.Func().Name}
	return renamed
}

// touch says that the cells lo <= i < hi, if there are any, are ones that a program may touch.
func (x *encoder) touch(a *cfa.Array, lo, hi *smt.Term) {
	b := x.b
	if some := b.Lt(lo, hi); !some.IsFalse() {
		x.guards = append(x.guards, some)
		x.inside(a, lo, false)
		x.inside(a, b.Sub(hi, b.IntNum(1)), false)
		x.guards = x.guards[:len(x.guards)-1]
	}
}
