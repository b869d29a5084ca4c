package factor

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

func mustMatch(op string, p, q *Factor) {
	if p.dims != q.dims {
		panic(fmt.Sprintf("factor: %s of factors with %d and %d dimensions", op, p.dims, q.dims))
	}
}

// withEps returns p with the column ε, in both descriptions as far as they are known.
func (p *Factor) withEps() *Factor {
	if p.nnc {
		return p
	}
	cols := 2 + p.dims
	to := identity(1 + p.dims)
	c := p.cone()
	var eqs, ineqs, lines, rays *cone.Matrix
	if c.HasConstraints() {
		e, in := c.RawConstraints()
		eqs, ineqs = e.MapCols(cols, to), cone.NewMatrix(cols)
		all := in.MapCols(cols, to)
		for i := range all.Len() {
			if !isConstant(all, i) || all.Sign(i, 0) < 0 {
				ineqs.AppendFrom(all, i)
			}
		}
		ineqs.AppendAll(epsBounds(p.dims))
	}
	if c.HasGenerators() {
		l, r := c.RawGenerators()
		lines, rays = l.MapCols(cols, to), r.MapCols(cols, to)
		upper := cone.NewMatrix(cols)
		for i := range rays.Len() {
			if rays.Sign(i, 0) > 0 {
				upper.AppendFrom(rays, i)
			}
		}
		rays.AppendAll(raised(upper))
	}
	return newFactor(p.dims, true, fromKnown(cols, eqs, ineqs, lines, rays), p.state.Load()).from(p)
}

// raised returns points with ε equal to column 0.
func raised(points *cone.Matrix) *cone.Matrix {
	coefs := make([]num.Int, points.Cols())
	coefs[0] = num.Of(1)
	return points.ReplaceCol(points.Cols()-1, coefs, num.Of(1))
}

// fromKnown makes a cone of those descriptions that are not nil.
func fromKnown(cols int, eqs, ineqs, lines, rays *cone.Matrix) *cone.Cone {
	switch {
	case eqs != nil && lines != nil:
		return cone.FromBoth(cols, eqs, ineqs, lines, rays)
	case eqs != nil:
		return cone.FromConstraints(cols, eqs, ineqs)
	}
	return cone.FromGenerators(cols, lines, rays)
}

// AddConstraints returns the points of p that satisfy all constraints. It panics where one has a dimension that p has
// not. Where the generators of p are known, constraints that p satisfies vanish, p itself is returned if no other is left, and
// one that no point satisfies gives an empty result; nothing is converted in any case, unless p is
// known by generators only.
func (p *Factor) AddConstraints(cs ...linear.Constraint) *Factor {
	s, ok := systemOf("AddConstraints", p.dims, cs)
	if !ok {
		return Empty(p.dims).from(p)
	}
	if p.state.Load() == vacant {
		return p
	}
	return p.settled().addSystem(s)
}

// Meet returns the intersection of p and q. It panics where they differ in their dimensions. What is said of
// AddConstraints holds for the constraints of q, or those of p if only the generators of q are known.
func (p *Factor) Meet(q *Factor) *Factor {
	mustMatch("Meet", p, q)
	switch {
	case p == q || q.state.Load() == vacant && p.state.Load() == vacant:
		return p
	case q.state.Load() == vacant:
		return q.with(p)
	case p.state.Load() == vacant:
		return p.with(q)
	}
	a, b := p.settled(), q.settled()
	if !a.cone().HasGenerators() && b.cone().HasGenerators() || !b.cone().HasConstraints() && a.cone().HasConstraints() {
		a, b = b, a
	}
	s, ok := b.system()
	if !ok {
		s = b.approximation()
	}
	return a.addSystem(s).with(b, p, q)
}

// addSystem returns p with more constraints; it does not change s.
func (p *Factor) addSystem(s *system) *Factor {
	left := s.eqs.Len() + s.weak.Len() + s.strict.Len()
	known := p.cone().HasGenerators()
	if known {
		if p.IsEmpty() {
			return p
		}
		var empty bool
		if s, left, empty = p.screen(s); empty {
			return Empty(p.dims).from(p)
		}
	}
	if left == 0 {
		return p
	}
	state := unknown
	if known && left == 1 {
		state = inhabited
	}
	base := p
	if s.strict.Len() > 0 {
		base = p.withEps()
	}
	if !base.cone().HasConstraints() {
		if _, _, ok := base.constraints(true); !ok {
			base, state = base.relaxed(), unknown
			if s.strict.Len() > 0 {
				base = base.withEps()
			}
		}
	}
	eqs, ineqs := s.eqs, s.weak
	if base.nnc {
		eqs, ineqs = s.withEps()
	}
	r := newFactor(p.dims, base.nnc, base.cone().AddConstraints(eqs, ineqs), state).from(base)
	r.grown = known || base.grown
	return r
}

