// Adjacency of rays in the double description method (convert.go): which pairs of rays span a face of dimension 2.
// Only the combinations of adjacent rays on the two sides of a constraint are extreme rays of the constraint's
// hyperplane. Three tests decide adjacency, in the order of their cost:
//
//   - At least as many inequalities must be 0 on both rays as the rank that a face of dimension 2 needs. If
//     there are many pairs, this is counted for 64 of them at once; see close.
//   - Suppose that they are enough, and that one of the two rays lies on no more inequalities than an extreme
//     ray must. Then these inequalities are independent, and so are the common ones of the pair. So the face has
//     dimension 2, and no other test is needed. In a simple cone this test always decides.
//   - Otherwise the pair is adjacent iff no third ray lies on all inequalities that are 0 on both rays (Fukuda
//     and Prodon 1996, proposition 7). The rays on one inequality are a set of bits. The intersection of these
//     sets contains the two rays, and a third one if there is one. An intersection costs a few words per 64 rays
//     once the sets are built. They are built after enough time was spent on searching the rays one by one. A
//     third ray that was found is tried first in the next search, because it often fits again.
//
// See Zolotykh, "New modification of the double description method for constructing the skeleton of a polyhedral
// cone" (2012), and Terzer and Stelling (2008), for other techniques.

package cone

import "math/bits"

// adjacency finds the adjacent pairs of rays on the two sides of one constraint, by the tests above.
type adjacency struct {
	n    int // the number of rays before the cut
	need int // the rank of the inequalities on a face of dimension 2

	outer, inner []int32 // the rays of the two sides; outer is the smaller side

	common []uint64 // the inequalities that are 0 on both rays of the pair at hand
	list   []int32  // the offsets of these inequalities in all.w
	own    []int32  // the offsets in side.w of the inequalities on which the outer ray lies

	rows  []uint64 // the rows of engine.sat of the inner rays
	all   columns  // for each inequality: the rays that lie on it
	side  columns  // for each inequality: the inner rays that lie on it, by their index in inner
	built bool     // whether the field all is built
	looks int      // how many rays may still be searched one by one before the field all is built
	third int      // the third ray that was found last, or -1
}

// columns are the transpose of some rows of engine.sat: a bit set of rays for each inequality, in that many words.
type columns struct {
	w     []uint64
	words int
}

// build sets the columns for n rays whose rows of engine.sat are given.
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

// Pairs are counted 64 at once if the smaller side has at least manyOuter rays and the larger side has more than
// manyInner. For fewer rays a transposition takes longer than it saves.
const (
	manyOuter = 4
	manyInner = 12
)

// pairs appends to e.rays the combination of each adjacent pair of e.pos and e.neg. It appends to e.sat the
// inequalities on which the combination lies.
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

// maxMissing bounds the number of counters in close.
const maxMissing = 15

// close tries the pairs of x with those inner rays that lie on all inequalities of x except at most missing.
//
// It goes through the columns of the inequalities of x, 64 inner rays at a time. upTo[t] is the set of the rays that
// lie on all of these inequalities so far except at most t. In most cases the sets are empty after a few
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

// oneByOne tries the pairs of x with all inner rays that lie on enough of its inequalities. simple is true if x lies
// on as few inequalities as an extreme ray can.
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

// pair appends the combination of the rays x and y if they are adjacent. simple is true if x lies on as few
// inequalities as an extreme ray can.
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

// adjacent reports whether no ray except x and y lies on all inequalities of a.common.
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

// byColumns is adjacent, decided by the intersection of the columns of a.common.
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
