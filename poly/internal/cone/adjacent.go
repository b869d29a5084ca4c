// Adjacency of rays in the double description method (convert.go): which pairs of rays span a face of dimension 2.

package cone

import "math/bits"

// adjacency finds the pairs of rays on the two sides of a constraint that span a face of dimension
// 2: only their combinations are extreme rays of the constraint's hyperplane. In the order of their
// cost:
//
//   - The inequalities that are 0 on both must be at least as many as the rank that a face of
//     dimension 2 needs. Where there are many pairs, 64 of them are counted at once: see close.
//   - If they are, and one of the two rays lies on no more inequalities than an extreme ray must,
//     then these are independent, and so are those of the pair: the face has dimension 2, and
//     nothing else is to be tested (in a simple cone nothing ever is).
//   - Otherwise the pair is adjacent exactly when no third ray lies on all inequalities that are 0
//     on both (Fukuda and Prodon 1996, proposition 7). The rays on one inequality are a set of
//     bits; the intersection of these sets is the two rays themselves, or there is a third. This
//     costs a few words for each 64 rays, once the sets are there: they are made when the rays one
//     by one have been looked at for long enough. A ray that was the third once often is again.
//
// See Zolotykh, "New modification of the double description method for constructing the skeleton of
// a polyhedral cone" (2012), and Terzer and Stelling (2008), for what else can be done.
type adjacency struct {
	n    int // the rays before the cut
	need int // the rank of the inequalities on a face of dimension 2

	outer, inner []int32 // the two sides, the smaller one first

	common []uint64 // the inequalities of a pair
	list   []int32  // its places in the columns
	own    []int32  // those of the first ray's

	rows  []uint64 // of sat, those of inner
	all   columns  // the rays on each inequality
	side  columns  // those of inner, by their place there
	built bool     // all is there
	looks int      // how many rays may still be looked at one by one before all is built
	third int      // the last third ray found, or -1
}

// columns are the transpose of rows of sat: words words for each inequality.
type columns struct {
	w     []uint64
	words int
}

// build sets the columns for n rays whose rows of sat are given.
func (t *columns) build(e *engine, sat []uint64, n int) {
	t.words = (n + 63) / 64
	size := e.kept.n * t.words
	if cap(t.w) < size {
		t.w = make([]uint64, size, 2*size)
	}
	t.w = t.w[:size]
	transposeBits(t.w, t.words, e.kept.n, sat, e.stride, n)
	e.limit.spend(2*size + n*e.stride)
}

// Pairs are counted 64 at once where the smaller and the larger side have these sizes: for less it
// does not pay to transpose them.
const (
	manyOuter = 4
	manyInner = 12
)

// pairs adds to the rays the combination of each adjacent pair of e.pos and e.neg, with the
// inequalities on which it lies.
func (a *adjacency) pairs(e *engine) error {
	a.n = e.rays.n
	a.need = e.dim - e.lines.n - e.rank - 2
	a.built, a.looks, a.third = false, 8*a.n, -1
	a.outer, a.inner = e.pos, e.neg
	if len(a.outer) > len(a.inner) {
		a.outer, a.inner = a.inner, a.outer
	}
	if cap(a.common) < e.stride {
		a.common = make([]uint64, e.stride)
	}
	a.common = a.common[:e.stride]
	many := len(a.inner) > manyInner && len(a.outer) >= manyOuter
	if many {
		a.rows = a.rows[:0]
		for _, y := range a.inner {
			a.rows = append(a.rows, e.satRow(int(y))...)
		}
		a.side.build(e, a.rows, len(a.inner))
	}
	for _, x := range a.outer {
		if missing := e.satRow(int(x)).Count() - a.need; many && missing <= maxMissing {
			if err := a.close(e, int(x), missing); err != nil {
				return err
			}
		} else {
			a.oneByOne(e, int(x), missing == 1)
			e.limit.spend(4 * e.stride * len(a.inner))
		}
		if err := e.limit.check(e.rays.n); err != nil {
			return err
		}
	}
	return nil
}

// maxMissing bounds the counters of close.
const maxMissing = 15

