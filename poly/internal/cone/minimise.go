// Pairs of descriptions, and how they are made minimal.

package cone

import "math/bits"

// pair is a cone in both descriptions: constraints and generators (or the other way round), and
// which generator lies on which inequality. Whether they are minimal and canonical is up to who
// holds it.
type pair struct {
	eqs, ineqs  *Matrix
	lines, rays *Matrix
	sat         *Bits // a row a ray
}

// newPair returns a pair of empty matrices, in one piece.
func newPair() *pair {
	s := new(struct {
		pair
		matrices [4]Matrix
		bits     Bits
	})
	s.pair = pair{&s.matrices[0], &s.matrices[1], &s.matrices[2], &s.matrices[3], &s.bits}
	return &s.pair
}

// flip exchanges the roles of constraints and generators.
func (p *pair) flip() *pair {
	return &pair{eqs: p.lines, ineqs: p.rays, lines: p.eqs, rays: p.ineqs, sat: p.sat.Transpose()}
}

// minimiser is the working memory of this file.
type minimiser struct {
	on            Bits
	keep, rows    []int32
	proper, above BitRow
	place         []int32
	sorter        sorter
}

// minimal returns what p describes, minimal and canonical, given that sat is right. It drops the
// constraints that are not needed, and the generators too unless they are known to be minimal, and
// makes equalities of inequalities that hold as such. Of the inequalities only those of live count.
// The matrices of p are changed.
func (w *minimiser) minimal(p *pair, live BitRow, minimalRays bool) *pair {
	w.on.transpose(p.sat)
	w.keep = w.needed(w.keep[:0], p.eqs, p.ineqs, &w.on, p.sat, live)
	if minimalRays {
		w.rows = firstRows(w.rows[:0], p.rays.n)
	} else {
		w.rows = w.needed(w.rows[:0], p.lines, p.rays, p.sat, &w.on, nil)
	}
	return w.arrange(p, w.keep, w.rows)
}

// arrange returns the canonical form of p with the listed inequalities and rays only, which are
// minimal. The lists and the matrices of p are changed.
func (w *minimiser) arrange(p *pair, keep, rows []int32) *pair {
	if pivots := p.eqs.echelon(); len(pivots) > 0 {
		p.ineqs.reduceAll(p.eqs, pivots)
	}
	if pivots := p.lines.echelon(); len(pivots) > 0 {
		p.rays.reduceAll(p.lines, pivots)
	}
	w.sorter.sort(p.ineqs, keep)
	w.sorter.sort(p.rays, rows)

	r := newPair()
	r.eqs.copyOf(p.eqs)
	r.lines.copyOf(p.lines)
	r.ineqs.setRows(p.ineqs, keep)
	r.rays.setRows(p.rays, rows)

	if cap(w.place) < p.ineqs.n {
		w.place = make([]int32, p.ineqs.n)
	}
	place := w.place[:p.ineqs.n]
	for i := range place {
		place[i] = -1
	}
	for to, from := range keep {
		place[from] = int32(to)
	}
	r.sat.resize(len(rows), len(keep))
	for to, from := range rows {
		row := r.sat.Row(to)
		for k, x := range p.sat.Row(int(from)) {
			for ; x != 0; x &= x - 1 {
				if j := place[k<<6+bits.TrailingZeros64(x)]; j >= 0 {
					row[j>>6] |= 1 << (j & 63)
				}
			}
		}
	}
	return r
}

func firstRows(rows []int32, n int) []int32 {
	for i := range n {
		rows = append(rows, int32(i))
	}
	return rows
}

// needed adds to keep the rows of ineqs among the live ones (nil: all) that are needed, and adds
// those to eqs that hold as equalities. Row i of on has the generators that lie on inequality i,
// and lying is its transpose.
//
// An inequality defines the face of the generators on it. It is needed exactly when no other face
// (but the whole cone) contains that one strictly; of equal ones the last is kept. The faces that
// contain a face are the intersection of the rows of lying, which most often is the face itself
// after a few rows.
func (w *minimiser) needed(keep []int32, eqs, ineqs *Matrix, on, lying *Bits, live BitRow) []int32 {
	if cap(w.proper) < lying.stride {
		w.proper, w.above = make(BitRow, lying.stride), make(BitRow, lying.stride)
	}
	proper := w.proper[:lying.stride]
	for k := range proper {
		proper[k] = ^uint64(0)
	}
	if n := on.rows & 63; n != 0 {
		proper[len(proper)-1] = 1<<n - 1
	}
	if live != nil {
		copy(proper, live)
	}
	for i := range on.rows {
		if proper.Has(i) && on.Row(i).Count() == on.cols {
			eqs.AppendFrom(ineqs, i)
			proper[i>>6] &^= 1 << (i & 63)
		}
	}
	for i := range on.rows {
		if !proper.Has(i) {
			continue
		}
		if maximal(i, on, lying, proper, w.above[:lying.stride]) {
			keep = append(keep, int32(i))
		} else {
			proper[i>>6] &^= 1 << (i & 63)
		}
	}
	return keep
}

// maximal reports whether no face of proper contains that of inequality i, but itself. Working
// memory is above.
func maximal(i int, on, lying *Bits, proper, above BitRow) bool {
	copy(above, proper)
	above[i>>6] &^= 1 << (i & 63)
	for w, x := range on.Row(i) {
		for ; x != 0; x &= x - 1 {
			var left uint64
			for k, y := range lying.Row(w<<6 + bits.TrailingZeros64(x)) {
				above[k] &= y
				left |= above[k]
			}
			if left == 0 {
				return true
			}
		}
	}
	return above.IsEmpty()
}
