package octagon

import (
	"fmt"
	"math/big"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// dense is the naive octagon that Octagon is compared with: the full matrix of
// 2n times 2n bounds over big.Rat, nil for none, without blocks, words, sharing or
// laziness. m[i][j] bounds V_j - V_i. Operations follow the definitions of Miné
// 2006 and of Bagnara, Hill, Zaffanella (tight closure) word by word.
type dense struct {
	n     int
	of    linear.Numbers
	m     [][]*big.Rat
	empty bool
}

func newDense(n int, of linear.Numbers) *dense {
	d := &dense{n: n, of: of, m: make([][]*big.Rat, 2*n)}
	for i := range d.m {
		d.m[i] = make([]*big.Rat, 2*n)
		d.m[i][i] = new(big.Rat)
	}
	return d
}

func (d *dense) clone() *dense {
	e := newDense(d.n, d.of)
	e.empty = d.empty
	for i := range d.m {
		copy(e.m[i], d.m[i])
	}
	return e
}

// lower sets m[i][j], and the entry that means the same, where x is less.
func (d *dense) lower(i, j int, x *big.Rat) {
	if d.of == linear.Integers {
		x = floor(x)
	}
	if d.m[i][j] == nil || x.Cmp(d.m[i][j]) < 0 {
		d.m[i][j], d.m[j^1][i^1] = x, x
	}
}

func floor(x *big.Rat) *big.Rat {
	q := new(big.Int).Div(x.Num(), x.Denom()) // Euclidean: floor for positive denominators
	return new(big.Rat).SetInt(q)
}

func halved(x *big.Rat) *big.Rat { return new(big.Rat).Mul(x, big.NewRat(1, 2)) }

// close returns the strong closure, or the tight one.
func (d *dense) close() *dense {
	d = d.clone()
	n := 2 * d.n
	for k := range n {
		for i := range n {
			for j := range n {
				if a, b := d.m[i][k], d.m[k][j]; a != nil && b != nil {
					d.lower(i, j, new(big.Rat).Add(a, b))
				}
			}
		}
	}
	if d.of == linear.Integers {
		for i := range n {
			if x := d.m[i][i^1]; x != nil {
				d.m[i][i^1] = new(big.Rat).Mul(big.NewRat(2, 1), floor(halved(x)))
			}
		}
	}
	for i := range n {
		a, b := d.m[i][i^1], d.m[i^1][i]
		d.empty = d.empty || d.m[i][i].Sign() < 0 || a != nil && b != nil && new(big.Rat).Add(a, b).Sign() < 0
	}
	for i := range n {
		for j := range n {
			if a, b := d.m[i][i^1], d.m[j^1][j]; a != nil && b != nil && i != j {
				d.lower(i, j, halved(new(big.Rat).Add(a, b)))
			}
		}
	}
	return d
}

// pointwise combines the entries of two matrices.
func (d *dense) pointwise(e *dense, f func(x, y *big.Rat) *big.Rat) *dense {
	out := newDense(d.n, d.of)
	for i := range d.m {
		for j := range d.m {
			out.m[i][j] = f(d.m[i][j], e.m[i][j])
		}
	}
	return out
}

func least(x, y *big.Rat) *big.Rat {
	if x == nil || y != nil && y.Cmp(x) < 0 {
		return y
	}
	return x
}

func greatest(x, y *big.Rat) *big.Rat {
	if x == nil || y == nil {
		return nil
	}
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

func (d *dense) meet(e *dense) *dense {
	if d.empty || e.empty {
		return d.bottom()
	}
	return d.pointwise(e, least).close()
}

func (d *dense) bottom() *dense {
	b := newDense(d.n, d.of)
	b.empty = true
	return b
}

// join is for closed operands, as are leq, forget and those below.
func (d *dense) join(e *dense) *dense {
	switch {
	case d.empty:
		return e
	case e.empty:
		return d
	}
	return d.pointwise(e, greatest)
}

// widen takes d as it is, and e closed.
func (d *dense) widen(e *dense) *dense {
	switch {
	case e.empty:
		return d
	case d.empty:
		return e
	}
	return d.pointwise(e, func(x, y *big.Rat) *big.Rat {
		if x == nil || y == nil || y.Cmp(x) > 0 {
			return nil
		}
		return x
	})
}

// narrow takes both as they are.
func (d *dense) narrow(e *dense) *dense {
	if d.empty || e.empty {
		return d.bottom()
	}
	return d.pointwise(e, func(x, y *big.Rat) *big.Rat {
		if x == nil {
			return y
		}
		return x
	}).close()
}

func (d *dense) leq(e *dense) bool {
	if d.empty || e.empty {
		return d.empty
	}
	for i := range d.m {
		for j, x := range d.m[i] {
			if y := e.m[i][j]; y != nil && (x == nil || y.Cmp(x) < 0) {
				return false
			}
		}
	}
	return true
}

func (d *dense) forget(v int) *dense {
	d = d.clone()
	for _, i := range []int{2 * v, 2*v + 1} {
		for j := range d.m {
			if j != i {
				d.m[i][j], d.m[j][i] = nil, nil
			}
		}
	}
	return d
}

// assume adds V_j - V_i <= c.
func (d *dense) assume(i, j int, c *big.Rat) *dense {
	if d.empty {
		return d
	}
	d = d.clone()
	d.lower(i, j, c)
	return d.close()
}

// assign is x_v := V_w + c for a signed w; w = -1 means 0.
func (d *dense) assign(v, w int, c *big.Rat) *dense {
	if d.empty {
		return d
	}
	minus := new(big.Rat).Neg(c)
	switch {
	case w < 0:
		two := big.NewRat(2, 1)
		d = d.forget(v)
		d.lower(2*v+1, 2*v, new(big.Rat).Mul(two, c))
		d.lower(2*v, 2*v+1, new(big.Rat).Mul(two, minus))
		return d.close()
	case w/2 != v:
		d = d.forget(v)
		d.lower(w, 2*v, c) // x_v - V_w <= c
		d.lower(2*v, w, minus)
		return d.close()
	}
	// The old V_2v is V_w of the new value less c, so each entry moves to its
	// new place, plus or minus c for each of its ends that is x_v.
	out := newDense(d.n, d.of)
	place := func(i int) int {
		if i/2 == v {
			return i ^ w&1
		}
		return i
	}
	shift := func(i int) *big.Rat { // the new V_place(i) less the old V_i
		switch {
		case i/2 != v:
			return new(big.Rat)
		case (i^w)&1 == 0: // the place is the positive one
			return c
		}
		return minus
	}
	for i := range d.m {
		for j, x := range d.m[i] {
			if x != nil && i != j {
				y := new(big.Rat).Add(x, shift(j))
				out.m[place(i)][place(j)] = y.Sub(y, shift(i))
			}
		}
	}
	return out
}

// preassign is the set of points from which x_v := V_w + c leads into d.
func (d *dense) preassign(v, w int, c *big.Rat) *dense {
	if d.empty {
		return d
	}
	if w/2 == v && w >= 0 { // the inverse: the old x_v is ±(x_v - c)
		if w&1 == 0 {
			return d.assign(v, w, new(big.Rat).Neg(c))
		}
		return d.assign(v, w, c)
	}
	with := d
	two := big.NewRat(2, 1)
	if w < 0 {
		with = with.assume(2*v+1, 2*v, new(big.Rat).Mul(two, c))
		with = with.assume(2*v, 2*v+1, new(big.Rat).Mul(two, new(big.Rat).Neg(c)))
	} else {
		with = with.assume(w, 2*v, c)
		with = with.assume(2*v, w, new(big.Rat).Neg(c))
	}
	if with.empty {
		return with
	}
	return with.forget(v)
}

// pick returns the matrix whose dimension k is dimension from[k] of d, of which
// nothing is known where it is negative.
func (d *dense) pick(from ...int) *dense {
	out := newDense(len(from), d.of)
	out.empty = d.empty
	old := func(i int) int { return 2*from[i/2] + i&1 }
	for i := range out.m {
		for j := range out.m {
			if i != j && old(i) >= 0 && old(j) >= 0 {
				out.m[i][j] = d.m[old(i)][old(j)]
			}
		}
	}
	return out
}

// without separates dimensions that were copied by pick.
func (d *dense) without(relations [][2]int) *dense {
	d = d.clone()
	for _, r := range relations {
		for _, i := range []int{2 * r[0], 2*r[0] + 1} {
			for _, j := range []int{2 * r[1], 2*r[1] + 1} {
				d.m[i][j], d.m[j][i] = nil, nil
			}
		}
	}
	return d.close()
}

// String shows the finite entries.
func (d *dense) String() string {
	if d.empty {
		return "empty"
	}
	s := ""
	for i := range d.m {
		for j := range (i | 1) + 1 {
			if x := d.m[i][j]; x != nil && i != j {
				s += fmt.Sprintf("[%d,%d]=%s ", i, j, x.RatString())
			}
		}
	}
	return s
}

// boundsAre compares an octagon with a matrix, each as it is.
func boundsAre(o *Octagon, d *dense) error {
	for i := range d.m {
		for j, want := range d.m[i] {
			if i == j {
				continue
			}
			got, ok := o.bound(i, j)
			if ok != (want != nil) || ok && got.Big().Cmp(want) != 0 {
				return fmt.Errorf("bound(%d, %d) is %v, %v, want %v\noctagon %v\nmatrix %v", i, j, got, ok, want, o, d)
			}
		}
	}
	return nil
}

// same compares an octagon with a closed matrix by all that both know.
func same(o *Octagon, d *dense) error {
	if err := o.sane(); err != nil {
		return err
	}
	if o.Dims() != d.n || o.Numbers() != d.of {
		return fmt.Errorf("%d dimensions over %v, want %d over %v", o.Dims(), o.Numbers(), d.n, d.of)
	}
	if o.IsBottom() != d.empty {
		return fmt.Errorf("IsBottom is %v, want %v: %v, %v", o.IsBottom(), d.empty, o, d)
	}
	if d.empty {
		return nil
	}
	if err := o.closed().sane(); err != nil {
		return fmt.Errorf("closed: %w", err)
	}
	return boundsAre(o.closed(), d)
}

// form is the expression V_j - V_i, which an entry bounds.
func form(i, j int) linear.Expr { return signed(j).Sub(signed(i)) }

func rat(x num.Rat) *big.Rat { return x.Big() }
