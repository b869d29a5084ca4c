// Formats, and the encoding of numbers in bits.

package fp

import (
	"fmt"
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Format is a binary format: from high to low, a sign, Exp bits of a biased exponent, and the significand of Prec
// bits. The first bit of the significand is not stored, except in x87's format (Explicit).
type Format struct {
	Exp, Prec int
	Explicit  bool
}

// The formats of C on x86.
var (
	Half   = Format{Exp: 5, Prec: 11}                  // _Float16
	Single = Format{Exp: 8, Prec: 24}                  // float
	Double = Format{Exp: 11, Prec: 53}                 // double
	X87    = Format{Exp: 15, Prec: 64, Explicit: true} // long double: 80 bits
	Quad   = Format{Exp: 15, Prec: 113}                // _Float128
)

func (f Format) String() string { return fmt.Sprintf("f%d", f.Bits()) }

// Bits returns the width of the format.
func (f Format) Bits() int { return 1 + f.Exp + f.stored() }

// stored returns the number of bits of the significand that are stored.
func (f Format) stored() int {
	if f.Explicit {
		return f.Prec
	}
	return f.Prec - 1
}

func (f Format) bias() int { return 1<<(f.Exp-1) - 1 }

// top returns the exponent field of infinities and NaNs.
func (f Format) top() int { return 1<<f.Exp - 1 }

// minExp returns the exponent of the least normal number, which subnormal numbers have as well.
func (f Format) minExp() int { return 1 - f.bias() }

// class is the class of a number.
type class uint8

const (
	zero class = iota
	finite
	infinite
	quiet
	signaling
	invalid // x87 only: not a valid encoding; operations treat it as an invalid operand
)

func (c class) nan() bool { return c >= quiet }

// number is a decoded number: a finite one is sig * 2^exp with the sign; the sig of a NaN is its stored significand.
type number struct {
	class class
	neg   bool
	sig   *big.Int
	exp   int
}

// pattern returns the bits of x as a nonnegative number.
func (f Format) pattern(x num.Int) *big.Int { return x.Wrap(f.Bits(), false).Big() }

// word is the inverse of pattern.
func (f Format) word(bits *big.Int) num.Int { return num.OfBig(bits).Wrap(f.Bits(), true) }

// ones returns 2^n - 1.
func ones(n int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return x.Sub(x, big.NewInt(1))
}

// decode decodes a number.
func (f Format) decode(x num.Int) number {
	p := f.pattern(x)
	n := number{neg: p.Bit(f.Bits()-1) == 1, sig: new(big.Int).And(p, ones(f.stored()))}
	e := int(p.Rsh(p, uint(f.stored())).Int64()) & f.top()
	if f.Explicit {
		return f.decodeExplicit(n, e)
	}
	switch {
	case e == f.top() && n.sig.Sign() == 0:
		n.class = infinite
	case e == f.top():
		n.class = signaling
		if n.sig.Bit(f.stored()-1) == 1 {
			n.class = quiet
		}
	case e == 0 && n.sig.Sign() == 0:
		n.class = zero
	default:
		n.class = finite
		if e > 0 {
			n.sig.SetBit(n.sig, f.Prec-1, 1)
		} else {
			e = 1
		}
		n.exp = e - f.bias() - (f.Prec - 1)
	}
	return n
}

// decodeExplicit does what decode does, if the first bit is stored. Encodings in which this bit contradicts the
// exponent are not numbers, except denormals in which it is set (Intel's manual, volume 1, 8.2.2 and table 8-3).
func (f Format) decodeExplicit(n number, e int) number {
	first := n.sig.Bit(f.Prec-1) == 1
	switch {
	case e == 0 && n.sig.Sign() == 0:
		n.class = zero
	case e == 0:
		n.class, n.exp = finite, f.minExp()-(f.Prec-1)
	case !first:
		n.class = invalid
	case e < f.top():
		n.class, n.exp = finite, e-f.bias()-(f.Prec-1)
	case n.sig.BitLen() == f.Prec && n.sig.TrailingZeroBits() == uint(f.Prec-1):
		n.class = infinite
	case n.sig.Bit(f.Prec-2) == 1:
		n.class = quiet
	default:
		n.class = signaling
	}
	return n
}

// encode combines a sign, an exponent field and the stored bits of a significand.
func (f Format) encode(neg bool, exp int, stored *big.Int) num.Int {
	p := big.NewInt(int64(exp))
	p.Lsh(p, uint(f.stored())).Or(p, stored)
	if neg {
		p.SetBit(p, f.Bits()-1, 1)
	}
	return f.word(p)
}

// Zero returns +0, or -0 if neg is set.
func (f Format) Zero(neg bool) num.Int { return f.encode(neg, 0, new(big.Int)) }

// Inf returns an infinity.
func (f Format) Inf(neg bool) num.Int {
	sig := new(big.Int)
	if f.Explicit {
		sig.SetBit(sig, f.Prec-1, 1)
	}
	return f.encode(neg, f.top(), sig)
}

// NaN returns the quiet NaN without a payload.
func (f Format) NaN(neg bool) num.Int { return f.quieted(neg, new(big.Int)) }

// Tagged returns a NaN with a payload in its significand, quiet or signaling: C's nan("payload") as compilers
// implement it. A signaling one without payload has the second bit after the point set.
func (f Format) Tagged(isQuiet bool, payload uint64) num.Int {
	s := new(big.Int).SetUint64(payload)
	if isQuiet {
		return f.quieted(false, s)
	}
	if payload == 0 {
		s.SetBit(s, f.Prec-3, 1)
	}
	if f.Explicit {
		s.SetBit(s, f.Prec-1, 1)
	}
	return f.encode(false, f.top(), s)
}

// quieted returns the quiet NaN with these bits in its significand.
func (f Format) quieted(neg bool, sig *big.Int) num.Int {
	s := new(big.Int).SetBit(sig, f.Prec-2, 1)
	if f.Explicit {
		s.SetBit(s, f.Prec-1, 1)
	}
	return f.encode(neg, f.top(), s)
}

// Max returns the greatest finite number, or the least if neg is set.
func (f Format) Max(neg bool) num.Int { return f.encode(neg, f.top()-1, ones(f.stored())) }

// IsNaN reports whether x is a NaN or, in X87 only, an invalid encoding.
func (f Format) IsNaN(x num.Int) bool { return f.decode(x).class.nan() }

// IsInf reports whether x is an infinity.
func (f Format) IsInf(x num.Int) bool { return f.decode(x).class == infinite }

// IsZero reports whether x is a zero.
func (f Format) IsZero(x num.Int) bool { return f.decode(x).class == zero }

// Signbit reports whether the sign is set.
func (f Format) Signbit(x num.Int) bool { return x.Wrap(f.Bits(), true).Sign() < 0 }

// Neg changes the sign of x, even if it is a NaN, and nothing else.
func (f Format) Neg(x num.Int) num.Int {
	return x.Xor(num.Pow2(uint(f.Bits()-1))).Wrap(f.Bits(), true)
}
