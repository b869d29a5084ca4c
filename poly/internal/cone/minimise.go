// Pairs of descriptions, and how they are made minimal and canonical.

package cone

import "math/bits"

// pair is a cone in both descriptions: constraints and generators (or with exchanged roles), and which generator lies
// on which inequality. It need not be minimal or canonical; the code that holds a pair knows whether it is.
type pair struct {
	eqs, ineqs  *Matrix
	lines, rays *Matrix
	sat         *Bits // a row for each ray, a column for each inequality
}

// newPair returns a pair of empty matrices, with a single allocation.
func newPair() *pair {
	s := new(struct {
		pair
		matrices [4]Matrix
		bits     Bits
	})
	s.pair = pair{&s.matrices[0], &s.matrices[1], &s.matrices[2], &s.matrices[3], &s.bits}
	return &s.pair
}

// flip returns p with the roles of constraints and generators exchanged.
func (p *pair) flip() *pair {
	return &pair{eqs: p.lines, ineqs: p.rays, lines: p.eqs, rays: p.ineqs, sat: p.sat.Transpose()}
}

// minimiser is the working memory of the functions of this file.
type minimiser struct {
	on            Bits
	keep, rows    []int32
	proper, above BitRow
	place         []int32
	sorter        sorter
}

// minimal returns the minimal and canonical descriptions of the cone of p, whose sat must be right. It drops
// redundant inequalities and makes equalities of the inequalities that hold as equalities. Inequalities that are not
// in live (nil: all) are ignored. It does the same to the rays, unless minimalRays says that they are minimal
// already. The matrices of p are changed.
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

// arrange returns the canonical form of p, with only the inequalities keep and the rays rows, which must be minimal.
// The lists and the matrices of p are changed.
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

// firstRows appends 0, …, n-1 to rows.
func firstRows(rows []int32, n int) []int32 {
	for i := range n {
		rows = append(rows, int32(i))
	}
	return rows
}

// needed appends to keep the rows of ineqs that are not redundant, and appends to eqs the rows that hold as
// equalities. It ignores rows that are not in live (nil: all). Row i of on is the set of the generators that lie on
// inequality i; lying is the transpose of on.
//
// The generators on an inequality generate a face. An inequality is not redundant iff no other inequality that is not
// an equality has a face that strictly contains this face; of several inequalities with the same face, the last one
// is kept. The inequalities whose faces contain a given face are the intersection of the rows of lying for the
// generators of the face. In most cases this intersection contains only the inequality itself after a few rows.
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

// maximal reports whether no other inequality in proper has a face that contains the face of inequality i. It uses
// the memory of above.
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
