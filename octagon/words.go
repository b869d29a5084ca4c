package octagon

import "math/bits"

// Bounds in machine words.
//
// A matrix in words holds integers over one common denominator, its scale: in short
// words of 32 bits where that is enough, else in long ones of 64. Short ones take half
// of the memory, and writing a matrix is most of what joins and widenings cost. What
// is said here of long words holds of short ones with all exponents less 32; the
// algorithms are the same, generic over the word. Only closing computes in long words.
//
// A finite bound is below limit in magnitude, an infinite one is exactly inf. The
// distance between them makes overflow impossible where it would cost a test in an
// inner loop:
//
//   - up to 8 finite bounds can be added: 8 * 2^57 = 2^60;
//   - a sum of one infinite and up to 7 finite bounds lies between 2^60 and
//     2^62, so isInf tells it from every sum of finite ones;
//   - none, two and three infinite bounds can be added as well: 3 * 2^61 < 2^63.
//
// Operations that need more say how they keep within words; each tests its need
// against the greatest magnitude of its operands (matrix.mag) before it starts. Where
// the test fails the matrix goes from short to long words, and from those to rationals
// (wide.go).
type word interface{ int32 | int64 }

// The lower half of an infinity is that of short words, so that converting long words to
// short ones, where the finite ones fit, keeps it.
const (
	inf   = 1<<61 | 1<<29
	limit = 1 << 57

	// far is an infinity for sums that are compared with stored bounds by min:
	// far plus finite bounds, even negative ones, is above inf, so that no sum
	// replaces an inf that is stored.
	far = 3<<60 | 3<<28

	shortLimit = limit >> 32
)

// These are the constants for generic code, as T(infinity()): it cannot convert a
// constant that is too large for one of its types. They are not generic themselves,
// because a generic function that is inlined in another one loads its dictionary there,
// which in a loop takes longer than the rest.
func infinity() int64 { return inf }
func farthest() int64 { return far }
func boundary() int64 { return 1<<60 | 1<<28 } // sums with an infinite bound are above

// isShort reports whether words have 32 bits.
func isShort[T word]() bool { return T(1)<<31 < 0 }

// isInf reports whether a bound, or a sum with an infinite bound, is infinite.
func isInf[T word](v T) bool { return v >= T(boundary()) }

// long returns a bound as a long word.
func long[T word](v T) int64 {
	if v >= T(infinity()) {
		return inf
	}
	return int64(v)
}

// converted returns bounds in the other words.
func converted[T, S word](w []S) []T {
	out := make([]T, len(w))
	for k, v := range w {
		if out[k] = T(v); v == S(infinity()) {
			out[k] = T(infinity())
		}
	}
	return out
}

// limitOf is limit for either word.
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

// magnitude is the greatest magnitude of the finite bounds.
func magnitude[T word](w []T) int64 {
	var m T
	for _, v := range w {
		if v < T(infinity()) {
			m = max(m, v, -v)
		}
	}
	return int64(m)
}

// scaled returns w with every finite bound multiplied by k, which must keep within
// the limit.
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

// times is v*k for a bound.
func times(v, k int64) int64 {
	if v < inf {
		return v * k
	}
	return inf
}

// fits reports whether m*k is below a limit; none is negative.
func fits(m, k, limit int64) bool {
	hi, lo := bits.Mul64(uint64(m), uint64(k))
	return hi == 0 && lo < uint64(limit)
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
	return a * b, fits(a, b, limit)
}

// halves writes to h, for each of the 2n literals, half the bound on -2 V_i, or
// far where there is none: the bound of -V_i. Unary bounds are even in every
// matrix of words.
func halves[T word](h, w []T) {
	for i := range h {
		u := w[unary(i)]
		if h[i] = u >> 1; u == T(infinity()) {
			h[i] = T(farthest())
		}
	}
}

// allHalves returns what halves writes.
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

// entrywise is an operation entry by entry, for all forms of bounds: of dst, which it
// changes, with b of the same length. Joins and widenings do little else, so they
// do some entries at a time, written out: max of 840 words takes 1.5 µs, in a plain
// loop 4 to 8.
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

// stableWords keeps those bounds that b satisfies: Miné's widening.
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

// refineWords takes the bounds of b where there is none.
func refineWords[T word](dst, b []T) {
	b = b[:len(dst)]
	for i, v := range b {
		if dst[i] == T(infinity()) {
			dst[i] = v
		}
	}
}

// leqWords compares eight entries at a time, with one branch: a bound less another keeps within the
// word, and is negative where it is less.
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
