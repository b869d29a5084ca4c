//go:build !linux

package machine

import "os"

// Peak is not known on this system.
func Peak(*os.ProcessState) int64 { return 0 }
