package array

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkProve refutes paths of growing length. The time per statement (ns/stmt) has to stay
// about the same as the paths grow, but for two: fill asks for as many cases as there are stores,
// and each looks at all places where the index is not; sum keeps a row of the tableau for each
// step.
func BenchmarkProve(b *testing.B) {
	for _, f := range families {
		if f.name == "swap" {
			continue // does not grow
		}
		for _, n := range []int{1000, 4000, 16000} {
			tr := f.make(1, true)
			for k := n / 8; len(tr.inputs) < n; k += 1 + k/8 {
				tr = f.make(k, true)
			}
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				for b.Loop() {
					r, err := Prove(context.Background(), tr.b, tr.inputs, Options{})
					if err != nil || r.Status != Refuted {
						b.Fatal(r.Status, r.Reason, err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(tr.inputs)), "ns/stmt")
			})
		}
	}
}
