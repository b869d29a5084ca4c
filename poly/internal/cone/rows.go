// Operations on the rows of matrices: products, comparisons, and maps of all rows.

package cone

import (
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/num"
)

// Dot returns the product of row i with row j of o.
func (m *Matrix) Dot(i int, o *Matrix, j int) num.Int {
	if m.cols != o.cols {
		o.mustMatch("Dot", m.cols)
	}
	switch {
	case m.wide == nil && o.wide == nil:
		if dotFits(m.mag+o.mag, m.cols) {
			return num.Of(dot(m.row(i), o.row(j)))
		}
		return dotChecked(m.row(i), o.row(j))
	case m.wide != nil && o.wide != nil:
		return dotWide(m.wideRow(i), o.wideRow(j))
	case m.wide != nil:
		return o.DotInts(j, m.wideRow(i))
	}
	return m.DotInts(i, o.wideRow(j))
}

// DotSign returns the sign of the product of row i with row j of o.
func (m *Matrix) DotSign(i int, o *Matrix, j int) int {
	if m.wide == nil && o.wide == nil && m.cols == o.cols && dotFits(m.mag+o.mag, m.cols) {
		return sign(dot(m.row(i), o.row(j)))
	}
	return m.Dot(i, o, j).Sign()
}

// DotInts returns the product of row i with v.
func (m *Matrix) DotInts(i int, v []num.Int) num.Int {
	m.mustMatch("DotInts", len(v))
	if m.wide != nil {
		return dotWide(m.wideRow(i), v)
	}
	var s num.Int
	for j, x := range m.row(i) {
		if x != 0 {
			s = s.Add(num.Of(x).Mul(v[j]))
		}
	}
	return s
}

// CmpRow compares row i with row j of o lexicographically. It returns -1, 0 or 1.
func (m *Matrix) CmpRow(i int, o *Matrix, j int) int {
	if m.wide == nil && o.wide == nil {
		return slices.Compare(m.row(i), o.row(j))
	}
	for k := range m.cols {
		if c := m.At(i, k).Cmp(o.At(j, k)); c != 0 {
			return c
		}
	}
	return 0
}

// EqualRow reports whether row i is equal to row j of o.
func (m *Matrix) EqualRow(i int, o *Matrix, j int) bool { return m.CmpRow(i, o, j) == 0 }

// Equal reports whether m and o have the same rows in the same order.
func (m *Matrix) Equal(o *Matrix) bool {
	if m.cols != o.cols || m.n != o.n {
		return false
	}
	for i := range m.n {
		if !m.EqualRow(i, o, i) {
			return false
		}
	}
	return true
}

// Sort sorts the rows lexicographically. It keeps duplicates.
func (m *Matrix) Sort() {
	rows := firstRows(nil, m.n)
	new(sorter).sort(m, rows)
	*m = *m.pick(rows)
}

// pick returns a new matrix with the given rows of m.
func (m *Matrix) pick(rows []int32) *Matrix {
	p := new(Matrix)
	p.setRows(m, rows)
	return p
}

// setRows makes m a matrix with the given rows of o. The numbers are words if they fit.
func (m *Matrix) setRows(o *Matrix, rows []int32) {
	*m = Matrix{cols: o.cols, n: len(rows)}
	if len(rows) == 0 {
		return
	}
	if o.wide != nil {
		m.wide = make([]num.Int, 0, max(1, len(rows)*m.cols))
		for _, i := range rows {
			m.wide = append(m.wide, o.wideRow(int(i))...)
		}
		m.demote()
		return
	}
	m.w = make([]int64, len(rows)*m.cols)
	to := m.w
	for _, i := range rows {
		to = to[copy(to, o.row(int(i))):]
	}
	m.measure()
}

// copyOf makes m a copy of o. The numbers are words if they fit.
func (m *Matrix) copyOf(o *Matrix) {
	*m = Matrix{cols: o.cols, n: o.n}
	if o.n == 0 {
		return
	}
	m.w, m.wide = slices.Clone(o.w), slices.Clone(o.wide)
	if o.wide != nil {
		m.w = nil
		m.demote()
		return
	}
	m.measure()
}

// withoutZeros returns m without its rows of zeros. It returns m itself if no row is 0.
func (m *Matrix) withoutZeros() *Matrix {
	for i := range m.n {
		if !m.IsZeroRow(i) {
			continue
		}
		var rest []int32
		for k := range m.n {
			if !m.IsZeroRow(k) {
				rest = append(rest, int32(k))
			}
		}
		return m.pick(rest)
	}
	return m
}

