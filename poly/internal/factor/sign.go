// This file has products of the first numbers of rows, and a test for common factors.

package factor

import (
	"math/bits"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// prefixSign returns the sign of the product of the first n numbers of row i of a and row k of b.
func prefixSign(a *cone.Matrix, i int, b *cone.Matrix, k, n int) int {
	if a.Cols() == n && b.Cols() == n {
		return a.DotSign(i, b, k)
	}
	if x, ok := a.Words(i); ok {
		if y, ok := b.Words(k); ok {
			if s, ok := prefixWords(x[:n], y[:n]); ok {
				switch {
				case s < 0:
					return -1
				case s > 0:
					return 1
				}
				return 0
			}
		}
	}
	var sum num.Int
	for j := range n {
		sum = sum.Add(a.At(i, j).Mul(b.At(k, j)))
	}
	return sum.Sign()
}

// prefixWords returns the product of two rows of words, and whether it is certain that it did not overflow.
func prefixWords(x, y []int64) (int64, bool) {
	var sum int64
	var a, b uint64
	for j, u := range x {
		v := y[j]
		a |= uint64(u ^ u>>63)
		b |= uint64(v ^ v>>63)
		sum += u * v
	}
	// If u ^ u>>63 has n bits, |u| is at most 2^n.
	return sum, bits.Len64(a)+bits.Len64(b)+bits.Len(uint(len(x))) <= 62
}

// unitContent reports whether the numbers of row i after column 0 have no common factor above 1. It is true if all
// are 0.
func unitContent(m *cone.Matrix, i int) bool {
	one := num.Of(1)
	var g num.Int
	for j := 1; j < m.Cols(); j++ {
		if m.Sign(i, j) == 0 {
			continue
		}
		if g = num.GCD(g, m.At(i, j)); g.Equal(one) {
			return true
		}
	}
	return g.IsZero()
}
