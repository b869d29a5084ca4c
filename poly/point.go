// This file finds points of polyhedra; over the integers, integer points.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Point returns a point of p, and false for bottom. Over the integers it returns an integer point. The search for it
// is limited to a number of trials, so false may then mean that no point was found.
func (p *Polyhedron) Point() ([]num.Rat, bool) {
	p.notNil("Point")
	s := p.settle()
	if s.bottom {
		return nil, false
	}
	at := make([]num.Rat, p.dims)
	for _, b := range s.blocks {
		own, ok := onePoint(b.f)
		if ok && p.of == linear.Integers && slices.ContainsFunc(own, isFraction) {
			tries := pointTries
			own, ok = integerPoint(b.f, 0, own, &tries)
		}
		if !ok {
			return nil, false
		}
		for i, v := range b.vars {
			at[v] = own[i]
		}
	}
	return at, true
}

// onePoint returns a point of f, with integer coordinates if some generator has them. Unless a limit was reached, the
// result depends only on the set of points of f.
func onePoint(f *factor.Factor) ([]num.Rat, bool) {
	gs, ok := f.Generators()
	if !ok {
		return f.Point()
	}
	var at []num.Rat
	for _, g := range gs {
		if g.Kind != linear.Point {
			continue
		}
		if !slices.ContainsFunc(g.At, isFraction) {
			return g.At, true
		}
		if at == nil {
			at = g.At
		}
	}
	return at, at != nil
}

// isFraction reports whether x is not an integer.
func isFraction(x num.Rat) bool { return !x.IsInt() }

// pointTries is the number of values that the search for an integer point of a block may try for single dimensions.
const pointTries = 400

// integerPoint searches f for an integer point. The dimensions before v must have integer values in f; near is a
// point of f. For dimension v it tries the integers of its range, starting at near[v] and going in both directions.
// For each of them it fixes v, tightens the constraints and continues with the next dimension. If the ranges are
// finite, the search finds a point if there is one, unless it runs out of tries.
func integerPoint(f *factor.Factor, v int, near []num.Rat, tries *int) ([]num.Rat, bool) {
	for v < f.Dims() && pinned(f, v, near) {
		v++
	}
	if v == f.Dims() {
		return near, true
	}
	x := linear.X(v)
	start := near[v].Floor()
	for step, open := int64(0), 2; open > 0; step++ {
		open = 0
		for _, offset := range []int64{-step, step + 1} { // one integer below start, and one above it
			if *tries--; *tries < 0 {
				return nil, false
			}
			value := start.Add(num.RatOf(offset))
			if !inRange(f, v, value, offset <= 0) {
				continue
			}
			open++
			g := f.AddConstraints(x.EQ(linear.Const(value))).Tighten()
			if g.IsEmpty() {
				continue
			}
			at, ok := onePoint(g)
			if !ok {
				continue
			}
			if at, ok = integerPoint(g, v+1, at, tries); ok {
				return at, true
			}
		}
	}
	return nil, false
}

// pinned reports whether dimension v has only one value in f, near[v], and this is an integer.
func pinned(f *factor.Factor, v int, near []num.Rat) bool {
	hi, _, ok := f.Sup(linear.X(v))
	if !ok || !hi.IsInt() || !hi.Equal(near[v]) {
		return false
	}
	lo, _, ok := f.Sup(linear.X(v).Neg())
	return ok && lo.Neg().Equal(hi)
}

// inRange reports whether the range of dimension v extends at least to value, downwards if down is set, else upwards.
func inRange(f *factor.Factor, v int, value num.Rat, down bool) bool {
	if down {
		s, _, ok := f.Sup(linear.X(v).Neg())
		return !ok || s.Neg().LessEq(value)
	}
	s, _, ok := f.Sup(linear.X(v))
	return !ok || value.LessEq(s)
}

// directions computes the dimension of the space that vectors span, by Gaussian elimination.
type directions struct {
	rows   [][]num.Rat // the rows; each has 1 at its pivot and 0 at the pivots of earlier rows
	pivots []int
}

// add adds the vector at. It does not change at.
func (d *directions) add(at []num.Rat) {
	row := slices.Clone(at)
	for i, r := range d.rows {
		if k := row[d.pivots[i]].Neg(); !k.IsZero() {
			for j := range row {
				row[j] = row[j].AddMul(k, r[j])
			}
		}
	}
	pivot := slices.IndexFunc(row, func(x num.Rat) bool { return !x.IsZero() })
	if pivot < 0 {
		return
	}
	inv := row[pivot].Inv()
	for j := range row {
		row[j] = row[j].Mul(inv)
	}
	d.rows = append(d.rows, row)
	d.pivots = append(d.pivots, pivot)
}
