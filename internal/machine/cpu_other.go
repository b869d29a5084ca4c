//go:build !unix

// CPU time on systems other than Unix.

package machine

import "time"

// CPU returns the time since the process began: CPU time is not known on this system.
func CPU() time.Duration { return time.Since(begin) }

// begin is the time when the process began.
var begin = time.Now()
