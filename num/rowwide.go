package num

import (
	"math"
	"math/big"
	"slices"
)

// Rows in math/big. Their numbers are moved by swapping, so that each big.Int
// keeps its memory to itself and is used again.

// isWide reports whether the row is held in math/big. The zero row, whose
// denominator is 1, never is.
func (r *Row) isWide() bool { return len(r.wide) != 0 }

// resizeWide sets the length of wide, keeping the memory of its numbers.
func (r *Row) resizeWide(n int) {
	if n > len(r.wide) {
		r.wide = slices.Grow(r.wide, n-len(r.wide))
	}
	r.wide = r.wide[:n]
}

// promote moves a row in words to math/big.
func (r *Row) promote() {
	if r.isWide() {
		return
	}
	r.resizeWide(len(r.nums))
	for i, x := range r.nums {
		r.wide[i].SetInt64(x)
	}
	r.nums = r.nums[:0]
	r.wideDen.SetInt64(r.den + 1)
	r.den = 0
}

// demote moves the row back to words if all its numbers fit.
func (r *Row) demote() {
	fits := func(x *big.Int) bool { return x.IsInt64() && x.Int64() != math.MinInt64 }
	if !fits(&r.wideDen) {
		return
	}
	for i := range r.wide {
		if !fits(&r.wide[i]) {
			return
		}
	}
	r.nums = r.nums[:0]
	for i := range r.wide {
		r.nums = append(r.nums, r.wide[i].Int64())
	}
	r.den = r.wideDen.Int64() - 1
	r.resizeWide(0)
}

// number returns the i-th numerator, in tmp if it is not a big.Int already.
func (r *Row) number(i int, tmp *big.Int) *big.Int {
	if r.isWide() {
		return &r.wide[i]
	}
	return tmp.SetInt64(r.nums[i])
}

// combineWide is combine in math/big.
func (r *Row) combineWide(p, q Int, s *Row, den Int) Int {
	r.promote()
	bp, bq := p.big(), q.big()
	if q.IsZero() {
		s = new(Row)
	}
	// The merge is that of combineWords.
	i, j := len(r.cols)-1, len(s.cols)-1
	n := len(r.cols) + len(s.cols)
	r.cols = slices.Grow(r.cols, len(s.cols))[:n]
	r.resizeWide(n)
	w := n
	var t, u, tmp big.Int
	for j >= 0 {
		w--
		switch {
		case i < 0 || r.cols[i] < s.cols[j]:
			r.cols[w] = s.cols[j]
			r.wide[w].Mul(bq, s.number(j, &tmp))
			j--
		case r.cols[i] > s.cols[j]:
			r.cols[w] = r.cols[i]
			r.wide[i].Mul(t.Set(&r.wide[i]), bp)
			r.wide[w], r.wide[i] = r.wide[i], r.wide[w]
			i--
		default:
			r.cols[w] = s.cols[j]
			t.Mul(bp, &r.wide[i])
			r.wide[w].Add(&t, u.Mul(bq, s.number(j, &tmp)))
			i--
			j--
		}
	}
	to := 0
	for k := 0; k < n; k++ {
		switch {
		case k <= i:
			r.wide[k].Mul(t.Set(&r.wide[k]), bp)
		case k < w:
			k = w - 1
			continue
		}
		if r.wide[k].Sign() == 0 {
			continue
		}
		r.cols[to] = r.cols[k]
		if to != k {
			r.wide[to], r.wide[k] = r.wide[k], r.wide[to]
		}
		to++
	}
	r.cols, r.wide = r.cols[:to], r.wide[:to]

	g := r.wideContent(den)
	if den.IsZero() {
		r.wideDen.SetInt64(1)
	} else {
		r.wideDen.Set(den.over(g).big())
	}
	if !g.IsZero() && !g.isOne() {
		by := g.big()
		for k := range r.wide {
			r.wide[k].Quo(t.Set(&r.wide[k]), by)
		}
	}
	r.demote()
	return g
}

// wideContent returns the greatest common divisor of the row and g, which is 0
// for none.
func (r *Row) wideContent(g Int) Int {
	if g.IsZero() && r.isWide() {
		// The shortest number: the quickest to a divisor of one word.
		least := &r.wide[0]
		for k := range r.wide {
			if r.wide[k].BitLen() < least.BitLen() {
				least = &r.wide[k]
			}
		}
		g = own(new(big.Int).Abs(least))
	}
	var quo, rem big.Int
	for k := range r.wide {
		if g.isOne() {
			break
		}
		x := &r.wide[k]
		if g.b != nil {
			// A divisor found from some entries mostly divides the others too.
			quo.QuoRem(x, g.b, &rem)
			if rem.Sign() == 0 {
				continue
			}
		}
		g = GCD(g, own(x)) // on loan: GCD keeps nothing
	}
	return g
}
