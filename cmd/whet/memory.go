// This file sets memory budgets, and tunes the garbage collector.

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

// assumedMemory is used if the system does not say how much memory it has.
const assumedMemory = 4 << 30

// memoryBudget returns the default of --memory: a third of the memory of the machine or the control group, which
// leaves room for a second run and other processes. In a limited address space it is at most two fifths of what is
// left.
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
		// The runtime has already reserved much of the address space for its tables, and takes more in large pieces.
		limit -= min(limit, addressSpace())
		avail = min(avail, limit/2/5*4)
	}
	return avail
}

// addressSpace returns how much address space the process uses.
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

// setMemory passes the budget to the runtime, which collects more often when the heap comes near it.
func setMemory(budget uint64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(budget))
	}
}

// collectLate makes the runtime collect less often while the heap is small: for the first time at 64 MB, which many
// runs never reach, and then whenever the heap has grown as far as roomFor allows.
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

// roomFor returns how much the heap may grow before the next collection, in percent of the live heap. The growth is
// the geometric mean of the live heap and roomOnce, within limits. A collection costs time in proportion to the live
// heap, and more room makes collections rarer. At this size, more room begins to cost more than it saves, for heaps
// of any size (M. Kirisame, P. Shenoy, P. Panchekha: Optimal heap limits for reducing browser memory use. OOPSLA
// 2022). No run collects more often than Go programs do by default.
func roomFor(live uint64) int {
	percent := 100 * math.Sqrt(roomOnce/float64(max(live, 1)))
	return int(min(max(percent, leastPercent), mostPercent))
}

// onCollection calls f after each garbage collection from now on. A finalizer runs once per object, so each
// collection sets one on a new object.
func onCollection(f func()) {
	runtime.SetFinalizer(new([1]*int), func(*[1]*int) {
		f()
		onCollection(f)
	})
}

const (
	firstPercent = 1600 // percentage at the start: 16 times the 4 MB that the runtime takes for the smallest heap
	mostPercent  = 300  // percentage for a small live heap
	leastPercent = 100  // percentage for a large live heap
	// A live heap of this size may double. With an eighth of this value, a run of two gigabytes takes a fifth less
	// memory and a fifth more time.
	roomOnce = 2 << 30
)
