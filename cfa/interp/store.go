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
	dense []cell // cells 0 .. len-1, of small C arrays
	// the clock of the last fill of some of them, and copy to them
	filled int64
	pages  pageTable       // other cells, by index / pageLen
	far    map[string]cell // cells whose index does not fit 64 bits, by the index in decimal
	segs   []segment       // by index; segs[0] begins at minus infinity, whatever its lo
	clock  int64           // of the last fill or copy
	held   int             // memory taken, in cells
}

// stored is the cell at k, whatever hides it, nil or with 0 as its at where none was stored; and when
// some cells near it were filled last.
func (s *store) stored(k int64) (c *cell, filled int64) {
	if uint64(k) < uint64(len(s.dense)) {
		return &s.dense[k], s.filled
	}
	if p := s.pages.get(k >> pageBits); p != nil {
		return &p.cells[k&(pageLen-1)], p.filled
	}
	return nil, 0
}

// visible reports whether a cell that was stored at k is one that no segment hides.
func (s *store) visible(k int64, c *cell, filled int64) bool {
	if c == nil || c.at == 0 {
		return false
	}
	if c.at >= filled {
		return true
	}
	if c.at < s.segs[s.find(num.Of(k))].at {
		return false
	}
	c.at = s.clock // it is as if it were stored now, and need not be looked for again
	return true
}

// place is where the cell at k is stored; fresh: there was no room for it yet.
func (s *store) place(k int64) (c *cell, fresh bool) {
	if uint64(k) < uint64(len(s.dense)) {
		return &s.dense[k], false
	}
	p := s.pages.get(k >> pageBits)
	if fresh = p == nil; fresh {
		p = s.pages.add(k >> pageBits)
	}
	return &p.cells[k&(pageLen-1)], fresh
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
	if k, near := i.Int64(); near {
		c, filled := s.stored(k)
		if !s.visible(k, c, filled) {
			return cell{}, false
		}
		return *c, true
	}
	if s.far == nil {
		return cell{}, false
	}
	c := s.far[i.String()]
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
		at, _ := s.place(k)
		*at = c
	} else {
		if s.far == nil {
			s.far = map[string]cell{}
		}
		s.far[i.String()] = c
	}
	s.weigh()
}

// weigh computes held.
func (s *store) weigh() { s.held = 8 + len(s.dense) + pageLen*s.pages.n + len(s.far) + len(s.segs) }

// fillAll gives all cells the content of g.
func (s *store) fillAll(g segment) {
	s.clock++
	g.at = s.clock
	s.segs = append(s.segs[:0], g)
	s.filled, s.pages, s.far = s.clock, pageTable{}, nil
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
	s.fills(lo, hi)
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
	from, to := words(lo, hi)
	for k := max(from, 0); k < min(to, int64(len(s.dense))); k++ {
		take(num.Of(k), s.dense[k])
	}
	s.pages.between(from, to, func(n int64, p *page) {
		for j := range p.cells {
			take(num.Of(n<<pageBits+int64(j)), p.cells[j])
		}
	})
	for k, c := range s.far {
		i, _ := num.Parse(k, 10)
		take(i, c)
	}
	return gs, cs
}

// words are lo and hi as words: no other cells are dense or in pages.
func words(lo, hi num.Int) (from, to int64) {
	from, to = math.MinInt64, math.MaxInt64
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
	return from, to
}

// fills takes note that the cells lo <= i < hi are filled now.
func (s *store) fills(lo, hi num.Int) {
	s.filled = s.clock
	from, to := words(lo, hi)
	s.pages.between(from, to, func(_ int64, p *page) { p.filled = s.clock })
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
