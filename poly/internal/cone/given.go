package cone

import "fmt"

// FromMinimal returns the cone of which minimal descriptions are given, and sat, which has a row
// for each ray: the inequalities that are 0 on it. They need not be canonical; rows of zeros are
// not allowed. That all this is right is taken on trust (Check finds out): an injective linear
// image of a cone, with its minimal descriptions mapped and the saturation as it was, is a case. It
// takes the matrices, which nobody may change afterwards, but not sat. The time is that of bringing
// the rows to canonical form. It panics where the sizes do not fit together.
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
