// Matrices of integer rows, whose numbers are words or of any size.

package cone

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Matrix is a list of integer vectors of the same length, stored in one slice. Each row is primitive: its numbers
// have no common factor above 1 (a row of zeros is allowed).
//
// All numbers are words as long as they all fit; otherwise all are numbers of any size. A matrix that is part of a
// [Cone] must not be changed.
type Matrix struct {
	cols, n int
	w       []int64   // the rows, one after the other, if wide is nil; no number is math.MinInt64
	wide    []num.Int // the rows if a number does not fit a word; w is nil then
	mag     int       // all numbers x of w satisfy -2^mag < x < 2^mag
}

// NewMatrix returns a matrix without rows. It panics if cols is negative.
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

// Words returns row i and true if the numbers of m are words, else false. The caller must not change the row. Words
// allocates nothing.
func (m *Matrix) Words(i int) ([]int64, bool) {
	if m.wide != nil {
		return nil, false
	}
	return m.row(i), true
}

// row returns row i of a matrix of words. It shares its memory with m.
func (m *Matrix) row(i int) []int64 { return m.w[i*m.cols : (i+1)*m.cols : (i+1)*m.cols] }

// Work returns roughly the time of a pass over a row, in nanoseconds.
func (m *Matrix) Work() int {
	if m.wide != nil {
		return 50 + 200*m.cols
	}
	return 50 + 4*m.cols
}

// wideRow is row for a matrix of numbers of any size.
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

// word returns x as a word, and whether a matrix can hold it as a word.
func word(x num.Int) (int64, bool) {
	v, ok := x.Int64()
	return v, ok && v != math.MinInt64
}

// Append appends a row, divided by the greatest common divisor of its numbers. It panics if the row has the wrong
// length.
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

// AppendWords is Append for machine words.
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

// AppendFrom appends row i of o.
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

// AppendAll appends the rows of o.
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

// negate replaces row i by its negation.
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

// Clone returns a copy that shares no memory with m.
func (m *Matrix) Clone() *Matrix {
	c := *m
	c.w = slices.Clone(m.w)
	c.wide = slices.Clone(m.wide)
	return &c
}

// Concat returns a new matrix with the rows of m followed by the rows of o.
func (m *Matrix) Concat(o *Matrix) *Matrix {
	c := &Matrix{cols: m.cols}
	if m.wide == nil && o.wide == nil {
		c.w = make([]int64, 0, len(m.w)+len(o.w))
	}
	c.AppendAll(m)
	c.AppendAll(o)
	return c
}

// mustMatch panics if m does not have cols columns. op is the name of the operation in the message.
func (m *Matrix) mustMatch(op string, cols int) {
	if cols != m.cols {
		panic(fmt.Sprintf("cone: %s of a row of length %d to a matrix with %d columns", op, cols, m.cols))
	}
}

// grow appends a row of unspecified words and returns it. The caller must set its numbers, make it primitive and
// update m.mag, for example with settle.
func (m *Matrix) grow() []int64 {
	n := len(m.w) + m.cols
	if n > cap(m.w) {
		m.w = slices.Grow(m.w, max(m.cols, len(m.w)))
	}
	m.w = m.w[:n]
	m.n++
	return m.w[n-m.cols : n : n]
}

// settle makes row, a new row of words of m, primitive and updates m.mag.
func (m *Matrix) settle(row []int64) {
	m.mag = max(m.mag, bits.Len64(primitive(row)))
}

// truncate removes all rows after the first n.
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

// reset makes m a matrix without rows. It keeps the memory of m.
func (m *Matrix) reset(cols int) {
	m.cols, m.n, m.w, m.wide, m.mag = cols, 0, m.w[:0], nil, 0
}

// promote replaces words by numbers of any size. A matrix without rows gets an empty slice wide that is not nil.
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

// demote replaces numbers of any size by words if all of them fit.
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

// measure makes m.mag as small as possible and returns it. It changes m, so the caller must not share m with others.
func (m *Matrix) measure() int {
	var or uint64
	for _, x := range m.w {
		or |= magnitude(x)
	}
	m.mag = bits.Len64(or)
	return m.mag
}

// String returns the rows as text, one per line.
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
