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
