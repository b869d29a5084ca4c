package mc

import (
	"context"
	"runtime/metrics"
	"time"
)

// Budget says when to give up: when the context of the run has ended. Who ends it, for want of time or memory or
// since it is not wanted any more, says so by the context's cause, and that is the one reason anybody
// gives. One budget is shared by all parts of a run; each polls it inside its loops. Of nil only Spent can be called.
type Budget struct {
	start  time.Time
	sample []metrics.Sample
}

// NewBudget returns a budget.
func NewBudget() *Budget {
	return &Budget{start: time.Now(), sample: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}}
}

// Spent reports why the run must end, or "". It is cheap: most calls only look at the context.
func (*Budget) Spent(ctx context.Context) string {
	if ctx.Err() != nil {
		return context.Cause(ctx).Error()
	}
	return ""
}

// Elapsed is the time since the budget was made. It is for people to see; nothing depends on it.
func (b *Budget) Elapsed() time.Duration { return time.Since(b.start) }

// Heap is the number of bytes in use, for people, too.
func (b *Budget) Heap() uint64 {
	metrics.Read(b.sample)
	return b.sample[0].Value.Uint64()
}
