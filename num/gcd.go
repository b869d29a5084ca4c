// This file computes greatest common divisors, in words as far as possible.

package num

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// GCD returns the greatest common divisor of a and b. It is never negative, and 0 only if both are 0.
func GCD(a, b Int) Int {
	if a.b == nil && b.b == nil {
		return OfUint(GCDWords(magnitude(a.v), magnitude(b.v)))
	}
	if a.b == nil {
		a, b = b, a
	}
	// Operands of one or two words need no memory.
	switch {
	case b.b == nil && (b.v == 1 || b.v == -1):
		return Int{v: 1}
	case b.b == nil && b.v != 0:
		return OfUint(gcdWord(a.b, magnitude(b.v)))
	case b.b != nil && a.b.BitLen() <= 128 && b.b.BitLen() <= 128:
		ahi, alo := words128(a.b)
		bhi, blo := words128(b.b)
		return ofWords(gcd128(ahi, alo, bhi, blo))
	}
	// big.Int.GCD takes operands of either sign, and 0.
	return own(new(big.Int).GCD(nil, nil, a.b, b.big()))
}

// LCM returns the least common multiple of a and b. It is never negative, and 0 if a or b is 0.
func LCM(a, b Int) Int {
	if a.IsZero() || b.IsZero() {
		return Int{}
	}
	m := a.Quo(GCD(a, b)).Mul(b)
	if m.Sign() < 0 {
		return m.Neg()
	}
	return m
}

// magnitude returns |x|; for the least int64 this is 2^63.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// GCDWords returns the greatest common divisor of two words. If one is 0, it is the other one. It uses the binary
// algorithm (Stein; Knuth, TAOCP 2, 4.5.2, algorithm B) without branches that depend on the data, which halves its
// time on random numbers.
func GCDWords(a, b uint64) uint64 {
	a, b = max(a, b), min(a, b)
	if b <= 1 {
		if b == 0 {
			return a
		}
		return 1
	}
	// If the sizes differ a lot, one division is cheaper than the binary steps.
	if a>>6 >= b {
		if a %= b; a == 0 {
			return b
		}
	}
	twos := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a) & 63 // the masks let the compiler drop a test
	b >>= bits.TrailingZeros64(b) & 63
	for a != b {
		// a and b are odd. |a-b| has as many trailing zeros as a-b.
		d, borrow := bits.Sub64(a, b, 0)
		zeros := bits.TrailingZeros64(d) & 63
		a, b = min(a, b), (d^-borrow+borrow)>>zeros
	}
	return a << (twos & 63)
}

// gcd128 does what GCDWords does, for two nonzero numbers of 128 bits.
func gcd128(ahi, alo, bhi, blo uint64) (hi, lo uint64) {
	twos := min(trailingZeros128(ahi, alo), trailingZeros128(bhi, blo))
	ahi, alo = shr128(ahi, alo, trailingZeros128(ahi, alo))
	bhi, blo = shr128(bhi, blo, trailingZeros128(bhi, blo))
	for ahi|bhi != 0 && (ahi != bhi || alo != blo) {
		lo, borrow := bits.Sub64(alo, blo, 0)
		hi, borrow := bits.Sub64(ahi, bhi, borrow)
		if borrow != 0 { // a < b: continue with b-a and a
			bhi, blo = ahi, alo
			lo, borrow = bits.Sub64(0, lo, 0)
			hi, _ = bits.Sub64(0, hi, borrow)
		}
		ahi, alo = shr128(hi, lo, trailingZeros128(hi, lo))
	}
	if ahi|bhi == 0 {
		alo = GCDWords(alo, blo)
	}
	if twos >= 64 {
		return alo << (twos - 64), 0
	}
	return ahi<<twos | alo>>(64-twos), alo << twos
}

// shr128 shifts a number of 128 bits to the right by n < 128.
func shr128(hi, lo uint64, n uint) (uint64, uint64) {
	if n >= 64 {
		return 0, hi >> (n - 64)
	}
	return hi >> n, lo>>n | hi<<(64-n)
}

// trailingZeros128 returns the number of trailing zero bits of a nonzero number.
func trailingZeros128(hi, lo uint64) uint {
	if lo != 0 {
		return uint(bits.TrailingZeros64(lo))
	}
	return 64 + uint(bits.TrailingZeros64(hi))
}

// words128 returns the magnitude of x, which must have at most 128 bits.
func words128(x *big.Int) (hi, lo uint64) {
	var bytes [16]byte
	x.FillBytes(bytes[:])
	return binary.BigEndian.Uint64(bytes[:8]), binary.BigEndian.Uint64(bytes[8:])
}

// gcdWord returns the greatest common divisor of x and g. g must not be 0.
func gcdWord(x *big.Int, g uint64) uint64 {
	const half = bits.UintSize / 2 // a big.Word may have 32 bits
	var rem uint64
	words := x.Bits()
	for i := len(words) - 1; i >= 0; i-- {
		// The remainder is below g, so the quotient fits a word.
		rem = bits.Rem64(rem>>(64-2*half), rem<<half<<half|uint64(words[i]), g)
	}
	return GCDWords(rem, g)
}
