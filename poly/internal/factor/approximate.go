// This file has over-approximations for when a limit stops a conversion: a polyhedron is replaced by constraints that
// certainly hold. Err then reports the error.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// approximation returns constraints that p satisfies, without a conversion. If constraints of p are known, it returns
// these. Otherwise it reads bounds of x, y, x+y and x-y off the generators, for all dimensions x and y.
func (p *Factor) approximation() *system {
	if p.cone().HasConstraints() {
		s, _ := p.system()
		return s
	}
	lines, rays := p.cone().RawGenerators()
	s := newSystem(p.dims)
	row := make([]int64, 1+p.dims)
	for v := range p.dims {
		row[1+v] = 1
		p.boundBy(s.weak, row, lines, rays)
		for u := range v {
			row[1+u] = 1
			p.boundBy(s.weak, row, lines, rays)
			row[1+u] = -1
			p.boundBy(s.weak, row, lines, rays)
			row[1+u] = 0
		}
		row[1+v] = 0
	}
	return s
}

// boundBy adds to the matrix to the constraints for the greatest and the least value that a linear form has on the
// generators lines and rays of p. row has the coefficients of the form in columns 0, 1, ….
func (p *Factor) boundBy(to *cone.Matrix, row []int64, lines, rays *cone.Matrix) {
	x := p.extent(&form{words: row}, lines, rays)
	bound := make([]num.Int, len(row))
	for _, end := range []struct {
		at      num.Rat
		bounded bool
		sign    int64
	}{{x.hi, x.hasHi, -1}, {x.lo.Neg(), x.hasLo, 1}} {
		if !end.bounded {
			continue
		}
		bound[0] = end.at.Num()
		for j := 1; j < len(row); j++ {
			bound[j] = end.at.Den().Mul(num.Of(end.sign * row[j]))
		}
		to.Append(bound)
	}
}

// relaxed returns a polyhedron given by constraints that contains p: p itself if its constraints are known.
func (p *Factor) relaxed() *Factor {
	return fromSystem(p.dims, p.approximation()).from(p)
}

// commonConstraints returns a polyhedron that contains p and q. It consists of the known constraints of each operand
// that the other operand is known to satisfy: because all its generators do, or because it has a parallel constraint
// that is at least as strong.
func (p *Factor) commonConstraints(q *Factor) *Factor {
	var cs []linear.Constraint
	for _, pair := range [][2]*Factor{{p, q}, {q, p}} {
		a, b := pair[0], pair[1]
		theirs := b.approximation().halves()
		for _, c := range a.approximation().halves() {
			if b.cone().HasGenerators() && b.Entails(c) || slices.ContainsFunc(theirs, func(d linear.Constraint) bool { return implies(d, c) }) {
				cs = append(cs, c)
			}
		}
	}
	return FromConstraints(p.dims, cs).from(p, q)
}

// halves returns the constraints of s, with each equality replaced by two inequalities.
func (s *system) halves() []linear.Constraint {
	var cs []linear.Constraint
	for _, c := range s.constraintsOf() {
		if c.Rel == linear.EQ {
			cs = append(cs, linear.Constraint{Expr: c.Expr}, linear.Constraint{Expr: c.Expr.Neg()})
			continue
		}
		cs = append(cs, c)
	}
	return cs
}

// implies reports whether d implies c and this is visible from the two alone: d is false, or the expression of c
// differs from a non-negative multiple of d's expression by a constant only.
func implies(d, c linear.Constraint) bool {
	if d.IsFalse() {
		return true
	}
	factor, ok := ratio(c.Expr, d.Expr)
	if !ok || factor.Sign() < 0 {
		return false
	}
	switch d.Expr.Constant().Mul(factor).Cmp(c.Expr.Constant()) {
	case 0:
		return d.Rel == linear.LT || c.Rel == linear.LE
	case 1:
		return true
	}
	return false
}

// ratio returns a factor such that e and factor times f differ by a constant only, and whether there is one. It
// returns false if e is a constant.
func ratio(e, f linear.Expr) (num.Rat, bool) {
	if e.Len() != f.Len() || e.IsConst() {
		return num.Rat{}, false
	}
	factor := e.Term(0).Coef.Quo(f.Term(0).Coef)
	for i := range e.Len() {
		if t, u := e.Term(i), f.Term(i); t.Var != u.Var || !t.Coef.Equal(u.Coef.Mul(factor)) {
			return num.Rat{}, false
		}
	}
	return factor, true
}

// sortPoints sorts generators by their coordinates.
func sortPoints(gs []linear.Generator) {
	slices.SortFunc(gs, func(a, b linear.Generator) int {
		return slices.CompareFunc(a.At, b.At, num.Rat.Cmp)
	})
}