// screen drops the constraints that all points of p satisfy, p's generators being known, and reports how many are left, or whether there is one
// that no point satisfies.
func (p *Factor) screen(s *system) (rest *system, left int, empty bool) {
	lines, rays, _ := p.generators(false)
	out := *s
	for _, part := range []struct {
		rel linear.Relation
		m   **cone.Matrix
	}{{linear.EQ, &out.eqs}, {linear.LE, &out.weak}, {linear.LT, &out.strict}} {
		m := *part.m
		var kept *cone.Matrix // nil while all rows are
		for i := range m.Len() {
			r := p.spread(m, i, lines, rays).relation(part.rel)
			switch {
			case r&Disjoint != 0:
				return nil, 0, true
			case r&Included != 0:
				if kept == nil {
					kept = cone.NewMatrix(m.Cols())
					for k := range i {
						kept.AppendFrom(m, k)
					}
				}
			case kept != nil:
				kept.AppendFrom(m, i)
			}
		}
		if kept != nil {
			*part.m = kept
		}
		left += (*part.m).Len()
	}
	return &out, left, false
}

// Hull returns the least polyhedron that contains p and q, closed if both are. It panics where they differ in their
// dimensions. It needs the generators of both, and drops those that the other operand has if its constraints are known;
// if nothing is left of one operand it returns the other itself. Where a limit stops that, the result
// has those of the constraints of p and q that both are known to satisfy.
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

// addGenerators adds the generators of q, which are known, those of p being known as well. It returns p or q itself where
// that is known to have all of them.
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
	points := cone.NewMatrix(cols)
	for i := range r.Len() {
		if r.Sign(i, 0) > 0 {
			points.AppendFrom(r, i)
		}
	}
	r.AppendAll(raised(points))
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

// AddGenerators returns the least polyhedron that contains p and the generators. It panics where one has another
// number of coordinates. An empty p stays empty unless there is a point among them.
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
		// Nothing is known of the result but what the constraints of p and the generators have in common.
		return p.commonConstraints(hullOfAny(p.dims, gs)).from(p)
	}
	return p.spanWith(lines, rays, nnc)
}

// hullOfAny returns a polyhedron that contains what generators span once there is a point, the first closure point
// standing for one where there is none, and the origin for both.
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

// Contains reports whether all points of q are in p; it says false where a limit leaves that open. It panics where they
// differ in their dimensions. It needs constraints of p and generators of q, any that are known.
func (p *Factor) Contains(q *Factor) bool {
	mustMatch("Contains", p, q)
	if p == q || q.IsEmpty() {
		return true
	}
	if p.IsEmpty() {
		return false
	}
	a, b := p.settled(), q.settled()
	if a.sameCone(b) {
		return true
	}
	return a.hasAll(b)
}

// sameCone reports whether two factors are known to have the same cone.
func (p *Factor) sameCone(q *Factor) bool {
	return p.nnc == q.nnc && p.c.Load() != nil && p.c.Load() == q.c.Load()
}

// Equal reports whether p and q have the same points; it says false where a limit leaves that open. It panics where
// they differ in their dimensions.
func (p *Factor) Equal(q *Factor) bool {
	mustMatch("Equal", p, q)
	if p == q {
		return true
	}
	if p.IsEmpty() || q.IsEmpty() {
		return p.IsEmpty() && q.IsEmpty()
	}
	a, b := p.settled(), q.settled()
	if a.sameCone(b) {
		return true
	}
	if !a.nnc && !b.nnc && a.cone().IsMinimal() && b.cone().IsMinimal() {
		e, in, _ := a.constraints(true)
		f, jn, _ := b.constraints(true)
		return e.Equal(f) && in.Equal(jn)
	}
	if s, t := a.facets.Load(), b.facets.Load(); s != nil && t != nil {
		return s.equal(t)
	}
	return a.hasAll(b) && b.hasAll(a)
}

func (s *system) equal(t *system) bool {
	return s.eqs.Equal(t.eqs) && s.weak.Equal(t.weak) && s.strict.Equal(t.strict)
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

// TimeElapse returns the least polyhedron that contains x + t·y for all points x of p and y of q and all t >= 0. It panics
// where they differ in their dimensions.
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
