package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// memory is the content of an array. What a cell holds is found when it is read, by going down the
// stores to it; the solver sees no stores, and arrays only where cells of unknown content are read
// at indexes that are not known.
type memory struct {
	arr   *cfa.Array
	kind  layer
	below *memory
	cells map[*smt.Term][]cell // what has been found, by the term of the index

	idx, val *number // store; fill with a value: val
	lo, hi   *number // fill, copy: the cells lo <= i < hi; a fill of all cells: nil
	src      *memory // copy: cell i is cell i-lo+from of it
	from     *number
	cond     *smt.Term // choice: below where it holds, else src

	// unknown: the cells that have been read, in order, by number and by any index.
	known    []cell
	symbolic bool
	term     *smt.Term
}

// cell is what an array holds at an index.
type cell struct{ idx, val *number }

// seen is what has been found at an index, nil if nothing has. That the term is the same is not
// enough: bounds and cases that hold where a cell was read need not hold where it is read again,
// and what was found made use of them.
func (m *memory) seen(t *smt.Term, i *number) *number {
	for _, c := range m.cells[t] {
		if c.idx.alike(i) {
			return c.val
		}
	}
	return nil
}

type layer uint8

const (
	unknown layer = iota
	store
	fill
	copied
	either
)

func (u *Unrolling) unknownArray(a *cfa.Array) *memory { return &memory{arr: a, kind: unknown} }

func (u *Unrolling) choiceOfMemory(c *smt.Term, x, y *memory) *memory {
	switch {
	case x == y || c.IsTrue():
		return x
	case c.IsFalse():
		return y
	}
	return &memory{arr: x.arr, kind: either, cond: c, below: x, src: y}
}

// pending is what a read has passed on its way down: where the condition holds it is val.
type pending struct {
	at   *memory
	cond *smt.Term
	val  *number
}

// maxLayers is how many layers one read may pass. A copy of a copy has to be looked for in two
// places, each of which has two more.
const maxLayers = 1 << 15

// cell is what the array holds at i. Where that takes too long it is left open.
func (u *Unrolling) cell(m *memory, i *number) *number {
	u.passed = 0
	return u.search(m, i)
}

func (u *Unrolling) search(m *memory, i *number) *number {
	key := u.of(i)
	var passed []pending
	var found *number
	for found == nil {
		if found = m.seen(key, i); found != nil {
			break
		}
		if u.passed++; u.passed > maxLayers {
			u.inexact = true
			return u.fresh("any", m.arr.Elem.Interval())
		}
		u.Layers++
		passed = append(passed, pending{at: m})
		p := &passed[len(passed)-1]
		switch m.kind {
		case unknown:
			found = u.unknownCell(m, i)
		case store:
			p.cond, p.val = u.compare(cfa.Eq, i, m.idx), m.val
		case fill:
			p.cond, p.val = u.covered(m, i), m.val
			if p.val == nil && !p.cond.IsFalse() {
				p.val = u.unknownCell(m, i)
			}
		case copied:
			p.cond = u.covered(m, i)
			if !p.cond.IsFalse() {
				p.val = u.search(m.src, u.binary(cfa.Add, u.binary(cfa.Sub, i, m.lo), m.from))
			}
		case either:
			found = u.choose(m.cond, u.search(m.below, i), u.search(m.src, i))
		}
		if p.cond != nil && p.cond.IsTrue() {
			found = p.val
		}
		m = m.below
	}
	// On the way back up what was found is kept for all layers that were passed.
	for k := len(passed) - 1; k >= 0; k-- {
		p := passed[k]
		if p.cond != nil && !p.cond.IsFalse() {
			found = u.choose(p.cond, p.val, found)
		}
		if p.at.cells == nil {
			p.at.cells = map[*smt.Term][]cell{}
		}
		p.at.cells[key] = append(p.at.cells[key], cell{i, found})
	}
	return found
}

// covered says that i lies in the range of a fill or a copy.
func (u *Unrolling) covered(m *memory, i *number) *smt.Term {
	if m.lo == nil {
		return u.b.True()
	}
	return u.b.And(u.compare(cfa.Ge, i, m.lo), u.compare(cfa.Lt, i, m.hi))
}

// unknownCell is a cell of unknown content, or one that a fill gives an input. Cells at numbers are
// unknowns of their own, until one is read at an index that is no number: from then on there is an
// array, which holds them.
func (u *Unrolling) unknownCell(m *memory, i *number) *number {
	_, isConst := i.value()
	if isConst && !m.symbolic {
		n := u.fresh(m.arr.Name, m.arr.Elem.Interval())
		m.known = append(m.known, cell{i, n})
		return n
	}
	if !m.symbolic {
		m.symbolic = true
		m.term = u.arrayTerm(m.arr)
		for _, c := range m.known {
			u.facts = append(u.facts, u.sameCell(m, c))
		}
	}
	c := cell{i, u.fresh(m.arr.Name, m.arr.Elem.Interval())}
	m.known = append(m.known, c)
	u.facts = append(u.facts, u.sameCell(m, c))
	return c.val
}

