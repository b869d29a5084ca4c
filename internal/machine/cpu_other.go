//go:build !unix

package machine

import "time"

// CPU is the time since the process began: CPU time is not known on this system.
func CPU() time.Duration { return time.Since(begin) }

var begin = time.Now()
