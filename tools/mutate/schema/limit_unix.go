//go:build linux || darwin

package schema

import "syscall"

// limitCPU has the system end the process after so many seconds of processor time.
func limitCPU(seconds int) {
	l := syscall.Rlimit{Cur: uint64(seconds), Max: uint64(seconds)}
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &l); err != nil {
		panic(err)
	}
}
