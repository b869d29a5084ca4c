// This file has the two forms of machine words for bounds, with the limits that exclude overflow, and the loops over
// them.

package octagon

import "math/bits"

// Bounds in machine words.
//
// A matrix in words holds integers over one common denominator, its scale: in short words of 32 bits if that is
// enough, otherwise in long words of 64 bits. Short words take half of the memory, and writing a matrix is most of the
// cost of joins and widenings. The numbers below are for long words; for short words, subtract 32 from all exponents.
// The algorithms are the same, generic over the word. Only closing computes in long words.
//
// The magnitude of a finite bound is below limit, an infinite bound is exactly inf. The distance between them excludes
// overflow without a test in an inner loop:
//
//   - up to 8 finite bounds can be added: 8 * 2^57 = 2^60;
//   - a sum of one infinite and up to 7 finite bounds lies between 2^60 and
//     2^62, so isInf distinguishes it from every sum of finite ones;
//   - two or three infinite bounds can be added as well: 3 * 2^61 < 2^63.
//
// Operations that need more say how they avoid overflow. Before it starts, each of them compares its need with the
// greatest magnitude of its operands (matrix.mag). If the test fails, the matrix is converted from short to long
// words, or from long words to rationals (wide.go).
type word interface{ int32 | int64 }

// The lower half of an infinity is the infinity of short words. So truncation converts inf correctly from long to
// short words, if the finite bounds fit.
const (
	inf   = 1<<61 | 1<<29
	limit = 1 << 57

	// far is an infinity for sums that are compared with stored bounds by min: far plus finite bounds, even negative
	// ones, is above inf, so no such sum replaces a stored inf.
	far = 3<<60 | 3<<28

	shortLimit = limit >> 32
)

// These are constants for generic code, used as T(infinity()), because generic code cannot convert a constant that is
// too large for one of its types. They are not generic functions themselves: an inlined generic function loads its
// dictionary at each use, which takes longer than the rest of a loop.
func infinity() int64 { return inf }
func farthest() int64 { return far }
func boundary() int64 { return 1<<60 | 1<<28 } // sums with an infinite bound are above it

// isShort reports whether words have 32 bits.
func isShort[T word]() bool { return T(1)<<31 < 0 }

// isInf reports whether v, a bound or a sum of bounds, is infinite.
func isInf[T word](v T) bool { return v >= T(boundary()) }

// long returns a bound as a long word.
func long[T word](v T) int64 {
	if v >= T(infinity()) {
		return inf
	}
	return int64(v)
}

// converted returns the bounds w in words of type T.
func converted[T, S word](w []S) []T {
	out := make([]T, len(w))
	for k, v := range w {
		if out[k] = T(v); v == S(infinity()) {
			out[k] = T(infinity())
		}
	}
	return out
}

