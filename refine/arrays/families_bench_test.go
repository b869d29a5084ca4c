package arrays_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/families"
)

// BenchmarkFamilies runs the arrays engine, as the command does, over the five families of the
// paper and their sizes. Beside the time it reports the states made, the refinements, and the array
// cells kept in the end. What takes more than a minute of CPU time is skipped, with the reason.
func BenchmarkFamilies(b *testing.B) {
	for _, f := range families.All() {
		for _, n := range f.Sizes {
			b.Run(fmt.Sprintf("%s/%d", f.Name, n), func(b *testing.B) {
				text := []byte(f.Text(n, false))
				var r *whet.Result
				for b.Loop() {
					var err error
					r, err = whet.Verify(context.Background(), whet.Text("t.c", text), whet.Options{
						Engine: "arrays", Arith: "int", Timeout: time.Minute,
					})
					if err != nil {
						b.Fatal(err)
					}
					if r.Verdict == whet.Unsafe {
						b.Fatalf("%s: the program is right", r.Verdict)
					}
					if r.Verdict != whet.Safe {
						b.Skipf("%s: %s", r.Verdict, r.Reason)
					}
				}
				b.ReportMetric(float64(r.Stats.States), "states")
				b.ReportMetric(float64(r.Stats.Refinements), "refinements")
				b.ReportMetric(float64(r.Stats.TrackedCells), "cells")
			})
		}
	}
}
