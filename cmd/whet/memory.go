package main

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
)

// Used where the system does not tell how much memory there is.
const assumedMemory = 4 << 30

// memoryBudget is the default of --memory: a third of what the machine or the control group has,
// which leaves room for a second run and for the rest, or four fifths of a limited address space.
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
	avail /= 3
	if limit := addressLimit(); limit > 0 {
		// The runtime has reserved much of it for its own tables already, and takes what it
		// needs in large pieces.
		limit -= min(limit, addressSpace())
		avail = min(avail, limit/2/5*4)
	}
	return avail
}

// addressSpace is how much of it the process has taken.
func addressSpace() uint64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _, _ := bytes.Cut(b, []byte(" "))
	n, err := strconv.ParseUint(string(pages), 10, 64)
	if err != nil {
		return 0
	}
	return n * uint64(os.Getpagesize())
}

// setMemory tells the runtime about the budget. Near it the runtime collects as often as it must.
func setMemory(budget uint64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(budget))
	}
}

// collectLate makes the runtime collect less often than it does by itself while the heap is small: for
// the first time at 64 MB, which many runs never have, and then when it has grown by as much as roomFor
// says.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	onCollection(func() {
		if metrics.Read(live); live[0].Value.Kind() == metrics.KindUint64 {
			debug.SetGCPercent(roomFor(live[0].Value.Uint64()))
		}
	})
}

// roomFor is by how much the heap may grow before the next collection, in percent of what lives: the
// geometric mean of that and roomOnce, within limits. A collection costs as much as lives, and is needed
// the less often the more room there is, so that this is where more room begins to cost more than it
// saves, whatever the size (M. Kirisame, P. Shenoy, P. Panchekha: Optimal heap limits for reducing
// browser memory use. OOPSLA 2022). No run collects more often than Go programs do by default.
func roomFor(live uint64) int {
	percent := 100 * math.Sqrt(roomOnce/float64(max(live, 1)))
	return int(min(max(percent, leastPercent), mostPercent))
}

// onCollection calls f after each collection from now on: another may have put back what was there
// before.
func onCollection(f func()) {
	runtime.SetFinalizer(new([1]*int), func(*[1]*int) {
		f()
		onCollection(f)
	})
}

const (
	firstPercent = 1600 // of the 4 MB that the runtime takes for the least heap there is
	mostPercent  = 300  // where little lives
	leastPercent = 100  // where much does
	// So much of what lives has as much room again. With an eighth of it a run of two gigabytes takes a
	// fifth less memory, and a fifth more time.
	roomOnce = 2 << 30
)
