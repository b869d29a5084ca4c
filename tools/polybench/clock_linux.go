package main

import (
	"syscall"
	"time"
	"unsafe"
)

// The clock for measurements, on Linux.

// cpu returns the CPU time of the whole process, so that the garbage collector's threads count.
func cpu() time.Duration {
	const processCPU = 2 // CLOCK_PROCESS_CPUTIME_ID
	var t syscall.Timespec
	if _, _, e := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, processCPU, uintptr(unsafe.Pointer(&t)), 0); e != 0 {
		panic("clock_gettime: " + e.Error())
	}
	return time.Duration(t.Nano())
}
