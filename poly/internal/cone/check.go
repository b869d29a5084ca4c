// This file checks the invariants of a cone, for tests.

package cone

import (
	"fmt"
	"math/bits"

	"github.com/whet-mc/whet/num"
)

// Check verifies the invariants of c. If both descriptions are known, each generator must satisfy each constraint. If
// they are minimal, these conditions must hold in addition:
//
//   - the saturation agrees with the products;
//   - the numbers of equalities and lines fit the dimension;
//   - each ray lies on enough inequalities to be extreme, and each inequality has enough rays on it;
//   - no ray lies on all inequalities on which another ray lies, and the same holds for inequalities.
//
// Check computes all products of constraints with generators, and compares all pairs of rows of each description.
//
// The conditions are necessary, but not sufficient: Check does not find out if a row is missing from both
// descriptions at once. The tests check this with an oracle.
func (c *Cone) Check() error {
	s := c.st.Load()
	if s.min == nil {
		if s.con != nil && s.gen != nil {
			return checkProducts(s.con.eq, s.con.in, s.gen.eq, s.gen.in, nil)
		}
		return nil
	}
	p := s.min
	for _, m := range []*Matrix{p.eqs, p.ineqs, p.lines, p.rays} {
		if err := m.check(c.dim); err != nil {
			return err
		}
	}
	if p.sat.rows != p.rays.n || p.sat.cols != p.ineqs.n {
		return fmt.Errorf("saturation is %d by %d, for %d rays and %d inequalities",
			p.sat.rows, p.sat.cols, p.rays.n, p.ineqs.n)
	}
	if err := checkProducts(p.eqs, p.ineqs, p.lines, p.rays, p.sat); err != nil {
		return err
	}
	if err := checkSide("inequality", p.eqs, p.ineqs, p.sat.Transpose(), c.dim-p.lines.n-p.eqs.n); err != nil {
		return err
	}
	return checkSide("ray", p.lines, p.rays, p.sat, c.dim-p.lines.n-p.eqs.n)
}

// checkProducts verifies that the generators satisfy the constraints, and that sat, unless nil, is their saturation.
func checkProducts(eqs, ineqs, lines, rays *Matrix, sat *Bits) error {
	for _, e := range []*Matrix{eqs, ineqs} {
		for i := range e.n {
			for k := range lines.n {
				if e.DotSign(i, lines, k) != 0 {
					return fmt.Errorf("line %d does not lie on constraint %d", k, i)
				}
			}
			for k := range rays.n {
				s := e.DotSign(i, rays, k)
				if s < 0 || s > 0 && e == eqs {
					return fmt.Errorf("ray %d does not satisfy constraint %d", k, i)
				}
				if sat != nil && e == ineqs && sat.Get(k, i) != (s == 0) {
					return fmt.Errorf("the saturation of ray %d and inequality %d is wrong", k, i)
				}
			}
		}
	}
	return nil
}

// checkSide verifies that one description is canonical and minimal: eqs and ineqs, or lines and rays; what names a
// row of ineqs. rank is the dimension of the cone after removing its lines and equalities. Row i of on is the set of
// the rows of the other description that lie on row i of ineqs.
func checkSide(what string, eqs, ineqs *Matrix, on *Bits, rank int) error {
	e := eqs.Clone()
	pivots := e.echelon()
	if !e.Equal(eqs) {
		return fmt.Errorf("the space beside the rows (%s) is not in reduced echelon form:\n%v", what, eqs)
	}
	for i := range ineqs.n {
		for _, col := range pivots {
			if ineqs.Sign(i, int(col)) != 0 {
				return fmt.Errorf("%s %d is not reduced in column %d", what, i, col)
			}
		}
		if i > 0 && ineqs.CmpRow(i-1, ineqs, i) >= 0 {
			return fmt.Errorf("%s %d is not above the one before", what, i)
		}
		if n := on.Row(i).Count(); n < rank-1 || n == on.cols {
			return fmt.Errorf("%s %d lies on %d of %d, in rank %d", what, i, n, on.cols, rank)
		}
		for k := range ineqs.n {
			if k != i && on.Row(i).Subset(on.Row(k)) {
				return fmt.Errorf("%s %d lies on all on which %d lies", what, k, i)
			}
		}
	}
	if ineqs.n < rank {
		return fmt.Errorf("%d rows (%s) cannot have rank %d", ineqs.n, what, rank)
	}
	return nil
}

// check verifies the invariants of the representation of m, which must have cols columns.
func (m *Matrix) check(cols int) error {
	if m.cols != cols {
		return fmt.Errorf("%d columns in dimension %d", m.cols, cols)
	}
	if m.wide != nil {
		if len(m.wide) != m.n*m.cols || m.w != nil {
			return fmt.Errorf("%d numbers in %d rows of %d", len(m.wide), m.n, m.cols)
		}
		d := m.Clone()
		if d.demote(); d.wide == nil {
			return fmt.Errorf("numbers that fit words are not in words:\n%v", m)
		}
	} else if len(m.w) != m.n*m.cols {
		return fmt.Errorf("%d words in %d rows of %d", len(m.w), m.n, m.cols)
	}
	for i := range m.n {
		var g num.Int
		for j := range m.cols {
			g = num.GCD(g, m.At(i, j))
			if w, ok := word(m.At(i, j)); m.wide == nil && (!ok || bits.Len64(magnitude(w)) > m.mag) {
				return fmt.Errorf("%v is beyond the bound 2^%d", m.At(i, j), m.mag)
			}
		}
		if !g.Equal(num.Of(1)) {
			return fmt.Errorf("row %d has the common factor %v", i, g)
		}
	}
	return nil
}
