//go:build !unix

package whet

import "time"

// CPUTime is the time since the process began: CPU time is not known on this system.
func CPUTime() time.Duration { return time.Since(begin) }

var begin = time.Now()
