package main

import (
	"slices"
	"time"
)

// Measuring in batches.

// batches runs f in batches until the budget is used up, at least three times, and returns the mean time of f in each
// batch, in nanoseconds. Two short batches before choose the batch size, at most most. The time of prepare, which may
// be nil, does not count.
func batches(budget time.Duration, most int, prepare func(batch int), f func(k int)) []float64 {
	one := func(batch int) time.Duration {
		if prepare != nil {
			prepare(batch)
		}
		begun := cpu()
		for k := range batch {
			f(k)
		}
		return cpu() - begun
	}
	batch := 1
	for range 2 {
		each := max(1, one(batch)/time.Duration(batch))
		batch = min(most, int(60*time.Microsecond/each)+1)
	}
	var means []float64
	for used := time.Duration(0); used < budget || len(means) < 3; {
		d := one(batch)
		used += d
		means = append(means, float64(d)/float64(batch))
	}
	return means
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	n := len(xs)
	if n == 0 {
		return 0
	}
	return (xs[(n-1)/2] + xs[n/2]) / 2
}
