package octagon

import "math/bits"

// Bounds in machine words.
//
// A matrix in words holds integers over one common denominator, its scale: short
// words of 32 bits where they do, else 64. Short ones take half of the memory, which is
// most of what an operation costs that does little but write a matrix. What is
// said here of 64 bits holds of 32 with all exponents less 32; the algorithms are the
// same, generic over the word.
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

const (
	inf   = 1 << 61
	limit = 1 << 57

	// far is an infinity for sums that are compared with stored bounds by min:
	// far plus finite bounds, even negative ones, is above inf, so that no sum
	// replaces an inf that is stored.
	far = 3 << 60

	shortLimit = limit >> 32
)

// infOf is inf for either word; the compiler knows it.
func infOf[T word]() T { return bit[T](61) }

// farOf is far for either word.
func farOf[T word]() T { return 3 * bit[T](60) }

// bit is 1<<k in long words, and 1<<(k-32) in short ones.
func bit[T word](k int) T {
	if isShort[T]() {
		k -= 32
	}
	return T(1) << k
}

// isShort reports whether words have 32 bits.
func isShort[T word]() bool { return T(1)<<31 < 0 }

// isInf reports whether a bound, or a sum with an infinite bound, is infinite.
func isInf[T word](v T) bool { return v >= bit[T](60) }

// long returns a bound as a long word.
func long[T word](v T) int64 {
	if v >= infOf[T]() {
		return inf
	}
	return int64(v)
}

// to returns a long word, which must fit, as either.
func to[T word](v int64) T {
	if v >= inf {
		return infOf[T]()
	}
	return T(v)
}

// converted returns bounds in the other words.
func converted[T, S word](w []S) []T {
	out := make([]T, len(w))
	for k, v := range w {
		out[k] = to[T](long(v))
	}
	return out
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
		if v < infOf[T]() {
			m = max(m, v, -v)
		}
	}
	return int64(m)
}

// newWords returns the matrix without any bound over n variables.
func newWords[T word](n int) []T {
	w := make([]T, size(n))
	for i := range w {
		w[i] = infOf[T]()
	}
	for i := range 2 * n {
		w[row(i)+i] = 0
	}
	return w
}

// scaled returns w with every finite bound multiplied by k, which must keep within
// the limit.
func scaled[T word](w []T, k int64) []T {
	out := make([]T, len(w))
	for i, v := range w {
		out[i] = times(v, T(k))
	}
	return out
}

// times is v*k for a bound.
func times[T word](v, k T) T {
	if v < infOf[T]() {
		return v * k
	}
	return infOf[T]()
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
		h[i] = half(w[unary(i)])
	}
}

func half[T word](u T) T {
	if u < infOf[T]() {
		return u >> 1
	}
	return farOf[T]()
}

// entrywise is an operation entry by entry, for all forms of bounds: of dst, which it
// changes, with b.
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
	b = b[:len(dst)]
	for i, v := range b {
		dst[i] = max(dst[i], v)
	}
}

func minWords[T word](dst, b []T) {
	b = b[:len(dst)]
	for i, v := range b {
		dst[i] = min(dst[i], v)
	}
}

// stableWords keeps those bounds that b satisfies: Miné's widening.
func stableWords[T word](dst, b []T) {
	b = b[:len(dst)]
	for i, v := range b {
		u := dst[i]
		if v > u {
			u = infOf[T]()
		}
		dst[i] = u
	}
}

// refineWords takes the bounds of b where there is none.
func refineWords[T word](dst, b []T) {
	b = b[:len(dst)]
	for i, v := range b {
		if dst[i] == infOf[T]() {
			dst[i] = v
		}
	}
}

func leqWords[T word](a, b []T) bool {
	b = b[:len(a)]
	for i, v := range a {
		if v > b[i] {
			return false
		}
	}
	return true
}
