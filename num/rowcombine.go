package num

import (
	"math"
	"math/bits"
	"slices"
)

// The arithmetic of rows. Everything is one operation: the sum p*r + q*s of the
// numerators for integers p and q, divided by what all the results have in
// common. It is tried in three ways, each of which either does all of the row or
// leaves it as it was:
//
//   - combineWords multiplies words, where the sizes of the numbers promise
//     beforehand that nothing overflows: no test in the loop, no memory;
//   - combineCells takes 128 bits for each sum, as the common divisor may bring
//     the row back to words (after a step of Gauss elimination it often does:
//     an earlier pivot divides the row, see Bareiss, Math. Comp. 22, 1968);
//   - combineWide takes math/big.

// Scale makes r equal to c*r.
func (r *Row) Scale(c Rat) { r.Combine(c, Rat{}, new(Row)) }

// AddMul makes r equal to r + c*s.
func (r *Row) AddMul(c Rat, s *Row) { r.Combine(Rat{n: 1}, c, s) }

// Combine makes r equal to a*r + b*s.
func (r *Row) Combine(a, b Rat, s *Row) {
	switch {
	case r == s:
		a, b, s = a.Add(b), Rat{}, new(Row)
	case b.IsZero():
		s = new(Row)
	}
	// Over their least common denominator the factors of the numerators are
	// integers.
	a, b = a.Quo(RatOfInt(r.Den())), b.Quo(RatOfInt(s.Den()))
	if a.IsZero() {
		r.clear()
	}
	den := LCM(a.Den(), b.Den())
	r.combine(a.Num().Mul(den.Quo(a.Den())), b.Num().Mul(den.Quo(b.Den())), s, den)
}

// Eliminate adds to r the multiple of s that makes the entry of column col 0,
// and makes the result primitive, by a positive factor. This is the step of
// Gauss elimination, and that of a simplex pivot on rows that are equations
// with 0. It panics where s has the entry 0 there.
func (r *Row) Eliminate(col int, s *Row) {
	j, ok := s.Find(col)
	if !ok {
		panic("num: the row has no entry to eliminate with")
	}
	i, ok := r.Find(col)
	switch {
	case !ok:
		r.Primitive()
		return
	case r == s:
		r.clear()
		r.den = 0
		return
	}
	p, q := s.Num(j), r.Num(i)
	if p.Sign() < 0 {
		p = p.Neg()
	} else {
		q = q.Neg()
	}
	if g := GCD(p, q); !g.Equal(Of(1)) {
		p, q = p.Quo(g), q.Quo(g)
	}
	r.combine(p, q, s, Int{})
}

// Primitive makes r primitive, which means integers without a common factor,
// and returns the positive factor f for which the old row was f times the new
// one: 1 where the row is 0.
func (r *Row) Primitive() Rat {
	if r.IsZero() {
		return Rat{n: 1}
	}
	den := r.Den()
	g := r.combine(Of(1), Int{}, new(Row), Int{})
	return RatOfInt(g).Quo(RatOfInt(den))
}

// clear drops all entries; the caller sets the denominator.
func (r *Row) clear() {
	r.cols, r.nums = r.cols[:0], r.nums[:0]
	r.resizeWide(0)
}

// combine makes the numerators p*r + q*s, the denominator den, and reduces. It
// returns by what it reduced. For den 0 the result is primitive, and 0 is
// returned where it is the zero row.
func (r *Row) combine(p, q Int, s *Row, den Int) Int {
	if p.b == nil && q.b == nil && den.b == nil && !r.isWide() && !s.isWide() {
		pv, qv := magnitude(p.v), magnitude(q.v)
		// A number of k bits is below 2^k, so both products are below 2^62 and
		// their sum below 2^63.
		if bits.Len64(pv)+bits.Len64(spread(r.nums)) <= 62 && bits.Len64(qv)+bits.Len64(spread(s.nums)) <= 62 {
			return OfUint(r.combineWords(p.v, q.v, s, uint64(den.v)))
		}
		if g, ok := r.combineCells(p.v, q.v, s, uint64(den.v)); ok {
			return OfUint(g)
		}
	}
	return r.combineWide(p, q, s, den)
}

// spread returns a number with as many bits as the largest magnitude. (It takes
// that of -x as that of x-1, which may be a bit short only for powers of two:
// there -2^k counts k bits, and |-2^k| <= 2^k is what the bound needs.)
func spread(nums []int64) uint64 {
	var all int64
	for _, x := range nums {
		all |= x ^ x>>63
	}
	return uint64(all)
}

