package num

import (
	"math/big"
	"slices"
	"strings"
)

// Row is a sparse vector of rationals, indexed by columns 0, 1, …: a row of a
// simplex tableau, a constraint or generator of a polyhedron, an equation. The
// zero value is the zero vector. Unlike the numbers of this package a Row is
// changed in place, and its methods are not safe for concurrent use with a
// change of either operand.
//
// The entries are integers over one common positive denominator, so that a step
// of elimination needs one greatest common divisor per row instead of two per
// entry, and most of its work is plain multiplication of words. The whole row is
// held in words as long as all its numbers fit, and in math/big otherwise: one
// test per row takes the place of one test per operation. A row that grew too
// large goes back to words as soon as it fits again.
//
// Against rows of big.Rat (BenchmarkRowAddMul, BenchmarkRowGauss) a step is about
// 60 times faster in words and 10 times in math/big, and a whole elimination 20
// times faster on matrices of small numbers, 6 times where most rows leave the
// words. Against rows of Rat, in words, a step is as fast for integers and 3 times
// faster for fractions. The bad case is a row whose entries have unrelated
// denominators: their common multiple leaves the words while each entry fits.
//
// A row that stands for an equation or inequality with 0, where a positive
// factor does not matter, is best kept primitive: integers without a common
// factor. See Eliminate.
type Row struct {
	// Invariants, which sane checks:
	//   - the columns ascend strictly, and no entry is 0;
	//   - den > 0, and no number above 1 divides den and all entries;
	//   - wide is empty if and only if all numbers fit words (the magnitudes
	//     are at most math.MaxInt64), and then nums, else wide, is as long
	//     as cols.
	cols []int
	nums []int64
	den  int64 // the denominator less 1, so that the zero value is a row

	wide    []big.Int // never shared with anyone: changed in place
	wideDen big.Int
}

// Len returns the number of entries that are not 0.
func (r *Row) Len() int { return len(r.cols) }

// IsZero reports whether all entries are 0.
func (r *Row) IsZero() bool { return len(r.cols) == 0 }

// Col returns the column of the i-th entry that is not 0; columns ascend with i.
func (r *Row) Col(i int) int { return r.cols[i] }

// Num returns the numerator over Den of the i-th entry that is not 0.
func (r *Row) Num(i int) Int {
	if r.isWide() {
		return OfBig(&r.wide[i])
	}
	return Int{v: r.nums[i]}
}

// Sign returns the sign of the i-th entry that is not 0: -1 or 1.
func (r *Row) Sign(i int) int {
	if r.isWide() {
		return r.wide[i].Sign()
	}
	if r.nums[i] < 0 {
		return -1
	}
	return 1
}

// Coef returns the i-th entry that is not 0.
func (r *Row) Coef(i int) Rat {
	if r.den == 0 && !r.isWide() {
		return Rat{n: r.nums[i]}
	}
	return RatOfInt(r.Num(i)).Quo(RatOfInt(r.Den()))
}

// Den returns the common denominator, which is positive and the least possible.
func (r *Row) Den() Int {
	if r.isWide() {
		return OfBig(&r.wideDen)
	}
	return Int{v: r.den + 1}
}

// Find returns the place of a column among the entries that are not 0, for Num,
// Sign and Coef, and false where the entry is 0.
func (r *Row) Find(col int) (int, bool) { return slices.BinarySearch(r.cols, col) }

// Get returns the entry of a column.
func (r *Row) Get(col int) Rat {
	if i, ok := r.Find(col); ok {
		return r.Coef(i)
	}
	return Rat{}
}

// Set changes the entry of a column. It takes linear time, but constant time
// for an integer in a new last column of a row of integers.
func (r *Row) Set(col int, c Rat) {
	i, found := r.Find(col)
	if !r.isWide() && r.den == 0 && c.IsInt() && c.big == nil {
		switch {
		case found && c.n != 0:
			r.nums[i] = c.n
		case found:
			r.cols, r.nums = slices.Delete(r.cols, i, i+1), slices.Delete(r.nums, i, i+1)
		case c.n != 0:
			r.cols, r.nums = slices.Insert(r.cols, i, col), slices.Insert(r.nums, i, c.n)
		}
		return
	}
	if found {
		c = c.Sub(r.Coef(i))
	}
	r.AddMul(c, &Row{cols: []int{col}, nums: []int64{1}})
}

// Assign makes r equal to s, reusing the memory of r.
func (r *Row) Assign(s *Row) {
	if r == s {
		return
	}
	r.cols = append(r.cols[:0], s.cols...)
	r.nums = append(r.nums[:0], s.nums...)
	r.den = s.den
	r.resizeWide(len(s.wide))
	for i := range s.wide {
		r.wide[i].Set(&s.wide[i])
	}
	if s.isWide() {
		r.wideDen.Set(&s.wideDen)
	}
}

// Clone returns a copy of r that shares nothing with it.
func (r *Row) Clone() *Row {
	c := new(Row)
	c.Assign(r)
	return c
}

// Equal reports whether r and s are the same vector.
func (r *Row) Equal(s *Row) bool {
	if !slices.Equal(r.cols, s.cols) || r.isWide() != s.isWide() {
		return false
	}
	if !r.isWide() {
		return r.den == s.den && slices.Equal(r.nums, s.nums)
	}
	for i := range r.wide {
		if r.wide[i].Cmp(&s.wide[i]) != 0 {
			return false
		}
	}
	return r.wideDen.Cmp(&s.wideDen) == 0
}

// Hash is a hash of the vector.
func (r *Row) Hash() uint64 {
	h := r.Den().Hash()
	mix := func(x uint64) {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for i, col := range r.cols {
		mix(uint64(col))
		mix(r.Num(i).Hash())
	}
	return h
}

// String shows the row as a sum, such as "2*x0 - 1/3*x4".
func (r *Row) String() string {
	if r.IsZero() {
		return "0"
	}
	var b strings.Builder
	for i, col := range r.cols {
		switch {
		case i == 0 && r.Sign(i) < 0:
			b.WriteString("-")
		case i > 0 && r.Sign(i) < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if c := r.Coef(i).Abs(); !c.IsOne() {
			b.WriteString(c.String() + "*")
		}
		b.WriteString("x" + Of(int64(col)).String())
	}
	return b.String()
}
