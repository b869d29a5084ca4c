// Queries: how a polyhedron lies relative to a constraint or a generator. Both are tested by the signs of products of
// constraints with generators.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Relation is how a polyhedron lies relative to the solutions of a constraint: a set of the bits below.
type Relation uint8

// The relations of a polyhedron to a constraint. An empty polyhedron is Included, Disjoint and Saturates. A nonempty
// one that is neither Included nor Disjoint is StrictlyIntersects.
const (
	Included           Relation = 1 << iota // all points satisfy the constraint
	Disjoint                                // no point satisfies the constraint
	Saturates                               // all points satisfy the constraint with equality
	StrictlyIntersects                      // some points satisfy the constraint, others do not
)

// spread describes the signs of a linear form on the generators of a polyhedron.
type spread struct {
	neg, pos bool // the form is negative, or positive, on a generator
	zeroIn   bool // the form is 0 on a generator that is a point of the polyhedron
}

// spread returns the spread of the form in row i of m, which has 1+dims columns, on lines and rays. It may return
// early, without zeroIn, if the form has both signs.
func (p *Factor) spread(m *cone.Matrix, i int, lines, rays *cone.Matrix) spread {
	for k := range lines.Len() {
		if p.sign(m, i, lines, k) != 0 {
			return spread{neg: true, pos: true}
		}
	}
	var s spread
	col := max(0, p.epsCol())
	for k := range rays.Len() {
		switch p.sign(m, i, rays, k) {
		case 1:
			s.pos = true
		case -1:
			s.neg = true
		default:
			s.zeroIn = s.zeroIn || rays.Sign(k, col) > 0
		}
		if s.neg && s.pos {
			return s
		}
	}
	return s
}

// sign returns the sign of the product of row i of m, without ε, with row k of the generators gens of p.
func (p *Factor) sign(m *cone.Matrix, i int, gens *cone.Matrix, k int) int {
	if m.Cols() == gens.Cols() {
		return m.DotSign(i, gens, k)
	}
	return prefixSign(m, i, gens, k, min(m.Cols(), gens.Cols()))
}

// relation returns how a polyhedron with spread s lies relative to a constraint on the form. rel is EQ for form = 0,
// LE for form >= 0, and LT for form > 0.
func (s spread) relation(rel linear.Relation) Relation {
	if s.neg && s.pos {
		return StrictlyIntersects
	}
	var r Relation
	if !s.neg && !s.pos {
		r = Saturates
	}
	var included, disjoint bool
	switch rel {
	case linear.LE:
		included, disjoint = !s.neg, !s.pos && !s.zeroIn
	case linear.LT:
		included, disjoint = !s.neg && !s.zeroIn, !s.pos
	default:
		included, disjoint = !s.neg && !s.pos, !s.zeroIn
	}
	if included {
		r |= Included
	}
	if disjoint {
		r |= Disjoint
	}
	if r&(Included|Disjoint) == 0 {
		r |= StrictlyIntersects
	}
	return r
}

// rowOf returns a matrix with one row for the expression of c, negated: so the row is 0, not negative, or positive at
// the solutions of c. op is the name of the operation in messages.
func (p *Factor) rowOf(op string, c linear.Constraint) *cone.Matrix {
	mustFit(op, p.dims, c.Expr)
	m := cone.NewMatrix(1 + p.dims)
	appendExpr(m, c.Expr, -1)
	return m
}

// Relation returns how p lies relative to the solutions of c. If a limit stops the computation of the generators, the
// result has only the bits that follow from a single known constraint. It panics if c has a dimension that p does not
// have. Cost: a product with each generator.
func (p *Factor) Relation(c linear.Constraint) Relation {
	row := p.rowOf("Relation", c)
	if p.IsEmpty() {
		return Included | Disjoint | Saturates
	}
	lines, rays, ok := p.generators(false)
	if !ok {
		return p.relationByOne(c)
	}
	return p.spread(row, 0, lines, rays).relation(c.Rel)
}

// relationByOne returns the part of Relation that follows from single known constraints: those whose expression
// differs from the expression of c by a factor and a constant only.
func (p *Factor) relationByOne(c linear.Constraint) Relation {
	known := p.approximation().halves()
	follows := func(d linear.Constraint) bool {
		return slices.ContainsFunc(known, func(k linear.Constraint) bool { return implies(k, d) })
	}
	for _, n := range c.Negate() {
		if follows(n) {
			return Disjoint
		}
	}
	upper := linear.Constraint{Expr: c.Expr, Rel: min(c.Rel, linear.LT)}
	if c.Rel == linear.EQ {
		upper.Rel = linear.LE
		if !follows(linear.Constraint{Expr: c.Expr.Neg()}) {
			return 0
		}
	}
	if !follows(upper) {
		return 0
	}
	if c.Rel == linear.EQ {
		return Included | Saturates
	}
	return Included
}

// Entails reports whether all points of p satisfy c. It returns false if a limit leaves this unknown. It panics if c
// has a dimension that p does not have.
func (p *Factor) Entails(c linear.Constraint) bool { return p.Relation(c)&Included != 0 }

// Subsumes reports whether p contains a generator, so that adding it would change nothing. An empty p subsumes none.
// It returns false if a limit leaves this unknown. It panics if g has the wrong number of coordinates.
func (p *Factor) Subsumes(g linear.Generator) bool {
	lines, rays, _, _ := generatorRows("Subsumes", p.dims, []linear.Generator{g}, false)
	if p.IsEmpty() {
		return false
	}
	s, ok := p.system()
	if !ok {
		return false
	}
	if g.Kind == linear.Line {
		return s.admitsLine(lines, 0)
	}
	// There is one row. The row of a closure point has column ε, which admits ignores.
	return s.admits(rays, 0, g.Kind == linear.Point)
}

// admitsLine reports whether line k satisfies the system: whether all products with it are 0.
func (s *system) admitsLine(lines *cone.Matrix, k int) bool {
	for _, m := range []*cone.Matrix{s.eqs, s.weak, s.strict} {
		for i := range m.Len() {
			if prefixSign(m, i, lines, k, m.Cols()) != 0 {
				return false
			}
		}
	}
	return true
}

// admits reports whether ray k satisfies the system. If point is set, it must be a point of the polyhedron, otherwise
// a point or direction of the closure.
func (s *system) admits(rays *cone.Matrix, k int, point bool) bool {
	for i := range s.eqs.Len() {
		if prefixSign(s.eqs, i, rays, k, s.eqs.Cols()) != 0 {
			return false
		}
	}
	for i := range s.weak.Len() {
		if prefixSign(s.weak, i, rays, k, s.weak.Cols()) < 0 {
			return false
		}
	}
	for i := range s.strict.Len() {
		if x := prefixSign(s.strict, i, rays, k, s.strict.Cols()); x < 0 || x == 0 && point {
			return false
		}
	}
	return true
}
