// This file has arithmetic modulo a prime, and the reconstruction of fractions from residues.

package fit

import (
	"math/bits"

	"github.com/whet-mc/whet/num"
)

// prime is 2^61 - 1. Residues modulo this prime are added and multiplied without a division.
const prime = 1<<61 - 1

// fold returns x modulo prime for x below 2^63.
func fold(x uint64) uint64 {
	x = x>>61 + x&prime
	if x >= prime {
		x -= prime
	}
	return x
}

func add(x, y uint64) uint64 { return fold(x + y) }

func sub(x, y uint64) uint64 { return fold(x + prime - y) }

func mul(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y) // below 2^122
	return fold(high<<3 | low>>61 + low&prime)
}

// inverse returns 1/x for a nonzero x, as x^(prime-2) (Fermat).
func inverse(x uint64) uint64 {
	out := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 != 0 {
			out = mul(out, x)
		}
		x = mul(x, x)
	}
	return out
}

// residue returns x modulo prime.
func residue(x num.Int) uint64 {
	p := num.Of(prime)
	r := x.Rem(p)
	if r.Sign() < 0 {
		r = r.Add(p)
	}
	n, _ := r.Int64()
	return uint64(n)
}

// fraction returns the number with this residue whose numerator and denominator are small, if there is one; it is
// unique. It tries the numerators and denominators that the remainders of Euclid's algorithm give (Wang).
func fraction(x uint64) (num.Rat, bool) {
	a, b := int64(prime), int64(x)
	var s, t int64 = 0, 1 // a = s*x, b = t*x modulo prime
	for b > mostCoef {
		q := a / b
		a, b = b, a-q*b
		s, t = t, s-q*t
		if t > mostCoef || t < -mostCoef {
			return num.Rat{}, false
		}
	}
	if t == 0 {
		return num.Rat{}, false
	}
	return num.RatFrac(b, t), true
}

// vector holds residues, one for each point.
type vector []uint64

func (v vector) times(w vector) {
	for i := range v {
		v[i] = mul(v[i], w[i])
	}
}

func (v vector) minus(w vector, f uint64) {
	if f != 0 {
		for i := range v {
			v[i] = sub(v[i], mul(f, w[i]))
		}
	}
}

// column is a linear combination of the columns of the chosen monomials: of[i] is the coefficient of number i.
type column struct {
	v     vector
	of    []uint64
	pivot int // the index at which v is 1; the entries after it are 0
}

func (c *column) minus(b column, f uint64) {
	c.v.minus(b.v, f)
	for i, x := range b.of {
		c.of[i] = sub(c.of[i], mul(f, x))
	}
}

func (c *column) scale(f uint64) {
	for i := range c.v {
		c.v[i] = mul(c.v[i], f)
	}
	for i := range c.of {
		c.of[i] = mul(c.of[i], f)
	}
}
