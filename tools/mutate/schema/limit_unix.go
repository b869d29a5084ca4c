//go:build linux || darwin

package schema

import "syscall"

// The limit on processor time.

// limitCPU makes the system end the process after the given number of seconds of processor time.
func limitCPU(seconds int) {
	l := syscall.Rlimit{Cur: uint64(seconds), Max: uint64(seconds)}
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &l); err != nil {
		panic(err)
	}
}
