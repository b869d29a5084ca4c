// Products of factors.

package factor

import (
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// mostProduct is the number of generators up to which a product of factors is multiplied out.
const mostProduct = 1 << 14

// Concat returns the product of p and q: the dimensions of q come after those of p. Nothing is
// computed until the product is used; then both descriptions come from those of p and q, as far as
// they are known.
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

// flat returns factors whose product p is; the slice is the caller's.
func (p *Factor) flat() []*Factor {
	if p.parts != nil && p.c.Load() == nil {
		return slices.Clone(p.parts)
	}
	return []*Factor{p}
}

// productWithEps is Concat where one is not closed. The generators of a product are not the
// products of generators where ε has different sizes, so that only constraints are taken.
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

// shifted maps column 0 to itself and the others by places further.
func shifted(cols, by int) []int {
	to := make([]int, cols)
	for j := 1; j < cols; j++ {
		to[j] = j + by
	}
	return to
}

// cone returns p's cone, and makes it where p is a product; nil if p is empty.
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

// productGenerators multiplies the generators of p's parts out.
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

// appendProduct adds the point with the coordinates of row i of a and those of row k of b, which
// have no dimension in common.
func appendProduct(to, a *cone.Matrix, i int, b *cone.Matrix, k int) {
	x, ok := a.Words(i)
	y, alsoOK := b.Words(k)
	if ok && alsoOK && to.Cols() <= maxWords {
		var buf [maxWords]int64
		row := buf[:to.Cols()]
		var or uint64 // the sizes, but for 1 in negative ones
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

// minimalProduct is product for parts that have points and whose cones are minimal. The product of
// minimal descriptions is minimal, but for the row for column 0, which is needed only if it is in
// each part: if it follows from the other constraints of one part it follows from those of the
// product, and a positive combination of constraints that is constant has a constant part from each
// part, none of them negative.
func (p *Factor) minimalProduct() *cone.Cone {
	cols := 1 + p.dims
	eqs, ineqs := cone.NewMatrix(cols), cone.NewMatrix(cols)
	places := make([][]int, len(p.parts)) // of the inequalities of a part, or -1
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

// saturatedProduct multiplies minimal generators out and finds out on which of the inequalities of
// the product they lie: a direction of a part on all of the others; a point where its parts lie,
// but not on the row for column 0, which is the last one if positive is set.
func (p *Factor) saturatedProduct(places [][]int, ineqs int, positive bool) (lines, rays *cone.Matrix, sat *cone.Bits) {
	cols := 1 + p.dims
	lines, rays = cone.NewMatrix(cols), cone.NewMatrix(cols)
	points, on := positivity(p.dims), cone.NewBits(1, ineqs)
	var directions []cone.BitRow
	at := 0
	for i, q := range p.parts {
		l, r := q.cone().RawGenerators()
		own, _ := q.cone().Saturation(nil) // known, the cone being minimal
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
