package cone

import "math/bits"

// Bits is a matrix of bits; each row lies in whole words.
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

// Cols returns the number of columns.
func (b *Bits) Cols() int { return b.cols }

// Get returns the bit in row i and column j.
func (b *Bits) Get(i, j int) bool { return b.w[i*b.stride+j>>6]>>(j&63)&1 != 0 }

// Set makes the bit in row i and column j 1.
func (b *Bits) Set(i, j int) { b.w[i*b.stride+j>>6] |= 1 << (j & 63) }

// Row returns row i, which shares its memory with b.
func (b *Bits) Row(i int) BitRow { return b.w[i*b.stride : (i+1)*b.stride : (i+1)*b.stride] }

// Equal reports whether both have the same size and bits.
func (b *Bits) Equal(o *Bits) bool {
	return b.rows == o.rows && b.cols == o.cols && BitRow(b.w).Equal(o.w)
}

// Transpose returns the matrix with rows and columns exchanged.
func (b *Bits) Transpose() *Bits {
	t := NewBits(b.cols, b.rows)
	for i := range b.rows {
		word, bit := i>>6, uint64(1)<<(i&63)
		for k, x := range b.Row(i) {
			for ; x != 0; x &= x - 1 {
				t.w[(k<<6+bits.TrailingZeros64(x))*t.stride+word] |= bit
			}
		}
	}
	return t
}

// BitRow is a set of small numbers, 64 a word.
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

// Subset reports whether all of r is in o, which is of the same length.
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

// And sets r to the numbers that are in both sets; all are of the same length.
func (r BitRow) And(a, b BitRow) {
	for k := range r {
		r[k] = a[k] & b[k]
	}
}

// IsEmpty reports whether nothing is in the set.
func (r BitRow) IsEmpty() bool {
	for _, x := range r {
		if x != 0 {
			return false
		}
	}
	return true
}
