// This file eliminates a dimension from constraints where that is cheap: by an equality, or by
// Fourier and Motzkin's sums of each two inequalities in which the dimension has opposite signs, if
// these are no more than the inequalities that go. Nothing is made minimal here. In a cone with ε
// the column of ε is treated like any other, since the elimination is done in the cone.

package factor

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// eliminateCheap forgets those of some dimensions that are cheap to eliminate from the constraints
// of p, which are known, and returns the result and the other dimensions.
func (p *Factor) eliminateCheap(vs []int) (*Factor, []int) {
	eqs, ineqs, ok := p.constraints(false)
	if !ok {
		return p, vs
	}
	var rest []int
	changed := false
	for _, v := range vs {
		col := 1 + v
		if k := useOf(eqs, col); k >= 0 {
			eqs, ineqs = substitute(eqs, k, col, eqs), substitute(eqs, k, col, ineqs)
			changed = true
			continue
		}
		pos, neg := signsOf(ineqs, col)
		switch {
		case pos+neg == 0:
		case pos*neg <= pos+neg:
			ineqs = fourierMotzkin(ineqs, col)
			changed = true
		default:
			rest = append(rest, v)
		}
	}
	if !changed {
		return p, rest
	}
	c := cone.FromConstraints(p.cols(), eqs, ineqs)
	return newFactor(p.dims, p.nnc, c, p.state.Load()).from(p), rest
}

// useOf returns a row that has a column, or -1.
func useOf(m *cone.Matrix, col int) int {
	for i := range m.Len() {
		if m.Sign(i, col) != 0 {
			return i
		}
	}
	return -1
}

func signsOf(m *cone.Matrix, col int) (pos, neg int) {
	for i := range m.Len() {
		switch m.Sign(i, col) {
		case 1:
			pos++
		case -1:
			neg++
		}
	}
	return pos, neg
}

// substitute returns the rows of m without the column, which equality k of eqs is solved for; of
// eqs itself without that equality.
func substitute(eqs *cone.Matrix, k, col int, m *cone.Matrix) *cone.Matrix {
	r := cone.NewMatrix(m.Cols())
	for i := range m.Len() {
		switch {
		case m == eqs && i == k:
		case m.Sign(i, col) == 0:
			r.AppendFrom(m, i)
		default:
			// |e|·row - sign(e)·row[col]·equality, where e is the coefficient of the equality.
			e, f := eqs.At(k, col), m.At(i, col).Neg()
			if e.Sign() < 0 {
				e, f = e.Neg(), f.Neg()
			}
			appendCombined(r, m, i, e, eqs, k, f)
		}
	}
	return r
}

// fourierMotzkin returns the rows without the column and the sums of each two that have it with
// opposite signs.
func fourierMotzkin(m *cone.Matrix, col int) *cone.Matrix {
	r := cone.NewMatrix(m.Cols())
	for i := range m.Len() {
		if m.Sign(i, col) == 0 {
			r.AppendFrom(m, i)
		}
	}
	for i := range m.Len() {
		if m.Sign(i, col) <= 0 {
			continue
		}
		for k := range m.Len() {
			if m.Sign(k, col) < 0 {
				appendCombined(r, m, i, m.At(k, col).Neg(), m, k, m.At(i, col))
			}
		}
	}
	return r
}

// appendCombined adds x·(row i of a) + y·(row k of b).
func appendCombined(to, a *cone.Matrix, i int, x num.Int, b *cone.Matrix, k int, y num.Int) {
	row := make([]num.Int, to.Cols())
	for j := range row {
		row[j] = a.At(i, j).Mul(x).Add(b.At(k, j).Mul(y))
	}
	to.Append(row)
}
