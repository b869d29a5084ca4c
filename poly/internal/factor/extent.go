// Least upper bounds of expressions.

package factor

import (
	"cmp"
	"math/bits"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Sup returns the least upper bound of an expression on p, and whether a point of p has that value.
// Where there is none bounded is false. Where a limit leaves it open, an upper bound is returned
// that a single known constraint says, attained unless that is strict, or bounded is false. On an
// empty p it is 0, not attained. It panics where e has a dimension that p has not. The time is that
// of a product with each generator.
func (p *Factor) Sup(e linear.Expr) (v num.Rat, attained, bounded bool) {
	x := p.values("Sup", e)
	return x.hi, x.hiIn, x.hasHi
}

// Range returns the least interval that has all values of an expression on p. Where a limit leaves
// an end open it is what Sup says then. On an empty p it is (0, 0), which has none. It panics where
// e has a dimension that p has not. It takes the time of Sup.
func (p *Factor) Range(e linear.Expr) linear.Interval {
	x := p.values("Range", e)
	return linear.Interval{Lo: endOf(x.lo, x.loIn, x.hasLo), Hi: endOf(x.hi, x.hiIn, x.hasHi)}
}

func endOf(at num.Rat, attained, bounded bool) linear.End {
	switch {
	case !bounded:
		return linear.End{}
	case attained:
		return linear.End{At: at, Kind: linear.Closed}
	}
	return linear.End{At: at, Kind: linear.Open}
}

func (p *Factor) values(op string, e linear.Expr) extent {
	mustFit(op, p.dims, e)
	if p.IsEmpty() { // which under a limit may be found out only now
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

// valuesByOne bounds an expression by single constraints that are known.
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

// form is a linear form over columns 0, 1, … of generators, without ε, in words if they are there.
type form struct {
	words []int64
	ints  []num.Int
}

// extent is where the values of a form lie: its ends, whether there are any, and whether points
// have them.
type extent struct {
	lo, hi       num.Rat
	hasLo, hasHi bool
	loIn, hiIn   bool
}

// extent looks at the values of a form on generators of p.
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

// at returns the product with row k of generators and its sign: a word, and nil, or an Int behind
// the pointer.
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

// end is the least or greatest quotient of a product by column 0 so far, and a row that has it.
type end struct {
	found, in bool
	row       int
	x         int64
	wide      *num.Int
}

// take compares the value of row k, whose product is x or *wide, with the end: side is 1 for the
// greatest, -1 for the least.
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

// compareValues compares two products, each divided by column 0 of its row, which is positive.
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

// size is the length in bits of |x|, or one more.
func size(x int64) int { return bits.Len64(uint64(x^x>>63)) + 1 }

func valueOf(rays *cone.Matrix, k int, x int64, wide *num.Int) num.Rat {
	if wide != nil {
		return num.RatOfInt(*wide).Quo(num.RatOfInt(rays.At(k, 0)))
	}
	if d, ok := rays.At(k, 0).Int64(); ok {
		return num.RatFrac(x, d)
	}
	return num.RatOf(x).Quo(num.RatOfInt(rays.At(k, 0)))
}

func (e *end) rat(rays *cone.Matrix) num.Rat { return valueOf(rays, e.row, e.x, e.wide) }
