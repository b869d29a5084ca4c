package cone

import "math/bits"

// adjacency finds the pairs of rays on the two sides of a constraint that span a face of dimension 2: only their
// combinations are extreme rays of the constraint's hyperplane. In the order of their cost:
//
//   - the inequalities that are 0 on both must be at least as many as the rank that a face of dimension 2 needs;
//   - if they are, and one of the two rays lies on no more inequalities than an extreme ray must, then these are independent, and so are those
//     of the pair: the face has dimension 2, and nothing else is to be tested (in a simple cone nothing ever is);
//   - otherwise the pair is adjacent exactly when no third ray lies on all inequalities that are 0 on both
//     (Fukuda and Prodon 1996, proposition 7). The rays on one inequality are a set of bits; the
//     intersection of these sets is the two rays themselves, or there is a third. This costs a few words for each 64 rays.
//
// See Zolotykh, "New modification of the double description method for constructing the skeleton of a polyhedral cone"
// (2012), and Terzer and Stelling (2008), for what else can be done.
type adjacency struct {
	neg     []uint64 // the rows of sat of the rays below, together
	columns []uint64 // for each inequality the rays on it, words words each
	words   int
	built   bool
	common  []uint64
	list    []int32
}

// pairs adds to the rays the combination of each adjacent pair of e.pos and e.neg, with the inequalities on which it lies.
func (a *adjacency) pairs(e *engine) error {
	n := e.rays.n
	need := e.dim - e.lines.n - e.rank - 2
	a.built = false
	stride := e.stride
	a.neg = a.neg[:0]
	for _, y := range e.neg {
		a.neg = append(a.neg, e.satRow(int(y))...)
	}
	for _, x := range e.pos {
		simple := e.satRow(int(x)).Count() == need+1
		if stride == 1 {
			own := e.sat[x]
			for k, other := range a.neg {
				c := own & other
				if bits.OnesCount64(c) < need {
					continue
				}
				y := e.neg[k]
				if simple || bits.OnesCount64(other) == need+1 || a.adjacent(e, n, int(x), int(y), []uint64{c}) {
					e.rays.combine(int(x), int(y), &e.v)
					e.newSat()[0] = c
				}
			}
		} else {
			a.common = append(a.common[:0], e.satRow(int(x))...)
			c := a.common
			for k, y := range e.neg {
				other := a.neg[k*stride : k*stride+stride]
				own := e.satRow(int(x))
				count := 0
				for w := range c {
					c[w] = own[w] & other[w]
					count += bits.OnesCount64(c[w])
				}
				if count < need {
					continue
				}
				if simple || BitRow(other).Count() == need+1 || a.adjacent(e, n, int(x), int(y), c) {
					e.rays.combine(int(x), int(y), &e.v)
					copy(e.newSat(), c)
				}
			}
		}
		e.limit.spend(2 * stride * len(e.neg))
		if err := e.limit.check(e.rays.n); err != nil {
			return err
		}
	}
	return nil
}

// adjacent reports whether x and y are the only ones of the first n rays on all inequalities of common.
func (a *adjacency) adjacent(e *engine, n, x, y int, common []uint64) bool {
	if !a.built {
		a.build(e, n)
	}
	a.list = a.list[:0]
	for w, c := range common {
		for ; c != 0; c &= c - 1 {
			a.list = append(a.list, int32(w<<6+bits.TrailingZeros64(c)))
		}
	}
	e.limit.spend(a.words * 4)
	for w := range a.words {
		set := ^uint64(0)
		if w == a.words-1 && n&63 != 0 {
			set = 1<<(n&63) - 1
		}
		for _, c := range a.list {
			if set &= a.columns[int(c)*a.words+w]; set == 0 {
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
			return false
		}
	}
	return true
}

// build sets columns to the transpose of sat.
func (a *adjacency) build(e *engine, n int) {
	a.built = true
	a.words = (n + 63) / 64
	size := e.kept.n * a.words
	if cap(a.columns) < size {
		a.columns = make([]uint64, size, 2*size)
	}
	a.columns = a.columns[:size]
	clear(a.columns)
	for r := range n {
		word, bit := r>>6, uint64(1)<<(r&63)
		for k, s := range e.satRow(r) {
			for ; s != 0; s &= s - 1 {
				a.columns[(k<<6+bits.TrailingZeros64(s))*a.words+word] |= bit
			}
		}
	}
	e.limit.spend(size + 16*n)
}
