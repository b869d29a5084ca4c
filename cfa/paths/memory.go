package paths

import (
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// store is the content of an array, in two layers as in package interp: segments, of one value or
// of one unknown, and over them the cells that were stored one by one since. Cells are on pages, so
// that a step costs no look-up in a large map.
type store struct {
	pages *pages
	segs  []segment // by index, never changed in place; segs[0] begins at minus infinity
	clock int64     // of the last fill or copy
}

// pages are the cells.
type pages struct {
	at   map[int64]*page
	last *page
	key  int64
}

const pageCells = 64

type page [pageCells]cell

type cell struct {
	v     val
	at    int64 // clock when it was stored, 0: never
	saved int64 // serial when it was last put into the trail
}

// segment is the content of the cells from lo up to the next segment's lo.
type segment struct {
	lo    int64
	at    int64
	v     val // where src is nil
	src   *unknown
	shift int64 // with src: cell i is src's cell i - shift
}

// unknown is an array of inputs, each made when it is first read. Copies share it.
type unknown struct {
	arr   *cfa.Array
	in    *cfa.Input
	asked bool // package interp asks for it, too
	birth int
	cells map[int64]val
}

const lowest = math.MinInt64

func newStore(u *unknown) *store {
	return &store{pages: &pages{at: map[int64]*page{}}, segs: []segment{{lo: lowest, src: u, at: 1}}, clock: 1}
}

// page returns the page of a cell, nil where there is none and it is not to be made.
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

// find returns the index of the segment that i lies in.
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

// stored returns the cell stored at i that no segment hides; nil where there is none.
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

// array returns where the content of the array lies in the current activation.
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

func (m *machine) uninitArr(a *cfa.Array) *cfa.Input {
	if m.arrUninit[a.ID] == nil {
		m.arrUninit[a.ID] = &cfa.Input{Kind: cfa.Uninit, Name: a.Name, Range: a.Elem, Pos: a.Pos}
	}
	return m.arrUninit[a.ID]
}

// put stores a cell.
func (m *machine) put(s *store, i int64, v val) {
	c := &s.pages.page(i, true)[i&(pageCells-1)]
	if m.parted() && c.saved != m.serial {
		m.trail.cells = append(m.trail.cells, oldCell{c, *c})
	}
	*c = cell{v: v, at: s.clock, saved: m.serial}
}

// replace gives the cells lo <= i < hi the content of the segments gs, the first of which begins at
// lo.
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
		from = i + 1 // what lies below lo stays
	}
	last.lo = hi
	segs := make([]segment, 0, len(s.segs)+len(gs)+1)
	segs = append(segs, s.segs[:from]...)
	segs = append(segs, gs...)
	segs = append(segs, last)
	s.segs = append(segs, s.segs[to:]...)
	m.work += len(s.segs) / 4
}

// keep notes a store's segments in the trail.
func (m *machine) keep(s *store) {
	if m.parted() {
		m.trail.stores = append(m.trail.stores, oldStore{s, *s})
	}
}

// fillAll gives all cells the content of a segment.
func (m *machine) fillAll(s *store, g segment) {
	m.keep(s)
	s.clock++
	g.lo, g.at = lowest, s.clock
	s.segs = []segment{g}
	s.pages = &pages{at: map[int64]*page{}}
}

// moved is a cell on its way to another place.
type moved struct {
	to int64
	v  val
}

// slice returns the content of the cells lo <= i < hi moved up by d: the segments, and the cells
// that they do not hide.
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

// smallFill is the number of cells that are filled one by one.
const smallFill = 64

// fill sets many cells.
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

// copy moves cells, those that are unknown included.
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

// bounds are the indexes that a program may touch.
func (m *machine) bounds(a *cfa.Array) interval.Interval {
	switch {
	case a.Region:
		return interval.Of(num.Of(cfa.FirstPage), m.memEnd.Sub(num.Of(1)))
	case a.Len >= 0:
		return interval.Of(num.Int{}, num.Of(a.Len-1))
	}
	return interval.All()
}

// inside checks that the cell is one that a program may touch.
func (m *machine) inside(a *cfa.Array, i int64) bool {
	if !m.bounds(a).Contains(num.Of(i)) {
		m.stop(undefined)
		return false
	}
	return true
}

// farthest bounds the indexes that are taken.
const farthest = 1 << 61

// index is the value of an expression as a number; where it is a term, the path parts.
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

// near is a number as an index.
func (m *machine) near(n num.Int) (int64, bool) {
	k, ok := n.Int64()
	if !ok || k <= -farthest || k >= farthest {
		m.giveUp("an address is out of all proportion")
		return 0, false
	}
	return k, true
}
