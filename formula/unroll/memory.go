// Arrays.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// memory is the content of an array, as a chain of layers. A read of a cell searches the layers downwards.
// So the solver sees no stores. It sees an array only if cells of unknown content are read at indexes that
// are not constants.
type memory struct {
	arr   *cfa.Array
	kind  layer
	below *memory
	cells map[*smt.Term][]cell // results of searches, by the term of the index

	idx, val *number // if the layer is a store: the index and the value; if it is a fill with a value: val is the value
	lo, hi   *number // if the layer is a fill or a copy: it covers the cells lo <= i < hi; nil for a fill of all cells
	src      *memory // if the layer is a copy: the source; cell i is cell i-lo+from of src
	from     *number
	cond     *smt.Term // if the layer is a choice: the content is below if cond holds, else src

	// If the content is unknown, known has the cells that have been read, in order. symbolic says that some of their
	// indexes are not constants; then term is the array.
	known    []cell
	symbolic bool
	term     *smt.Term
}

// cell is the value that an array holds at an index.
type cell struct{ idx, val *number }

// seen returns the result of an earlier search at the index i with the term t, or nil. The same term is not
// sufficient: intervals and cases that were known at the earlier read need not hold now, and the search
// made use of them. So the numbers must be alike.
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

// pending is a layer that a search has passed on its way down. If cond holds, the layer's cell is val.
type pending struct {
	at   *memory
	cond *smt.Term
	val  *number
}

// maxLayers bounds the number of layers that one read visits. A search visits two layers below each copy,
// so their number can be exponential in the number of copies.
const maxLayers = 1 << 15

// cell returns the content of m at i. If the search visits too many layers, the value is left open.
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
	// On the way back up, the result is recorded at all layers that were passed.
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

// covered returns the condition that i is in the range of the fill or copy m.
func (u *Unrolling) covered(m *memory, i *number) *smt.Term {
	if m.lo == nil {
		return u.b.True()
	}
	return u.b.And(u.compare(cfa.Ge, i, m.lo), u.compare(cfa.Lt, i, m.hi))
}

// unknownCell returns a cell of unknown content, or one that a fill sets to an input. Cells at constant
// indexes are separate unknowns, until a cell is read at an index that is not a constant. From then on, an
// array term holds all cells that are read.
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

// memory returns the current content of a.
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

// load returns the content of the cell i of a, and states that the program may access it.
func (x *coder) load(a *cfa.Array, i *number) *number {
	x.inside(a, i, true)
	return x.cell(x.memory(a), i)
}

// inside states that a program may access the cell i of a; alone says that the cell is not part of a range.
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

// aligned reports whether all possible values of i are known and are multiples of align.
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

// touch states that a program may access the cells lo <= i < hi, if there are any.
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
		m = m.below // the new store overwrites the store m
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
