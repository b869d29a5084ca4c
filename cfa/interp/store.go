// The representation of arrays: store has a layer of segments for fills and a layer of cells stored one by one. A clock
// decides which layer holds the current value of a cell. memory.go has the operations of the program on it.

package interp

import (
	"math"
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// store is the content of an array, which has a cell at every integer. It has two layers:
//
//   - segs, the results of fills: intervals without gaps, each with one value or one unknown;
//   - the cells that were stored one by one since: dense, pages and far.
//
// A segment hides a cell that was stored before the segment was made; the clock decides this. So a fill need not search
// for the cells that it hides. A read costs a look-up and a binary search among the segments, a fill costs the binary
// search, a copy is proportional to the cells and segments copied.
//
// If an array is accessed at multiples of a power of 2, dense and pages have only the cells at these multiples, so that
// neighbours in the program are neighbours here.
type store struct {
	elem  cfa.Range // range of the cells; it says how to read their words
	shift uint8     // dense and pages have the cells at multiples of 1 << shift, by index >> shift
	dense []cell    // cells 0 .. len-1, of small C arrays
	// for the dense cells: the clock of the last fill or copy to any cells of the array; at least 1
	filled int64
	pages  pageTable          // the other cells that word accepts
	odd    map[int64]content  // contents that are no words, by index
	far    map[string]farCell // cells that are neither dense nor in pages, by the index in decimal
	segs   []segment          // in ascending order; segs[0] begins at minus infinity, its lo is ignored
	clock  int64              // number of fills and copies so far, plus 1
	held   int                // memory taken, in cells
}

// stored returns the cell stored at k, even if a segment hides it, and the clock when a fill or copy last wrote to
// cells near it. If no cell was stored, c is nil or c.at is 0. k must be a multiple of 1 << s.shift.
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

// visible reports whether a cell was stored at k and no segment hides it. c and filled are the results of stored.
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
		c.at = s.clock // renew the time, so that the next read need not search the segments
	}
	return true
}

// place returns the cell at k for a store to it, and makes its page if needed; fresh says that it did.
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

// cell is a cell that was stored: an exact word, signed or unsigned as the array's range, or an entry of store.odd.
type cell struct {
	word int64
	at   int64 // the clock when it was stored, negated if its content is in store.odd; 0: never stored
}

// farCell is a cell that is neither dense nor in pages.
type farCell struct {
	content
	at int64 // the clock when it was stored
}

// segment is the content of the cells from lo up to the next segment's lo.
type segment struct {
	lo    num.Int
	near  int64    // lo, or the word that is nearest to it
	at    int64    // the clock when it was made
	val   num.Int  // if src is nil: the value of all cells
	taint bool     // if src is nil: val depends on an input of kind Approx
	src   *unknown // not nil: the cells are inputs
	shift num.Int  // with src: the cell i is src's cell i - shift
}

// unknown is an array of inputs, each asked for when it is first read. Copies of cells share the unknown, so that all
// copies of a cell get the same value.
type unknown struct {
	arr   *cfa.Array         // the array that the cells belonged to first
	in    *cfa.Input         // the kind of input
	birth int                // the step since which the cells are unknown
	near  map[int64]num.Int  // the values asked for, by index
	far   map[string]num.Int // the same for indexes that are no words, in decimal
}

// denseLen is the largest length of an array whose cells are in store.dense.
const denseLen = 512

// newStore returns the store of a with all cells unknown.
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

// cell returns the content of the cell stored at i. It returns false if none was stored or a segment hides it.
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

// content returns the content of c, a cell that was stored at k.
func (s *store) content(k int64, c *cell) content {
	if c.at < 0 {
		return s.odd[k]
	}
	return content{val: fromWord(s.elem, c.word), state: known}
}

// word returns i as a word if the cell at i belongs in dense or pages; else false.
func (s *store) word(i num.Int) (int64, bool) {
	k, ok := i.Int64()
	return k, ok && k&(1<<s.shift-1) == 0
}

// find returns the index in segs of the segment that contains i.
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

// near does what find does, for an index that is a word.
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

// put stores the content c at i.
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

// weigh computes s.held.
func (s *store) weigh() {
	s.held = 8 + len(s.dense) + pageLen*s.pages.n + len(s.odd) + len(s.far) + len(s.segs)
}

// fillAll sets all cells to the content of g.
func (s *store) fillAll(g segment) {
	s.clock++
	g.at, g.near = s.clock, math.MinInt64
	s.segs = append(s.segs[:0], g)
	s.filled, s.pages, s.odd, s.far = s.clock, pageTable{}, nil, nil
	s.weigh()
}

// replace sets the cells lo <= i < hi to the segments gs, the first of which begins at lo. It changes gs.
func (s *store) replace(lo, hi num.Int, gs []segment) {
	s.clock++
	for k := range gs {
		gs[k].at = s.clock
	}
	i, j := s.find(lo), s.find(hi)
	last := s.segs[j]
	from, to := i, j+1
	if i == 0 || s.segs[i].lo.Less(lo) {
		from = i + 1 // keep the part of the segment below lo
	}
	// Keep the part of the last segment from hi on, too.
	last.lo = hi
	s.segs = slices.Replace(s.segs, from, to, append(gs, last)...)
	for k := from; k < from+len(gs)+1; k++ {
		s.segs[k].near = nearest(s.segs[k].lo)
	}
	s.fills(lo, hi)
	s.weigh()
}

// slice returns the content of the cells lo <= i < hi with d added to all indexes: the segments, and the stored cells
// that the segments do not hide.
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

// nearest returns the word that is nearest to x: x itself if it fits.
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

// fills records that a fill or copy wrote to the cells lo <= i < hi now.
func (s *store) fills(lo, hi num.Int) {
	s.filled = s.clock
	s.pages.between(nearest(lo)>>s.shift, nearest(hi)>>s.shift, func(_ int64, p *page) { p.filled = s.clock })
}

// moved is a cell being copied: its new index and its content.
type moved struct {
	to num.Int
	c  content
}

// value returns the value of the cell i of the unknown, or false if it has not been asked for yet.
func (u *unknown) value(i num.Int) (num.Int, bool) {
	if k, near := i.Int64(); near {
		x, ok := u.near[k]
		return x, ok
	}
	x, ok := u.far[i.String()]
	return x, ok
}

// set records that x is the value of the cell i of the unknown.
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
