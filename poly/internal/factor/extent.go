// This file bounds linear expressions: it computes their least and greatest values from the generators.

package factor

import (
	"cmp"
	"math/bits"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Sup returns the supremum of an expression on p, whether a point of p attains it, and whether it is finite. If a
// limit stops the computation of the generators, it returns an upper bound that a single known constraint implies
// (attained unless the constraint is strict), or that the supremum is not finite. For an empty p it returns 0, not
// attained. It panics if e has a dimension that p does not have. Cost: a product with each generator.
func (p *Factor) Sup(e linear.Expr) (v num.Rat, attained, bounded bool) {
	x := p.values("Sup", e)
	return x.hi, x.hiIn, x.hasHi
}

// Range returns the least interval that contains all values of an expression on p. If a limit stops the computation
// of the generators, each end is as for Sup. For an empty p it returns the open interval (0, 0), which is empty. It
// panics if e has a dimension that p does not have. Cost: as for Sup.
func (p *Factor) Range(e linear.Expr) linear.Interval {
	x := p.values("Range", e)
	return linear.Interval{Lo: endOf(x.lo, x.loIn, x.hasLo), Hi: endOf(x.hi, x.hiIn, x.hasHi)}
}

// endOf returns the end of an interval with the number at. It is closed if attained is set, and unbounded if bounded
// is not.
func endOf(at num.Rat, attained, bounded bool) linear.End {
	switch {
	case !bounded:
		return linear.End{}
	case attained:
		return linear.End{At: at, Kind: linear.Closed}
	}
	return linear.End{At: at, Kind: linear.Open}
}

// values returns the extent of e on p. op is the name of the operation in messages.
func (p *Factor) values(op string, e linear.Expr) extent {
	mustFit(op, p.dims, e)
	if p.IsEmpty() { // before this call, it may have been unknown whether p is empty
		return extent{hasLo: true, hasHi: true}
	}
	lines, rays, ok := p.generators(false)
	if !ok {
		return p.valuesByOne(e)
	}
	p.lim.Spend(rays.Work() * rays.Len())
	if cols := 1 + p.dims; cols <= maxWords {
		var buf [maxWords]int64
		f := form{words: buf[:cols]}
		if wordsOf(f.words, e, 1) {
			return p.extent(&f, lines, rays)
		}
	}
	row, den := integers(e, 1+p.dims)
	x := p.extent(&form{ints: row}, lines, rays)
	d := num.RatOfInt(den)
	x.lo, x.hi = x.lo.Quo(d), x.hi.Quo(d)
	return x
}

// valuesByOne returns the bounds of an expression that single known constraints imply.
func (p *Factor) valuesByOne(e linear.Expr) extent {
	if e.IsConst() {
		return extent{lo: e.Constant(), hi: e.Constant(), hasLo: true, hasHi: true, loIn: true, hiIn: true}
	}
	var x extent
	for _, d := range p.approximation().halves() {
		if f, ok := ratio(e, d.Expr); ok { // e - f*d.Expr is constant, and d.Expr <= 0
			at := e.Constant().Sub(d.Expr.Constant().Mul(f))
			in := d.Rel == linear.LE
			switch {
			case f.Sign() > 0 && (!x.hasHi || at.Cmp(x.hi) < 0 || at.Equal(x.hi) && !in):
				x.hi, x.hasHi, x.hiIn = at, true, in
			case f.Sign() < 0 && (!x.hasLo || at.Cmp(x.lo) > 0 || at.Equal(x.lo) && !in):
				x.lo, x.hasLo, x.loIn = at, true, in
			}
		}
	}
	return x
}

// form is a linear form over the columns 0, 1, … of generators, without ε. If words is nil, its coefficients are
// ints.
type form struct {
	words []int64
	ints  []num.Int
}

// extent is the range of the values of a form: its ends, whether it has these ends, and whether points of the
// polyhedron attain them.
type extent struct {
	lo, hi       num.Rat
	hasLo, hasHi bool
	loIn, hiIn   bool
}

// extent returns the extent of a form on the generators lines and rays of p.
func (p *Factor) extent(f *form, lines, rays *cone.Matrix) extent {
	for k := range lines.Len() {
		if _, _, s := f.at(lines, k); s != 0 {
			return extent{}
		}
	}
	var lo, hi end
	upward, downward := false, false
	col := max(0, p.epsCol())
	for k := range rays.Len() {
		x, y, s := f.at(rays, k)
		if rays.Sign(k, 0) == 0 {
			upward, downward = upward || s > 0, downward || s < 0
			if upward && downward {
				return extent{}
			}
			continue
		}
		in := rays.Sign(k, col) > 0
		if !upward {
			hi.take(rays, k, x, y, 1, in)
		}
		if !downward {
			lo.take(rays, k, x, y, -1, in)
		}
	}
	var x extent
	if !upward && hi.found {
		x.hi, x.hiIn, x.hasHi = hi.rat(rays), hi.in, true
	}
	if !downward && lo.found {
		x.lo, x.loIn, x.hasLo = lo.rat(rays), lo.in, true
	}
	return x
}

// at returns the product of f with row k of m, and the sign of the product. The product is the first result if the
// second is nil, else the number that the second points to.
func (f *form) at(m *cone.Matrix, k int) (int64, *num.Int, int) {
	if row, ok := m.Words(k); ok && f.words != nil {
		if x, ok := prefixWords(f.words, row[:len(f.words)]); ok {
			switch {
			case x > 0:
				return x, nil, 1
			case x < 0:
				return x, nil, -1
			}
			return 0, nil, 0
		}
	}
	sum := new(num.Int)
	for j := range max(len(f.words), len(f.ints)) {
		c := num.Int{}
		if f.words != nil {
			c = num.Of(f.words[j])
		} else {
			c = f.ints[j]
		}
		*sum = sum.Add(c.Mul(m.At(k, j)))
	}
	return 0, sum, sum.Sign()
}

// end is the least or greatest value so far and a row that has it. The value is the product of the row with a form, x
// or *wide, divided by column 0.
type end struct {
	found, in bool
	row       int
	x         int64
	wide      *num.Int
}

// take updates e with the value of row k, whose product with the form is x or *wide. side is 1 if e is the greatest
// value, and -1 if it is the least. in says whether the row is a point of the polyhedron.
func (e *end) take(rays *cone.Matrix, k int, x int64, wide *num.Int, side int, in bool) {
	cmp := 1
	if e.found {
		cmp = side * compareValues(rays, k, x, wide, e.row, e.x, e.wide)
	}
	switch {
	case cmp > 0:
		*e = end{found: true, in: in, row: k, x: x, wide: wide}
	case cmp == 0:
		e.in = e.in || in
	}
}

// compareValues compares the values of the rows k and l. Their products with the form are x or *wideX, and y or
// *wideY; column 0 of both is positive.
func compareValues(rays *cone.Matrix, k int, x int64, wideX *num.Int, l int, y int64, wideY *num.Int) int {
	if wideX == nil && wideY == nil {
		p, _ := rays.Words(k)
		q, _ := rays.Words(l)
		if p[0] == q[0] {
			return cmp.Compare(x, y)
		}
		if size(x)+size(q[0]) < 63 && size(y)+size(p[0]) < 63 {
			return cmp.Compare(x*q[0], y*p[0])
		}
	}
	return valueOf(rays, k, x, wideX).Cmp(valueOf(rays, l, y, wideY))
}

// size returns the length of |x| in bits, or one more.
func size(x int64) int { return bits.Len64(uint64(x^x>>63)) + 1 }

// valueOf returns the value of row k, whose product with the form is x or *wide.
func valueOf(rays *cone.Matrix, k int, x int64, wide *num.Int) num.Rat {
	if wide != nil {
		return num.RatOfInt(*wide).Quo(num.RatOfInt(rays.At(k, 0)))
	}
	if d, ok := rays.At(k, 0).Int64(); ok {
		return num.RatFrac(x, d)
	}
	return num.RatOf(x).Quo(num.RatOfInt(rays.At(k, 0)))
}

// rat returns the value of e.
func (e *end) rat(rays *cone.Matrix) num.Rat { return valueOf(rays, e.row, e.x, e.wide) }
