package factor

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/internal/workload"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// walker is a factor as the workload wants an element of a domain; what a walk does not use is not
// there.
type walker struct {
	numeric.Element[*walker]
	f *Factor
}

func (w *walker) Dims() int      { return w.f.Dims() }
func (w *walker) IsBottom() bool { return w.f.IsEmpty() }
func (w *walker) Assume(cs ...linear.Constraint) *walker {
	return &walker{f: w.f.AddConstraints(cs...)}
}
func (w *walker) Assign(v int, e linear.Expr) *walker { return &walker{f: w.f.Image(v, e)} }
func (w *walker) Join(o *walker) *walker              { return &walker{f: w.f.Hull(o.f)} }
func (w *walker) Widen(o *walker) *walker             { return &walker{f: WidenH79(w.f, o.f)} }
func (w *walker) Leq(o *walker) bool                  { return o.f.Contains(w.f) }

func (w *walker) Bounds(e linear.Expr) (linear.Interval, bool) {
	if w.f.IsEmpty() {
		return linear.Interval{}, false
	}
	var i linear.Interval
	if v, _, ok := w.f.Sup(e); ok {
		i.Hi = linear.End{At: v, Kind: linear.Closed}
	}
	if v, _, ok := w.f.Sup(e.Neg()); ok {
		i.Lo = linear.End{At: v.Neg(), Kind: linear.Closed}
	}
	return i, true
}

var walkers = workload.Space[*walker]{Top: func(dims int) *walker { return &walker{f: Universe(dims)} }}

// TestWalks walks the standard walks without any decomposition and compares the digests with those
// of PPL.
func TestWalks(t *testing.T) {
	for _, d := range []int{4, 6, 8} {
		if got, want := workload.Digests(d, walkers), workload.Polyhedra[d]; got != want {
			t.Errorf("%d dimensions: digests %x, want %x", d, got, want)
		}
	}
}

// BenchmarkWalk is a step of the standard walks, on average.
func BenchmarkWalk(b *testing.B) {
	for _, d := range []int{4, 6, 8, 10} {
		walks := make([]workload.Walk, workload.Walks)
		for t := range walks {
			walks[t] = workload.StandardWalk(d, t)
		}
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				for _, w := range walks {
					workload.Run(w, walkers, workload.Watch[*walker]{})
					n += len(w.Steps)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/step")
		})
	}
}
