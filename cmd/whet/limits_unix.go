//go:build unix

// This file reads the limits of a Unix system, and its signals.

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// cpuLimit returns the CPU time after which the system ends the process (RLIMIT_CPU), 0 for no limit.
func cpuLimit() time.Duration {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CPU, &r) != nil || r.Cur > 1<<31 {
		return 0
	}
	return time.Duration(r.Cur) * time.Second
}

// addressLimit returns the limit of the address space, 0 for no limit.
func addressLimit() uint64 {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &r) != nil || r.Cur > 1<<50 {
		return 0
	}
	return r.Cur
}

// notify sends the signals that end a run to c.
func notify(c chan<- os.Signal) {
	signal.Notify(c, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGXCPU)
}

// outOfCPU reports whether a signal says that the CPU time is used up.
func outOfCPU(s os.Signal) bool { return s == syscall.SIGXCPU }