// limitOf returns the limit of words of type T.
func limitOf[T word]() int64 {
	if isShort[T]() {
		return shortLimit
	}
	return limit
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// magnitude returns the greatest magnitude of the finite bounds.
func magnitude[T word](w []T) int64 {
	var m T
	for _, v := range w {
		if v < T(infinity()) {
			m = max(m, v, -v)
		}
	}
	return int64(m)
}

// scaled returns w with every finite bound multiplied by k. The products must stay within the limit.
func scaled[T word](w []T, k int64) []T {
	out := make([]T, len(w))
	for i, v := range w {
		if v < T(infinity()) {
			v *= T(k)
		}
		out[i] = v
	}
	return out
}

// times returns v*k for a bound v; an infinite bound stays infinite.
func times(v, k int64) int64 {
	if v < inf {
		return v * k
	}
	return inf
}

// fits reports whether m*k is below limit. No argument may be negative.
func fits(m, k, limit int64) bool {
	hi, lo := bits.Mul64(uint64(m), uint64(k))
	return hi == 0 && lo < uint64(limit)
}

// lcm returns the least common multiple of two scales, and false if it is too large for a scale.
func lcm(a, b int64) (int64, bool) {
	if a == b {
		return a, true
	}
	g, r := a, b
	for r != 0 {
		g, r = r, g%r
	}
	a /= g
	return a * b, fits(a, b, limit)
}

// halves writes to h, for each of the 2n literals, half the bound on -2 V_i, which is the bound on -V_i, or far if
// -V_i has no bound. Unary bounds are even in every matrix in words.
func halves[T word](h, w []T) {
	for i := range h {
		u := w[unary(i)]
		if h[i] = u >> 1; u == T(infinity()) {
			h[i] = T(farthest())
		}
	}
}

// allHalves returns the halves that the function halves writes.
func allHalves[T word](w []T, n int) []T {
	h := make([]T, 2*n)
	halves(h, w)
	return h
}

func half[T word](u T) T {
	if u < T(infinity()) {
		return u >> 1
	}
	return T(farthest())
}

// entrywise is an operation entry by entry, in each form of bounds. It changes dst by combining it with b, which has
// the same length. Joins and widenings do little else, so the loops are unrolled: max of 840 words takes 1.5 µs, in a
// plain loop 4 to 8.
type entrywise struct {
	short func(dst, b []int32)
	long  func(dst, b []int64)
	wide  func(a, b ext) ext
}

var (
	greater = entrywise{maxWords[int32], maxWords[int64], ext.max}
	lesser  = entrywise{minWords[int32], minWords[int64], ext.min}
	stable  = entrywise{stableWords[int32], stableWords[int64], ext.stable}
	refined = entrywise{refineWords[int32], refineWords[int64], ext.refine}
)

func maxWords[T word](dst, b []T) {
	for len(dst) >= 8 && len(b) >= 8 {
		d, c := (*[8]T)(dst), (*[8]T)(b)
		d[0] = max(d[0], c[0])
		d[1] = max(d[1], c[1])
		d[2] = max(d[2], c[2])
		d[3] = max(d[3], c[3])
		d[4] = max(d[4], c[4])
		d[5] = max(d[5], c[5])
		d[6] = max(d[6], c[6])
		d[7] = max(d[7], c[7])
		dst, b = dst[8:], b[8:]
	}
	for i, v := range b {
		dst[i] = max(dst[i], v)
	}
}

func minWords[T word](dst, b []T) {
	for len(dst) >= 8 && len(b) >= 8 {
		d, c := (*[8]T)(dst), (*[8]T)(b)
		d[0] = min(d[0], c[0])
		d[1] = min(d[1], c[1])
		d[2] = min(d[2], c[2])
		d[3] = min(d[3], c[3])
		d[4] = min(d[4], c[4])
		d[5] = min(d[5], c[5])
		d[6] = min(d[6], c[6])
		d[7] = min(d[7], c[7])
		dst, b = dst[8:], b[8:]
	}
	for i, v := range b {
		dst[i] = min(dst[i], v)
	}
}

// stableWords keeps the bounds of dst that b satisfies: Miné's widening.
func stableWords[T word](dst, b []T) {
	none := T(infinity())
	for len(dst) >= 8 && len(b) >= 8 {
		d, c := (*[8]T)(dst), (*[8]T)(b)
		u0, u1, u2, u3 := d[0], d[1], d[2], d[3]
		if c[0] > u0 {
			u0 = none
		}
		if c[1] > u1 {
			u1 = none
		}
		if c[2] > u2 {
			u2 = none
		}
		if c[3] > u3 {
			u3 = none
		}
		d[0], d[1], d[2], d[3] = u0, u1, u2, u3
		u0, u1, u2, u3 = d[4], d[5], d[6], d[7]
		if c[4] > u0 {
			u0 = none
		}
		if c[5] > u1 {
			u1 = none
		}
		if c[6] > u2 {
			u2 = none
		}
		if c[7] > u3 {
			u3 = none
		}
		d[4], d[5], d[6], d[7] = u0, u1, u2, u3
		dst, b = dst[8:], b[8:]
	}
	for i, v := range b {
		if v > dst[i] {
			dst[i] = none
		}
	}
}

// refineWords replaces the infinite bounds of dst by the bounds of b.
func refineWords[T word](dst, b []T) {
	b = b[:len(dst)]
	for i, v := range b {
		if dst[i] == T(infinity()) {
			dst[i] = v
		}
	}
}

// leqWords reports whether each entry of a is at most the entry of b at the same position. It compares eight entries
// at a time with one branch: the difference of two bounds fits the word, and is negative if the first is less.
func leqWords[T word](a, b []T) bool {
	for len(a) >= 8 && len(b) >= 8 {
		c, d := (*[8]T)(a), (*[8]T)(b)
		if (d[0]-c[0])|(d[1]-c[1])|(d[2]-c[2])|(d[3]-c[3])|
			(d[4]-c[4])|(d[5]-c[5])|(d[6]-c[6])|(d[7]-c[7]) < 0 {
			return false
		}
		a, b = a[8:], b[8:]
	}
	b = b[:len(a)]
	for i, v := range a {
		if v > b[i] {
			return false
		}
	}
	return true
}
