// The type of factors, its constructors and its limits.

package factor

import (
	"fmt"
	"sync/atomic"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Limit bounds the conversions between the descriptions; nil bounds nothing.
type Limit = cone.Limit

// Factor is a convex polyhedron over Dims dimensions.
type Factor struct {
	dims  int
	nnc   bool // the cone has the column ε
	grown bool // the cone got rows after both descriptions were known: a conversion is incremental
	lim   *Limit

	c     atomic.Pointer[cone.Cone] // nil: empty, or the product of parts, not yet made
	parts []*Factor                 // closed factors without parts

	state   atomic.Int32 // one of unknown, vacant, inhabited
	failure atomic.Pointer[failure]
	facets  atomic.Pointer[system]              // the minimal constraints
	cs      atomic.Pointer[[]linear.Constraint] // the same for the outside
	// the same polyhedron without ε, once it is known to be closed
	closed atomic.Pointer[Factor]
}

// What is known of the emptiness of a factor.
const (
	unknown int32 = iota
	vacant
	inhabited
)

// failure keeps the error of the limit that an operation ran into.
type failure struct{ err error }

// Universe returns the polyhedron of all points. It panics where dims is negative.
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

// Empty returns the polyhedron without points. It panics where dims is negative.
func Empty(dims int) *Factor {
	mustBeDims("Empty", dims)
	return newFactor(dims, false, nil, vacant)
}

func mustBeDims(op string, dims int) {
	if dims < 0 {
		panic(fmt.Sprintf("factor: %s with %d dimensions", op, dims))
	}
}

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

// FromConstraints returns the polyhedron of the points that satisfy all constraints. It panics
// where one has a dimension that is not below dims. Nothing is converted.
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

// fromSystem makes a polyhedron of its constraints, which nobody may change from now on.
func fromSystem(dims int, s *system) *Factor {
	if s.strict.Len() == 0 {
		return newFactor(dims, false, cone.FromConstraints(1+dims, s.eqs, positivity(dims).Concat(s.weak)), unknown)
	}
	eqs, ineqs := s.withEps()
	ineqs.AppendAll(epsBounds(dims))
	return newFactor(dims, true, cone.FromConstraints(2+dims, eqs, ineqs), unknown)
}

// FromGenerators returns the polyhedron that the generators span, which is empty where there is no
// point among them. It panics where one has another number of coordinates. Nothing is converted.
func FromGenerators(dims int, gs []linear.Generator) *Factor {
	mustBeDims("FromGenerators", dims)
	lines, rays, nnc, points := generatorRows("FromGenerators", dims, gs, false)
	if !points {
		return Empty(dims)
	}
	return newFactor(dims, nnc, cone.FromGenerators(lines.Cols(), lines, rays), inhabited)
}

// WithLimit returns the same polyhedron, whose conversions and those of all that comes from it obey
// l. Of two operands the limit of the first counts, where it has one.
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

// Err returns an error where an operation on p, or on something p was made of, ran into its limit:
// p may then have more points than the operation names, or an answer was given for lack of
// knowledge.
func (p *Factor) Err() error {
	if f := p.failure.Load(); f != nil {
		return f.err
	}
	return nil
}

// note remembers that a limit was reached.
func (p *Factor) note(err error) {
	p.failure.CompareAndSwap(nil, &failure{err})
}

// from makes p inherit the limit and the error of what it was made of, and returns p.
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

// with is from for a p that others may have: it returns a copy where there is something to inherit.
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

// settled returns p, or the same without ε if it is known to be closed.
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

// epsCol is the column of ε, or -1.
func (p *Factor) epsCol() int {
	if p.nnc {
		return 1 + p.dims
	}
	return -1
}

// constraints returns constraints of p's cone, minimal ones only if asked for, and false where the
// limit did not let them be computed.
func (p *Factor) constraints(minimal bool) (eqs, ineqs *cone.Matrix, ok bool) {
	c := p.cone()
	if !minimal && c.HasConstraints() {
		eqs, ineqs = c.RawConstraints()
		return eqs, ineqs, true
	}
	return p.converted(c.Constraints)
}

// generators is the same for generators.
func (p *Factor) generators(minimal bool) (lines, rays *cone.Matrix, ok bool) {
	c := p.cone()
	if !minimal && c.HasGenerators() {
		lines, rays = c.RawGenerators()
		return lines, rays, true
	}
	return p.converted(c.Generators)
}

// converted is what a conversion makes, and false where the limit stops it.
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

// gaveUp reports whether a conversion need not be tried: the context is over. A limit of rows is
// tried again, for another cone may stay below it.
func (p *Factor) gaveUp() bool {
	return p.lim != nil && p.lim.Context != nil && p.failure.Load() != nil && effort.Done(p.lim.Context)
}

// IsEmpty reports whether there is no point in p. Where a limit leaves that open it says false.
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

// IsUniverse reports whether p has all points; it says false where a limit leaves that open.
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

// IsClosed reports whether p is topologically closed; it says false where a limit leaves that open.
func (p *Factor) IsClosed() bool {
	if !p.settled().nnc || p.IsEmpty() {
		return true
	}
	s, ok := p.minimal()
	return ok && s.strict.Len() == 0
}

// IsBounded reports whether p has no ray and no line; it says false where a limit leaves that open.
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

// Point returns a point of p, one with integers where a generator is one; false means that p is
// empty, or that a limit left it unknown.
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