// close tries the pairs of x with those of the inner side that lie on all of its inequalities but
// at most missing.
//
// Word after word of the columns of the inequalities of x is counted into upTo: upTo[t] are the
// rays that have missed at most t of them so far. Most often no ray is left after a few
// inequalities.
func (a *adjacency) close(e *engine, x, missing int) error {
	a.own = a.own[:0]
	for w, c := range e.satRow(x) {
		for ; c != 0; c &= c - 1 {
			a.own = append(a.own, int32((w<<6+bits.TrailingZeros64(c))*a.side.words))
		}
	}
	var upTo [maxMissing + 1]uint64
	for w := range a.side.words {
		var left uint64
		if missing == 1 {
			zero, one := ^uint64(0), ^uint64(0)
			for _, c := range a.own {
				column := a.side.w[int(c)+w]
				one = zero | one&column
				zero &= column
				if one == 0 {
					break
				}
			}
			left = one
		} else {
			for t := range missing + 1 {
				upTo[t] = ^uint64(0)
			}
			for _, c := range a.own {
				column := a.side.w[int(c)+w]
				for t := missing; t > 0; t-- {
					upTo[t] = upTo[t-1] | upTo[t]&column
				}
				upTo[0] &= column
				if upTo[missing] == 0 {
					break
				}
			}
			left = upTo[missing]
		}
		if w == a.side.words-1 && len(a.inner)&63 != 0 {
			left &= 1<<(len(a.inner)&63) - 1
		}
		for ; left != 0; left &= left - 1 {
			a.pair(e, x, int(a.inner[w<<6+bits.TrailingZeros64(left)]), missing == 1)
		}
		e.limit.spend(8 * (missing + 1))
		if err := e.limit.check(e.rays.n); err != nil {
			return err
		}
	}
	return nil
}

// oneByOne tries the pairs of x with all of the inner side that lie on enough of its inequalities.
func (a *adjacency) oneByOne(e *engine, x int, simple bool) {
	switch e.stride {
	case 1:
		own := e.sat[x]
		for _, y := range a.inner {
			if bits.OnesCount64(own&e.sat[y]) >= a.need {
				a.pair(e, x, int(y), simple)
			}
		}
	case 2:
		own0, own1 := e.sat[2*x], e.sat[2*x+1]
		for _, y := range a.inner {
			s := e.sat[2*y : 2*y+2]
			if bits.OnesCount64(own0&s[0])+bits.OnesCount64(own1&s[1]) >= a.need {
				a.pair(e, x, int(y), simple)
			}
		}
	default:
		for _, y := range a.inner {
			a.pair(e, x, int(y), simple)
		}
	}
}

// pair adds the combination of two rays where they are adjacent; simple says that the first lies on
// as few inequalities as it can.
func (a *adjacency) pair(e *engine, x, y int, simple bool) {
	own, other := e.satRow(x), e.satRow(y)
	count, rest := 0, 0
	for w := range a.common {
		c := own[w] & other[w]
		a.common[w] = c
		count += bits.OnesCount64(c)
		rest += bits.OnesCount64(other[w])
	}
	if count < a.need {
		return
	}
	if simple || rest == a.need+1 || a.adjacent(e, x, y) {
		e.rays.combine(x, y, &e.v)
		e.limit.spend(e.rowWork())
		copy(e.newSat(), a.common)
	}
}

// adjacent reports whether no other ray lies on all inequalities of common.
func (a *adjacency) adjacent(e *engine, x, y int) bool {
	if r := a.third; r >= 0 && r != x && r != y && BitRow(a.common).Subset(e.satRow(r)) {
		return false
	}
	if a.built {
		return a.byColumns(e, x, y)
	}
	if a.looks <= 0 {
		a.all.build(e, e.sat, a.n)
		a.built = true
		return a.byColumns(e, x, y)
	}
	stride, sat := e.stride, e.sat
	if stride == 1 {
		c := a.common[0]
		for r, s := range sat[:a.n] {
			if c&^s == 0 && r != x && r != y {
				a.third = r
				a.looks -= r
				return false
			}
		}
	} else {
		for r := range a.n {
			if r != x && r != y && BitRow(a.common).Subset(sat[r*stride:]) {
				a.third = r
				a.looks -= r
				return false
			}
		}
	}
	a.looks -= a.n
	e.limit.spend(a.n * stride)
	return true
}

// byColumns is adjacent by the intersection of columns.
func (a *adjacency) byColumns(e *engine, x, y int) bool {
	t := &a.all
	a.list = a.list[:0]
	for w, c := range a.common {
		for ; c != 0; c &= c - 1 {
			a.list = append(a.list, int32((w<<6+bits.TrailingZeros64(c))*t.words))
		}
	}
	e.limit.spend(t.words * 4)
	for w := range t.words {
		set := ^uint64(0)
		if w == t.words-1 && a.n&63 != 0 {
			set = 1<<(a.n&63) - 1
		}
		for _, c := range a.list {
			if set &= t.w[int(c)+w]; set == 0 {
				break
			}
		}
		if w == x>>6 {
			set &^= 1 << (x & 63)
		}
		if w == y>>6 {
			set &^= 1 << (y & 63)
		}
		if set != 0 {
			a.third = w<<6 + bits.TrailingZeros64(set)
			return false
		}
	}
	return true
}