// MapCols returns a matrix with cols columns. Column j of m becomes column to[j], or is left out if to[j] is -1.
// Other columns of the result are 0. No two columns of m may have the same target. The rows are made primitive again.
// MapCols panics if to has the wrong length.
func (m *Matrix) MapCols(cols int, to []int) *Matrix {
	m.mustMatch("MapCols", len(to))
	r := NewMatrix(cols)
	if m.wide != nil {
		row := make([]num.Int, cols)
		for i := range m.n {
			mapCols(row, m.wideRow(i), to)
			r.Append(row)
		}
		return r
	}
	r.w = make([]int64, 0, m.n*cols)
	for i := range m.n {
		dst := r.grow()
		mapCols(dst, m.row(i), to)
		r.settle(dst)
	}
	return r
}

// mapCols sets dst to row with its numbers moved by to, as in MapCols.
func mapCols[T any](dst, row []T, to []int) {
	clear(dst)
	for j, x := range row {
		if to[j] >= 0 {
			dst[to[j]] = x
		}
	}
}

// ReplaceCol returns a matrix with a row for each row r of m: den*r, with Σ coefs[j]*r[j] in column v, made
// primitive. If the rows are generators, the result is their image under the assignment x_v := Σ coefs[j]*x[j] / den.
// ReplaceCol panics if den is not positive or coefs has the wrong length.
func (m *Matrix) ReplaceCol(v int, coefs []num.Int, den num.Int) *Matrix {
	m.mustMatch("ReplaceCol", len(coefs))
	mustBePositive("ReplaceCol", den)
	return m.transform(coefs, den, func(dst, r, c []int64, d int64) {
		for j, x := range r {
			dst[j] = d * x
		}
		dst[v] = dot(r, c)
	}, func(dst, r []num.Int) {
		for j, x := range r {
			dst[j] = x.Mul(den)
		}
		dst[v] = dotWide(r, coefs)
	})
}

// SubstituteCol returns a matrix with a row for each row r of m: den*r with 0 in column v, plus r[v]*coefs, made
// primitive. If the rows are constraints, the result is their preimage under the assignment x_v := Σ coefs[j]*x[j] /
// den. SubstituteCol panics if den is not positive or coefs has the wrong length.
func (m *Matrix) SubstituteCol(v int, coefs []num.Int, den num.Int) *Matrix {
	m.mustMatch("SubstituteCol", len(coefs))
	mustBePositive("SubstituteCol", den)
	return m.transform(coefs, den, func(dst, r, c []int64, d int64) {
		rv := r[v]
		for j, x := range r {
			dst[j] = d*x + rv*c[j]
		}
		dst[v] = rv * c[v]
	}, func(dst, r []num.Int) {
		for j, x := range r {
			dst[j] = x.Mul(den).Add(r[v].Mul(coefs[j]))
		}
		dst[v] = r[v].Mul(coefs[v])
	})
}

// mustBePositive panics if the denominator den is not positive.
func mustBePositive(op string, den num.Int) {
	if den.Sign() <= 0 {
		panic("cone: " + op + " with the denominator " + den.String())
	}
}

// transform returns a matrix with the results of a function for each row. words computes the result for a row of
// words, ints for a row of numbers of any size; both get a memory dst for the result. A number of the result must not
// be larger than a product of a row with coefs plus one number of the row times den. transform calls words only if
// such a sum cannot overflow.
func (m *Matrix) transform(
	coefs []num.Int, den num.Int, words func(dst, r, c []int64, d int64), ints func(dst, r []num.Int),
) *Matrix {
	res := NewMatrix(m.cols)
	if m.wide == nil {
		c := make([]int64, m.cols)
		d, ok := word(den)
		or := magnitude(d)
		for j := 0; ok && j < len(c); j++ {
			c[j], ok = word(coefs[j])
			or |= magnitude(c[j])
		}
		if ok && dotFits(m.mag+bits.Len64(or), m.cols+1) {
			res.w = make([]int64, 0, len(m.w))
			for i := range m.n {
				dst := res.grow()
				words(dst, m.row(i), c, d)
				res.settle(dst)
			}
			return res
		}
	}
	dst, r := make([]num.Int, m.cols), make([]num.Int, m.cols)
	for i := range m.n {
		for j := range r {
			r[j] = m.At(i, j)
		}
		ints(dst, r)
		primitiveWide(dst)
		res.Append(dst)
	}
	res.demote()
	return res
}
