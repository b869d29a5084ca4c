// Bit sets and bit matrices. They record which rays lie on which inequalities (saturation).

package cone

import "math/bits"

// Bits is a matrix of bits. Each row begins at a new word.
type Bits struct {
	rows, cols, stride int
	w                  []uint64
}

// NewBits returns a matrix of zeros.
func NewBits(rows, cols int) *Bits {
	s := (cols + 63) / 64
	return &Bits{rows: rows, cols: cols, stride: s, w: make([]uint64, rows*s)}
}

// Rows returns the number of rows.
func (b *Bits) Rows() int { return b.rows }

// Get returns the bit in row i and column j.
func (b *Bits) Get(i, j int) bool { return b.w[i*b.stride+j>>6]>>(j&63)&1 != 0 }

// Set sets the bit in row i and column j to 1.
func (b *Bits) Set(i, j int) { b.w[i*b.stride+j>>6] |= 1 << (j & 63) }

// Row returns row i. The result shares its memory with b.
func (b *Bits) Row(i int) BitRow { return b.w[i*b.stride : (i+1)*b.stride : (i+1)*b.stride] }

// Equal reports whether b and o have the same size and the same bits.
func (b *Bits) Equal(o *Bits) bool {
	return b.rows == o.rows && b.cols == o.cols && BitRow(b.w).Equal(o.w)
}

// Transpose returns the matrix with rows and columns exchanged.
func (b *Bits) Transpose() *Bits {
	t := new(Bits)
	t.transpose(b)
	return t
}

// transpose makes t the transpose of b. It reuses the memory of t if that is large enough.
func (t *Bits) transpose(b *Bits) {
	t.resize(b.cols, b.rows)
	transposeBits(t.w, t.stride, b.cols, b.w, b.stride, b.rows)
}

// resize makes b a matrix of the given size. The values of its bits are unspecified.
func (b *Bits) resize(rows, cols int) {
	b.rows, b.cols, b.stride = rows, cols, (cols+63)/64
	if n := rows * b.stride; cap(b.w) < n {
		b.w = make([]uint64, n)
	} else {
		b.w = b.w[:n]
	}
}

// transposeBits writes the transpose of the first rows of src to dst. A row of src has stride words. The result has
// cols rows of dstStride words each, and all their words are overwritten.
func transposeBits(dst []uint64, dstStride, cols int, src []uint64, stride, rows int) {
	var block [64]uint64
	for i := 0; i < rows; i += 64 {
		n := min(64, rows-i)
		for k := 0; k*64 < cols; k++ {
			var any uint64
			for r := range n {
				x := src[(i+r)*stride+k]
				block[r] = x
				any |= x
			}
			c := min(64, cols-k*64)
			at := k*64*dstStride + i>>6
			switch {
			case any == 0:
				for range c {
					dst[at] = 0
					at += dstStride
				}
				continue
			case n < 12: // a block that is mostly empty
				clear(block[n:])
				var columns [64]uint64
				for r, x := range block[:n] {
					for ; x != 0; x &= x - 1 {
						columns[bits.TrailingZeros64(x)] |= 1 << r
					}
				}
				for _, x := range columns[:c] {
					dst[at] = x
					at += dstStride
				}
				continue
			}
			clear(block[n:])
			transpose64(&block)
			for _, x := range block[:c] {
				dst[at] = x
				at += dstStride
			}
		}
	}
}

// transpose64 transposes a square of 64×64 bits. It exchanges halves, from the largest to the smallest (Warren,
// Hacker's Delight, 7-3).
func transpose64(a *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for j := 32; j != 0; j >>= 1 {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k|j]) & mask
			a[k] ^= t << j
			a[k|j] ^= t
		}
		mask ^= mask << (j >> 1)
	}
}

// BitRow is a set of small numbers, 64 per word.
type BitRow []uint64

// Has reports whether j is in the set.
func (r BitRow) Has(j int) bool { return r[j>>6]>>(j&63)&1 != 0 }

// Count returns the size of the set.
func (r BitRow) Count() int {
	n := 0
	for _, x := range r {
		n += bits.OnesCount64(x)
	}
	return n
}

// Subset reports whether r is a subset of o, which must have the same length.
func (r BitRow) Subset(o BitRow) bool {
	for k, x := range r {
		if x&^o[k] != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether r and o are the same set.
func (r BitRow) Equal(o BitRow) bool {
	if len(r) != len(o) {
		return false
	}
	for k, x := range r {
		if x != o[k] {
			return false
		}
	}
	return true
}

// And sets r to the intersection of a and b. All three must have the same length.
func (r BitRow) And(a, b BitRow) {
	for k := range r {
		r[k] = a[k] & b[k]
	}
}

// IsEmpty reports whether the set is empty.
func (r BitRow) IsEmpty() bool {
	for _, x := range r {
		if x != 0 {
			return false
		}
	}
	return true
}
