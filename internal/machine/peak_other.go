//go:build !linux

// Peak memory on systems other than Linux.

package machine

import "os"

// Peak returns 0: the peak memory of a process is not known on this system.
func Peak(*os.ProcessState) int64 { return 0 }
