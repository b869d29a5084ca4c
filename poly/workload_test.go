package poly_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/whet-mc/whet/internal/workload"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly"
)

// space is the domain as walks use it, decomposed or in one block.
func space(oneBlock bool) workload.Space[*poly.Polyhedron] {
	return workload.Space[*poly.Polyhedron]{
		Top: func(dims int) *poly.Polyhedron {
			p := poly.Top(dims, linear.Rationals)
			if oneBlock {
				p = p.Undecomposed()
			}
			return p
		},
		Box: (*poly.Polyhedron).IntegerBox,
	}
}

// The walks have the digests of PPL, decomposed or not.
func TestWorkloadChecksums(t *testing.T) {
	for _, oneBlock := range []bool{false, true} {
		for _, d := range []int{4, 6, 8, 10} {
			t.Run(fmt.Sprintf("d=%d/oneBlock=%v", d, oneBlock), func(t *testing.T) {
				if d > 6 && testing.Short() {
					t.Skip("takes long")
				}
				t.Parallel()
				got, want := workload.Digests(d, space(oneBlock)), workload.Polyhedra[d]
				if got.Walk != want.Walk {
					t.Errorf("elements: %x, want %x", got.Walk, want.Walk)
				}
				if got.Widen != want.Widen {
					t.Errorf("widenings: %x, want %x", got.Widen, want.Widen)
				}
				if got.Leq != want.Leq {
					t.Errorf("inclusions: %x, want %x", got.Leq, want.Leq)
				}
			})
		}
	}
}

// A box by the domain itself is that by the bounds of dimensions.
func TestIntegerBox(t *testing.T) {
	s := space(false)
	for k := range workload.Walks {
		workload.Run(workload.StandardWalk(5, k), s, workload.Watch[*poly.Polyhedron]{
			After: func(step int, p *poly.Polyhedron) {
				if a, b := s.Box(p), workload.Box(s.Top, p); !a.Equal(b) {
					t.Fatalf("walk %d, step %d: %v, want %v", k, step, a, b)
				}
			},
		})
	}
}

// BenchmarkWalk is a step of a walk, the mean over all standard walks.
func BenchmarkWalk(b *testing.B) {
	for _, oneBlock := range []bool{false, true} {
		for _, d := range []int{4, 6, 8, 10} {
			name := fmt.Sprintf("d=%d/step", d)
			if oneBlock {
				name = fmt.Sprintf("d=%d/step-oneBlock", d)
			}
			b.Run(name, func(b *testing.B) {
				s := space(oneBlock)
				var walks []workload.Walk
				for k := range workload.Walks {
					walks = append(walks, workload.StandardWalk(d, k))
				}
				b.ReportAllocs()
				for b.Loop() {
					for _, w := range walks {
						workload.Run(w, s, workload.Watch[*poly.Polyhedron]{})
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*workload.Walks*workload.Steps), "ns/step")
			})
		}
	}
}

// BenchmarkPrimitive gives the mean times of operations along the standard walks, of
// which each makes both minimal descriptions of its result.
func BenchmarkPrimitive(b *testing.B) {
	for _, oneBlock := range []bool{false, true} {
		for _, d := range []int{4, 6, 8, 10} {
			name := fmt.Sprintf("d=%d", d)
			if oneBlock {
				name += "/oneBlock"
			}
			b.Run(name, func(b *testing.B) {
				begun := time.Now()
				m := workload.Meter[*poly.Polyhedron]{
					Now:   func() time.Duration { return time.Since(begun) },
					Force: func(p *poly.Polyhedron) { p.Complete() },
				}
				for b.Loop() {
					for k := range workload.Walks {
						workload.Run(workload.StandardWalk(d, k), space(oneBlock), workload.Watch[*poly.Polyhedron]{Meter: &m})
					}
				}
				for p := range workload.Primitives {
					b.ReportMetric(float64(m.Mean(p)), "ns/"+p.String())
				}
			})
		}
	}
}
