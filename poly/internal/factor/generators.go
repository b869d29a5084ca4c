// Generators: reading and returning them.

package factor

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// generatorRows reads generators into rows of a cone, with ε if that is asked for or if there is a
// closure point. It also reports whether there is a point among them.
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

// scaleTo writes at times its least common denominator, which it returns, into row.
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

// coordinates returns row i as a point, or as a direction where column 0 is 0.
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

// Generators returns minimal generators of p: points, closure points, rays, lines, each kind in
// ascending order. Equal polyhedra have equal generators. It returns none where p is empty, and
// false where a limit stops the conversion.
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

// strongPoints returns the points that p needs, and the rows of the closure points.
//
// Let G be the least face of the closure of p that contains a point x of p. All points in the
// relative interior of G are in p, and x makes them so; hence of the points of p only one is needed
// for each face that contains none of p's points but in its relative interior. If the face is a
// vertex the point is the vertex; else the mean of its vertices plus the sum of its rays is taken,
// which does not depend on how p was made.
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
	weak := cone.NewBits(1, ineqs.Len()).Row(0) // no point of p is on the other facets
	for j := range ineqs.Len() {
		if ineqs.Sign(j, eps) == 0 {
			weak[j>>6] |= 1 << (j & 63)
		}
	}
	on := cone.NewBits(rays.Len(), ineqs.Len()) // the facets on which a ray lies
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

// middle returns the mean of the points among some rays plus the sum of the directions among them.
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
