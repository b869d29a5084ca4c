// This file has the type Factor, its constructors, its limits, and simple queries.

package factor

import (
	"fmt"
	"sync/atomic"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Limit bounds the conversions between the descriptions. A nil *Limit bounds nothing.
type Limit = cone.Limit

// Factor is a convex polyhedron over Dims dimensions.
type Factor struct {
	dims  int
	nnc   bool // the cone has the column ε
	grown bool // the cone got rows after both descriptions were known, so its conversion is incremental
	lim   *Limit

	c     atomic.Pointer[cone.Cone] // nil: the factor is empty, or the product of parts, which is not computed yet
	parts []*Factor                 // closed factors, which have no parts themselves

	state   atomic.Int32 // whether the factor has a point: unknown, vacant or inhabited
	failure atomic.Pointer[failure]
	facets  atomic.Pointer[system]              // the minimal constraints
	cs      atomic.Pointer[[]linear.Constraint] // the minimal constraints as linear.Constraints
	// closed is the same polyhedron without ε, once it is known to be closed.
	closed atomic.Pointer[Factor]
}

// The state of a factor: what is known about its emptiness.
const (
	unknown int32 = iota
	vacant
	inhabited
)

// failure keeps the error of a limit that an operation reached.
type failure struct{ err error }

// Universe returns the polyhedron of all points. It panics if dims is negative.
func Universe(dims int) *Factor {
	mustBeDims("Universe", dims)
	lines, rays := cone.NewMatrix(1+dims), cone.NewMatrix(1+dims)
	row := make([]int64, 1+dims)
	for j := range row {
		row[j] = 1
		if j == 0 {
			rays.AppendWords(row)
		} else {
			lines.AppendWords(row)
		}
		row[j] = 0
	}
	c := cone.FromBoth(1+dims, cone.NewMatrix(1+dims), positivity(dims), lines, rays)
	return newFactor(dims, false, c, inhabited)
}

// Empty returns the polyhedron without points. It panics if dims is negative.
func Empty(dims int) *Factor {
	mustBeDims("Empty", dims)
	return newFactor(dims, false, nil, vacant)
}

// mustBeDims panics if dims is negative.
func mustBeDims(op string, dims int) {
	if dims < 0 {
		panic(fmt.Sprintf("factor: %s with %d dimensions", op, dims))
	}
}

// newFactor returns a factor with the cone c, which has column ε if nnc is set.
func newFactor(dims int, nnc bool, c *cone.Cone, state int32) *Factor {
	p := &Factor{dims: dims, nnc: nnc}
	p.c.Store(c)
	p.state.Store(state)
	return p
}

// positivity returns a matrix with the row (1, 0, …, 0).
func positivity(dims int) *cone.Matrix {
	m := cone.NewMatrix(1 + dims)
	row := make([]int64, 1+dims)
	row[0] = 1
	m.AppendWords(row)
	return m
}

// FromConstraints returns the polyhedron of the points that satisfy all constraints. It panics if a constraint has a
// dimension that is not below dims. It starts no conversion.
func FromConstraints(dims int, cs []linear.Constraint) *Factor {
	mustBeDims("FromConstraints", dims)
	s, ok := systemOf("FromConstraints", dims, cs)
	if !ok {
		return Empty(dims)
	}
	if s.eqs.Len()+s.weak.Len()+s.strict.Len() == 0 {
		return Universe(dims)
	}
	return fromSystem(dims, s)
}

// fromSystem returns the polyhedron of the constraints s, which the caller must not change afterwards.
func fromSystem(dims int, s *system) *Factor {
	if s.strict.Len() == 0 {
		return newFactor(dims, false, cone.FromConstraints(1+dims, s.eqs, positivity(dims).Concat(s.weak)), unknown)
	}
	eqs, ineqs := s.withEps()
	ineqs.AppendAll(epsBounds(dims))
	return newFactor(dims, true, cone.FromConstraints(2+dims, eqs, ineqs), unknown)
}

// FromGenerators returns the polyhedron that the generators span. It is empty if none of them is a point. It panics
// if a generator does not have exactly dims coordinates. It starts no conversion.
func FromGenerators(dims int, gs []linear.Generator) *Factor {
	mustBeDims("FromGenerators", dims)
	lines, rays, nnc, points := generatorRows("FromGenerators", dims, gs, false)
	if !points {
		return Empty(dims)
	}
	return newFactor(dims, nnc, cone.FromGenerators(lines.Cols(), lines, rays), inhabited)
}

// WithLimit returns the same polyhedron with the limit l. Its conversions obey l, and so do the conversions of all
// factors derived from it. If both operands of an operation have a limit, the result has the first one.
func (p *Factor) WithLimit(l *Limit) *Factor {
	if p.lim == l {
		return p
	}
	q := newFactor(p.dims, p.nnc, p.c.Load(), p.state.Load())
	q.lim, q.grown, q.parts = l, p.grown, p.parts
	q.failure.Store(p.failure.Load())
	if p.failure.Load() == nil {
		q.facets.Store(p.facets.Load())
		q.cs.Store(p.cs.Load())
	}
	return q
}

// Err returns an error if an operation on p, or on a factor that p is derived from, reached its limit. Then p may
// have more points than documented, and answers to queries may have been given without knowing.
func (p *Factor) Err() error {
	if f := p.failure.Load(); f != nil {
		return f.err
	}
	return nil
}

// note records the error of a limit that was reached.
func (p *Factor) note(err error) {
	p.failure.CompareAndSwap(nil, &failure{err})
}

// from makes p inherit limits and errors of the factors that p is derived from. It returns p.
func (p *Factor) from(of ...*Factor) *Factor {
	for _, q := range of {
		if p.lim == nil {
			p.lim = q.lim
		}
		if f := q.failure.Load(); f != nil && p.failure.Load() == nil {
			p.failure.Store(f)
		}
	}
	return p
}

// with is from for a factor that others may use: if there is something to inherit, it returns a copy.
func (p *Factor) with(of ...*Factor) *Factor {
	for _, q := range of {
		if p.lim == nil && q.lim != nil || p.failure.Load() == nil && q.failure.Load() != nil {
			r := newFactor(p.dims, p.nnc, p.c.Load(), p.state.Load())
			r.grown, r.parts = p.grown, p.parts
			r.facets.Store(p.facets.Load())
			r.closed.Store(p.closed.Load())
			return r.from(p).from(of...)
		}
	}
	return p
}

// Dims returns the number of dimensions.
func (p *Factor) Dims() int { return p.dims }

// settled returns p, or the same polyhedron without ε if it is known to be closed.
func (p *Factor) settled() *Factor {
	if !p.nnc {
		return p
	}
	if q := p.closed.Load(); q != nil {
		return q.with(p)
	}
	return p
}

// cols returns the number of columns of p's cone.
func (p *Factor) cols() int {
	if p.nnc {
		return 2 + p.dims
	}
	return 1 + p.dims
}

// epsCol returns the column of ε, or -1.
func (p *Factor) epsCol() int {
	if p.nnc {
		return 1 + p.dims
	}
	return -1
}

// constraints returns constraints of p's cone, the minimal ones if minimal is set. It returns false if a limit
// stopped their computation.
func (p *Factor) constraints(minimal bool) (eqs, ineqs *cone.Matrix, ok bool) {
	c := p.cone()
	if !minimal && c.HasConstraints() {
		eqs, ineqs = c.RawConstraints()
		return eqs, ineqs, true
	}
	return p.converted(c.Constraints)
}

// generators returns generators of p's cone, the minimal ones if minimal is set. It returns false if a limit stopped
// their computation.
func (p *Factor) generators(minimal bool) (lines, rays *cone.Matrix, ok bool) {
	c := p.cone()
	if !minimal && c.HasGenerators() {
		lines, rays = c.RawGenerators()
		return lines, rays, true
	}
	return p.converted(c.Generators)
}

// converted returns the result of convert, and false if the limit stopped it.
func (p *Factor) converted(convert func(*cone.Limit) (eqs, rest *cone.Matrix, err error)) (eqs, rest *cone.Matrix, ok bool) {
	if p.gaveUp() {
		return nil, nil, false
	}
	eqs, rest, err := convert(p.lim)
	if err != nil {
		p.note(err)
		return nil, nil, false
	}
	return eqs, rest, true
}

// gaveUp reports whether a conversion is pointless because the context is done. A limit of rows does not make it
// pointless: the cone of another operation may stay below the limit.
func (p *Factor) gaveUp() bool {
	return p.lim != nil && p.lim.Context != nil && p.failure.Load() != nil && effort.Done(p.lim.Context)
}

// IsEmpty reports whether p has no point. It returns false if a limit leaves this unknown.
func (p *Factor) IsEmpty() bool {
	switch p.state.Load() {
	case vacant:
		return true
	case inhabited:
		return false
	}
	_, rays, ok := p.generators(false)
	if !ok {
		return false
	}
	col := max(0, p.epsCol())
	for i := range rays.Len() {
		if rays.Sign(i, col) > 0 {
			p.state.Store(inhabited)
			return false
		}
	}
	p.state.Store(vacant)
	return true
}

// IsUniverse reports whether p has all points. It returns false if a limit leaves this unknown.
func (p *Factor) IsUniverse() bool {
	if p.IsEmpty() {
		return false
	}
	s, ok := p.system()
	if !ok {
		return false
	}
	return !hasDims(s.eqs) && !hasDims(s.weak) && !hasDims(s.strict)
}

// IsClosed reports whether p is topologically closed. It returns false if a limit leaves this unknown.
func (p *Factor) IsClosed() bool {
	if !p.settled().nnc || p.IsEmpty() {
		return true
	}
	s, ok := p.minimal()
	return ok && s.strict.Len() == 0
}

// IsBounded reports whether p has no ray and no line. It returns false if a limit leaves this unknown.
func (p *Factor) IsBounded() bool {
	if p.IsEmpty() {
		return true
	}
	lines, rays, ok := p.generators(true)
	if !ok || lines.Len() > 0 {
		return false
	}
	for i := range rays.Len() {
		if rays.Sign(i, 0) == 0 {
			return false
		}
	}
	return true
}

// Point returns a point of p. It takes a generator whose column 0 is least; if p is closed and some generator is an
// integer point, the result is one. It returns false if p is empty, or if a limit leaves this unknown.
func (p *Factor) Point() ([]num.Rat, bool) {
	if p.IsEmpty() {
		return nil, false
	}
	_, rays, ok := p.generators(false)
	if !ok {
		return nil, false
	}
	col, best := max(0, p.epsCol()), -1
	for i := range rays.Len() {
		if rays.Sign(i, col) <= 0 {
			continue
		}
		if best < 0 || rays.At(i, 0).Less(rays.At(best, 0)) {
			best = i
		}
	}
	if best < 0 {
		return nil, false
	}
	return coordinates(rays, best, p.dims), true
}
