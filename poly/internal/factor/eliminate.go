// This file eliminates dimensions from constraints if that is cheap: with an equality, or by Fourier-Motzkin
// elimination if it yields at most as many inequalities as it removes. (Fourier-Motzkin elimination adds each two
// inequalities in which the dimension has opposite signs.) Nothing is made minimal here. The column ε is treated like
// any other column, because the elimination works on the cone.

package factor

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// eliminateCheap forgets those dimensions of vs that can be eliminated cheaply from the constraints of p, which must
// be known. It returns the result and the remaining dimensions of vs.
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

// useOf returns the index of a row that is not 0 in column col, or -1.
func useOf(m *cone.Matrix, col int) int {
	for i := range m.Len() {
		if m.Sign(i, col) != 0 {
			return i
		}
	}
	return -1
}

// signsOf returns the number of rows that are positive, and of rows that are negative, in column col.
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

// substitute returns the rows of m after solving equality k of eqs for column col and substituting it. If m is eqs
// itself, the equality is left out.
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

// fourierMotzkin returns the rows that are 0 in column col, and the combinations of each two rows with opposite signs
// in that column.
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

// appendCombined adds the row x·(row i of a) + y·(row k of b) to the matrix to.
func appendCombined(to, a *cone.Matrix, i int, x num.Int, b *cone.Matrix, k int, y num.Int) {
	row := make([]num.Int, to.Cols())
	for j := range row {
		row[j] = a.At(i, j).Mul(x).Add(b.At(k, j).Mul(y))
	}
	to.Append(row)
}
