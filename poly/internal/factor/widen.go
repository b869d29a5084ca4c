// This file has the standard widening: Cousot and Halbwachs, "Automatic discovery of linear restraints among
// variables of a program" (1978), in the form of Halbwachs' thesis (1979), which does not depend on how the operands
// are written. See also Bagnara, Hill, Ricci, Zaffanella, "Precise widening operators for convex polyhedra" (2005).
//
// The widening of p and next keeps the constraints of next that could replace a constraint of p: those that are 0 on
// the same generators of p. If next has the same affine hull as p, these are the constraints of p that next
// satisfies, so the constraints of next need not be computed.
//
// The definition is for closed polyhedra. For polyhedra that need not be closed, the second form is used as follows:
// if next satisfies a strict constraint of p only in the weak form, the weak form is kept. Sequences become
// stationary for the following reason. Each step makes the affine hull larger, or it keeps a part of the constraints,
// some of which may become weak. A minimal system has the least possible number of constraints and of strict
// constraints, because each facet and each maximal face that is left out needs one. So the number of constraints or
// the number of strict constraints decreases, unless nothing changes.

package factor

import "github.com/whet-mc/whet/poly/internal/cone"

// WidenH79 returns the standard widening of p, the older element, and next. The result contains both, and a sequence
// p = WidenH79(p, …) becomes stationary. If next does not contain p, their hull replaces next. If a limit stops a
// conversion, the result is the universe.
func WidenH79(p, next *Factor) *Factor {
	next, done := widenable("WidenH79", p, next)
	if done {
		return next
	}
	return h79(p, next)
}

// widenable checks the operands of a widening. If done is false, hull is an element that contains both, next itself
// if possible. If done is true, hull is the result of the widening.
func widenable(op string, p, next *Factor) (hull *Factor, done bool) {
	mustMatch(op, p, next)
	switch {
	case p.IsEmpty():
		return next, true
	case next.IsEmpty():
		return p, true
	case p == next:
		return p, true
	case p.dims == 0:
		return next, true
	case !next.Contains(p):
		return p.Hull(next), false
	}
	return next, false
}

// h79 is WidenH79 for a nonempty p that lies in next.
func h79(p, next *Factor) *Factor {
	s, ok := p.minimal()
	if !ok {
		return Universe(p.dims).from(p, next)
	}
	b, ok := next.body()
	if !ok {
		return Universe(p.dims).from(p, next)
	}
	if !b.satisfiesAll(s.eqs) {
		return h79Grown(p, next, s)
	}
	kept := newSystem(p.dims)
	kept.eqs = s.eqs
	for i := range s.weak.Len() {
		if weak, _ := b.satisfies(s.weak, i); weak {
			kept.weak.AppendFrom(s.weak, i)
		}
	}
	for i := range s.strict.Len() {
		switch weak, strict := b.satisfies(s.strict, i); {
		case strict:
			kept.strict.AppendFrom(s.strict, i)
		case weak:
			kept.weak.AppendFrom(s.strict, i)
		}
	}
	if kept.weak.Len() == s.weak.Len() && kept.strict.Len() == s.strict.Len() {
		return p
	}
	return widened(kept, p, next)
}

// widened returns the polyhedron of the constraints kept, as a result of an operation on p and next.
func widened(kept *system, p, next *Factor) *Factor {
	if kept.eqs.Len()+kept.weak.Len()+kept.strict.Len() == 0 {
		return Universe(p.dims).from(p, next)
	}
	r := fromSystem(p.dims, kept)
	r.state.Store(inhabited)
	return r.from(p, next)
}

// h79Grown is h79 if the affine hull of next is larger than the affine hull of p. s are the minimal constraints of p.
func h79Grown(p, next *Factor, s *system) *Factor {
	t, ok := next.minimal()
	if !ok {
		return Universe(p.dims).from(p, next)
	}
	_, rays, ok := p.TopClosure().generators(true)
	if !ok {
		return Universe(p.dims).from(p, next)
	}
	faces := [2]*cone.Bits{zeros(s.weak, rays), zeros(s.strict, rays)}
	kept := newSystem(p.dims)
	kept.eqs = t.eqs
	keep := func(to, from *cone.Matrix) {
		on := zeros(from, rays)
		for i := range from.Len() {
			// A row that is 0 on all generators of p could replace an equality of p. p has an equality, since the
			// affine hull of next is larger.
			if on.Row(i).Count() == rays.Len() || hasRow(faces[0], on.Row(i)) || hasRow(faces[1], on.Row(i)) {
				to.AppendFrom(from, i)
			}
		}
	}
	keep(kept.weak, t.weak)
	keep(kept.strict, t.strict)
	if kept.weak.Len() == t.weak.Len() && kept.strict.Len() == t.strict.Len() {
		return next
	}
	return widened(kept, p, next)
}

// zeros returns a matrix of bits: for each row of m, the rays on which it is 0.
func zeros(m, rays *cone.Matrix) *cone.Bits {
	on := cone.NewBits(m.Len(), rays.Len())
	for i := range m.Len() {
		for j := range rays.Len() {
			if m.DotSign(i, rays, j) == 0 {
				on.Set(i, j)
			}
		}
	}
	return on
}

// hasRow reports whether row is a row of b.
func hasRow(b *cone.Bits, row cone.BitRow) bool {
	for i := range b.Rows() {
		if b.Row(i).Equal(row) {
			return true
		}
	}
	return false
}

// body has generators of a polyhedron without ε. Constraints without ε are tested on them.
type body struct {
	lines, rays *cone.Matrix
	point       []bool // for each ray: whether it is a point of the polyhedron
}

// body returns generators of p, which must not be empty. It returns false if a limit stops their computation.
func (p *Factor) body() (*body, bool) {
	lines, rays, ok := p.generators(false)
	if !ok {
		return nil, false
	}
	b := &body{lines, rays, make([]bool, rays.Len())}
	col := max(0, p.epsCol())
	for i := range b.point {
		b.point[i] = rays.Sign(i, col) > 0
	}
	if p.nnc {
		to := dropLast(p.cols())
		b.lines, b.rays = lines.MapCols(1+p.dims, to), rays.MapCols(1+p.dims, to)
	}
	return b, true
}

// satisfiesAll reports whether all rows of m are 0 on all generators of b.
func (b *body) satisfiesAll(m *cone.Matrix) bool {
	for i := range m.Len() {
		for j := range b.lines.Len() {
			if m.DotSign(i, b.lines, j) != 0 {
				return false
			}
		}
		for j := range b.rays.Len() {
			if m.DotSign(i, b.rays, j) != 0 {
				return false
			}
		}
	}
	return true
}

// satisfies reports whether row i of m is not negative on the polyhedron, and if so, whether it is positive on all
// its points.
func (b *body) satisfies(m *cone.Matrix, i int) (weak, strict bool) {
	for j := range b.lines.Len() {
		if m.DotSign(i, b.lines, j) != 0 {
			return false, false
		}
	}
	strict = true
	for j := range b.rays.Len() {
		switch s := m.DotSign(i, b.rays, j); {
		case s < 0:
			return false, false
		case s == 0 && b.point[j]:
			strict = false
		}
	}
	return true, strict
}
