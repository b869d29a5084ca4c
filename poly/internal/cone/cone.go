// This file has the type Cone: its constructors, and how it obtains and keeps its two descriptions.

package cone

import (
	"fmt"
	"sync/atomic"
)

// Cone is a convex polyhedral cone of Q^d: {x : e·x = 0, c·x >= 0} for its equalities e and inequalities c, and the
// set of all sums of multiples of its lines and non-negative multiples of its rays. The zero value is not a cone.
//
// A cone is immutable and safe for concurrent use. It keeps what it computes. Two concurrent callers may do the same
// work at the same time; both get the same result.
type Cone struct {
	dim int
	st  atomic.Pointer[state]
}

// state is what is known about a cone. A state is immutable; a cone replaces its state by another one with the same
// meaning. Exactly one of these is set: min; con or gen or both; parent with one of addCon and addGen.
type state struct {
	min *pair // both descriptions of the cone, minimal and canonical

	con, gen *desc // descriptions that may have redundant rows

	parent         *Cone // the cone is parent with the constraints addCon or the generators addGen added
	addCon, addGen *desc
}

// desc is one description: equalities and inequalities, or lines and rays.
type desc struct{ eq, in *Matrix }

// concat returns a description with the rows of d and o.
func (d *desc) concat(o *desc) *desc { return &desc{d.eq.Concat(o.eq), d.in.Concat(o.in)} }

// newCone returns a cone with the state s.
func newCone(dim int, s *state) *Cone {
	c := &Cone{dim: dim}
	c.st.Store(s)
	return c
}

// newDesc returns a description without rows of zeros. It panics if the rows do not have dim columns; op is the name
// of the operation in the message.
func newDesc(op string, dim int, eq, in *Matrix) *desc {
	if eq.cols != dim || in.cols != dim {
		panic(fmt.Sprintf("cone: %s of rows with %d and %d columns in dimension %d", op, eq.cols, in.cols, dim))
	}
	return &desc{eq.withoutZeros(), in.withoutZeros()}
}

// FromConstraints returns the cone on which the equalities are 0 and the inequalities are not negative. It keeps the
// matrices, which the caller must not change afterwards. Rows of zeros are ignored. It panics if a matrix does not
// have dim columns.
func FromConstraints(dim int, eqs, ineqs *Matrix) *Cone {
	return newCone(dim, &state{con: newDesc("FromConstraints", dim, eqs, ineqs)})
}

// FromGenerators returns the cone that lines and rays generate. It keeps the matrices, which the caller must not
// change afterwards. Rows of zeros are ignored. It panics if a matrix does not have dim columns.
func FromGenerators(dim int, lines, rays *Matrix) *Cone {
	return newCone(dim, &state{gen: newDesc("FromGenerators", dim, lines, rays)})
}

// FromBoth returns the cone with the given two descriptions. They need not be minimal. FromBoth trusts the caller
// that both describe the same cone; Check verifies it. It keeps the matrices, which the caller must not change
// afterwards.
func FromBoth(dim int, eqs, ineqs, lines, rays *Matrix) *Cone {
	return newCone(dim, &state{
		con: newDesc("FromBoth", dim, eqs, ineqs),
		gen: newDesc("FromBoth", dim, lines, rays),
	})
}

// Dim returns the dimension of the space.
func (c *Cone) Dim() int { return c.dim }

// HasConstraints reports whether constraints are known without a conversion, so that RawConstraints returns them.
func (c *Cone) HasConstraints() bool {
	s := c.st.Load()
	return s.min != nil || s.con != nil || s.addCon != nil && s.parent.HasConstraints()
}

// HasGenerators reports whether generators are known without a conversion, so that RawGenerators returns them.
func (c *Cone) HasGenerators() bool {
	s := c.st.Load()
	return s.min != nil || s.gen != nil || s.addGen != nil && s.parent.HasGenerators()
}

// IsMinimal reports whether both descriptions are known and minimal.
func (c *Cone) IsMinimal() bool { return c.st.Load().min != nil }

// RawConstraints returns constraints that describe the cone, possibly with redundant ones, or nil if none are known.
func (c *Cone) RawConstraints() (eqs, ineqs *Matrix) {
	switch s := c.st.Load(); {
	case s.min != nil:
		return s.min.eqs, s.min.ineqs
	case s.con != nil:
		return s.con.eq, s.con.in
	case s.addCon != nil:
		if eqs, ineqs = s.parent.RawConstraints(); eqs != nil {
			return eqs.Concat(s.addCon.eq), ineqs.Concat(s.addCon.in)
		}
	}
	return nil, nil
}

// RawGenerators returns generators of the cone, possibly with redundant ones, or nil if none are known.
func (c *Cone) RawGenerators() (lines, rays *Matrix) {
	switch s := c.st.Load(); {
	case s.min != nil:
		return s.min.lines, s.min.rays
	case s.gen != nil:
		return s.gen.eq, s.gen.in
	case s.addGen != nil:
		if lines, rays = s.parent.RawGenerators(); lines != nil {
			return lines.Concat(s.addGen.eq), rays.Concat(s.addGen.in)
		}
	}
	return nil, nil
}

