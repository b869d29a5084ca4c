package machine

import (
	"os"
	"syscall"
)

// Peak is the most memory that a process which has ended had resident, in bytes; 0 where the system
// does not tell.
func Peak(st *os.ProcessState) int64 {
	if u, ok := st.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