func (u *Unrolling) sameCell(m *memory, c cell) *smt.Term {
	if !u.words {
		return u.b.Eq(u.b.Select(m.term, u.of(c.idx)), u.of(c.val))
	}
	return u.b.Eq(u.b.Select(m.term, u.word(c.idx, u.indexBits(m.arr))), u.word(c.val, m.arr.Elem.Interval().Bits()))
}

func (u *Unrolling) indexBits(a *cfa.Array) int {
	switch {
	case a.Region:
		return u.prog.Model.PtrBits()
	case a.Len >= 0:
		return interval.Point(num.Of(a.Len)).Bits()
	}
	return 64 + 1
}

func (u *Unrolling) arrayTerm(a *cfa.Array) *smt.Term {
	u.made++
	idx, elem := u.ints, u.ints
	if u.words {
		idx, elem = u.b.BitVecSort(u.indexBits(a)), u.b.BitVecSort(a.Elem.Interval().Bits())
	}
	return u.b.Var(a.Name+"[]#"+itoa(u.made), u.b.ArraySort(idx, elem))
}

// memory is what an array holds now.
func (x *coder) memory(a *cfa.Array) *memory {
	t := x.st.globalArrays
	if a.Proc != nil {
		t = x.st.localArrays
	}
	if m := t.get(a.ID); m != nil {
		return m
	}
	return x.birthArray(x.st.act, a)
}

// load reads a cell.
func (x *coder) load(a *cfa.Array, i *number) *number {
	x.inside(a, i, true)
	return x.cell(x.memory(a), i)
}

// inside says that the cell is one that a program may touch, by itself or as part of a range.
func (x *coder) inside(a *cfa.Array, i *number, alone bool) {
	at := func(op cfa.BinOp, k num.Int) { x.must(x.compare(op, i, x.konst(k))) }
	switch {
	case a.Region:
		at(cfa.Ge, num.Of(cfa.FirstPage))
		at(cfa.Lt, num.Pow2(uint(x.prog.Model.PtrBits())))
		if alone && a.Align > 1 {
			if !x.aligned(i, a.Align) {
				x.must(x.compare(cfa.Eq, x.binary(cfa.Rem, i, x.konst(num.Of(a.Align))), x.konst(num.Int{})))
			}
		}
	case a.Len >= 0:
		at(cfa.Ge, num.Int{})
		at(cfa.Lt, num.Of(a.Len))
	}
}

// aligned reports whether all values that i can have are known, and are multiples.
func (x *coder) aligned(i *number, align int64) bool {
	if i.cases == nil {
		return false
	}
	for _, c := range i.cases {
		if !c.val.Rem(num.Of(align)).IsZero() {
			return false
		}
	}
	return true
}

// touch says that the cells lo <= i < hi, if there are any, are ones that a program may touch.
func (x *coder) touch(a *cfa.Array, lo, hi *number) {
	x.Under(x.compare(cfa.Lt, lo, hi), func() {
		x.inside(a, lo, false)
		x.inside(a, x.binary(cfa.Sub, hi, x.konst(num.Of(1))), false)
	})
}

func (x *coder) store(op *cfa.Store) {
	i, v := x.Value(op.Idx), x.Value(op.Val)
	x.inside(op.Arr, i, true)
	m := x.memory(op.Arr)
	if m.kind == store && x.of(m.idx) == x.of(i) {
		m = m.below // overwritten
	}
	x.st.setArray(x, op.Arr, &memory{arr: op.Arr, kind: store, below: m, idx: i, val: v})
}

func (x *coder) fill(op *cfa.Fill) *memory {
	m := &memory{arr: op.Arr, kind: fill}
	if op.Val != nil {
		m.val = x.Value(op.Val)
	}
	if op.Lo != nil {
		m.lo, m.hi = x.Value(op.Lo), x.Value(op.Hi)
		x.touch(op.Arr, m.lo, m.hi)
		m.below = x.memory(op.Arr)
	}
	x.st.setArray(x, op.Arr, m)
	return m
}

func (x *coder) copy(op *cfa.Copy) {
	dst, src, n := x.Value(op.DstLo), x.Value(op.SrcLo), x.Value(op.N)
	from := x.memory(op.Src)
	m := &memory{arr: op.Dst, kind: copied, lo: dst, hi: x.binary(cfa.Add, dst, n), src: from, from: src, below: x.memory(op.Dst)}
	x.touch(op.Dst, dst, m.hi)
	x.touch(op.Src, src, x.binary(cfa.Add, src, n))
	x.st.setArray(x, op.Dst, m)
}
