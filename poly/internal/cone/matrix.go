// Matrices of integer rows, of words or of numbers of any size.

package cone

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Matrix is a list of integer vectors of the same length in one slice. Each row is primitive: its
// numbers have no common factor above 1 (a row of zeros is allowed).
//
// All numbers are words until one does not fit; then all are of any size. A matrix that is part of
// a [Cone] must not be changed.
type Matrix struct {
	cols, n int
	w       []int64   // the rows, one after the other, while wide is nil; never math.MinInt64
	wide    []num.Int // the rows where a number does not fit w, which is then nil
	mag     int       // all numbers of w lie between -2^mag and 2^mag
}

// NewMatrix returns a matrix without rows. It panics where cols is negative.
func NewMatrix(cols int) *Matrix {
	if cols < 0 {
		panic(fmt.Sprintf("cone: NewMatrix with %d columns", cols))
	}
	return &Matrix{cols: cols}
}

// Len returns the number of rows.
func (m *Matrix) Len() int { return m.n }

// Cols returns the length of the rows.
func (m *Matrix) Cols() int { return m.cols }

// At returns the number in row i and column j.
func (m *Matrix) At(i, j int) num.Int {
	if m.wide != nil {
		return m.wideRow(i)[j]
	}
	return num.Of(m.row(i)[j])
}

// Sign returns the sign of the number in row i and column j: -1, 0 or 1.
func (m *Matrix) Sign(i, j int) int {
	if m.wide != nil {
		return m.wideRow(i)[j].Sign()
	}
	return sign(m.row(i)[j])
}

// Words returns row i where its matrix is held in words, to be read only, and whether it is. It
// allocates nothing.
func (m *Matrix) Words(i int) ([]int64, bool) {
	if m.wide != nil {
		return nil, false
	}
	return m.row(i), true
}

func (m *Matrix) row(i int) []int64 { return m.w[i*m.cols : (i+1)*m.cols : (i+1)*m.cols] }

// Work is about what a pass over a row takes, in nanoseconds.
func (m *Matrix) Work() int {
	if m.wide != nil {
		return 50 + 200*m.cols
	}
	return 50 + 4*m.cols
}

func (m *Matrix) wideRow(i int) []num.Int { return m.wide[i*m.cols : (i+1)*m.cols : (i+1)*m.cols] }

// IsZeroRow reports whether all numbers of row i are 0.
func (m *Matrix) IsZeroRow(i int) bool {
	if m.wide != nil {
		for _, x := range m.wideRow(i) {
			if !x.IsZero() {
				return false
			}
		}
		return true
	}
	for _, x := range m.row(i) {
		if x != 0 {
			return false
		}
	}
	return true
}

// word returns x where it is one of the numbers that a matrix holds in a word.
func word(x num.Int) (int64, bool) {
	v, ok := x.Int64()
	return v, ok && v != math.MinInt64
}

// Append adds a row, divided by the greatest common divisor of its numbers. It panics where the
// length is wrong.
func (m *Matrix) Append(row []num.Int) {
	m.mustMatch("Append", len(row))
	if m.wide == nil {
		dst := m.grow()
		for j, x := range row {
			v, ok := word(x)
			if !ok {
				m.n--
				m.w = m.w[:m.n*m.cols]
				m.promote()
				break
			}
			dst[j] = v
		}
		if m.wide == nil {
			m.settle(dst)
			return
		}
	}
	m.wide = append(m.wide, row...)
	m.n++
	primitiveWide(m.wideRow(m.n - 1))
}

// AppendWords is Append of machine words.
func (m *Matrix) AppendWords(row []int64) {
	m.mustMatch("AppendWords", len(row))
	if m.wide != nil || slices.Contains(row, math.MinInt64) {
		ints := make([]num.Int, len(row))
		for j, x := range row {
			ints[j] = num.Of(x)
		}
		m.Append(ints)
		return
	}
	dst := m.grow()
	copy(dst, row)
	m.settle(dst)
}

// AppendFrom adds row i of o.
func (m *Matrix) AppendFrom(o *Matrix, i int) {
	m.mustMatch("AppendFrom", o.cols)
	switch {
	case m.wide == nil && o.wide == nil:
		copy(m.grow(), o.row(i))
		m.mag = max(m.mag, o.mag)
	case o.wide != nil:
		m.Append(o.wideRow(i))
	default:
		m.AppendWords(o.row(i))
	}
}

