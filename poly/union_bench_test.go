package poly

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/linear"
)

// scatter returns n small boxes, each with a relation between two dimensions, far from each other
// for the most part.
func scatter(n, dims int) []*Polyhedron {
	state := uint64(1)
	below := func(k uint64) int64 {
		state = state*6364136223846793005 + 1442695040888963407
		return int64(state >> 33 % k)
	}
	ps := make([]*Polyhedron, n)
	for i := range ps {
		var cs []linear.Constraint
		for v := range dims {
			lo := below(100)
			cs = append(cs, linear.X(v).GE(linear.ConstInt(lo)), linear.X(v).LE(linear.ConstInt(lo+1+below(8))))
		}
		a, b := int(below(uint64(dims))), int(below(uint64(dims)))
		cs = append(cs, linear.X(a).Sub(linear.X(b)).LE(linear.ConstInt(below(60))))
		ps[i] = Of(dims, linear.Rationals, cs...)
	}
	return ps
}

// BenchmarkUnion measures what a union of n disjuncts costs that sees few of them overlap: to build
// it, to add what it contains already, to map it.
func BenchmarkUnion(b *testing.B) {
	for _, n := range []int{100, 1000, 4000} {
		ps := scatter(n, 4)
		u := UnionOf(4, linear.Rationals, ps...)
		b.Run(fmt.Sprintf("n=%d/build", n), func(b *testing.B) {
			for b.Loop() {
				UnionOf(4, linear.Rationals, scatter(n, 4)...)
			}
		})
		b.Run(fmt.Sprintf("n=%d/add-contained", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := ps[i%n].Assume(linear.X(0).LE(linear.ConstInt(60)))
				if got := u.Add(p); got.Len() > u.Len() {
					b.Fatal("added")
				}
			}
		})
		b.Run(fmt.Sprintf("n=%d/assign", n), func(b *testing.B) {
			for b.Loop() {
				u.Assign(0, linear.X(1).AddInt(1))
			}
		})
		b.Run(fmt.Sprintf("n=%d/merge", n), func(b *testing.B) {
			for b.Loop() {
				u.MergePairs()
			}
		})
	}
}

// BenchmarkUnionTiles covers a square of k·k closed tiles with one square: what no single disjunct
// contains.
func BenchmarkUnionTiles(b *testing.B) {
	for _, k := range []int64{4, 8} {
		u := Union{dims: 2}
		for x := range k {
			for y := range k {
				i, j := linear.X(0), linear.X(1)
				u = u.Add(Of(2, linear.Rationals, i.GE(linear.ConstInt(x)), i.LE(linear.ConstInt(x+1)), j.GE(linear.ConstInt(y)), j.LE(linear.ConstInt(y+1))))
			}
		}
		whole := u.Hull()
		b.Run(fmt.Sprintf("k=%d/contains", k), func(b *testing.B) {
			for b.Loop() {
				if !u.Contains(whole) {
					b.Fatal("not contained")
				}
			}
		})
		b.Run(fmt.Sprintf("k=%d/merge", k), func(b *testing.B) {
			for b.Loop() {
				if u.MergePairs().Len() != 1 {
					b.Fatal("not merged")
				}
			}
		})
	}
}

// BenchmarkCoveredBy asks of boxes that stick out of, or lie in, a row of others whether these
// cover them.
func BenchmarkCoveredBy(b *testing.B) {
	ps := scatter(1000, 4)
	qs := make([]*Polyhedron, 8)
	slab := func(lo, hi int64) *Polyhedron {
		q := Top(4, linear.Rationals).Assume(linear.X(0).GE(linear.ConstInt(lo)), linear.X(0).LE(linear.ConstInt(hi)))
		return q.Assume(linear.X(1).GE(linear.ConstInt(0)), linear.X(2).LE(linear.X(3).AddInt(70)))
	}
	for i := range qs {
		qs[i] = slab(int64(14*i), int64(14*i+14))
	}
	b.ReportAllocs()
	yes := 0
	for i := 0; b.Loop(); i++ {
		if ps[i%len(ps)].CoveredBy(qs...) {
			yes++
		}
	}
	b.ReportMetric(float64(yes)/float64(b.N), "covered")
}
