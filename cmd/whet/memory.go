package main

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// Used where the system does not tell how much memory there is.
const assumedMemory = 4 << 30

// memoryBudget is the default of --memory: four fifths of what this process can have, be
// that limited by the machine, by its control group, or by its address space. Of
// address space the runtime reserves more than it uses.
func memoryBudget() uint64 {
	avail := uint64(assumedMemory)
	if b, err := os.ReadFile("/proc/meminfo"); err == nil {
		for _, line := range bytes.Split(b, []byte("\n")) {
			f := bytes.Fields(line)
			if len(f) >= 2 && string(f[0]) == "MemTotal:" {
				if kb, err := strconv.ParseUint(string(f[1]), 10, 64); err == nil {
					avail = kb << 10
				}
			}
		}
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if b, err := os.ReadFile(name); err == nil {
			if n, err := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64); err == nil && n > 0 {
				avail = min(avail, n)
			}
		}
	}
	if as := addressLimit(); as > 0 {
		avail = min(avail, as*3/4)
	}
	return avail / 5 * 4
}

// setMemory tells the runtime about the budget. With room to spare, collecting less often
// saves much time; near the limit the runtime collects as often as it must.
func setMemory(budget uint64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(budget))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
}
