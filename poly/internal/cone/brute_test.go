package cone

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// This file is the oracle of the tests: extreme rays by trying all subsets of the inequalities,
// over big.Rat, with no code of the package but the reading of a matrix.

func rats(m *Matrix) [][]*big.Rat {
	rows := make([][]*big.Rat, m.Len())
	for i := range rows {
		for j := range m.Cols() {
			rows[i] = append(rows[i], new(big.Rat).SetInt(m.At(i, j).Big()))
		}
	}
	return rows
}

func product(a, b []*big.Rat) *big.Rat {
	s := new(big.Rat)
	for j := range a {
		s.Add(s, new(big.Rat).Mul(a[j], b[j]))
	}
	return s
}

// kernel returns a basis of the vectors of length d on which all rows are 0.
func kernel(d int, rows [][]*big.Rat) [][]*big.Rat {
	var a [][]*big.Rat
	for _, r := range rows {
		c := make([]*big.Rat, d)
		for j := range c {
			c[j] = new(big.Rat).Set(r[j])
		}
		a = append(a, c)
	}
	pivotOf := make([]int, d) // the row of the pivot of a column
	rank := 0
	for col := range d {
		pivotOf[col] = -1
		p := rank
		for p < len(a) && a[p][col].Sign() == 0 {
			p++
		}
		if p == len(a) {
			continue
		}
		a[p], a[rank] = a[rank], a[p]
		inv := new(big.Rat).Inv(a[rank][col])
		for j := range d {
			a[rank][j].Mul(a[rank][j], inv)
		}
		for i := range a {
			if i == rank || a[i][col].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Set(a[i][col])
			for j := range d {
				a[i][j].Sub(a[i][j], new(big.Rat).Mul(f, a[rank][j]))
			}
		}
		pivotOf[col] = rank
		rank++
	}
	var basis [][]*big.Rat
	for free := range d {
		if pivotOf[free] >= 0 {
			continue
		}
		v := make([]*big.Rat, d)
		for col := range d {
			v[col] = new(big.Rat)
			if pivotOf[col] >= 0 {
				v[col].Neg(a[pivotOf[col]][free])
			}
		}
		v[free].SetInt64(1)
		basis = append(basis, v)
	}
	return basis
}

// signature says on which rows v is 0, and whether it is in the cone of rows (+1), its negative is
// (-1), or neither (0).
func signature(v []*big.Rat, rows [][]*big.Rat) (zeros string, side int) {
	var b strings.Builder
	pos, neg := false, false
	for _, r := range rows {
		switch product(r, v).Sign() {
		case 0:
			b.WriteByte('0')
			continue
		case 1:
			pos = true
		case -1:
			neg = true
		}
		b.WriteByte('.')
	}
	switch {
	case pos && !neg:
		return b.String(), 1
	case neg && !pos:
		return b.String(), -1
	}
	return b.String(), 0
}

// extreme returns the dimension of the lines of a cone and the faces of its extreme rays, each by
// the inequalities that are 0 on it, sorted. A face is the ray and the lines, so that the faces say
// all there is to know.
func extreme(d int, eqs, ineqs [][]*big.Rat) (lines int, faces []string) {
	lines = len(kernel(d, append(slices.Clone(eqs), ineqs...)))
	seen := map[string]bool{}
	var try func(from int, chosen [][]*big.Rat)
	try = func(from int, chosen [][]*big.Rat) {
		space := kernel(d, chosen)
		if len(space) <= lines {
			return
		}
		if len(space) == lines+1 {
			for _, v := range space {
				if zeros, side := signature(v, ineqs); side != 0 {
					seen[zeros] = true
					break
				}
			}
			return
		}
		for i := from; i < len(ineqs); i++ {
			try(i+1, append(slices.Clone(chosen), ineqs[i]))
		}
	}
	try(0, eqs)
	for f := range seen {
		faces = append(faces, f)
	}
	slices.Sort(faces)
	return lines, faces
}

// agree compares generators with those of the constraints. The same routine compares constraints
// with generators.
func agree(d int, eqs, ineqs, lines, rays *Matrix) error {
	e, c, l, r := rats(eqs), rats(ineqs), rats(lines), rats(rays)
	n, faces := extreme(d, e, c)
	if len(l) != n {
		return fmt.Errorf("%d lines, want %d", len(l), n)
	}
	if len(kernel(d, l)) != d-n {
		return fmt.Errorf("lines are not independent")
	}
	all := append(slices.Clone(e), c...)
	for _, v := range l {
		if z, _ := signature(v, all); strings.Contains(z, ".") {
			return fmt.Errorf("%v is not a line", v)
		}
	}
	var got []string
	for _, v := range r {
		if z, _ := signature(v, e); strings.Contains(z, ".") {
			return fmt.Errorf("%v is not on the equalities", v)
		}
		z, side := signature(v, c)
		if side != 1 {
			return fmt.Errorf("%v is not in the cone", v)
		}
		got = append(got, z)
	}
	slices.Sort(got)
	if !slices.Equal(got, faces) {
		return fmt.Errorf("the rays lie on\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(faces, "\n"))
	}
	return nil
}
