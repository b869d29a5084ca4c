package main

import (
	"fmt"
	"math"
)

// exponent fits cost = a · n^k to points by least squares over their logarithms, and returns k; ok
// is false where there are fewer than three points. What a run costs in any case, base, is taken
// off first; points of which half or more is base are left out, because they tell nothing of the
// growth.
func exponent(sizes []int, costs []float64, base float64) (k float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for i, size := range sizes {
		c := costs[i] - base
		if c <= base || c <= 0 {
			continue
		}
		x, y := math.Log(float64(size)), math.Log(c)
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	d := n*sxx - sx*sx
	if n < 3 || d == 0 {
		return 0, false
	}
	return (n*sxy - sx*sy) / d, true
}

// power writes an exponent.
func power(k float64, ok bool) string {
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.1f", k)
}
