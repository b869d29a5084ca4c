// The random numbers of the workload: splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014).

package workload

// Rand is a splitmix64 generator.
type Rand struct{ s uint64 }

// New returns the generator of instance t of size n.
func New(seed uint64, n, t int) *Rand {
	return &Rand{seed*0x100000001B3 + uint64(n)*1000003 + uint64(t)}
}

// Next returns the next 64 bits.
func (r *Rand) Next() uint64 {
	r.s += 0x9E3779B97F4A7C15
	z := r.s
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

// Below returns the next number modulo k, which must be positive. It does not reject numbers to avoid bias: a small
// bias does no harm here, and all programs must make the same draws.
func (r *Rand) Below(k uint64) uint64 { return r.Next() % k }

// below does what Below does, for small numbers.
func (r *Rand) below(k int) int { return int(r.Below(uint64(k))) }

// other returns a number below k that is not x.
func (r *Rand) other(k, x int) int {
	y := r.below(k - 1)
	if y >= x {
		y++
	}
	return y
}

// sign returns 1 or -1.
func (r *Rand) sign() int { return 1 - 2*r.below(2) }
