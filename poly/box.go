// This file has the bounding boxes that unions compare before they compare polyhedra.

package poly

import (
	"math"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// box is an interval for each dimension. Unions compare boxes before polyhedra.
type box struct {
	sides []linear.Interval

	// keys are the lower end and minus the upper end of each side, rounded to the nearest floating-point number.
	// Rounding keeps the order: if the keys of two ends differ, so do the ends, in the same direction. This separates
	// most boxes at once.
	keys []float64
}

// boxAround returns the smallest box around p, which must not be bottom.
func boxAround(p *Polyhedron) *box {
	b := &box{make([]linear.Interval, p.Dims()), make([]float64, 0, 2*p.Dims())}
	for v := range b.sides {
		b.sides[v], _ = p.Bounds(linear.X(v))
		b.keys = append(b.keys, key(b.sides[v].Lo), -key(b.sides[v].Hi))
		if b.sides[v].Hi.Kind == linear.Unbounded {
			b.keys[2*v+1] = math.Inf(-1)
		}
	}
	return b
}

// key returns the lower end of an interval, rounded.
func key(e linear.End) float64 {
	if e.Kind == linear.Unbounded {
		return math.Inf(-1)
	}
	if n, ok := e.At.Int64(); ok {
		return float64(n)
	}
	f, _ := e.At.Big().Float64()
	return f
}

// within reports whether b lies in c.
func (b *box) within(c *box) bool {
	for i, k := range b.keys {
		if k < c.keys[i] {
			return false
		}
	}
	for v := range b.sides {
		if !b.sides[v].Within(c.sides[v]) {
			return false
		}
	}
	return true
}

// meets reports whether b and c have a common point.
func (b *box) meets(c *box) bool {
	if b.beyond(c, 0) {
		return false
	}
	for v, s := range b.sides {
		if s.Intersect(c.sides[v]).IsEmpty() {
			return false
		}
	}
	return true
}

// beyond reports whether the keys show that b and c are more than gap apart in some dimension. For a gap above 0 and
// large numbers the answer may be wrong, because the keys are rounded.
func (b *box) beyond(c *box, gap float64) bool {
	for i := 0; i < len(b.keys); i += 2 {
		if b.keys[i]+c.keys[i+1] > gap || c.keys[i]+b.keys[i+1] > gap {
			return true
		}
	}
	return false
}

// near reports whether b and c are at most gap apart in every dimension.
func (b *box) near(c *box, gap int64) bool {
	if b.beyond(c, float64(gap)) {
		return false
	}
	exact := num.RatOf(gap)
	for v, s := range b.sides {
		if t := c.sides[v]; far(s.Hi, t.Lo, exact) || far(t.Hi, s.Lo, exact) {
			return false
		}
	}
	return true
}

// far reports whether the lower end lo is more than gap above the upper end hi.
func far(hi, lo linear.End, gap num.Rat) bool {
	return hi.Kind != linear.Unbounded && lo.Kind != linear.Unbounded && hi.At.Add(gap).Less(lo.At)
}