// Constraints returns the minimal constraints in canonical form: equal cones have equal constraints. The equalities
// are in reduced echelon form, solved for columns in the order 1, 2, …, and 0 last. No column that an equality is
// solved for occurs in an inequality. No inequality is implied by the other constraints. The inequalities are in
// lexicographic order. The caller must not change the matrices. An error is a *LimitError.
func (c *Cone) Constraints(l *Limit) (eqs, ineqs *Matrix, err error) {
	p, err := c.resolve(l)
	if err != nil {
		return nil, nil, err
	}
	return p.eqs, p.ineqs, nil
}

// Generators returns the minimal generators, in the same canonical form as the constraints of Constraints: lines
// correspond to equalities and rays to inequalities. The caller must not change the matrices. An error is a
// *LimitError.
func (c *Cone) Generators(l *Limit) (lines, rays *Matrix, err error) {
	p, err := c.resolve(l)
	if err != nil {
		return nil, nil, err
	}
	return p.lines, p.rays, nil
}

// Saturation returns a matrix with a row for each minimal ray and a column for each minimal inequality. A bit is set
// if the ray lies on the inequality, that is, if their product is 0. The caller must not change the matrix. An error
// is a *LimitError.
func (c *Cone) Saturation(l *Limit) (*Bits, error) {
	p, err := c.resolve(l)
	if err != nil {
		return nil, err
	}
	return p.sat, nil
}

// AddConstraints returns the part of the cone that satisfies more constraints. It computes nothing; the first query
// of the result adds these constraints to the generators of c. It keeps the matrices, which the caller must not
// change afterwards.
func (c *Cone) AddConstraints(eqs, ineqs *Matrix) *Cone {
	add := newDesc("AddConstraints", c.dim, eqs, ineqs)
	if eqs.n+ineqs.n == 0 {
		return c
	}
	s := c.st.Load()
	switch {
	case s.addCon != nil:
		return newCone(c.dim, &state{parent: s.parent, addCon: s.addCon.concat(add)})
	case s.con != nil && s.gen == nil:
		// No generators are known, so a conversion can add all constraints at once.
		return newCone(c.dim, &state{con: s.con.concat(add)})
	}
	return newCone(c.dim, &state{parent: c, addCon: add})
}

// AddGenerators returns the least cone that contains c and more generators. Otherwise it is like AddConstraints.
func (c *Cone) AddGenerators(lines, rays *Matrix) *Cone {
	add := newDesc("AddGenerators", c.dim, lines, rays)
	if lines.n+rays.n == 0 {
		return c
	}
	s := c.st.Load()
	switch {
	case s.addGen != nil:
		return newCone(c.dim, &state{parent: s.parent, addGen: s.addGen.concat(add)})
	case s.gen != nil && s.con == nil:
		return newCone(c.dim, &state{gen: s.gen.concat(add)})
	}
	return newCone(c.dim, &state{parent: c, addGen: add})
}

// resolve returns both minimal descriptions, and stores them in c.
func (c *Cone) resolve(l *Limit) (*pair, error) {
	s := c.st.Load()
	if s.min != nil {
		return s.min, nil
	}
	p, err := c.compute(s, l)
	if err != nil {
		return nil, err
	}
	if !c.st.CompareAndSwap(s, &state{min: p}) {
		return c.st.Load().min, nil // another goroutine was faster, with the same result
	}
	return p, nil
}

// compute returns both minimal descriptions of c, whose state is s, which has no min.
func (c *Cone) compute(s *state, l *Limit) (*pair, error) {
	switch {
	case s.addCon != nil:
		base, err := s.parent.resolve(l)
		if err != nil {
			return nil, err
		}
		return convert(c.dim, base, s.addCon.eq, s.addCon.in, l)
	case s.addGen != nil:
		base, err := s.parent.resolve(l)
		if err != nil {
			return nil, err
		}
		return flipped(convert(c.dim, base.flip(), s.addGen.eq, s.addGen.in, l))
	case s.con != nil && s.gen != nil:
		return match(s.con, s.gen), nil
	case s.con != nil:
		return convert(c.dim, nil, s.con.eq, s.con.in, l)
	}
	return flipped(convert(c.dim, nil, s.gen.eq, s.gen.in, l))
}

// flipped returns p with the roles of constraints and generators exchanged, or the error.
func flipped(p *pair, err error) (*pair, error) {
	if err != nil {
		return nil, err
	}
	return p.flip(), nil
}

// match returns the minimal pair for two descriptions of the same cone.
func match(con, gen *desc) *pair {
	p := &pair{
		eqs: con.eq.Clone(), ineqs: con.in.Clone(),
		lines: gen.eq.Clone(), rays: gen.in.Clone(),
		sat: saturation(con.in, gen.in),
	}
	return new(minimiser).minimal(p, nil, false)
}

// saturation returns a matrix with a row for each ray and a column for each inequality. A bit is set if the product
// is 0.
func saturation(ineqs, rays *Matrix) *Bits {
	sat := NewBits(rays.n, ineqs.n)
	for j := range ineqs.n {
		for i := range rays.n {
			if rays.DotSign(i, ineqs, j) == 0 {
				sat.Set(i, j)
			}
		}
	}
	return sat
}
