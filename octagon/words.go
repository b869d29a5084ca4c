package octagon

import "math/bits"

// Bounds in machine words.
//
// A matrix in words holds int64 over one common denominator, its scale. A finite
// bound is below limit in magnitude, an infinite one is exactly inf. The distance
// between them makes overflow impossible where it would cost a test in an inner
// loop:
//
//   - up to 8 finite bounds can be added: 8 * 2^57 = 2^60;
//   - a sum of one infinite and up to 7 finite bounds lies between 2^60 and
//     2^62, so isInf tells it from every sum of finite ones;
//   - none, two and three infinite bounds can be added as well: 3 * 2^61 < 2^63.
//
// Operations that need more say how they keep within words; each tests its need
// against the greatest magnitude of its operands (matrix.mag) before it starts,
// and the matrix becomes one of rationals (wide.go) where the test fails.
const (
	inf   = 1 << 61
	limit = 1 << 57

	// far is an infinity for sums that are compared with stored bounds by min:
	// far plus finite bounds, even negative ones, is above inf, so that no sum
	// replaces an inf that is stored.
	far = 3 << 60
)

// isInf reports whether a bound, or a sum with an infinite bound, is infinite.
func isInf(v int64) bool { return v >= 1<<60 }

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// magnitude is the greatest magnitude of the finite bounds.
func magnitude(w []int64) int64 {
	var m int64
	for _, v := range w {
		if v < inf {
			m = max(m, v, -v)
		}
	}
	return m
}

// newWords returns the matrix without any bound over n variables.
func newWords(n int) []int64 {
	w := make([]int64, size(n))
	for i := range w {
		w[i] = inf
	}
	for i := range 2 * n {
		w[row(i)+i] = 0
	}
	return w
}

// scaled returns w with every finite bound multiplied by k, which must keep within
// the limit.
func scaled(w []int64, k int64) []int64 {
	out := make([]int64, len(w))
	for i, v := range w {
		if v < inf {
			v *= k
		}
		out[i] = v
	}
	return out
}

// fits reports whether m*k is below the limit; m and k are not negative.
func fits(m, k int64) bool {
	hi, lo := bits.Mul64(uint64(m), uint64(k))
	return hi == 0 && lo < limit
}

// lcm returns the least common multiple of two scales, and false where it is too
// large to be a scale.
func lcm(a, b int64) (int64, bool) {
	if a == b {
		return a, true
	}
	g, r := a, b
	for r != 0 {
		g, r = r, g%r
	}
	a /= g
	return a * b, fits(a, b)
}

// halves writes to h, for each of the 2n literals, half the bound on -2 V_i, or
// far where there is none: the bound of -V_i. Unary bounds are even in every
// matrix of words.
func halves(h, w []int64) {
	for i := range h {
		h[i] = half(w[unary(i)])
	}
}

func half(u int64) int64 {
	if u < inf {
		return u >> 1
	}
	return far
}

// The operations entry by entry: dst may be a.

func maxWords(dst, a, b []int64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = max(a[i], b[i])
	}
}

func minWords(dst, a, b []int64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = min(a[i], b[i])
	}
}

// stable keeps those bounds of a that b satisfies: Miné's widening.
func stable(dst, a, b []int64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		v := a[i]
		if b[i] > v {
			v = inf
		}
		dst[i] = v
	}
}

// refine takes the bounds of b where a has none.
func refine(dst, a, b []int64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		v := a[i]
		if v == inf {
			v = b[i]
		}
		dst[i] = v
	}
}

func leqWords(a, b []int64) bool {
	b = b[:len(a)]
	for i, v := range a {
		if v > b[i] {
			return false
		}
	}
	return true
}
