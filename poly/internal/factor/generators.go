// This file converts between generators of package linear and rows of a cone. For polyhedra that need not be closed
// it chooses canonical points.

package factor

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// generatorRows converts generators to rows of a cone. The rows have column ε if nnc is set or if there is a closure
// point; eps reports this. points reports whether there is a point among the generators.
func generatorRows(op string, dims int, gs []linear.Generator, nnc bool) (lines, rays *cone.Matrix, eps, points bool) {
	for _, g := range gs {
		if len(g.At) != dims {
			panic(fmt.Sprintf("factor: %s of a generator with %d dimensions on a factor with %d dimensions", op, len(g.At), dims))
		}
		nnc = nnc || g.Kind == linear.ClosurePoint
		points = points || g.Kind == linear.Point
	}
	cols := 1 + dims
	if nnc {
		cols++
	}
	lines, rays = cone.NewMatrix(cols), cone.NewMatrix(cols)
	for _, g := range gs {
		row := make([]num.Int, cols)
		den := scaleTo(row[1:], g.At)
		switch g.Kind {
		case linear.Line:
			lines.Append(row)
			continue
		case linear.Point, linear.ClosurePoint:
			row[0] = den
		}
		rays.Append(row)
		if nnc && g.Kind == linear.Point {
			row[cols-1] = den
			rays.Append(row)
		}
	}
	return lines, rays, nnc, points
}

// scaleTo writes at times its least common denominator into row, and returns the denominator.
func scaleTo(row []num.Int, at []num.Rat) num.Int {
	den := num.Of(1)
	for _, x := range at {
		if !x.IsInt() {
			den = num.LCM(den, x.Den())
		}
	}
	for j, x := range at {
		row[j] = x.Num().Mul(den.Quo(x.Den()))
	}
	return den
}

// coordinates returns row i as a point, or as a direction if column 0 is 0.
func coordinates(m *cone.Matrix, i, dims int) []num.Rat {
	at := make([]num.Rat, dims)
	den := num.RatOfInt(m.At(i, 0))
	divide := !den.IsZero() && !den.IsOne()
	for j := range at {
		at[j] = num.RatOfInt(m.At(i, 1+j))
		if divide {
			at[j] = at[j].Quo(den)
		}
	}
	return at
}

// Generators returns minimal generators of p: first the points, then closure points, rays and lines. Points and
// closure points are sorted by their coordinates. Equal polyhedra have equal generators. It returns none if p is
// empty, and false if a limit stops the conversion.
func (p *Factor) Generators() ([]linear.Generator, bool) {
	if p.IsEmpty() {
		return nil, true
	}
	lines, rays, ok := p.generators(true)
	if !ok {
		return nil, false
	}
	gs := make([]linear.Generator, 0, lines.Len()+rays.Len())
	add := func(kind linear.GeneratorKind, m *cone.Matrix, i int) {
		gs = append(gs, linear.Generator{Kind: kind, At: coordinates(m, i, p.dims)})
	}
	if p.nnc {
		points, closures, ok := p.strongPoints(rays)
		if !ok {
			return nil, false
		}
		gs = append(gs, points...)
		for _, i := range closures {
			add(linear.ClosurePoint, rays, i)
		}
		sortPoints(gs[len(points):])
	} else {
		for i := range rays.Len() {
			if rays.Sign(i, 0) > 0 {
				add(linear.Point, rays, i)
			}
		}
		sortPoints(gs)
	}
	for i := range rays.Len() {
		if rays.Sign(i, 0) == 0 {
			add(linear.Ray, rays, i)
		}
	}
	for i := range lines.Len() {
		add(linear.Line, lines, i)
	}
	return gs, true
}

// strongPoints returns the points that p needs, and the rows of rays that are closure points. It returns false if a
// limit stops the computation.
//
// Let x be a point of p, and G the least face of the closure of p that contains x. All points in the relative
// interior of G are in p, because x is. So one point per face suffices, and only for the minimal faces: those that
// contain no point of p except in their relative interior. If such a face is a vertex, the point is the vertex.
// Otherwise strongPoints takes the mean of the face's vertices plus the sum of its rays. This point does not depend
// on how p was made.
func (p *Factor) strongPoints(rays *cone.Matrix) (points []linear.Generator, closures []int, ok bool) {
	_, ineqs, ok := p.constraints(true)
	if !ok {
		return nil, nil, false
	}
	sat, err := p.cone().Saturation(p.lim)
	if err != nil {
		p.note(err)
		return nil, nil, false
	}
	eps := p.epsCol()
	weak := cone.NewBits(1, ineqs.Len()).Row(0) // the facets that can contain points of p: ε does not occur in them
	for j := range ineqs.Len() {
		if ineqs.Sign(j, eps) == 0 {
			weak[j>>6] |= 1 << (j & 63)
		}
	}
	on := cone.NewBits(rays.Len(), ineqs.Len()) // for each ray: the facets of weak on which it lies
	var candidates []int
	for i := range rays.Len() {
		on.Row(i).And(sat.Row(i), weak)
		if rays.Sign(i, eps) > 0 {
			candidates = append(candidates, i)
		}
	}
	isPoint := cone.NewBits(1, rays.Len()).Row(0)
	for _, i := range candidates {
		if !isMaximal(i, candidates, on) {
			continue
		}
		var face []int
		for k := range rays.Len() {
			if rays.Sign(k, eps) == 0 && on.Row(i).Subset(on.Row(k)) {
				face = append(face, k)
			}
		}
		if len(face) == 1 {
			isPoint[face[0]>>6] |= 1 << (face[0] & 63)
		}
		points = append(points, linear.Generator{Kind: linear.Point, At: p.middle(rays, face)})
	}
	sortPoints(points)
	for i := range rays.Len() {
		if rays.Sign(i, eps) == 0 && rays.Sign(i, 0) > 0 && !isPoint.Has(i) {
			closures = append(closures, i)
		}
	}
	return points, closures, true
}

// middle returns the mean of the points plus the sum of the directions among the rays face.
func (p *Factor) middle(rays *cone.Matrix, face []int) []num.Rat {
	mean, sum := make([]num.Rat, p.dims), make([]num.Rat, p.dims)
	points := int64(0)
	for _, i := range face {
		to := sum
		if rays.Sign(i, 0) > 0 {
			to = mean
			points++
		}
		for j, x := range coordinates(rays, i, p.dims) {
			to[j] = to[j].Add(x)
		}
	}
	share := num.RatFrac(1, points)
	for j := range mean {
		mean[j] = sum[j].AddMul(mean[j], share)
	}
	return mean
}
