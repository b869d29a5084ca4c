//go:build unix

package whet

import (
	"syscall"
	"time"
)

// CPUTime is the CPU time, user and system, that the process has used.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(begin)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var begin = time.Now()
