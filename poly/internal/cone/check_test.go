package cone

import (
	"strings"
	"testing"
)

// The checker finds what is put wrong on purpose.
func TestCheckFindsMistakes(t *testing.T) {
	for _, test := range []struct {
		what, message string
		spoil         func(p *pair)
	}{
		{"saturation", "saturation of ray", func(p *pair) { p.sat.w[0] ^= 1 }},
		{"size of the saturation", "saturation is", func(p *pair) { p.sat.cols++ }},
		{"ray beyond", "does not satisfy", func(p *pair) { p.rays.w[1] *= 9; p.rays.mag = 10 }},
		{"line beyond", "line 0 does not lie", func(p *pair) { p.lines.w[1] = 1 }},
		{"missing equality", "lies on", func(p *pair) { p.eqs.truncate(0) }},
		{"missing inequality", "lies on", func(p *pair) {
			p.ineqs.truncate(p.ineqs.n - 1)
			p.sat = saturation(p.ineqs, p.rays)
		}},
		{"redundant inequality", "lies on", func(p *pair) {
			p.ineqs.AppendWords([]int64{9, 0, 1, 0, 0, 0})
			p.sat = saturation(p.ineqs, p.rays)
		}},
		{"order", "is not above", func(p *pair) {
			p.rays.swap(0, 1)
			p.sat = saturation(p.ineqs, p.rays)
		}},
		{"echelon form", "echelon", func(p *pair) { p.eqs.negate(0) }},
		{"reduction", "is not reduced", func(p *pair) {
			p.ineqs.appendSum(p.ineqs, p.ineqs.n-1, 1, p.eqs, 0, 1)
			p.ineqs.move(p.ineqs.n-2, p.ineqs.n-1)
			p.ineqs.truncate(p.ineqs.n - 1)
		}},
		{"common factor", "common factor", func(p *pair) {
			for j, x := range p.lines.row(0) {
				p.lines.row(0)[j] = 2 * x
			}
			p.lines.mag = 10
		}},
		{"bound", "is beyond the bound", func(p *pair) { p.rays.mag = 0 }},
		{"needless big numbers", "that fit words", func(p *pair) { p.eqs.promote() }},
	} {
		// A cube, an equality and a line.
		ineqs := cube(3).MapCols(6, []int{0, 1, 2, 3})
		c := FromConstraints(6, mat(6, []int64{0, 1, 0, 0, 3, 0}), ineqs)
		_, err := c.Saturation(nil)
		must(t, err)
		must(t, c.Check())
		test.spoil(c.st.Load().min)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%s: got %v, want %q", test.what, err, test.message)
		}
	}
	bad := FromBoth(2, NewMatrix(2), mat(2, []int64{1, 0}), NewMatrix(2), mat(2, []int64{-1, 0}))
	if bad.Check() == nil {
		t.Error("two descriptions that do not fit were not found out")
	}
}
