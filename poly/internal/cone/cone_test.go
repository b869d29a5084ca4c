package cone

import "testing"

func mat(cols int, rows ...[]int64) *Matrix {
	m := NewMatrix(cols)
	for _, r := range rows {
		m.AppendWords(r)
	}
	return m
}

// cube is the homogenised cube [0,1]^n (or [-1,1]^n).
func cube(n int) *Matrix {
	m := NewMatrix(n + 1)
	for i := range n {
		r := make([]int64, n+1)
		r[0], r[1+i] = 1, 1
		m.AppendWords(r)
		r[1+i] = -1
		m.AppendWords(r)
	}
	return m
}

func TestCube(t *testing.T) {
	for n := range 9 {
		c := FromConstraints(n+1, NewMatrix(n+1), cube(n))
		if n == 0 {
			c = FromConstraints(1, NewMatrix(1), mat(1, []int64{1}))
		}
		lines, rays, err := c.Generators(nil)
		if err != nil || lines.Len() != 0 || rays.Len() != 1<<n {
			t.Fatalf("cube %d: %d lines, %d rays, %v", n, lines.Len(), rays.Len(), err)
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		d := FromGenerators(n+1, lines, rays)
		eqs, ineqs, err := d.Constraints(nil)
		if err != nil || eqs.Len() != 0 || n > 0 && ineqs.Len() != 2*n {
			t.Fatalf("cube %d: %d eqs, %d ineqs, %v", n, eqs.Len(), ineqs.Len(), err)
		}
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
	}
}