// combineWords is combine where no product or sum can overflow.
func (r *Row) combineWords(p, q int64, s *Row, den uint64) uint64 {
	g := den
	if len(s.cols) == 0 || q == 0 {
		for i := range r.nums {
			r.nums[i] *= p
			if g != 1 {
				g = GCDWords(magnitude(r.nums[i]), g)
			}
		}
		r.reduce(g, den)
		return g
	}
	// Merge from the back into the end of the grown slices: the place written
	// is never before the next one to be read. Then move everything to the front.
	i, j := len(r.cols)-1, len(s.cols)-1
	n := len(r.cols) + len(s.cols)
	r.cols, r.nums = slices.Grow(r.cols, len(s.cols))[:n], slices.Grow(r.nums, len(s.cols))[:n]
	w := n
	for j >= 0 {
		w--
		switch {
		case i < 0 || r.cols[i] < s.cols[j]:
			r.cols[w], r.nums[w] = s.cols[j], q*s.nums[j]
			j--
		case r.cols[i] > s.cols[j]:
			r.cols[w], r.nums[w] = r.cols[i], p*r.nums[i]
			i--
		default:
			r.cols[w], r.nums[w] = s.cols[j], p*r.nums[i]+q*s.nums[j]
			i--
			j--
		}
	}
	to := 0
	keep := func(col int, x int64) {
		if x == 0 {
			return
		}
		r.cols[to], r.nums[to] = col, x
		to++
		if g != 1 {
			g = GCDWords(magnitude(x), g)
		}
	}
	for k := range i + 1 {
		keep(r.cols[k], p*r.nums[k])
	}
	for k := w; k < n; k++ {
		keep(r.cols[k], r.nums[k])
	}
	r.cols, r.nums = r.cols[:to], r.nums[:to]
	r.reduce(g, den)
	return g
}

// reduce divides the row, in words, by g, and sets its denominator: den/g, or 1
// where den is 0.
func (r *Row) reduce(g, den uint64) {
	r.den = 0
	if den != 0 {
		r.den = int64(den/g) - 1
	}
	if g <= 1 {
		return
	}
	for i := range r.nums {
		r.nums[i] /= int64(g)
	}
}

// cell is an entry with a numerator of 128 bits, in two's complement.
type cell struct {
	col int
	hi  int64
	lo  uint64
}

// combineCells is combine with sums of 128 bits. It reports whether the result
// fits words, and changes nothing where it does not.
func (r *Row) combineCells(p, q int64, s *Row, den uint64) (uint64, bool) {
	var few [32]cell // most rows need no other memory
	cells := few[:0]
	for i, j := 0, 0; i < len(r.cols) || j < len(s.cols); {
		var c cell
		// The factors are at most 2^63 in magnitude and the numerators less, so
		// the sum of two products is below 2^127.
		switch {
		case j == len(s.cols) || i < len(r.cols) && r.cols[i] < s.cols[j]:
			c.col = r.cols[i]
			c.hi, c.lo = mul128(p, r.nums[i])
			i++
		case i == len(r.cols) || r.cols[i] > s.cols[j]:
			c.col = s.cols[j]
			c.hi, c.lo = mul128(q, s.nums[j])
			j++
		default:
			c.col = r.cols[i]
			c.hi, c.lo = mul128(p, r.nums[i])
			hi, lo := mul128(q, s.nums[j])
			var carry uint64
			c.lo, carry = bits.Add64(c.lo, lo, 0)
			c.hi += hi + int64(carry)
			i++
			j++
		}
		if c.hi != 0 || c.lo != 0 {
			cells = append(cells, c)
		}
	}
	g, ok := contentOfCells(cells, den)
	if !ok {
		return 0, false
	}
	div := max(g, 1) // g is 0 for no cells and den 0
	for k := range cells {
		c := &cells[k]
		neg, hi, lo := abs128(c.hi, c.lo)
		hi, lo = quo128(hi, lo, div)
		if hi != 0 || lo > math.MaxInt64 {
			return 0, false
		}
		c.lo = lo
		if neg {
			c.lo = -lo
		}
	}
	r.cols, r.nums = r.cols[:0], r.nums[:0]
	for _, c := range cells {
		r.cols, r.nums = append(r.cols, c.col), append(r.nums, int64(c.lo))
	}
	r.reduce(1, 1)
	if den != 0 {
		r.den = int64(den/g) - 1
	}
	return g, true
}

// contentOfCells returns the greatest common divisor of the cells and of g,
// which is 0 for none. It gives up where the result, found so far, does not fit
// a word.
func contentOfCells(cells []cell, g uint64) (uint64, bool) {
	if g == 0 && len(cells) > 0 {
		// Start with the cell of the least magnitude, which fits a word most likely.
		var ghi, glo uint64 = math.MaxUint64, math.MaxUint64
		for _, c := range cells {
			if _, hi, lo := abs128(c.hi, c.lo); hi < ghi || hi == ghi && lo < glo {
				ghi, glo = hi, lo
			}
		}
		if ghi == 0 {
			g = glo
		} else {
			for _, c := range cells {
				_, hi, lo := abs128(c.hi, c.lo)
				ghi, glo = gcd128(ghi, glo, hi, lo)
				if ghi == 0 {
					break
				}
			}
			if ghi != 0 {
				return 0, false
			}
			g = glo
		}
	}
	for _, c := range cells {
		if g == 1 {
			break
		}
		_, hi, lo := abs128(c.hi, c.lo)
		g = GCDWords(bits.Rem64(hi, lo, g), g)
	}
	return g, true
}
