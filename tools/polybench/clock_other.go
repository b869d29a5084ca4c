//go:build !linux

package main

import "time"

var start = time.Now()

// cpu is the time on the wall, for want of a better clock.
func cpu() time.Duration { return time.Since(start) }
