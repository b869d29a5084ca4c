// The content of arrays: stores, fills and copies.
//
// A store has two layers, as in package interp: segments, each with one value or one unknown array for an interval of
// cells, and above them the cells that were stored one by one. A cell counts only if it is at least as new as the
// segment below it (clock), so a fill need not look for the cells that it hides. Slices of segments are never changed
// in place, so the trail need only save the slice header. Indexes of stores, fills and copies are numbers; where one is
// a term, the path parts first.

package paths

import (
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// store is the content of an array in two layers: segments, and the cells that were stored one by one. The cells are on
// pages, so that most steps need no look-up in a map.
type store struct {
	pages *pages
	segs  []segment // the segments, ascending; the slice is never changed in place, and segs[0] begins at minus infinity
	clock int64     // a number that grows with each fill or copy
}

// pages holds the cells that were stored one by one. last is the page that was looked up last, and key is its key in at.
type pages struct {
	at   map[int64]*page // the pages, by the index of a cell / pageCells, rounded down
	last *page
	key  int64
}

// pageCells is the number of cells on a page. The method page shifts by its logarithm, 6.
const pageCells = 64

// page is a page of cells.
type page [pageCells]cell

// cell is a cell that was stored by itself.
type cell struct {
	v     val
	at    int64 // the store's clock when the cell was stored; 0: it was never stored
	saved int64 // the machine's serial at the last write; that write saved the old content in the trail if needed
}

// segment is the content of the cells from lo up to the next segment's lo.
type segment struct {
	lo    int64
	at    int64    // the store's clock when the segment was made
	v     val      // the value of each cell, if src is nil
	src   *unknown // if not nil, the array of inputs that contains the cells
	shift int64    // if src is not nil: cell i is src's cell i - shift
}

// unknown is an array of inputs, each of which is made when it is first read. Copies of its cells share it.
type unknown struct {
	arr   *cfa.Array
	in    *cfa.Input
	asked bool          // package interp, too, asks for the cells of the array as inputs
	birth int           // the step that made the array; -1: the start
	cells map[int64]val // the inputs that have been made
}

// lowest stands for minus infinity as the lo of the first segment.
const lowest = math.MinInt64

// newStore returns a store whose cells are the cells of u.
func newStore(u *unknown) *store {
	return &store{pages: &pages{at: map[int64]*page{}}, segs: []segment{{lo: lowest, src: u, at: 1}}, clock: 1}
}

// page returns the page of the cell i. If the page does not exist, it makes it if grow is set, and otherwise returns nil.
func (p *pages) page(i int64, grow bool) *page {
	k := i >> 6
	if p.last != nil && p.key == k {
		return p.last
	}
	g := p.at[k]
	if g == nil {
		if !grow {
			return nil
		}
		g = new(page)
		p.at[k] = g
	}
	p.last, p.key = g, k
	return g
}

// find returns the index of the segment that contains i.
func (s *store) find(i int64) int {
	lo, hi := 0, len(s.segs)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; i < s.segs[mid].lo {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// stored returns the cell that was stored at i, or nil if nothing was stored there or a segment hides it.
func (s *store) stored(i int64) *cell {
	g := s.pages.page(i, false)
	if g == nil {
		return nil
	}
	c := &g[i&(pageCells-1)]
	if c.at == 0 || c.at < s.segs[s.find(i)].at {
		return nil
	}
	return c
}

// array returns the content of a in the current activation. It is made when first used, as uninitialized.
func (m *machine) array(a *cfa.Array) *store {
	at := &m.garrs
	birth := -1
	if a.Proc != nil {
		at, birth = &m.fr.arrs, m.fr.birth
	}
	s := &(*at)[m.arrSlot[a.ID]]
	if *s == nil {
		*s = newStore(&unknown{arr: a, in: m.uninitArr(a), asked: true, birth: birth, cells: map[int64]val{}})
	}
	return *s
}

// uninitArr returns the input that uninitialized cells of a are from.
func (m *machine) uninitArr(a *cfa.Array) *cfa.Input {
	if m.arrUninit[a.ID] == nil {
		m.arrUninit[a.ID] = &cfa.Input{Kind: cfa.Uninit, Name: a.Name, Range: a.Elem, Pos: a.Pos}
	}
	return m.arrUninit[a.ID]
}

// put stores v in the cell i of s.
func (m *machine) put(s *store, i int64, v val) {
	c := &s.pages.page(i, true)[i&(pageCells-1)]
	if m.parted() && c.saved != m.serial {
		m.trail.cells = append(m.trail.cells, oldCell{c, *c})
	}
	*c = cell{v: v, at: s.clock, saved: m.serial}
}

// replace replaces the cells lo <= i < hi by the segments gs, the first of which begins at lo.
func (m *machine) replace(s *store, lo, hi int64, gs []segment) {
	m.keep(s)
	s.clock++
	for k := range gs {
		gs[k].at = s.clock
	}
	i, j := s.find(lo), s.find(hi)
	last := s.segs[j]
	from, to := i, j+1
	if i == 0 || s.segs[i].lo < lo {
		from = i + 1 // the part of this segment below lo stays
	}
	last.lo = hi
	segs := make([]segment, 0, len(s.segs)+len(gs)+1)
	segs = append(segs, s.segs[:from]...)
	segs = append(segs, gs...)
	segs = append(segs, last)
	s.segs = append(segs, s.segs[to:]...)
	m.work += len(s.segs) / 4
}

// keep saves the segments and pages of s in the trail.
func (m *machine) keep(s *store) {
	if m.parted() {
		m.trail.stores = append(m.trail.stores, oldStore{s, *s})
	}
}

// fillAll gives all cells of s the content of g.
func (m *machine) fillAll(s *store, g segment) {
	m.keep(s)
	s.clock++
	g.lo, g.at = lowest, s.clock
	s.segs = []segment{g}
	s.pages = &pages{at: map[int64]*page{}}
}

// moved is a cell that is copied to the index `to`.
type moved struct {
	to int64
	v  val
}

// slice returns the content of the cells lo <= i < hi of s, moved up by d: the segments, and the stored cells that are
// not hidden.
func (m *machine) slice(s *store, lo, hi, d int64) (gs []segment, cs []moved) {
	for k := s.find(lo); k < len(s.segs) && (k == 0 || s.segs[k].lo < hi); k++ {
		g := s.segs[k]
		g.lo = max(g.lo, lo) + d
		g.shift += d
		gs = append(gs, g)
	}
	take := func(i int64) {
		if c := s.stored(i); c != nil && lo <= i && i < hi {
			cs = append(cs, moved{i + d, c.v})
		}
	}
	if (hi-lo)/pageCells <= int64(len(s.pages.at)) {
		for i := lo; i < hi; i++ {
			take(i)
		}
		m.work += int(hi-lo) / 4
		return gs, cs
	}
	keys := make([]int64, 0, len(s.pages.at))
	for k := range s.pages.at {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		for i := range int64(pageCells) {
			take(k*pageCells + i)
		}
	}
	m.work += len(keys) * pageCells / 4
	return gs, cs
}

// smallFill is the number of cells up to which a fill stores them one by one.
const smallFill = 64

// fill carries out a Fill: it sets an interval of cells, or all cells, to a value or to inputs.
func (m *machine) fill(op *cfa.Fill) {
	var g segment
	if op.Val != nil {
		g.v = m.eval(op.Val)
	}
	if m.halt != 0 {
		return
	}
	if op.Val == nil {
		g.src = &unknown{arr: op.Arr, in: op.From, asked: op.From.Kind != cfa.Effect, birth: m.steps, cells: map[int64]val{}}
	}
	if op.Lo == nil {
		m.fillAll(m.array(op.Arr), g)
		return
	}
	lo, ok1 := m.index(op.Lo)
	hi, ok2 := m.index(op.Hi)
	if !ok1 || !ok2 || lo >= hi || !m.inside(op.Arr, lo) || !m.inside(op.Arr, hi-1) {
		return
	}
	s := m.array(op.Arr)
	if g.src == nil && hi-lo <= smallFill {
		for i := lo; i < hi; i++ {
			m.put(s, i, g.v)
		}
		return
	}
	g.lo = lo
	m.replace(s, lo, hi, []segment{g})
}

// copy carries out a Copy. Cells that are unknown stay so, and are the same input in both places.
func (m *machine) copy(op *cfa.Copy) {
	d, ok1 := m.index(op.DstLo)
	f, ok2 := m.index(op.SrcLo)
	n, ok3 := m.index(op.N)
	if !ok1 || !ok2 || !ok3 || n <= 0 || !m.inside(op.Src, f) || !m.inside(op.Src, f+n-1) ||
		!m.inside(op.Dst, d) || !m.inside(op.Dst, d+n-1) {
		return
	}
	gs, cs := m.slice(m.array(op.Src), f, f+n, d-f)
	dst := m.array(op.Dst)
	m.replace(dst, d, d+n, gs)
	for _, c := range cs {
		m.put(dst, c.to, c.v)
	}
}

// bounds returns the indexes of a that a program may access.
func (m *machine) bounds(a *cfa.Array) interval.Interval {
	switch {
	case a.Region:
		return interval.Of(num.Of(cfa.FirstPage), m.memEnd.Sub(num.Of(1)))
	case a.Len >= 0:
		return interval.Of(num.Int{}, num.Of(a.Len-1))
	}
	return interval.All()
}

// inside reports whether a program may access the cell i of a. If not, it ends the path as undefined.
func (m *machine) inside(a *cfa.Array, i int64) bool {
	if !m.bounds(a).Contains(num.Of(i)) {
		m.stop(undefined)
		return false
	}
	return true
}

// farthest bounds the magnitude of indexes. The search ends at one that is farther from 0.
const farthest = 1 << 61

// index returns the value of e as an index. If the value is a term, the path parts by its values first.
func (m *machine) index(e cfa.Expr) (int64, bool) {
	v := m.eval(e)
	if m.halt != 0 {
		return 0, false
	}
	if v.t != nil {
		m.divide(v.t)
		return 0, false
	}
	return m.near(v.n)
}

// near returns n as an index, and ends the search if it is too far from 0.
func (m *machine) near(n num.Int) (int64, bool) {
	k, ok := n.Int64()
	if !ok || k <= -farthest || k >= farthest {
		m.giveUp("an address is out of all proportion")
		return 0, false
	}
	return k, true
}
