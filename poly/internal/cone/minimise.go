package cone

import "math/bits"

// finish returns what the engine holds, minimal and canonical: constraints without the inequalities that
// others imply, both sides reduced and sorted.
func (e *engine) finish() *pair {
	p := &pair{eqs: e.eqs.Clone(), lines: e.lines.Clone()}
	sat := &Bits{rows: e.rays.n, cols: e.kept.n, stride: e.stride, w: e.sat}
	if e.stride != (e.kept.n+63)/64 {
		sat = NewBits(e.rays.n, e.kept.n)
		for r := range sat.rows {
			copy(sat.Row(r), e.satRow(r)[:sat.stride])
		}
	}
	p.ineqs, p.rays, p.sat = &e.kept, &e.rays, sat
	p.canonical(e.full, nil)
	return p
}

// canonical makes both descriptions of a cone canonical, given that sat is right and which inequalities (constraints)
// and rays (rays; nil: all) can be needed. It drops those that are not, turns inequalities that hold as equalities into such, reduces
// inequalities modulo equalities and rays modulo lines, and sorts. The matrices ineqs and rays are changed.
func (p *pair) canonical(constraints, rays BitRow) {
	bySat := p.sat.Transpose()
	keep := p.minimalRows(p.eqs, p.ineqs, bySat, p.sat, constraints)
	rows := allRows(p.rays.n)
	if rays != nil {
		rows = p.minimalRows(p.lines, p.rays, p.sat, bySat, rays)
	}
	pivots := p.eqs.echelon()
	p.ineqs.reduceAll(p.eqs, pivots)
	pivots = p.lines.echelon()
	p.rays.reduceAll(p.lines, pivots)
	p.ineqs.sortRows(keep)
	p.rays.sortRows(rows)

	p.ineqs, p.rays = p.ineqs.pick(keep), p.rays.pick(rows)
	p.eqs.demote()
	p.lines.demote()
	sat := NewBits(len(rows), len(keep))
	for i, r := range rows {
		from, to := p.sat.Row(int(r)), sat.Row(i)
		for j, c := range keep {
			to[j>>6] |= from[c>>6] >> (c & 63) & 1 << (j & 63)
		}
	}
	p.sat = sat
}

func allRows(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// minimalRows returns the rows of ineqs among the live ones that are needed, and adds those to eqs that hold as equalities.
// Row i of on has the generators that lie on inequality i, and lying is its transpose.
//
// An inequality defines the face of the generators on it. It is needed exactly when no other face (but the whole cone) contains that one strictly;
// of equal ones the first is kept. The faces that contain a face are the intersection of the rows of lying.
func (p *pair) minimalRows(eqs, ineqs *Matrix, on, lying *Bits, live BitRow) []int32 {
	proper := make(BitRow, lying.stride)
	copy(proper, live)
	for i := range on.rows {
		if proper.Has(i) && on.Row(i).Count() == on.cols {
			eqs.AppendFrom(ineqs, i)
			proper[i>>6] &^= 1 << (i & 63)
		}
	}
	keep := make([]int32, 0, on.rows)
	above := make(BitRow, lying.stride)
	for i := range on.rows {
		if !proper.Has(i) {
			continue
		}
		if needed(i, on, lying, proper, above) {
			keep = append(keep, int32(i))
		} else {
			proper[i>>6] &^= 1 << (i & 63)
		}
	}
	return keep
}

// needed reports whether no face of proper contains that of inequality i, but itself. Working memory is above.
func needed(i int, on, lying *Bits, proper, above BitRow) bool {
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
