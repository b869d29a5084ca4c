package interp

import (
	"math"
	"math/bits"
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
//
// Of an array that is accessed at multiples of some power of 2 only these are dense or in pages, so
// that what lies side by side in the program does here.
type store struct {
	elem  cfa.Range // of the cells, by which their words are read
	shift uint8     // dense and pages have the cells at multiples of 1 << shift, by index >> shift
	dense []cell    // cells 0 .. len-1, of small C arrays
	// the clock of the last fill of some of them, and copy to them, at least 1
	filled int64
	pages  pageTable          // other cells
	odd    map[int64]content  // what cells that are no words are, by index
	far    map[string]farCell // cells that are not there, by the index in decimal
	segs   []segment          // by index; segs[0] begins at minus infinity, whatever its lo
	clock  int64              // of the last fill or copy
	held   int                // memory taken, in cells
}

// stored is the cell at k, whatever hides it, nil or with 0 as its at where none was stored; and when
// some cells near it were filled last.
func (s *store) stored(k int64) (c *cell, filled int64) {
	k >>= s.shift
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
	at := max(c.at, -c.at)
	if at < s.segs[s.near(k)].at {
		return false
	}
	if c.at > 0 {
		c.at = s.clock // it is as if it were stored now, and need not be looked for again
	}
	return true
}

// place is where the cell at k is stored; fresh: there was no room for it yet.
func (s *store) place(k int64) (c *cell, fresh bool) {
	k >>= s.shift
	if uint64(k) < uint64(len(s.dense)) {
		return &s.dense[k], false
	}
	p := s.pages.get(k >> pageBits)
	if fresh = p == nil; fresh {
		p = s.pages.add(k >> pageBits)
	}
	return &p.cells[k&(pageLen-1)], fresh
}

// cell is a cell that was stored: a word that is exact, as the range of the array has them, or one of
// store.odd.
type cell struct {
	word int64
	at   int64 // the clock when it was stored, negated for one of store.odd; 0: never
}

// farCell is a cell that is not found by a word.
type farCell struct {
	content
	at int64 // the clock when it was stored
}

// segment is the content of the cells from lo up to the next segment's lo.
type segment struct {
	lo    num.Int
	near  int64 // lo, or the word that is nearest to it
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
	s := &store{elem: a.Elem, segs: []segment{{src: u, at: 1, near: math.MinInt64}}, clock: 1, filled: 1}
	if a.Align > 1 && a.Align&(a.Align-1) == 0 {
		s.shift = uint8(bits.TrailingZeros64(uint64(a.Align)))
	}
	if !a.Region && a.Align <= 1 && a.Len > 0 && a.Len <= denseLen {
		s.dense = make([]cell, a.Len)
	}
	s.weigh()
	return s
}

// cell returns the cell stored at i, and whether there is one that no segment hides.
func (s *store) cell(i num.Int) (content, bool) {
	if k, ok := s.word(i); ok {
		c, filled := s.stored(k)
		if !s.visible(k, c, filled) {
			return content{}, false
		}
		return s.content(k, c), true
	}
	c := s.far[i.String()]
	return c.content, c.at > 0 && c.at >= s.segs[s.find(i)].at
}

// content is what a cell that was stored at k is.
func (s *store) content(k int64, c *cell) content {
	if c.at < 0 {
		return s.odd[k]
	}
	return content{val: fromWord(s.elem, c.word), state: known}
}

// word is an index by which cells are dense or in pages; false where it is another one.
func (s *store) word(i num.Int) (int64, bool) {
	k, ok := i.Int64()
	return k, ok && k&(1<<s.shift-1) == 0
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

// near is find for an index that is a word.
func (s *store) near(k int64) int {
	if len(s.segs) == 1 {
		return 0
	}
	lo, hi := 0, len(s.segs)
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if g := &s.segs[mid]; k < g.near || g.near == math.MaxInt64 && num.Of(k).Less(g.lo) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// put stores a cell.
func (s *store) put(i num.Int, c content) {
	if k, ok := s.word(i); ok {
		at, _ := s.place(k)
		if w, ok := toWord(s.elem, c.val); ok && !c.taint {
			*at = cell{w, s.clock}
		} else {
			if s.odd == nil {
				s.odd = map[int64]content{}
			}
			s.odd[k] = c
			*at = cell{0, -s.clock}
		}
	} else {
		if s.far == nil {
			s.far = map[string]farCell{}
		}
		s.far[i.String()] = farCell{c, s.clock}
	}
	s.weigh()
}

// weigh computes held.
func (s *store) weigh() {
	s.held = 8 + len(s.dense) + pageLen*s.pages.n + len(s.odd) + len(s.far) + len(s.segs)
}

// fillAll gives all cells the content of g.
func (s *store) fillAll(g segment) {
	s.clock++
	g.at, g.near = s.clock, math.MinInt64
	s.segs = append(s.segs[:0], g)
	s.filled, s.pages, s.odd, s.far = s.clock, pageTable{}, nil, nil
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
	for k := from; k < from+len(gs)+1; k++ {
		s.segs[k].near = nearest(s.segs[k].lo)
	}
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
	take := func(k int64, c *cell) {
		if i := num.Of(k); c.at != 0 && !i.Less(lo) && i.Less(hi) && max(c.at, -c.at) >= s.segs[s.near(k)].at {
			cs = append(cs, moved{i.Add(d), s.content(k, c)})
		}
	}
	from, to := nearest(lo), nearest(hi)
	for k := max(from, 0); k < min(to, int64(len(s.dense))); k++ {
		take(k, &s.dense[k])
	}
	s.pages.between(from>>s.shift, to>>s.shift, func(n int64, p *page) {
		for j := range p.cells {
			take((n<<pageBits+int64(j))<<s.shift, &p.cells[j])
		}
	})
	for k, c := range s.far {
		if i, _ := num.Parse(k, 10); !i.Less(lo) && i.Less(hi) && c.at >= s.segs[s.find(i)].at {
			cs = append(cs, moved{i.Add(d), c.content})
		}
	}
	return gs, cs
}

// nearest is a number as a word, or the word that is nearest to it.
func nearest(x num.Int) int64 {
	k, ok := x.Int64()
	switch {
	case ok:
		return k
	case x.Sign() > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}

// fills takes note that the cells lo <= i < hi are filled now.
func (s *store) fills(lo, hi num.Int) {
	s.filled = s.clock
	s.pages.between(nearest(lo)>>s.shift, nearest(hi)>>s.shift, func(_ int64, p *page) { p.filled = s.clock })
}

// moved is a cell on its way to another place.
type moved struct {
	to num.Int
	c  content
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
