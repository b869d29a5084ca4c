// Construction of a cone from known minimal descriptions.

package cone

import "fmt"

// FromMinimal returns the cone with the given minimal descriptions: the equalities eqs and the inequalities ineqs,
// and the lines and rays that generate it. The row of sat for a ray is the set of the inequalities that are 0 on the
// ray. The descriptions need not be canonical, but rows of zeros are not allowed. FromMinimal trusts its arguments;
// Check verifies them. An example of a use is an injective linear image of a cone: its minimal descriptions are
// mapped, and its saturation stays the same. FromMinimal keeps the matrices, which the caller must not change
// afterwards, but it does not keep sat. Cost: bringing the rows to canonical form. It panics if the
// sizes do not fit together.
func FromMinimal(dim int, eqs, ineqs, lines, rays *Matrix, sat *Bits) *Cone {
	for _, m := range []*Matrix{eqs, ineqs, lines, rays} {
		if m.cols != dim {
			panic(fmt.Sprintf("cone: FromMinimal of rows with %d columns in dimension %d", m.cols, dim))
		}
	}
	if sat.rows != rays.n || sat.cols != ineqs.n {
		panic(fmt.Sprintf("cone: FromMinimal of %d rays and %d inequalities with a saturation of %d by %d",
			rays.n, ineqs.n, sat.rows, sat.cols))
	}
	return newCone(dim, &state{min: arranged(&pair{eqs: eqs, ineqs: ineqs, lines: lines, rays: rays, sat: sat})})
}
