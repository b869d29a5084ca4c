//go:build !unix

package mc

import "time"

func cpuTime() (time.Duration, bool) { return 0, false }
