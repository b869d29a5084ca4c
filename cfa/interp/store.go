package interp

import (
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// store is the content of an array, which has a cell at every integer. It lies in two layers:
//
//   - segs, what was filled: intervals without gaps, each of one value or of one unknown;
//   - cells, what was stored since, one by one: dense, pages and far.
//
// A cell counts only while it is younger than the segment below it (clock), so that a fill need
// not look for the cells that it hides. Reading costs a look-up and a binary search among the
// segments, filling the latter, copying as much as there is to copy.
type store struct {
	dense []cell          // cells 0 .. len-1, of small C arrays
	pages map[int64]*page // other cells, by index / pageLen
	last  *page           // the page that was used last, and its number
	at    int64
	far   map[string]cell // cells whose index does not fit 64 bits, by the index in decimal
	segs  []segment       // by index; segs[0] begins at minus infinity, whatever its lo
	clock int64           // of the last fill or copy
	held  int             // memory taken, in cells
}

// page is some cells in a row: programs mostly go from one cell to the next.
type page [pageLen]cell

const (
	pageBits = 5
	pageLen  = 1 << pageBits
)

// page returns the page that a cell lies in; nil: none of its cells was stored.
func (s *store) page(k int64) *page {
	n := k >> pageBits
	if s.last == nil || s.at != n {
		p := s.pages[n]
		if p == nil {
			return nil
		}
		s.last, s.at = p, n
	}
	return s.last
}

// stored is the cell at k, whatever hides it; its at is 0 where none was stored.
func (s *store) stored(k int64) cell {
	if uint64(k) < uint64(len(s.dense)) {
		return s.dense[k]
	}
	if p := s.page(k); p != nil {
		return p[k&(pageLen-1)]
	}
	return cell{}
}

// set stores a cell.
func (s *store) set(k int64, c cell) {
	if uint64(k) < uint64(len(s.dense)) {
		s.dense[k] = c
		return
	}
	p := s.page(k)
	if p == nil {
		if s.pages == nil {
			s.pages = map[int64]*page{}
		}
		p = new(page)
		s.pages[k>>pageBits] = p
		s.last, s.at = p, k>>pageBits
	}
	p[k&(pageLen-1)] = c
}

type cell struct {
	val   num.Int
	at    int64 // clock when it was stored, 0: never
	taint bool
}

// segment is the content of the cells from lo up to the next segment's lo.
type segment struct {
	lo    num.Int
	at    int64
	val   num.Int // where src is nil
	taint bool    // where src is nil
	src   *unknown
	shift num.Int // with src: cell i is src's cell i - shift
}

// unknown is an array of inputs, each asked for when it is first read. Copies share it, so that
// all copies of an unknown cell agree.
type unknown struct {
	arr   *cfa.Array
	in    *cfa.Input
	birth int
	near  map[int64]num.Int
	far   map[string]num.Int
}

const denseLen = 512

func newStore(a *cfa.Array, u *unknown) *store {
	s := &store{segs: []segment{{src: u, at: 1}}, clock: 1}
	if !a.Region && a.Len > 0 && a.Len <= denseLen {
		s.dense = make([]cell, a.Len)
	}
	s.weigh()
	return s
}

// cell returns the cell stored at i, and whether there is one that no segment hides.
func (s *store) cell(i num.Int) (cell, bool) {
	var c cell
	k, near := i.Int64()
	switch {
	case near:
		c = s.stored(k)
	case s.far != nil:
		c = s.far[i.String()]
	}
	return c, c.at > 0 && c.at >= s.segs[s.find(i)].at
}

// find returns the index of the segment that i lies in.
func (s *store) find(i num.Int) int {
	lo, hi := 0, len(s.segs) // segs[lo] begins at or below i, segs[hi] above
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if i.Less(s.segs[mid].lo) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// put stores a cell.
func (s *store) put(i num.Int, x num.Int, taint bool) {
	c := cell{val: x, at: s.clock, taint: taint}
	if k, near := i.Int64(); near {
		s.set(k, c)
	} else {
		if s.far == nil {
			s.far = map[string]cell{}
		}
		s.far[i.String()] = c
	}
	s.weigh()
}

// weigh computes held.
func (s *store) weigh() { s.held = 8 + len(s.dense) + pageLen*len(s.pages) + len(s.far) + len(s.segs) }

// fillAll gives all cells the content of g.
func (s *store) fillAll(g segment) {
	s.clock++
	g.at = s.clock
	s.segs = append(s.segs[:0], g)
	s.pages, s.last, s.far = nil, nil, nil
	s.weigh()
}

// replace gives the cells lo <= i < hi the content of the segments gs, the first of which begins
// at lo.
func (s *store) replace(lo, hi num.Int, gs []segment) {
	s.clock++
	for k := range gs {
		gs[k].at = s.clock
	}
	i, j := s.find(lo), s.find(hi)
	last := s.segs[j]
	from, to := i, j+1
	if i == 0 || s.segs[i].lo.Less(lo) {
		from = i + 1 // what lies below lo stays
	}
	// What lies at hi and above stays, too.
	last.lo = hi
	s.segs = slices.Replace(s.segs, from, to, append(gs, last)...)
	s.weigh()
}

// slice returns the content of the cells lo <= i < hi moved up by d: the segments, and the cells
// that they do not hide.
func (s *store) slice(lo, hi, d num.Int) (gs []segment, cs []moved) {
	for k := s.find(lo); k < len(s.segs) && (k == 0 || s.segs[k].lo.Less(hi)); k++ {
		g := s.segs[k]
		if k == 0 || g.lo.Less(lo) {
			g.lo = lo
		}
		g.lo = g.lo.Add(d)
		g.shift = g.shift.Add(d)
		gs = append(gs, g)
	}
	take := func(i num.Int, c cell) {
		if c.at > 0 && !i.Less(lo) && i.Less(hi) && c.at >= s.segs[s.find(i)].at {
			cs = append(cs, moved{i.Add(d), c})
		}
	}
	// lo and hi as words: no other cells are dense or in pages.
	from, to := int64(math.MinInt64), int64(math.MaxInt64)
	if a, ok := lo.Int64(); ok {
		from = a
	} else if lo.Sign() > 0 {
		from = math.MaxInt64
	}
	if b, ok := hi.Int64(); ok {
		to = b
	} else if hi.Sign() < 0 {
		to = math.MinInt64
	}
	for k := max(from, 0); k < min(to, int64(len(s.dense))); k++ {
		take(num.Of(k), s.dense[k])
	}
	// Maps are walked in no order; the cells found are put at different places, in any order.
	whole := func(n int64, p *page) {
		for j := range p {
			take(num.Of(n<<pageBits+int64(j)), p[j])
		}
	}
	if first, behind := from>>pageBits, to>>pageBits; behind-first >= 0 && behind-first < int64(len(s.pages)) {
		for n := first; n <= behind; n++ {
			if p := s.pages[n]; p != nil {
				whole(n, p)
			}
		}
	} else {
		for n, p := range s.pages {
			whole(n, p)
		}
	}
	for k, c := range s.far {
		i, _ := num.Parse(k, 10)
		take(i, c)
	}
	return gs, cs
}

// moved is a cell on its way to another place.
type moved struct {
	to num.Int
	c  cell
}

// value returns the value of cell i of the unknown, if it has been asked for.
func (u *unknown) value(i num.Int) (num.Int, bool) {
	if k, near := i.Int64(); near {
		x, ok := u.near[k]
		return x, ok
	}
	x, ok := u.far[i.String()]
	return x, ok
}

func (u *unknown) set(i, x num.Int) {
	if k, near := i.Int64(); near {
		if u.near == nil {
			u.near = map[int64]num.Int{}
		}
		u.near[k] = x
		return
	}
	if u.far == nil {
		u.far = map[string]num.Int{}
	}
	u.far[i.String()] = x
}
