package num

import (
	"math/big"
	"math/bits"
)

// GCD returns the greatest common divisor of a and b. It is never negative,
// and 0 only where both are 0.
func GCD(a, b Int) Int {
	if a.b == nil && b.b == nil {
		return OfUint(gcd64(magnitude(a.v), magnitude(b.v)))
	}
	// big.Int.GCD takes operands of either sign, and 0.
	return own(new(big.Int).GCD(nil, nil, a.big(), b.big()))
}

// LCM returns the least common multiple of a and b. It is never negative, and
// 0 where either is 0.
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

// magnitude returns |x|; that of the least int64 is 2^63.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// gcd64 is the binary algorithm (Stein; Knuth, TAOCP 2, 4.5.2, algorithm B).
// The gcd with 0 is the other number.
func gcd64(a, b uint64) uint64 {
	if a == 1 || b == 1 {
		return 1
	}
	if a == 0 {
		return b
	}
	if b == 0 {
		return a
	}
	twos := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	b >>= bits.TrailingZeros64(b)
	for a != b {
		if a < b {
			a, b = b, a
		}
		a -= b
		a >>= bits.TrailingZeros64(a)
	}
	return a << twos
}

// gcd128 is gcd64 for two numbers of 128 bits, neither of which is 0.
func gcd128(ahi, alo, bhi, blo uint64) (hi, lo uint64) {
	twos := min(trailingZeros128(ahi, alo), trailingZeros128(bhi, blo))
	ahi, alo = shr128(ahi, alo, trailingZeros128(ahi, alo))
	bhi, blo = shr128(bhi, blo, trailingZeros128(bhi, blo))
	for ahi|bhi != 0 && (ahi != bhi || alo != blo) {
		lo, borrow := bits.Sub64(alo, blo, 0)
		hi, borrow := bits.Sub64(ahi, bhi, borrow)
		if borrow != 0 { // a < b: go on with b-a and a
			bhi, blo = ahi, alo
			lo, borrow = bits.Sub64(0, lo, 0)
			hi, _ = bits.Sub64(0, hi, borrow)
		}
		ahi, alo = shr128(hi, lo, trailingZeros128(hi, lo))
	}
	if ahi|bhi == 0 {
		alo = gcd64(alo, blo)
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

// trailingZeros128 counts the factors 2 of a number that is not 0.
func trailingZeros128(hi, lo uint64) uint {
	if lo != 0 {
		return uint(bits.TrailingZeros64(lo))
	}
	return 64 + uint(bits.TrailingZeros64(hi))
}

// gcdWord returns the greatest common divisor of x and of g, which is not 0.
func gcdWord(x *big.Int, g uint64) uint64 {
	const half = bits.UintSize / 2 // a big.Word may have 32 bits
	var rem uint64
	words := x.Bits()
	for i := len(words) - 1; i >= 0; i-- {
		// The remainder is below g, so the quotient fits a word.
		rem = bits.Rem64(rem>>(64-2*half), rem<<half<<half|uint64(words[i]), g)
	}
	return gcd64(rem, g)
}
