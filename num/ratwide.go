// This file has the operations of Rat for values that do not fit two words.

package num

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
)

// fraction is a Rat that is not small, in lowest terms and with d > 0. Often only one of the two numbers is large, or
// both have two words: Int and GCD are fast for these. Common factors are removed before the multiplication, as for
// words, while big.Rat always multiplies first. Compared with a fallback to big.Rat, this halved the time of sums and
// products that exceed words.
type fraction struct{ n, d Int }

// ratOfFraction returns n/d, which must be in lowest terms with d > 0.
func ratOfFraction(n, d Int) Rat {
	if n.b == nil && d.b == nil && n.v != math.MinInt64 {
		return Rat{n: n.v, d: d.v - 1}
	}
	return Rat{big: &fraction{n, d}}
}

// ofWords returns the integer with the magnitude hi*2^64 + lo.
func ofWords(hi, lo uint64) Int {
	if hi == 0 {
		return OfUint(lo)
	}
	var bytes [16]byte
	binary.BigEndian.PutUint64(bytes[:8], hi)
	binary.BigEndian.PutUint64(bytes[8:], lo)
	return Int{b: new(big.Int).SetBytes(bytes[:])}
}

func (x Int) isOne() bool { return x.v == 1 && x.b == nil }

// over returns x/g; g must divide x.
func (x Int) over(g Int) Int {
	if g.isOne() {
		return x
	}
	return x.Quo(g)
}

// times returns x*y; a factor 1 costs nothing.
func (x Int) times(y Int) Int {
	switch {
	case x.isOne():
		return y
	case y.isOne():
		return x
	}
	return x.Mul(y)
}

// addWide does what Add does, for values of any size and by the same algorithm.
func (a Rat) addWide(b Rat) Rat {
	an, ad, bn, bd := a.Num(), a.Den(), b.Num(), b.Den()
	g := GCD(ad, bd)
	ad = ad.over(g)
	n := an.times(bd.over(g)).Add(bn.times(ad))
	if !g.isOne() {
		h := GCD(n, g)
		n, bd = n.over(h), bd.over(h)
	}
	return ratOfFraction(n, ad.times(bd))
}

// mulWide does what Mul does, for values of any size and by the same algorithm.
func (a Rat) mulWide(b Rat) Rat {
	an, ad, bn, bd := a.Num(), a.Den(), b.Num(), b.Den()
	g, h := GCD(an, bd), GCD(bn, ad)
	return ratOfFraction(an.over(g).times(bn.over(h)), ad.over(h).times(bd.over(g)))
}

// cmpWide does what Cmp does, for values of any size.
func (a Rat) cmpWide(b Rat) int {
	s, t := a.Sign(), b.Sign()
	if s != t || s == 0 {
		return cmp64(int64(s), int64(t))
	}
	an, ad, bn, bd := a.Num(), a.Den(), b.Num(), b.Den()
	// A product of numbers of i and j bits has i+j or i+j-1 bits, which usually decides the comparison of an*bd and
	// bn*ad.
	switch d := an.bitLen() + bd.bitLen() - bn.bitLen() - ad.bitLen(); {
	case d > 1:
		return s
	case d < -1:
		return -s
	}
	return an.times(bd).Cmp(bn.times(ad))
}

// bitLen returns the length of the magnitude in bits.
func (x Int) bitLen() int {
	if x.b != nil {
		return x.b.BitLen()
	}
	return bits.Len64(magnitude(x.v))
}
