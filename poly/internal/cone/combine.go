// Combinations of rows: the products of rows with a constraint, and combinations of two rows on which it is 0.

package cone

import (
	"math/bits"

	"github.com/whet-mc/whet/num"
)

// values are the products of the rows of a matrix with one vector. They are words, or numbers of any size if one of
// them is not a word.
type values struct {
	w    []int64
	wide []num.Int // the products, if one of them is not a word; else nil
}

// dots sets v to the products of the rows of m with row i of c.
func (v *values) dots(m, c *Matrix, i int) {
	v.wide = nil
	if m.wide == nil && c.wide == nil {
		row := c.row(i)
		mag := rowMag(row)
		if dotFits(m.mag+mag, m.cols) || dotFits(m.measure()+mag, m.cols) {
			if cap(v.w) < m.n {
				v.w = make([]int64, m.n, 2*m.n)
			}
			v.w = v.w[:m.n]
			mulRows(v.w, m.w, row)
			return
		}
	}
	v.w = v.w[:0]
	for k := range m.n {
		if m.wide == nil && c.wide == nil && v.wide == nil {
			if row := m.row(k); dotFits(rowMag(row)+rowMag(c.row(i)), m.cols) {
				v.w = append(v.w, dot(row, c.row(i)))
				continue
			}
		}
		x := m.Dot(k, c, i)
		if y, ok := word(x); ok && v.wide == nil {
			v.w = append(v.w, y)
			continue
		}
		if v.wide == nil {
			v.wide = make([]num.Int, 0, m.n)
			for _, y := range v.w {
				v.wide = append(v.wide, num.Of(y))
			}
		}
		v.wide = append(v.wide, x)
	}
}

// mulRows sets out to the products of c with the rows of m, which are stored one after the other. No other loop of a
// conversion goes over all numbers of a description.
func mulRows(out, m, c []int64) {
	d := len(c)
	for k := range out {
		var s int64
		row := m[k*d : k*d+d]
		for j, x := range row {
			s += x * c[j]
		}
		out[k] = s
	}
}

// sign returns the sign of product k.
func (v *values) sign(k int) int {
	if v.wide != nil {
		return v.wide[k].Sign()
	}
	return sign(v.w[k])
}

// at returns product k.
func (v *values) at(k int) num.Int {
	if v.wide != nil {
		return v.wide[k]
	}
	return num.Of(v.w[k])
}

// combine appends to m the positive combination of the rows x and y on which the product with the constraint is 0. v
// has the products of all rows with the constraint. The products of x and y must have opposite signs.
func (m *Matrix) combine(x, y int, v *values) {
	if v.sign(x) < 0 {
		x, y = y, x
	}
	if v.wide == nil {
		p, q := uint64(-v.w[y]), uint64(v.w[x])
		if p != 1 && q != 1 {
			if g := num.GCDWords(p, q); g != 1 {
				p, q = p/g, q/g
			}
		}
		m.appendSum(m, x, int64(p), m, y, int64(q))
		return
	}
	p, q := v.wide[y].Neg(), v.wide[x]
	g := num.GCD(p, q)
	m.appendWideSum(m, x, p.Quo(g), m, y, q.Quo(g))
}

// eliminate replaces row i of m by the combination with row k of o on which the product with the constraint is 0. The
// products of the two rows with the constraint are a and b; b must be positive. Row i gets a positive factor in the
// combination, so it keeps its direction.
func (m *Matrix) eliminate(i int, a num.Int, o *Matrix, k int, b num.Int) {
	if a.IsZero() {
		return
	}
	g := num.GCD(a, b)
	if !g.Equal(num.Of(1)) {
		a, b = a.Quo(g), b.Quo(g)
	}
	p, pok := word(b)
	q, qok := word(a.Neg())
	if pok && qok {
		m.appendSum(m, i, p, o, k, q)
	} else {
		m.appendWideSum(m, i, b, o, k, a.Neg())
	}
	m.move(i, m.n-1)
	m.truncate(m.n - 1)
}

// appendSum appends p*(row i of x) + q*(row k of y) to m, made primitive.
func (m *Matrix) appendSum(x *Matrix, i int, p int64, y *Matrix, k int, q int64) {
	if m.wide != nil || x.wide != nil || y.wide != nil ||
		!combineFits(p, q, x.mag, y.mag) && !combineFits(p, q, rowMag(x.row(i)), rowMag(y.row(k))) {
		m.appendWideSum(x, i, num.Of(p), y, k, num.Of(q))
		return
	}
	dst := m.grow()
	r, s := x.row(i)[:len(dst)], y.row(k)[:len(dst)]
	var or uint64
	one := false
	if p == 1 && q == 1 {
		for j := range dst {
			z := r[j] + s[j]
			dst[j] = z
			a := magnitude(z)
			or |= a
			one = one || a == 1
		}
	} else {
		for j := range dst {
			z := p*r[j] + q*s[j]
			dst[j] = z
			a := magnitude(z)
			or |= a
			one = one || a == 1
		}
	}
	if !one {
		or = primitive(dst)
	}
	m.mag = max(m.mag, bits.Len64(or))
}

// appendWideSum is appendSum for sums whose numbers may not fit a word. The row is stored in words if it fits.
func (m *Matrix) appendWideSum(x *Matrix, i int, p num.Int, y *Matrix, k int, q num.Int) {
	row := make([]num.Int, m.cols)
	for j := range row {
		row[j] = x.At(i, j).Mul(p).Add(y.At(k, j).Mul(q))
	}
	primitiveWide(row)
	m.Append(row)
}
