//go:build unix

// CPU time on Unix.

package machine

import (
	"syscall"
	"time"
)

// CPU returns the CPU time, user and system, that the process has used.
func CPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(begin)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// begin is the time when the process began.
var begin = time.Now()
