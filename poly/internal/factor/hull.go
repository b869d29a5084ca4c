// Hulls of two polyhedra.

package factor

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Hull returns the least polyhedron that contains p and q, closed if both are. It panics where they
// differ in their dimensions. It needs the generators of both, and drops those that the other
// operand has if its constraints are known; if nothing is left of one operand it returns the other
// itself. Where a limit stops that, the result has those of the constraints of p and q that both
// are known to satisfy.
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

// addGenerators adds the generators of q, which are known, those of p being known as well. It
// returns p or q itself where that is known to have all of them.
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

// spanWith adds lines and rays, with ε if nnc is set, to p, whose generators are known.
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

// liftGenerators gives generators of a closed polyhedron the column ε.
func liftGenerators(lines, rays *cone.Matrix) (l, r *cone.Matrix) {
	cols := lines.Cols() + 1
	to := identity(cols - 1)
	l, r = lines.MapCols(cols, to), rays.MapCols(cols, to)
	r.AppendAll(raised(r))
	return l, r
}

// missing returns the generators of q, given as lines and rays, that the system does not admit.
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

// hasAll reports whether p, whose constraints are known, has all generators of q, which are known.
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

// AddGenerators returns the least polyhedron that contains p and the generators. It panics where
// one has another number of coordinates. An empty p stays empty unless there is a point among them.
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
		// Nothing is known of the result but what the constraints of p and the generators have in
		// common.
		return p.commonConstraints(hullOfAny(p.dims, gs)).from(p)
	}
	return p.spanWith(lines, rays, nnc)
}

// hullOfAny returns a polyhedron that contains what generators span once there is a point, the
// first closure point standing for one where there is none, and the origin for both.
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
	// Where it is open whether p is empty the result is a superset of its closure all the same.
	r := q.withoutEps()
	r.state.Store(q.state.Load())
	return r
}

// TimeElapse returns the least polyhedron that contains x + t·y for all points x of p and y of q
// and all t >= 0. It panics where they differ in their dimensions.
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
