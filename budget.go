package whet

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"

	"github.com/whet-mc/whet/report"
)

// A budget that is used up cancels the context of the run with one of these as its cause.
type budgetError struct {
	cause report.Cause
	text  string
}

func (e *budgetError) Error() string { return e.text }

// pollEvery is how often the budgets are looked at. A run that ends in between keeps its answer, even
// if it has used a little more time than it had.
const pollEvery = 50 * time.Millisecond

// watch returns a context that ends when a budget is used up, and a function to stop watching.
//
// The heap is measured live, as the last garbage collection left it: what is garbage does not
// count. An eighth of the budget is held back, because a collector that has no room
// left would use up the time budget instead.
func watch(ctx context.Context, o Options) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if o.Timeout <= 0 && o.Memory == 0 {
		return ctx, func() { cancel(nil) }
	}
	stop := make(chan struct{})
	done := make(chan struct{})
	start := CPUTime()
	go func() {
		defer close(done)
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if o.Timeout > 0 && CPUTime()-start >= o.Timeout {
				cancel(&budgetError{report.OutOfTime, fmt.Sprintf("out of time: %v of CPU time used", o.Timeout)})
			}
			if o.Memory > 0 && liveHeap() >= o.Memory-o.Memory/8 {
				cancel(&budgetError{report.OutOfMemory, fmt.Sprintf("out of memory: %d MB used", o.Memory>>20)})
			}
		}
	}()
	return ctx, func() {
		close(stop)
		<-done
		cancel(nil)
	}
}

// why says why a context ended.
func why(ctx context.Context) (report.Cause, string) {
	err := context.Cause(ctx)
	var b *budgetError
	switch {
	case err == nil:
		return "", ""
	case errors.As(err, &b):
		return b.cause, b.text
	case errors.Is(err, context.DeadlineExceeded):
		return report.OutOfTime, "out of time: the deadline has passed"
	case errors.Is(err, context.Canceled):
		return report.Interrupted, "interrupted"
	}
	return report.Interrupted, "interrupted: " + err.Error()
}

func liveHeap() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

func memoryInUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
