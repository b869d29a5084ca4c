package fp

import (
	"fmt"
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Format is a binary format: from high to low a sign, Exp bits of a biased exponent, and the
// significand, of Prec bits. The first bit of the significand is not stored, but for x87's format
// (Explicit).
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

// Bits is the width of the format.
func (f Format) Bits() int { return 1 + f.Exp + f.stored() }

// stored is the number of bits of the significand that are stored.
func (f Format) stored() int {
	if f.Explicit {
		return f.Prec
	}
	return f.Prec - 1
}

func (f Format) bias() int { return 1<<(f.Exp-1) - 1 }

// top is the exponent field of infinities and NaNs.
func (f Format) top() int { return 1<<f.Exp - 1 }

// minExp is the exponent of the least normal number, which is that of subnormal ones as well.
func (f Format) minExp() int { return 1 - f.bias() }

// class says what bits stand for.
type class uint8

const (
	zero class = iota
	finite
	infinite
	quiet
	signaling
	invalid // x87 only: no operation takes it for a number
)

func (c class) nan() bool { return c >= quiet }

// number is what bits stand for: of a finite one, sig * 2^exp; of a NaN, the bits of the
// significand that are stored.
type number struct {
	class class
	neg   bool
	sig   *big.Int
	exp   int
}

// pattern gives the bits as a number that is not negative.
func (f Format) pattern(x num.Int) *big.Int { return x.Wrap(f.Bits(), false).Big() }

// word is the opposite of pattern.
func (f Format) word(bits *big.Int) num.Int { return num.OfBig(bits).Wrap(f.Bits(), true) }

func ones(n int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return x.Sub(x, big.NewInt(1))
}

// decode takes the bits apart.
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

// decodeExplicit is decode where the first bit is stored. Bits in which it contradicts the exponent
// stand for no number, but for denormals in which it is set (Intel's manual, volume 1, 8.2.2 and
// table 8-3).
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

// encode puts a sign, an exponent field and the stored bits of a significand together.
func (f Format) encode(neg bool, exp int, stored *big.Int) num.Int {
	p := big.NewInt(int64(exp))
	p.Lsh(p, uint(f.stored())).Or(p, stored)
	if neg {
		p.SetBit(p, f.Bits()-1, 1)
	}
	return f.word(p)
}

// Zero is +0 or -0.
func (f Format) Zero(neg bool) num.Int { return f.encode(neg, 0, new(big.Int)) }

// Inf is an infinity.
func (f Format) Inf(neg bool) num.Int {
	sig := new(big.Int)
	if f.Explicit {
		sig.SetBit(sig, f.Prec-1, 1)
	}
	return f.encode(neg, f.top(), sig)
}

// NaN is the quiet NaN without a payload.
func (f Format) NaN(neg bool) num.Int { return f.quieted(neg, new(big.Int)) }

// Tagged is a NaN with a number in its significand, quiet or signaling: C's nan("payload") as
// compilers have it. A signaling one without a number has the bit after the first set.
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

// quieted is the quiet NaN with these bits in its significand.
func (f Format) quieted(neg bool, sig *big.Int) num.Int {
	s := new(big.Int).SetBit(sig, f.Prec-2, 1)
	if f.Explicit {
		s.SetBit(s, f.Prec-1, 1)
	}
	return f.encode(neg, f.top(), s)
}

// Max is the greatest finite number, or the least.
func (f Format) Max(neg bool) num.Int { return f.encode(neg, f.top()-1, ones(f.stored())) }

// IsNaN reports whether x is a NaN, or bits that are no number.
func (f Format) IsNaN(x num.Int) bool { return f.decode(x).class.nan() }

// IsInf reports whether x is an infinity.
func (f Format) IsInf(x num.Int) bool { return f.decode(x).class == infinite }

// IsZero reports whether x is a zero.
func (f Format) IsZero(x num.Int) bool { return f.decode(x).class == zero }

// Signbit reports whether the sign is set.
func (f Format) Signbit(x num.Int) bool { return x.Wrap(f.Bits(), true).Sign() < 0 }

// Neg changes the sign, and nothing else: also of a NaN.
func (f Format) Neg(x num.Int) num.Int {
	return x.Xor(num.Pow2(uint(f.Bits()-1))).Wrap(f.Bits(), true)
}
