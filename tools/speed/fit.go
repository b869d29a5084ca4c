package main

import (
	"fmt"
	"math"
)

// Exponents of growth.

// exponent fits cost = a · n^k to points by least squares over their logarithms, and returns k. ok is false if there
// are fewer than three points. base, the cost of any run, is subtracted first. Points whose cost is half or more base
// are left out, because they say nothing about growth.
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
