// This file gives the meaning of operations on arrays: symbolic contents, reads and writes.

package cert

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memory is the contents of an array: the contents of an unknown array, and the writes since. The value at an index
// is a term over reads of unknown arrays. Arrays themselves are never compared.
type memory struct {
	kind  memoryKind
	sym   *smt.Term // kind unknown: the symbol of the array
	below *memory   // the contents before this write; kind either: the contents if the condition idx holds
	idx   *smt.Term // kind one: the index of the cell; kind either: the condition
	val   *smt.Term // kinds one and many: the value written
	lo    *smt.Term // kinds many and moved: the first index of the range lo <= i < hi; nil if all cells are written
	hi    *smt.Term
	src   *memory // kind moved: cell i has the value of src's cell i+shift; kind either: the contents if idx does not hold
	lower bool    // kind many: a cell does not get the value v of src, but the one that cfa.Fill.Shorter allows for v
	shift *smt.Term
	step  int64 // kind resummed: the step of the sums
}

// memoryKind says how contents came about.
type memoryKind uint8

const (
	unknown  memoryKind = iota
	one                 // one cell was written
	many                // all cells of a range were given one value
	moved               // a range of cells was copied from elsewhere
	either              // one of two contents, chosen by a condition
	resummed            // sums of an array in which one cell was written: see sums.go
)

// mostBelow bounds the recursion, which takes stack, through the writes to an array. Cells deeper than that are
// arbitrary numbers.
const mostBelow = 1 << 15

// cell returns the value that an array with contents m holds at the index i.
func (x *checker) cell(s *state, m *memory, i *smt.Term) *smt.Term {
	if m.kind == unknown {
		return x.settled(s, x.b.Select(m.sym, i))
	}
	k := access{m, i}
	if t := s.reads[k]; t != nil {
		return t
	}
	// Chains of single writes can be long: walk down first, then build the term upwards.
	var writes []*memory
	at := m
	for at.kind == one {
		hit := x.decided(s, x.b.Eq(i, at.idx))
		if hit.IsTrue() {
			break
		}
		if !hit.IsFalse() {
			writes = append(writes, at)
		}
		at = at.below
	}
	var t *smt.Term
	if x.sunk++; x.sunk <= mostBelow {
		t = x.deep(s, at, i)
	} else {
		t = x.unknown("far below")
	}
	x.sunk--
	for k := len(writes) - 1; k >= 0; k-- {
		t = x.b.Ite(x.b.Eq(i, writes[k].idx), writes[k].val, t)
	}
	if s.reads == nil {
		s.reads = map[access]*smt.Term{}
	}
	s.reads[k] = t
	return t
}

// deep returns the cell i of the contents m, which are not a write that certainly misses i.
func (x *checker) deep(s *state, m *memory, i *smt.Term) *smt.Term {
	b := x.b
	var there func() *smt.Term
	switch m.kind {
	case unknown:
		return x.cell(s, m, i)
	case one:
		return m.val // i is known to be the index of this write
	case either:
		return b.Ite(m.idx, x.cell(s, m.below, i), x.cell(s, m.src, i))
	case resummed:
		return x.resummed(s, m, i)
	case many:
		there = func() *smt.Term { return m.val }
		if m.src != nil {
			there = func() *smt.Term { return x.cell(s, m.src, i) }
		}
		if m.lower {
			there = func() *smt.Term {
				one, was, v := x.int(1), x.cell(s, m.below, i), x.cell(s, m.src, i)
				return b.Ite(b.Lt(was, one), v, b.Ite(b.Lt(v, one), one, b.Ite(b.Lt(was, v), was, v)))
			}
		}
	case moved:
		there = func() *smt.Term { return x.cell(s, m.src, b.Add(i, m.shift)) }
	}
	if m.lo == nil {
		return there()
	}
	in := b.And(x.decided(s, b.Le(m.lo, i)), x.decided(s, b.Lt(i, m.hi)))
	switch {
	case in.IsTrue():
		return there()
	case in.IsFalse():
		return x.cell(s, m.below, i)
	}
	return b.Ite(in, there(), x.cell(s, m.below, i))
}

// inside records that i is an index of a that the program may access: alone, or as the end of a range.
func (r *reader) inside(a *cfa.Array, i *smt.Term, alone bool) {
	b := r.b
	switch {
	case a.Region:
		r.defined(b.Le(r.int(cfa.FirstPage), i))
		r.defined(b.Lt(i, r.num(num.Pow2(uint(r.p.Model.PtrBits())))))
		if alone && a.Align > 1 {
			r.defined(b.Eq(b.Mod(i, num.RatOf(a.Align)), r.int(0)))
		}
	case a.Len >= 0:
		r.defined(b.Le(r.int(0), i))
		r.defined(b.Lt(i, r.int(a.Len)))
	}
}

// touch records that the program may access the cells lo <= i < hi, if this range is not empty.
func (r *reader) touch(a *cfa.Array, lo, hi *smt.Term) {
	if some := r.decided(r.s, r.b.Lt(lo, hi)); !some.IsFalse() {
		r.guards = append(r.guards, some)
		r.inside(a, lo, false)
		r.inside(a, r.b.Sub(hi, r.int(1)), false)
		r.guards = r.guards[:len(r.guards)-1]
	}
}

// store writes one cell.
func (r *reader) store(op *cfa.Store) {
	i, v := r.term(op.Idx), r.term(op.Val)
	r.inside(op.Arr, i, true)
	r.resum(op.Arr, i, v)
	r.s.setArray(op.Arr, &memory{kind: one, below: r.array(r.s, op.Arr), idx: i, val: v})
}

// fill writes a value to a range of cells. Without a value, the cells become unknown.
func (r *reader) fill(op *cfa.Fill) {
	m := &memory{kind: many, below: r.array(r.s, op.Arr)}
	if op.Val != nil {
		m.val = r.term(op.Val)
	} else {
		m.src, m.lower = r.anything(op.Arr), op.Shorter
	}
	if op.Lo != nil {
		m.lo, m.hi = r.term(op.Lo), r.term(op.Hi)
		r.touch(op.Arr, m.lo, m.hi)
	}
	r.unsum(op.Arr)
	r.s.setArray(op.Arr, m)
}

// copy writes a range of cells of one array to another.
func (r *reader) copy(op *cfa.Copy) {
	b := r.b
	to, from, n := r.term(op.DstLo), r.term(op.SrcLo), r.term(op.N)
	m := &memory{
		kind: moved, below: r.array(r.s, op.Dst), src: r.array(r.s, op.Src),
		lo: to, hi: b.Add(to, n), shift: b.Sub(from, to),
	}
	r.touch(op.Src, from, b.Add(from, n))
	r.touch(op.Dst, m.lo, m.hi)
	r.unsum(op.Dst)
	r.s.setArray(op.Dst, m)
}
