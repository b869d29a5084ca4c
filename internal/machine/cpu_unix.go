//go:build unix

package machine

import (
	"syscall"
	"time"
)

// CPU is the CPU time, user and system, that the process has used.
func CPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(begin)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var begin = time.Now()