// AppendAll adds the rows of o.
func (m *Matrix) AppendAll(o *Matrix) {
	m.mustMatch("AppendAll", o.cols)
	if m.wide == nil && o.wide == nil {
		m.w = append(m.w, o.w...)
		m.n += o.n
		m.mag = max(m.mag, o.mag)
		return
	}
	for i := range o.n {
		m.AppendFrom(o, i)
	}
}

func (m *Matrix) negate(i int) {
	if m.wide != nil {
		r := m.wideRow(i)
		for j := range r {
			r[j] = r[j].Neg()
		}
		return
	}
	r := m.row(i)
	for j := range r {
		r[j] = -r[j]
	}
}

// Clone returns a copy that shares nothing with m.
func (m *Matrix) Clone() *Matrix {
	c := *m
	c.w = slices.Clone(m.w)
	c.wide = slices.Clone(m.wide)
	return &c
}

// Concat returns a new matrix with the rows of m and those of o.
func (m *Matrix) Concat(o *Matrix) *Matrix {
	c := &Matrix{cols: m.cols}
	if m.wide == nil && o.wide == nil {
		c.w = make([]int64, 0, len(m.w)+len(o.w))
	}
	c.AppendAll(m)
	c.AppendAll(o)
	return c
}

func (m *Matrix) mustMatch(op string, cols int) {
	if cols != m.cols {
		panic(fmt.Sprintf("cone: %s of a row of length %d to a matrix with %d columns", op, cols, m.cols))
	}
}

// grow adds a row of unspecified words, which the caller must set and settle.
func (m *Matrix) grow() []int64 {
	n := len(m.w) + m.cols
	if n > cap(m.w) {
		m.w = slices.Grow(m.w, max(m.cols, len(m.w)))
	}
	m.w = m.w[:n]
	m.n++
	return m.w[n-m.cols : n : n]
}

// settle makes a new row of words primitive and takes note of its size.
func (m *Matrix) settle(row []int64) {
	m.mag = max(m.mag, bits.Len64(primitive(row)))
}

// truncate keeps the first n rows.
func (m *Matrix) truncate(n int) {
	if m.wide != nil {
		clear(m.wide[n*m.cols:])
		m.wide = m.wide[:n*m.cols]
	} else {
		m.w = m.w[:n*m.cols]
	}
	m.n = n
}

// move copies row from over row to.
func (m *Matrix) move(to, from int) {
	if m.wide != nil {
		copy(m.wideRow(to), m.wideRow(from))
	} else {
		copy(m.row(to), m.row(from))
	}
}

// reset makes m a matrix without rows and keeps its memory.
func (m *Matrix) reset(cols int) {
	m.cols, m.n, m.w, m.wide, m.mag = cols, 0, m.w[:0], nil, 0
}

// promote goes over to numbers of any size. A matrix without rows becomes one with an empty wide
// slice that is not nil.
func (m *Matrix) promote() {
	if m.wide != nil {
		return
	}
	m.wide = make([]num.Int, len(m.w), max(1, len(m.w)+m.cols))
	for k, x := range m.w {
		m.wide[k] = num.Of(x)
	}
	m.w = nil
}

// demote goes back to words where all numbers fit.
func (m *Matrix) demote() {
	if m.wide == nil {
		return
	}
	for _, x := range m.wide {
		if _, ok := word(x); !ok {
			return
		}
	}
	m.w = make([]int64, len(m.wide))
	var or uint64
	for k, x := range m.wide {
		v, _ := word(x)
		m.w[k] = v
		or |= magnitude(v)
	}
	m.wide, m.mag = nil, bits.Len64(or)
}

// measure makes the bound on the sizes as small as it can be, which a reader must not do: m must be
// the caller's.
func (m *Matrix) measure() int {
	var or uint64
	for _, x := range m.w {
		or |= magnitude(x)
	}
	m.mag = bits.Len64(or)
	return m.mag
}

// String shows the rows, one a line.
func (m *Matrix) String() string {
	var b strings.Builder
	for i := range m.n {
		for j := range m.cols {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(m.At(i, j).String())
		}
		b.WriteByte('\n')
	}
	return b.String()
}
