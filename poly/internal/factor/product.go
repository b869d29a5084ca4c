// Products of factors. The product of closed factors is computed when it is first used: it keeps its parts until
// then.

package factor

import (
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// mostProduct is the largest number of generators of a product that is computed from the generators of its parts.
const mostProduct = 1 << 14

// Concat returns the product of p and q: the dimensions of q come after those of p. If both are closed, the product
// is not computed until it is used. Then both descriptions are made from the known descriptions of p and q.
func (p *Factor) Concat(q *Factor) *Factor {
	dims := p.dims + q.dims
	switch {
	case p.state.Load() == vacant || q.state.Load() == vacant:
		return Empty(dims).from(p, q)
	case q.dims == 0 && q.state.Load() == inhabited:
		return p
	case p.dims == 0 && p.state.Load() == inhabited:
		return q
	}
	state := unknown
	if p.state.Load() == inhabited && q.state.Load() == inhabited {
		state = inhabited
	}
	a, b := p.settled(), q.settled()
	if a.nnc || b.nnc {
		return a.productWithEps(b, state).from(a, b, p, q)
	}
	r := newFactor(dims, false, nil, state).from(p, q)
	r.parts = append(a.flat(), b.flat()...)
	return r
}

// flat returns factors whose product is p. The caller may change the slice.
func (p *Factor) flat() []*Factor {
	if p.parts != nil && p.c.Load() == nil {
		return slices.Clone(p.parts)
	}
	return []*Factor{p}
}

// productWithEps is Concat if an operand may not be closed. It uses only the constraints, because the rows of
// generators with different values of ε cannot simply be combined.
func (p *Factor) productWithEps(q *Factor, state int32) *Factor {
	s, ok := p.system()
	if !ok {
		s = p.approximation()
	}
	t, ok := q.system()
	if !ok {
		t = q.approximation()
	}
	dims := p.dims + q.dims
	toP, toQ := identity(1+p.dims), shifted(1+q.dims, p.dims)
	u := &system{
		eqs:    s.eqs.MapCols(1+dims, toP).Concat(t.eqs.MapCols(1+dims, toQ)),
		weak:   s.weak.MapCols(1+dims, toP).Concat(t.weak.MapCols(1+dims, toQ)),
		strict: s.strict.MapCols(1+dims, toP).Concat(t.strict.MapCols(1+dims, toQ)),
	}
	r := fromSystem(dims, u)
	r.state.Store(state)
	return r
}

// shifted returns a map of cols columns: column 0 stays, and the others move to the right by the number by.
func shifted(cols, by int) []int {
	to := make([]int, cols)
	for j := 1; j < cols; j++ {
		to[j] = j + by
	}
	return to
}

// cone returns p's cone, and computes it if p is a product. It returns nil if p is empty.
func (p *Factor) cone() *cone.Cone {
	if c := p.c.Load(); c != nil || p.parts == nil {
		return c
	}
	p.c.CompareAndSwap(nil, p.product())
	return p.c.Load()
}

// product returns the cone of the product of p's parts.
func (p *Factor) product() *cone.Cone {
	cols := 1 + p.dims
	hasGens, minimal, size := true, true, 1
	for _, q := range p.parts {
		q.prepare()
		c := q.cone()
		minimal = minimal && c.IsMinimal() && q.state.Load() == inhabited
		if !c.HasGenerators() {
			hasGens = false
			continue
		}
		if size <= mostProduct {
			_, rays := c.RawGenerators()
			size *= max(1, rays.Len())
		}
	}
	if p.lim != nil && p.lim.Rows > 0 {
		hasGens = hasGens && size <= p.lim.Rows
	}
	hasGens = hasGens && size <= mostProduct
	if hasGens && minimal {
		return p.minimalProduct()
	}
	var lines, rays *cone.Matrix
	if hasGens {
		lines, rays = p.productGenerators()
	}
	eqs, ineqs := cone.NewMatrix(cols), cone.NewMatrix(cols)
	at := 0
	for _, q := range p.parts {
		s, ok := q.system()
		if !ok {
			s = q.approximation()
			lines, rays = nil, nil
			if err := q.Err(); err != nil {
				p.note(err)
			}
		}
		to := shifted(1+q.dims, at)
		eqs.AppendAll(s.eqs.MapCols(cols, to))
		ineqs.AppendAll(s.weak.MapCols(cols, to))
		at += q.dims
	}
	ineqs.AppendAll(positivity(p.dims))
	return fromKnown(cols, eqs, ineqs, lines, rays)
}

// productGenerators returns the generators of the product of p's parts. Its points are all combinations of the points
// of the parts.
func (p *Factor) productGenerators() (lines, rays *cone.Matrix) {
	cols := 1 + p.dims
	lines, rays = cone.NewMatrix(cols), cone.NewMatrix(cols)
	points := positivity(p.dims)
	at := 0
	for _, q := range p.parts {
		l, r := q.cone().RawGenerators()
		to := shifted(1+q.dims, at)
		lines.AppendAll(l.MapCols(cols, to))
		wide := r.MapCols(cols, to)
		next := cone.NewMatrix(cols)
		for i := range wide.Len() {
			if wide.Sign(i, 0) == 0 {
				rays.AppendFrom(wide, i)
				continue
			}
			for k := range points.Len() {
				appendProduct(next, points, k, wide, i)
			}
		}
		points = next
		at += q.dims
	}
	rays.AppendAll(points)
	return lines, rays
}

// appendProduct adds to the matrix to the point that has the coordinates of row i of a and of row k of b. No column
// after column 0 may be used by both.
func appendProduct(to, a *cone.Matrix, i int, b *cone.Matrix, k int) {
	x, ok := a.Words(i)
	y, alsoOK := b.Words(k)
	if ok && alsoOK && to.Cols() <= maxWords {
		var buf [maxWords]int64
		row := buf[:to.Cols()]
		var or uint64 // bitwise or of |u| for all numbers u, or of |u|-1 for negative ones
		for j, u := range x {
			or |= uint64(u^u>>63) | uint64(y[j]^y[j]>>63)
		}
		if bits.Len64(or) <= 30 {
			for j, u := range x {
				row[j] = u*y[0] + y[j]*x[0]
			}
			row[0] = x[0] * y[0]
			to.AppendWords(row)
			return
		}
	}
	row := make([]num.Int, to.Cols())
	p, q := a.At(i, 0), b.At(k, 0)
	for j := range row {
		row[j] = a.At(i, j).Mul(q).Add(b.At(k, j).Mul(p))
	}
	row[0] = p.Mul(q)
	to.Append(row)
}

// minimalProduct is product for parts that have points and whose cones are minimal. The product of minimal
// descriptions is minimal, except that the row for column 0 is needed only if every part has it. Reason: if the row
// follows from the other constraints of one part, it follows from the same constraints of the product. Conversely, if
// a positive combination of constraints of the product is a positive constant, it is a sum of combinations over the
// parts. Each of these is a constant, none of them is negative, and so one of them is positive: the row follows in
// that part.
func (p *Factor) minimalProduct() *cone.Cone {
	cols := 1 + p.dims
	eqs, ineqs := cone.NewMatrix(cols), cone.NewMatrix(cols)
	places := make([][]int, len(p.parts)) // for each part: the index in ineqs of each of its inequalities, or -1
	positive := true
	at := 0
	for i, q := range p.parts {
		e, in := q.cone().RawConstraints()
		to := shifted(1+q.dims, at)
		eqs.AppendAll(e.MapCols(cols, to))
		all := in.MapCols(cols, to)
		places[i] = make([]int, in.Len())
		constant := false
		for j := range in.Len() {
			places[i][j] = -1
			if isConstant(in, j) {
				constant = true
				continue
			}
			places[i][j] = ineqs.Len()
			ineqs.AppendFrom(all, j)
		}
		positive = positive && constant
		at += q.dims
	}
	if positive {
		ineqs.AppendAll(positivity(p.dims))
	}
	lines, rays, sat := p.saturatedProduct(places, ineqs.Len(), positive)
	return cone.FromMinimal(cols, eqs, ineqs, lines, rays, sat)
}

// saturatedProduct returns the generators of the product of parts with minimal cones, and their saturation. places
// are the indices of the parts' inequalities among the ineqs inequalities of the product, or -1. If positive is set,
// the last inequality is the row for column 0. A direction of a part lies on all inequalities of the other parts, and
// on the row for column 0. A point lies on the inequalities of each part on which its coordinates in that part lie,
// and not on the row for column 0.
func (p *Factor) saturatedProduct(places [][]int, ineqs int, positive bool) (lines, rays *cone.Matrix, sat *cone.Bits) {
	cols := 1 + p.dims
	lines, rays = cone.NewMatrix(cols), cone.NewMatrix(cols)
	points, on := positivity(p.dims), cone.NewBits(1, ineqs)
	var directions []cone.BitRow
	at := 0
	for i, q := range p.parts {
		l, r := q.cone().RawGenerators()
		own, _ := q.cone().Saturation(nil) // the saturation is known, because the cone is minimal
		to := shifted(1+q.dims, at)
		at += q.dims
		lines.AppendAll(l.MapCols(cols, to))
		wide := r.MapCols(cols, to)
		lying := cone.NewBits(r.Len(), ineqs)
		var mine []int
		for k := range r.Len() {
			row := lying.Row(k)
			for j, place := range places[i] {
				if place >= 0 && own.Get(k, j) {
					lying.Set(k, place)
				}
			}
			if r.Sign(k, 0) > 0 {
				mine = append(mine, k)
				continue
			}
			for part, other := range places {
				for _, place := range other {
					if part != i && place >= 0 {
						lying.Set(k, place)
					}
				}
			}
			if positive {
				lying.Set(k, ineqs-1)
			}
			rays.AppendFrom(wide, k)
			directions = append(directions, row)
		}
		next, nextOn := cone.NewMatrix(cols), cone.NewBits(points.Len()*len(mine), ineqs)
		for _, k := range mine {
			for m := range points.Len() {
				to := nextOn.Row(next.Len())
				for w, x := range on.Row(m) {
					to[w] = x | lying.Row(k)[w]
				}
				appendProduct(next, points, m, wide, k)
			}
		}
		points, on = next, nextOn
	}
	sat = cone.NewBits(rays.Len()+points.Len(), ineqs)
	for k, row := range directions {
		copy(sat.Row(k), row)
	}
	for m := range points.Len() {
		copy(sat.Row(rays.Len()+m), on.Row(m))
	}
	rays.AppendAll(points)
	return lines, rays, sat
}
