package mc

import (
	"context"
	"fmt"
	"runtime/metrics"
	"time"
)

// Budget says when to give up. One budget is shared by all parts of a run; each polls it inside its
// loops. A nil budget has no limits.
type Budget struct {
	CPU    time.Duration // CPU time of the process; 0: no limit
	Memory uint64        // bytes of heap in use; 0: no limit

	start  time.Time
	looked time.Time
	calls  int
	heap   uint64
	spent  string
	sample []metrics.Sample
}

// NewBudget returns a budget; the clock of CPU starts with the process.
func NewBudget(cpu time.Duration, memory uint64) *Budget {
	now := time.Now()
	return &Budget{CPU: cpu, Memory: memory, start: now, looked: now,
		sample: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}}
}

const (
	pollEvery  = 64                     // calls of Spent between looks at the clock
	lookEvery  = 100 * time.Millisecond // between looks at CPU time and memory
	cancelled  = "cancelled"
	timeLimit  = "time limit of %v of CPU time reached"
	spaceLimit = "memory limit of %d MB reached"
)

// Spent reports why the run must end, or "". It is cheap: most calls only look at the context and count.
func (b *Budget) Spent(ctx context.Context) string {
	if b == nil {
		if ctx.Err() != nil {
			return cancelled
		}
		return ""
	}
	if b.spent != "" {
		return b.spent
	}
	if ctx.Err() != nil {
		b.spent = cancelled
		return b.spent
	}
	if b.calls++; b.calls%pollEvery != 0 {
		return ""
	}
	if now := time.Now(); now.Sub(b.looked) >= lookEvery {
		b.looked = now
		b.look()
	}
	return b.spent
}

func (b *Budget) look() {
	metrics.Read(b.sample)
	b.heap = b.sample[0].Value.Uint64()
	switch {
	case b.CPU > 0 && b.used() >= b.CPU:
		b.spent = fmt.Sprintf(timeLimit, b.CPU)
	case b.Memory > 0 && b.heap >= b.Memory:
		b.spent = fmt.Sprintf(spaceLimit, b.Memory>>20)
	}
}

// used is the CPU time of the process, or the time since the budget was made where the system does
// not tell.
func (b *Budget) used() time.Duration {
	if t, ok := cpuTime(); ok {
		return t
	}
	return time.Since(b.start)
}

// Elapsed is the time since the budget was made.
func (b *Budget) Elapsed() time.Duration { return time.Since(b.start) }

// Heap is the number of bytes in use when last looked at.
func (b *Budget) Heap() uint64 { return b.heap }
