//go:build !linux

package main

import "time"

// The clock for measurements, on other systems.

var start = time.Now()

// cpu returns the elapsed time, because no better clock is available.
func cpu() time.Duration { return time.Since(start) }
