// Delta-rationals: rational numbers with an infinitesimal part, for strict bounds (Dutertre and de Moura, "A Fast
// Linear-Arithmetic Solver for DPLL(T)", CAV 2006).

package simplex

import "github.com/whet-mc/whet/num"

// Delta is the number A + B·δ, where δ is positive and smaller than every positive rational. A strict bound x < 3 is
// the bound x <= 3 - δ.
type Delta struct{ A, B num.Rat }

// DeltaOf returns a as a Delta without an infinitesimal part.
func DeltaOf(a num.Rat) Delta { return Delta{A: a} }

// Add returns d + e.
func (d Delta) Add(e Delta) Delta { return Delta{d.A.Add(e.A), d.B.Add(e.B)} }

// Sub returns d - e.
func (d Delta) Sub(e Delta) Delta { return Delta{d.A.Sub(e.A), d.B.Sub(e.B)} }

// Neg returns -d.
func (d Delta) Neg() Delta { return Delta{d.A.Neg(), d.B.Neg()} }

// Mul returns c·d.
func (d Delta) Mul(c num.Rat) Delta {
	if d.B.IsZero() {
		return Delta{A: d.A.Mul(c)}
	}
	return Delta{d.A.Mul(c), d.B.Mul(c)}
}

// AddMul returns d + c·e.
func (d Delta) AddMul(c num.Rat, e Delta) Delta {
	d.A = d.A.AddMul(c, e.A)
	if !e.B.IsZero() {
		d.B = d.B.AddMul(c, e.B)
	}
	return d
}

// Cmp returns -1, 0 or 1 if d is below, equal to or above e.
func (d Delta) Cmp(e Delta) int {
	if c := d.A.Cmp(e.A); c != 0 {
		return c
	}
	return d.B.Cmp(e.B)
}

// Less reports whether d < e.
func (d Delta) Less(e Delta) bool { return d.Cmp(e) < 0 }

// Equal reports whether d and e are the same number.
func (d Delta) Equal(e Delta) bool { return d.A.Equal(e.A) && d.B.Equal(e.B) }

// Sign returns -1, 0 or 1 if d is negative, 0 or positive.
func (d Delta) Sign() int {
	if s := d.A.Sign(); s != 0 {
		return s
	}
	return d.B.Sign()
}

// IsZero reports whether d is 0.
func (d Delta) IsZero() bool { return d.A.IsZero() && d.B.IsZero() }

// IsInt reports whether d is an integer.
func (d Delta) IsInt() bool { return d.B.IsZero() && d.A.IsInt() }

// Floor returns the greatest integer that is not above d.
func (d Delta) Floor() num.Rat {
	if d.B.Sign() < 0 && d.A.IsInt() {
		return d.A.Sub(num.RatOf(1))
	}
	return d.A.Floor()
}

// Ceil returns the least integer that is not below d.
func (d Delta) Ceil() num.Rat { return d.Neg().Floor().Neg() }

// String returns d in a form like "3", "3+δ" or "3-2δ".
func (d Delta) String() string {
	switch {
	case d.B.IsZero():
		return d.A.String()
	case d.B.IsOne():
		return d.A.String() + "+δ"
	case d.B.Neg().IsOne():
		return d.A.String() + "-δ"
	case d.B.Sign() > 0:
		return d.A.String() + "+" + d.B.String() + "δ"
	}
	return d.A.String() + d.B.String() + "δ"
}
