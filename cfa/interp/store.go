package interp

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// store is the content of an array, which has a cell at every integer. It lies in two layers:
//
//   - segs, what was filled: intervals without gaps, each of one value or of one unknown;
//   - cells, what was stored since, one by one.
//
// A cell counts only while it is younger than the segment below it (clock), so that a fill need
// not look for the cells that it hides. Reading costs a look-up and a binary search among the
// segments, filling the latter, copying as much as there is to copy.
type store struct {
	dense []cell          // cells 0 .. len-1, of small C arrays
	cells map[int64]cell  // other cells
	far   map[string]cell // cells whose index does not fit 64 bits, by the index in decimal
	segs  []segment       // by index; segs[0] begins at minus infinity, whatever its lo
	clock int64           // of the last fill or copy
	held  int             // memory taken, in cells
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
	case near && uint64(k) < uint64(len(s.dense)):
		c = s.dense[k]
	case near:
		c = s.cells[k]
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
	k, near := i.Int64()
	switch {
	case near && uint64(k) < uint64(len(s.dense)):
		s.dense[k] = c
	case near:
		if s.cells == nil {
			s.cells = map[int64]cell{}
		}
		s.cells[k] = c
	default:
		if s.far == nil {
			s.far = map[string]cell{}
		}
		s.far[i.String()] = c
	}
	s.weigh()
}

// weigh computes held.
func (s *store) weigh() { s.held = 8 + len(s.dense) + len(s.cells) + len(s.far) + len(s.segs) }

// fillAll gives all cells the content of g.
func (s *store) fillAll(g segment) {
	s.clock++
	g.at = s.clock
	s.segs = append(s.segs[:0], g)
	s.cells, s.far = nil, nil
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
	within := func(x, n int64) int64 { return max(0, min(x, n)) }
	a, aok := lo.Int64()
	b, bok := hi.Int64()
	if n := int64(len(s.dense)); n > 0 {
		from, to := int64(0), n
		if aok {
			from = within(a, n)
		}
		if bok {
			to = within(b, n)
		}
		for k := from; k < to; k++ {
			take(num.Of(k), s.dense[k])
		}
	}
	// Maps are walked in no order; the cells found are put at different places, in any order.
	if w, ok := hi.Sub(lo).Int64(); ok && aok && bok && w < int64(len(s.cells)) {
		for k := a; k < b; k++ {
			if c, ok := s.cells[k]; ok {
				take(num.Of(k), c)
			}
		}
	} else {
		for k, c := range s.cells {
			take(num.Of(k), c)
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
