package main

import (
	"os"
	"syscall"
)

// peak is the most memory that a process which has ended had resident, in bytes.
func peak(st *os.ProcessState) int64 {
	if u, ok := st.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
