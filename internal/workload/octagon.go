// The workload of octagons.

package workload

import (
	"github.com/whet-mc/whet/linear"
)

// OctConstraint is Si·x_I + Sj·x_J <= C, or Si·x_I <= C if J is negative. Si and Sj are 1 or -1.
type OctConstraint struct {
	I, J   int
	Si, Sj int
	C      int64
}

// Linear returns c as a constraint of package linear.
func (c OctConstraint) Linear() linear.Constraint {
	e := linear.X(c.I).ScaleInt(int64(c.Si))
	if c.J >= 0 {
		e = e.Add(linear.X(c.J).ScaleInt(int64(c.Sj)))
	}
	return e.LE(linear.ConstInt(c.C))
}

// OctInstance is an instance of the octagons' workload over N rational variables. All constraints hold at the origin,
// so no octagon is empty.
//
// The operations are: the closure of A; the closure of A with E added; the join J of A and B; the widening of A by J;
// A ⊑ J (true); J ⊑ A (mostly false); A without x_F; and A after x_G := x_H + C.
type OctInstance struct {
	N       int
	A, B    []OctConstraint // B has the constraints of A, a quarter of them with another bound
	E       OctConstraint
	F, G, H int
	C       int64
}

// Octagon draws instance t over n variables, n >= 2, with m constraints.
func Octagon(n, m, t int, seed uint64) OctInstance {
	r := New(seed, n, t)
	in := OctInstance{N: n, A: make([]OctConstraint, m), B: make([]OctConstraint, m)}
	for k := range in.A {
		if r.below(4) == 0 {
			c := OctConstraint{I: r.below(n), J: -1, Si: r.sign()}
			c.C = int64(r.below(201))
			in.A[k] = c
		} else {
			in.A[k] = r.binary(n, 201)
		}
	}
	for k, c := range in.A {
		if r.below(4) == 0 {
			c.C = max(0, c.C+int64(r.below(41))-20)
		}
		in.B[k] = c
	}
	in.E = r.binary(n, 20)
	in.F = r.below(n)
	in.G = r.below(n)
	in.H = r.other(n, in.G)
	in.C = int64(r.below(11)) - 5
	return in
}

// binary draws a constraint of two variables with a bound below limit.
func (r *Rand) binary(n, limit int) OctConstraint {
	var c OctConstraint
	c.I = r.below(n)
	c.J = r.other(n, c.I)
	c.Si = r.sign()
	c.Sj = r.sign()
	c.C = int64(r.below(limit))
	return c
}

// Linear returns the constraints as constraints of package linear.
func Linear(cs []OctConstraint) []linear.Constraint {
	out := make([]linear.Constraint, len(cs))
	for k, c := range cs {
		out[k] = c.Linear()
	}
	return out
}

// Assignment returns x_H + C, which is assigned to x_G.
func (in OctInstance) Assignment() linear.Expr { return linear.X(in.H).AddInt(in.C) }

// OctInstances returns the number of instances of size n that the digests of Octagons cover: t = 0, 1, …
func OctInstances(n int) int {
	switch {
	case n < 64:
		return 8
	case n < 128:
		return 4
	}
	return 2
}
