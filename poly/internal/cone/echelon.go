// Echelon forms of equalities and lines.

package cone

// pivotColumn returns the k-th column in the order in which rows are solved for columns: 1, 2, …, and 0 last. Column
// 0 is the homogenising coordinate of a polyhedron; it is better to solve an equality for a variable than for its
// constant.
func pivotColumn(k, cols int) int {
	if k++; k == cols {
		return 0
	}
	return k
}

// echelon brings the rows of m to reduced echelon form, drops rows that become 0, and returns the column of each
// row's pivot. A pivot is positive, and all other numbers in its column are 0. The result depends only on the space
// that the rows span.
func (m *Matrix) echelon() []int32 {
	var pivots []int32
	done := 0
	for k := 0; k < m.cols && done < m.n; k++ {
		col := pivotColumn(k, m.cols)
		best := -1
		for i := done; i < m.n; i++ {
			if m.Sign(i, col) == 0 {
				continue
			}
			if best < 0 || m.absLess(i, best, col) {
				best = i
			}
		}
		if best < 0 {
			continue
		}
		m.swap(done, best)
		if m.Sign(done, col) < 0 {
			m.negate(done)
		}
		for i := range m.n {
			if i != done {
				m.reduce(i, m, done, col)
			}
		}
		pivots = append(pivots, int32(col))
		done++
	}
	m.truncate(done)
	return pivots
}

// absLess reports whether column col of row i has a smaller absolute value than column col of row k.
func (m *Matrix) absLess(i, k, col int) bool {
	if m.wide == nil {
		return magnitude(m.row(i)[col]) < magnitude(m.row(k)[col])
	}
	a, b := m.At(i, col), m.At(k, col)
	if a.Sign() < 0 {
		a = a.Neg()
	}
	if b.Sign() < 0 {
		b = b.Neg()
	}
	return a.Less(b)
}

// swap exchanges the rows i and k.
func (m *Matrix) swap(i, k int) {
	if i == k {
		return
	}
	for j := range m.cols {
		if m.wide != nil {
			m.wideRow(i)[j], m.wideRow(k)[j] = m.wideRow(k)[j], m.wideRow(i)[j]
		} else {
			m.row(i)[j], m.row(k)[j] = m.row(k)[j], m.row(i)[j]
		}
	}
}

// reduce makes column col of row i 0 by adding a multiple of row k of o, whose column col must be positive. Row i
// keeps its direction.
func (m *Matrix) reduce(i int, o *Matrix, k, col int) {
	if m.Sign(i, col) != 0 {
		m.eliminate(i, m.At(i, col), o, k, o.At(k, col))
	}
}

// reduceAll makes the pivot columns of the rows of o 0 in all rows of m.
func (m *Matrix) reduceAll(o *Matrix, pivots []int32) {
	for k, col := range pivots {
		for i := range m.n {
			m.reduce(i, o, k, int(col))
		}
	}
}
