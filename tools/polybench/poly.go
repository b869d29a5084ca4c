package main

import (
	"fmt"

	"github.com/whet-mc/whet/internal/workload"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly"
)

// The workload on this module's polyhedra.

// measurePolyhedra runs the standard walks over d dimensions, decomposed or with all dimensions in one block.
func measurePolyhedra(d, reps int, oneBlock bool) []sample {
	lib := whet
	top := func(dims int) *poly.Polyhedron { return poly.Top(dims, linear.Rationals) }
	if oneBlock {
		lib = whetOne
		top = func(dims int) *poly.Polyhedron { return poly.Top(dims, linear.Rationals).Undecomposed() }
	}
	space := workload.Space[*poly.Polyhedron]{Top: top, Box: (*poly.Polyhedron).IntegerBox}
	sums := workload.Digests(d, space)

	var walks []float64
	meter := workload.Meter[*poly.Polyhedron]{Now: cpu, Force: func(p *poly.Polyhedron) { p.Complete() }}
	mean := 0.0
	for t := range workload.Walks {
		w := workload.StandardWalk(d, t)
		var times []float64
		for range reps {
			begun := cpu()
			workload.Run(w, space, workload.Watch[*poly.Polyhedron]{})
			times = append(times, float64(cpu()-begun)/workload.Steps)
		}
		walks = append(walks, median(times))
		mean += median(times) / workload.Walks
	}
	for range reps {
		for t := range workload.Walks {
			workload.Run(workload.StandardWalk(d, t), space, workload.Watch[*poly.Polyhedron]{Meter: &meter})
		}
	}

	hex := func(x workload.Digest) string { return fmt.Sprintf("%016x", uint64(x)) }
	out := []sample{
		{lib, d, "walk_step", mean, hex(sums.Walk), polyhedra},
		{lib, d, "walk_step_median", median(walks), hex(sums.Walk), polyhedra},
	}
	for p := range workload.Primitives {
		s := sample{lib: lib, n: d, op: p.String(), ns: float64(meter.Mean(p)), kind: polyhedra}
		switch p {
		case workload.PrimWiden:
			s.sum = hex(sums.Widen)
		case workload.PrimLeq:
			s.sum = hex(sums.Leq)
		}
		out = append(out, s)
	}
	return out
}
