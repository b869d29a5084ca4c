// Queries about a polyhedron.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Relation says how a polyhedron lies to the solutions of a constraint: a set of the bits below.
type Relation uint8

// The ways to lie. An empty polyhedron is Included, Disjoint and Saturates. A polyhedron that is
// not, and is neither Included nor Disjoint, StrictlyIntersects: it has points on both sides.
const (
	Included           Relation = 1 << iota // all points satisfy the constraint
	Disjoint                                // no point does
	Saturates                               // on all points both sides are equal
	StrictlyIntersects                      // some points do, others do not
)

// spread is where the values of a linear form on the generators of a polyhedron lie.
type spread struct {
	neg, pos bool // the closure has values, or directions in which they grow, below 0, above 0
	zeroIn   bool // a generator that is a point of the polyhedron has the value 0
}

// spread looks at the products of row i of m, which has 1+dims columns, with generators.
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

// sign is the sign of the product of row i of m, without ε, with row k of generators of p.
func (p *Factor) sign(m *cone.Matrix, i int, gens *cone.Matrix, k int) int {
	if m.Cols() == gens.Cols() {
		return m.DotSign(i, gens, k)
	}
	return prefixSign(m, i, gens, k, min(m.Cols(), gens.Cols()))
}

// relation says how a polyhedron with the spread lies to form ⋈ 0, where LE and LT stand for >= and
// >.
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

// rowOf returns a matrix with the row of a constraint, whose solutions are those where it is 0, not
// negative, or positive.
func (p *Factor) rowOf(op string, c linear.Constraint) *cone.Matrix {
	mustFit(op, p.dims, c.Expr)
	m := cone.NewMatrix(1 + p.dims)
	appendExpr(m, c.Expr, -1)
	return m
}

// Relation says how p lies to the solutions of c. Where a limit leaves that open it is 0, or what
// one known constraint tells. It panics where c has a dimension that p has not. The time is that of
// a product with each generator.
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

// relationByOne is Relation as far as single constraints that are known, and differ from c at most
// by their constants and factors, decide it.
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

// Entails reports whether all points of p satisfy c; it says false where a limit leaves that open.
// It panics where c has a dimension that p has not.
func (p *Factor) Entails(c linear.Constraint) bool { return p.Relation(c)&Included != 0 }

// Subsumes reports whether p contains a generator: adding it would change nothing. An empty p
// subsumes none. It says false where a limit leaves that open, and panics where g has another
// number of coordinates.
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
	// Of a closure point there is one row; of a point also that with ε, which is no matter here.
	return s.admits(rays, 0, g.Kind == linear.Point)
}

// admitsLine reports whether the system has line k.
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

// admits reports whether the system has ray k: as a point of the polyhedron, or as a point or
// direction of the closure.
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
