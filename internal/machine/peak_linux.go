// Peak memory of child processes on Linux.

package machine

import (
	"os"
	"syscall"
)

// Peak returns the peak resident memory of a process that has ended, in bytes, or 0 if the system does not report it.
func Peak(st *os.ProcessState) int64 {
	if u, ok := st.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
