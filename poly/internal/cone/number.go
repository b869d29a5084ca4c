// Arithmetic on single rows. The size of a row of words is a number of bits, mag: all numbers x of the row satisfy
// -2^mag < x < 2^mag.

package cone

import (
	"math/big"
	"math/bits"

	"github.com/whet-mc/whet/num"
)

// sign returns the sign of x: -1, 0 or 1.
func sign(x int64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// magnitude returns |x|. x must not be math.MinInt64.
func magnitude(x int64) uint64 {
	s := x >> 63
	return uint64((x ^ s) - s)
}

// primitive divides a row by the greatest common divisor of its numbers. It returns the bitwise or of the magnitudes;
// the length of the result in bits is the size of the row.
func primitive(row []int64) uint64 {
	var or, g uint64
	j := 0
	for ; j < len(row); j++ {
		if row[j] == 0 {
			continue
		}
		a := magnitude(row[j])
		or |= a
		g = num.GCDWords(g, a)
		if g == 1 {
			break
		}
	}
	if g <= 1 {
		for ; j < len(row); j++ {
			or |= magnitude(row[j])
		}
		return or
	}
	or = 0
	if g&(g-1) == 0 {
		s := bits.TrailingZeros64(g) & 63
		for j := range row {
			row[j] >>= s // the division is exact
			or |= magnitude(row[j])
		}
		return or
	}
	d := int64(g)
	for j := range row {
		if row[j] != 0 {
			row[j] /= d
			or |= magnitude(row[j])
		}
	}
	return or
}

// primitiveWide is primitive for numbers of any size.
func primitiveWide(row []num.Int) {
	var g num.Int
	one := num.Of(1)
	for _, x := range row {
		if x.IsZero() {
			continue
		}
		if g = num.GCD(g, x); g.Equal(one) {
			return
		}
	}
	if g.IsZero() {
		return
	}
	for j := range row {
		row[j] = row[j].Quo(g)
	}
}

// dot returns the product of two rows of words. The product must not overflow; see dotFits.
func dot(a, b []int64) int64 {
	var s int64
	b = b[:len(a)]
	for j, x := range a {
		s += x * b[j]
	}
	return s
}

// dotFits reports whether the product of two rows of the given length cannot overflow. mags is the sum of their
// sizes.
func dotFits(mags, length int) bool { return mags+bits.Len(uint(length)) <= 63 }

// dotChecked is dot for words of any size; it does not overflow.
func dotChecked(a, b []int64) num.Int {
	var hi, lo uint64 // the sum of the last products, in two's complement over two words
	var sum num.Int
	for j, x := range a {
		if x == 0 || b[j] == 0 {
			continue
		}
		h, l := mul128(x, b[j])
		var c uint64
		nl, c := bits.Add64(lo, l, 0)
		nh, _ := bits.Add64(hi, h, c)
		if (hi^h)>>63 == 0 && (hi^nh)>>63 != 0 { // the sum of the last products does not fit any more: move it to the variable sum
			sum = sum.Add(int128(hi, lo))
			nh, nl = h, l
		}
		hi, lo = nh, nl
	}
	if sum.IsZero() {
		return int128(hi, lo)
	}
	return sum.Add(int128(hi, lo))
}

// mul128 returns the product of two signed words as a number of two words in two's complement.
func mul128(a, b int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	hi -= uint64((a>>63)&b) + uint64((b>>63)&a)
	return hi, lo
}

// int128 returns the number with the given two words in two's complement.
func int128(hi, lo uint64) num.Int {
	if int64(hi) == int64(lo)>>63 {
		return num.Of(int64(lo))
	}
	h := big.NewInt(int64(hi))
	h.Lsh(h, 64)
	return num.OfBig(h.Or(h, new(big.Int).SetUint64(lo)))
}

// dotWide is dot for numbers of any size.
func dotWide(a, b []num.Int) num.Int {
	var s num.Int
	for j, x := range a {
		if !x.IsZero() && !b[j].IsZero() {
			s = s.Add(x.Mul(b[j]))
		}
	}
	return s
}

// combineFits reports whether p*x + q*y cannot overflow for all numbers x and y of the sizes xmag and ymag.
func combineFits(p, q int64, xmag, ymag int) bool {
	return max(bits.Len64(magnitude(p))+xmag, bits.Len64(magnitude(q))+ymag) <= 61
}

// rowMag returns the size of a row.
func rowMag(row []int64) int {
	var or uint64
	for _, x := range row {
		or |= magnitude(x)
	}
	return bits.Len64(or)
}
