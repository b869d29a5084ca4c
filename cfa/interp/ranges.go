package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Small ranges of cells. A fill with a number makes a segment, and a copy takes segments along; both cost
// little for many cells, but more than a few cells do that are words, such as those of a record, and each
// leaves segments after for all that reads later. So the cells of small ranges are stored one by one.
//
// Only cells that a program may access are: those at multiples of the array's alignment. The others cannot
// be read, unless a copy takes them to an array of another alignment: see machine.mixes.

const mostInRange = 128 // cells

// span is a range of cells of an array that is accessed in one place.
type span struct {
	access
	unlike bool // the array's cells may come into one of another alignment
}

func (m *machine) span(a *cfa.Array) (s span, ok bool) {
	s.access, ok = m.access(a)
	s.unlike = !ok || m.mixes(a)
	return s, ok && !s.unlike
}

// cells is how many cells programs access of lo <= i < hi; 0 where that is not a small range.
func (s *span) cells(lo, hi int64) int64 {
	if s.unlike || lo < s.least || hi > s.end || hi <= lo || (lo|hi)&s.mask != 0 || hi-lo > mostInRange*(s.mask+1) {
		return 0
	}
	return (hi - lo) / (s.mask + 1)
}

// fillCells fills a small range with a number; false: nothing was changed.
func (m *machine) fillCells(a *cfa.Array, lo, hi, x num.Int) bool {
	if m.code == nil { // a run that is watched has the cells that the program stored
		return false
	}
	at, ok := m.span(a)
	from, ok1 := lo.Int64()
	to, ok2 := hi.Int64()
	w, ok3 := toWord(a.Elem, x)
	if !ok || !ok1 || !ok2 || !ok3 {
		return false
	}
	n := at.cells(from, to)
	s := m.array(a)
	for k := range n {
		m.keep(s, from+k*(at.mask+1), w)
	}
	return n > 0
}

// copySite is a copy whose places are words.
type copySite struct {
	src, dst         span
	to, from, length uint16
}

// copy adds a copy.
func (c *emitter) copy(op *cfa.Copy) {
	var s copySite
	var ok, is bool
	s.src, ok = c.m.span(op.Src)
	s.dst, is = c.m.span(op.Dst)
	if !ok || !is || s.src.mask != s.dst.mask || wide(op.Src.Elem) != wide(op.Dst.Elem) {
		c.fail = true
		return
	}
	place := func(e cfa.Expr) uint16 { return c.placed(c.signed(c.expr(e))).at }
	s.to, s.from, s.length = place(op.DstLo), place(op.SrcLo), place(op.N)
	c.b.copies = append(c.b.copies, s)
	c.add(instr{op: opCopy, k: int64(len(c.b.copies) - 1)})
	c.memory[op.Dst]++
}

// copy copies a small range of words; false: nothing was changed.
func (m *machine) copyWords(c *copySite, x []value) bool {
	to, from, n := x[c.to].word, x[c.from].word, x[c.length].word
	if n <= 0 || n > mostInRange*8 || from > c.src.end || to > c.dst.end {
		return false
	}
	cells := c.src.cells(from, from+n)
	src, dst := m.storeOf(&c.src.access), m.storeOf(&c.dst.access)
	if cells == 0 || c.dst.cells(to, to+n) != cells || src == nil || dst == nil {
		return false
	}
	step := c.src.mask + 1
	var buf [mostInRange]int64
	for k := range cells {
		if p := src.lastPage(from >> src.shift); p != nil {
			if c := &p.cells[from>>src.shift&(pageLen-1)]; c.at >= p.filled {
				buf[k] = c.word
				from += step
				continue
			}
		}
		w, ok := src.plain(from)
		if !ok {
			return false
		}
		buf[k] = w
		from += step
	}
	for k := range cells {
		if p := dst.lastPage(to >> dst.shift); p != nil {
			p.cells[to>>dst.shift&(pageLen-1)] = cell{buf[k], dst.clock}
		} else {
			m.keep(dst, to, buf[k])
		}
		to += step
	}
	return true
}

// keep stores a word.
func (m *machine) keep(s *store, k, w int64) {
	c, fresh := s.place(k)
	*c = cell{w, s.clock}
	if fresh {
		n := s.held
		s.weigh()
		m.hold(s.held - n)
	}
}

// mixes reports whether cells of an array may come into one of another alignment, where what is at no
// multiple of this one's can be read.
func (m *machine) mixes(a *cfa.Array) bool {
	if m.mixed == nil {
		m.mixed = make([]bool, len(m.prog.Arrays))
		var copies []*cfa.Copy
		for _, e := range m.prog.Edges {
			if c, ok := e.Op.(*cfa.Copy); ok {
				copies = append(copies, c)
			}
		}
		for more := true; more; {
			more = false
			for _, c := range copies {
				if (c.Src.Align != c.Dst.Align || m.mixed[c.Dst.ID]) && !m.mixed[c.Src.ID] {
					m.mixed[c.Src.ID], more = true, true
				}
			}
		}
	}
	return m.mixed[a.ID]
}
