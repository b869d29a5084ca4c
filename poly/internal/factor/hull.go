// This file has the operations that add generators: hull, closure and time elapse.

package factor

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Hull returns the least polyhedron that contains p and q. It is closed if both are. It panics if p and q have
// different numbers of dimensions. Hull needs the generators of both operands. If the constraints of an operand are
// known, it drops generators of the other operand that already lie in it; if all of them do, it returns this operand.
// If a limit stops the computation of generators, the result has those constraints of p and q that both are known to
// satisfy.
func (p *Factor) Hull(q *Factor) *Factor {
	mustMatch("Hull", p, q)
	switch {
	case p == q || q.IsEmpty():
		return p.with(q)
	case p.IsEmpty():
		return q.with(p)
	}
	a, b := p.settled(), q.settled()
	_, _, okA := a.generators(false)
	_, _, okB := b.generators(false)
	if !okA || !okB {
		return a.commonConstraints(b).from(p, q)
	}
	if !a.cone().HasConstraints() && b.cone().HasConstraints() {
		a, b = b, a
	}
	return a.addGenerators(b).with(p, q)
}

// addGenerators returns the hull of p and q, whose generators must both be known. It returns p or q itself if that is
// known to contain the other.
func (p *Factor) addGenerators(q *Factor) *Factor {
	lines, rays, _ := q.generators(false)
	if p.cone().HasConstraints() {
		s, _ := p.system()
		lines, rays = s.missing(lines, rays, q)
		if lines.Len()+rays.Len() == 0 {
			return p
		}
	}
	if q.cone().HasConstraints() && q.hasAll(p) {
		return q
	}
	return p.spanWith(lines, rays, q.nnc)
}

// spanWith returns p with lines and rays added. The generators of p must be known. nnc says whether lines and rays
// have column ε.
func (p *Factor) spanWith(lines, rays *cone.Matrix, nnc bool) *Factor {
	base := p
	switch {
	case nnc && !p.nnc:
		base = p.withEps()
	case !nnc && p.nnc:
		lines, rays = liftGenerators(lines, rays)
	}
	r := newFactor(p.dims, base.nnc, base.cone().AddGenerators(lines, rays), inhabited).from(base)
	r.grown = base.grown || base.cone().HasConstraints()
	return r
}

// liftGenerators returns generators of a closed polyhedron with column ε added.
func liftGenerators(lines, rays *cone.Matrix) (l, r *cone.Matrix) {
	cols := lines.Cols() + 1
	to := identity(cols - 1)
	l, r = lines.MapCols(cols, to), rays.MapCols(cols, to)
	r.AppendAll(raised(r))
	return l, r
}

// missing returns the generators of q, given as lines and rays, that do not satisfy the system.
func (s *system) missing(lines, rays *cone.Matrix, q *Factor) (l, r *cone.Matrix) {
	l, r = cone.NewMatrix(lines.Cols()), cone.NewMatrix(rays.Cols())
	for i := range lines.Len() {
		if !s.admitsLine(lines, i) {
			l.AppendFrom(lines, i)
		}
	}
	col := max(0, q.epsCol())
	for i := range rays.Len() {
		if !s.admits(rays, i, rays.Sign(i, col) > 0) {
			r.AppendFrom(rays, i)
		}
	}
	return l, r
}

// hasAll reports whether p contains all generators of q. It returns false if a limit stops the computation.
func (p *Factor) hasAll(q *Factor) bool {
	s, ok := p.system()
	if !ok {
		return false
	}
	lines, rays, ok := q.generators(false)
	if !ok {
		return false
	}
	for i := range lines.Len() {
		if !s.admitsLine(lines, i) {
			return false
		}
	}
	col := max(0, q.epsCol())
	for i := range rays.Len() {
		if !s.admits(rays, i, rays.Sign(i, col) > 0) {
			return false
		}
	}
	return true
}

// AddGenerators returns the least polyhedron that contains p and the generators. It panics if a generator has the
// wrong number of coordinates. If p is empty and none of the generators is a point, the result is empty.
func (p *Factor) AddGenerators(gs ...linear.Generator) *Factor {
	if p.IsEmpty() {
		return FromGenerators(p.dims, gs).from(p)
	}
	p = p.settled()
	lines, rays, nnc, _ := generatorRows("AddGenerators", p.dims, gs, p.nnc)
	if lines.Len()+rays.Len() == 0 {
		return p
	}
	if _, _, ok := p.generators(false); !ok {
		// The result satisfies each constraint that both p and the polyhedron of the generators satisfy.
		return p.commonConstraints(hullOfAny(p.dims, gs)).from(p)
	}
	return p.spanWith(lines, rays, nnc)
}

// hullOfAny returns a polyhedron that contains everything that the generators contribute to a nonempty polyhedron.
// Closure points count as points. If there is no point even then, it returns the universe.
func hullOfAny(dims int, gs []linear.Generator) *Factor {
	all := make([]linear.Generator, 0, len(gs)+1)
	points := false
	for _, g := range gs {
		if g.Kind == linear.ClosurePoint {
			g.Kind = linear.Point
		}
		points = points || g.Kind == linear.Point
		all = append(all, g)
	}
	if !points {
		return Universe(dims)
	}
	return FromGenerators(dims, all)
}

// TopClosure returns the topological closure of p.
func (p *Factor) TopClosure() *Factor {
	q := p.settled()
	if !q.nnc || p.state.Load() == vacant {
		return q
	}
	if q.IsEmpty() {
		return Empty(q.dims).from(q)
	}
	// If a limit leaves the emptiness of p unknown, the result still contains the closure.
	r := q.withoutEps()
	r.state.Store(q.state.Load())
	return r
}

// TimeElapse returns the least polyhedron that contains x + t·y for all points x of p, points y of q and t >= 0. It
// panics if p and q have different numbers of dimensions.
func (p *Factor) TimeElapse(q *Factor) *Factor {
	mustMatch("TimeElapse", p, q)
	if p.IsEmpty() {
		return p.with(q)
	}
	if q.IsEmpty() {
		return q.with(p)
	}
	a, b := p.settled(), q.settled()
	lines, rays, ok := b.generators(false)
	if _, _, okA := a.generators(false); !ok || !okA {
		return Universe(p.dims).from(a, b, p, q)
	}
	// The points of q become directions.
	to := identity(b.cols())
	to[0] = -1
	if b.nnc {
		to[b.epsCol()] = -1
	}
	cols := a.cols()
	lines, rays = lines.MapCols(cols, to), rays.MapCols(cols, to)
	r := newFactor(p.dims, a.nnc, a.cone().AddGenerators(lines, rays), inhabited).from(p, q)
	r.grown = a.grown || a.cone().HasConstraints()
	return r
}
