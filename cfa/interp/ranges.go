// Fills and copies of small ranges of cells. A fill makes a segment, and a copy copies segments (store.go). That is
// cheap for many cells, but for a few words, such as the cells of a record, storing them one by one is cheaper, and it
// leaves no segments that later reads must search.
//
// Only the cells at multiples of the array's alignment are stored. The other cells cannot be read, unless a copy moves
// them to an array with another alignment: see machine.mixes.

package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// mostInRange is the largest number of cells of a small range.
const mostInRange = 128

// span describes how the program accesses ranges of cells of one array.
type span struct {
	access
	unlike bool // ranges cannot be stored cell by cell: see machine.span
}

// span returns how the program accesses ranges of a. ok is false if they cannot be stored cell by cell.
func (m *machine) span(a *cfa.Array) (s span, ok bool) {
	s.access, ok = m.access(a)
	s.unlike = !ok || m.mixes(a)
	return s, ok && !s.unlike
}

// cells returns the number of cells in lo <= i < hi that the program may access; 0 if this is not a small range.
func (s *span) cells(lo, hi int64) int64 {
	if s.unlike || lo < s.least || hi > s.end || hi <= lo || (lo|hi)&s.mask != 0 || hi-lo > mostInRange*(s.mask+1) {
		return 0
	}
	return (hi - lo) / (s.mask + 1)
}

// fillCells sets the cells lo <= i < hi of a to x, one by one. It returns false and changes nothing if the range is not
// small or x is no word.
func (m *machine) fillCells(a *cfa.Array, lo, hi, x num.Int) bool {
	if m.code == nil { // View.Stored must list only cells that the program stored one by one
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

// copySite is a compiled copy.
type copySite struct {
	src, dst         span
	to, from, length uint16 // places of the start of the destination, of the source, and of the length
}

// copy emits a copy.
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

// copyWords makes a copy of a small range; x has the operands. It returns false and changes nothing if the range is not
// small, a store does not exist yet, or a cell is no word.
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

// keep stores the word w in the cell k of s.
func (m *machine) keep(s *store, k, w int64) {
	c, fresh := s.place(k)
	*c = cell{w, s.clock}
	if fresh {
		n := s.held
		s.weigh()
		m.hold(s.held - n)
	}
}

// mixes reports whether cells of a may be copied, directly or through other arrays, to an array with another alignment.
// There, cells at other indexes than multiples of a's alignment could be read.
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
