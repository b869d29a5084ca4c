package cone

import "testing"

// This file has families of polyhedra with known numbers of faces, and random ones, for tests and
// benchmarks. All are homogenised: column 0 is 1 for a point and the constant for a constraint.

// splitmix is the generator of the random families.
type splitmix uint64

func (s *splitmix) below(k int) int64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int64((z ^ z>>31) % uint64(k))
}

// cube returns the 2d constraints of [-1,1]^d: it has 2^d vertices. For d = 0 that is the
// positivity of column 0.
func cube(d int) *Matrix {
	m := NewMatrix(d + 1)
	row := make([]int64, d+1)
	row[0] = 1
	if d == 0 {
		m.AppendWords(row)
	}
	for i := range d {
		row[1+i] = 1
		m.AppendWords(row)
		row[1+i] = -1
		m.AppendWords(row)
		row[1+i] = 0
	}
	return m
}

// cross returns the 2^d constraints of the cross polytope, ±x1 ±x2 … <= 1: it has 2d vertices.
func cross(d int) *Matrix {
	m := NewMatrix(d + 1)
	row := make([]int64, d+1)
	row[0] = 1
	for s := range 1 << d {
		for i := range d {
			row[1+i] = int64(1 - s>>i&1*2)
		}
		m.AppendWords(row)
	}
	return m
}

// cyclic returns n points of the moment curve (t, t^2, …, t^d): their hull has the most facets that
// a polytope of n vertices can have.
func cyclic(d, n int) *Matrix {
	m := NewMatrix(d + 1)
	for t := range n {
		row := make([]int64, d+1)
		row[0] = 1
		for i := range d {
			row[1+i] = row[i] * int64(t-n/2)
		}
		m.AppendWords(row)
	}
	return m
}

// cuts returns the constraints of [-10,10]^d and n random ones that the origin satisfies.
func cuts(d, n int) *Matrix {
	m := NewMatrix(d + 1)
	row := make([]int64, d+1)
	for i := range d {
		clear(row)
		row[0], row[1+i] = 10, 1
		m.AppendWords(row)
		row[1+i] = -1
		m.AppendWords(row)
	}
	rnd := splitmix(d*1000 + n)
	for range n {
		row[0] = 1 + rnd.below(20)
		for i := range d {
			row[1+i] = rnd.below(7) - 3
		}
		m.AppendWords(row)
	}
	return m
}

// points returns n random points whose coordinates are below k.
func points(d, n, k int) *Matrix {
	m := NewMatrix(d + 1)
	rnd := splitmix(d*1000 + n)
	row := make([]int64, d+1)
	for range n {
		row[0] = 1
		for i := range d {
			row[1+i] = rnd.below(k)
		}
		m.AppendWords(row)
	}
	return m
}

// cyclicFacets is the number of facets of the cyclic polytope (Gale's evenness condition, Ziegler,
// Lectures on Polytopes, 0.7).
func cyclicFacets(d, n int) int {
	binomial := func(n, k int) int {
		b := 1
		for i := range k {
			b = b * (n - i) / (i + 1)
		}
		return b
	}
	if d%2 == 0 {
		return n * binomial(n-d/2, d/2) / (n - d/2)
	}
	return 2 * binomial(n-d/2-1, d/2)
}

func TestFamilies(t *testing.T) {
	check := func(what string, c *Cone, constraints, generators int) {
		t.Helper()
		_, ineqs, err := c.Constraints(nil)
		must(t, err)
		_, rays, err := c.Generators(nil)
		must(t, err)
		if ineqs.Len() != constraints || rays.Len() != generators {
			t.Errorf("%s: %d inequalities and %d rays, want %d and %d", what, ineqs.Len(), rays.Len(), constraints, generators)
		}
		must(t, c.Check())
	}
	both := func(what string, d int, m *Matrix, constraints, generators int) {
		t.Helper()
		c := FromConstraints(d+1, NewMatrix(d+1), m)
		check(what, c, constraints, generators)
		_, rays, err := c.Generators(nil)
		must(t, err)
		back := FromGenerators(d+1, NewMatrix(d+1), rays)
		check(what+" from its vertices", back, constraints, generators)
		same(t, c, back)
	}
	both("point", 0, cube(0), 1, 1)
	for d := 1; d < 9; d++ {
		both("cube", d, cube(d), 2*d, 1<<d)
		both("cross polytope", d, cross(d), 1<<d, 2*d)
	}
	for d := 2; d < 8; d++ {
		for n := d + 1; n < 14; n++ {
			c := FromGenerators(d+1, NewMatrix(d+1), cyclic(d, n))
			check("cyclic polytope", c, cyclicFacets(d, n), n)
			eqs, ineqs, err := c.Constraints(nil)
			must(t, err)
			same(t, c, FromConstraints(d+1, eqs, ineqs))
		}
	}
	// Redundant constraints, more than there are bits in a word.
	m := cube(3)
	for i := range int64(100) {
		m.AppendWords([]int64{5 + i, -1, i % 2, i % 3})
	}
	both("cube with redundant constraints", 3, m, 6, 8)
	// Degenerate ones, where counting does not decide adjacency.
	for d := 3; d < 7; d++ {
		for n := d; n < 24; n += 3 {
			c := FromGenerators(d+1, NewMatrix(d+1), points(d, n, 2))
			eqs, ineqs, err := c.Constraints(nil)
			must(t, err)
			must(t, c.Check())
			same(t, c, FromConstraints(d+1, eqs, ineqs))
		}
	}
}
