package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/whet-mc/whet/internal/workload"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/octagon"
)

// The workload on this module's octagons.

// measureOctagons runs the workload over n variables.
func measureOctagons(n int, budget time.Duration) []sample {
	instances := workload.OctInstances(n)
	budget /= time.Duration(instances)
	var out []sample
	at := map[string]int{}
	digests := map[string]workload.Digest{}
	add := func(op string, d workload.Digest, ns float64) {
		i, ok := at[op]
		if !ok {
			i = len(out)
			at[op], digests[op] = i, workload.Start
			out = append(out, sample{lib: whet, n: n, op: op})
		}
		digests[op] = digests[op].Add(uint64(d))
		out[i].ns += ns / float64(instances)
	}
	for t := range instances {
		in := workload.Octagon(n, 2*n, t, 1)
		raw := func(cs []workload.OctConstraint) *octagon.Octagon {
			return octagon.Of(n, linear.Rationals, workload.Linear(cs)...)
		}
		a, b := closed(raw(in.A)), closed(raw(in.B))
		j := closed(a.Join(b))
		e, by := in.E.Linear(), in.Assignment()

		add("closure", workload.OctDigestOf(a), closure(func() *octagon.Octagon { return raw(in.A) }, budget))
		element := func(op string, f func() *octagon.Octagon) {
			add(op, workload.OctDigestOf(f()), median(batches(budget, 4096, nil, func(int) { runtime.KeepAlive(f()) })))
		}
		truth := func(op string, f func() bool) {
			d := workload.Digest(0)
			if f() {
				d = 1
			}
			add(op, d, median(batches(budget, 4096, nil, func(int) { runtime.KeepAlive(f()) })))
		}
		element("incr", func() *octagon.Octagon { return closed(a.Assume(e)) })
		element("join", func() *octagon.Octagon { return a.Join(b) })
		element("widen", func() *octagon.Octagon { return a.Widen(j) })
		truth("leq_true", func() bool { return a.Leq(j) })
		truth("leq_false", func() bool { return j.Leq(a) })
		element("forget", func() *octagon.Octagon { return closed(a.Havoc(in.F)) })
		element("assign", func() *octagon.Octagon { return closed(a.Assign(in.G, by)) })
	}
	for i := range out {
		out[i].sum = fmt.Sprintf("%016x", uint64(digests[out[i].op]))
	}
	return out
}

// closed returns o after closing it. Closure is lazy.
func closed(o *octagon.Octagon) *octagon.Octagon {
	o.IsBottom()
	return o
}

// closure measures the full closure, each time of a new element.
func closure(raw func() *octagon.Octagon, budget time.Duration) float64 {
	var fresh []*octagon.Octagon
	return median(batches(budget, 16, func(batch int) {
		fresh = fresh[:0]
		for range batch {
			fresh = append(fresh, raw())
		}
	}, func(k int) { fresh[k].IsBottom() }))
}
