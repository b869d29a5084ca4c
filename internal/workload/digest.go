// Digests of elements. A digest depends only on the meaning of an element, since it consists of exact bounds of it.

package workload

import (
	"math/big"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Digest is a running hash of 64-bit tokens, FNV-1a by words.
type Digest uint64

// Start is the digest of no tokens.
const Start Digest = 0xcbf29ce484222325

// Tokens that do not stand for numbers.
const (
	Inf   uint64 = 0x7FFFFFFFFFFFFFFF // the number that stands for an unbounded direction
	Empty uint64 = 0xB0770            // the number that stands for the empty element
)

// Add returns the digest with one more token.
func (d Digest) Add(tok uint64) Digest { return (d ^ Digest(tok)) * 0x100000001B3 }

// AddBool adds 1 for true and 0 for false.
func (d Digest) AddBool(b bool) Digest {
	if b {
		return d.Add(1)
	}
	return d.Add(0)
}

// AddSup adds a supremum: its numerator and denominator in lowest terms, or Inf if it is not bounded.
func (d Digest) AddSup(x num.Rat, bounded bool) Digest {
	if !bounded {
		return d.Add(Inf)
	}
	return d.Add(low64(x.Num())).Add(low64(x.Den()))
}

var two64 = new(big.Int).Lsh(big.NewInt(1), 64)

// low64 returns the lowest 64 bits in two's complement.
func low64(x num.Int) uint64 {
	if w, ok := x.Int64(); ok {
		return uint64(w)
	}
	return new(big.Int).Mod(x.Big(), two64).Uint64()
}

// OctDigest returns the digest of an octagon over n variables. bound returns the least upper bound of V_j - V_i in
// the closed element, and whether there is one; V_2k is x_k and V_2k+1 is -x_k. It is called for the entries of the
// half matrix: j <= i|1, j != i. The bounds must be multiples of 1/4, as all bounds of the workload are; otherwise
// OctDigest panics. An empty octagon has the digest Start.Add(Empty).
func OctDigest(n int, bound func(i, j int) (num.Rat, bool)) Digest {
	four := num.RatOf(4)
	d := Start
	for i := range 2 * n {
		for j := range (i | 1) + 1 {
			if j == i {
				continue
			}
			b, ok := bound(i, j)
			if !ok {
				d = d.Add(Inf)
				continue
			}
			x, ok := b.Mul(four).Int64()
			if !ok {
				panic("workload: the bound " + b.String() + " is no multiple of 1/4")
			}
			d = d.Add(uint64(x))
		}
	}
	return d
}

// OctBound returns the argument bound of OctDigest for an element of any numeric domain.
func OctBound[E numeric.Element[E]](e E) func(i, j int) (num.Rat, bool) {
	signed := func(i int) linear.Expr {
		if i&1 == 1 {
			return linear.X(i / 2).Neg()
		}
		return linear.X(i / 2)
	}
	return func(i, j int) (num.Rat, bool) { return sup(e, signed(j).Sub(signed(i))) }
}

// OctDigestOf returns the OctDigest of an element of any numeric domain.
func OctDigestOf[E numeric.Element[E]](e E) Digest {
	if e.IsBottom() {
		return Start.Add(Empty)
	}
	return OctDigest(e.Dims(), OctBound(e))
}

// PolyDigest returns the digest of a polyhedron: the bounds of all x_i, and of all sums and differences of
// neighbours.
func PolyDigest[E numeric.Element[E]](p E) Digest { return addPoly(Start, p) }

// addPoly adds the tokens of a polyhedron to d.
func addPoly[E numeric.Element[E]](d Digest, p E) Digest {
	if p.IsBottom() {
		return d.Add(Empty)
	}
	n := p.Dims()
	for i := range n {
		d = d.AddSup(sup(p, linear.X(i)))
		d = d.AddSup(sup(p, linear.X(i).Neg()))
	}
	for i := range n - 1 {
		d = d.AddSup(sup(p, linear.X(i).Add(linear.X(i+1))))
		d = d.AddSup(sup(p, linear.X(i).Sub(linear.X(i+1))))
	}
	return d
}

// sup returns the supremum of an expression, and whether there is one.
func sup[E numeric.Element[E]](p E, e linear.Expr) (num.Rat, bool) {
	b, ok := p.Bounds(e)
	if !ok {
		panic("workload: no bounds of an element that is not bottom")
	}
	return b.Hi.At, b.Hi.Kind != linear.Unbounded
}
