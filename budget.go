package whet

import (
	"context"
	"fmt"
	"time"

	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
)

// Stopped is the cause of a context that ends for a reason which the result should give: a budget that is used up is one. Whoever cancels the
// context of a run with it decides what the result says.
type Stopped = report.Stopped

// OutOfTime says that a budget of CPU time is used up.
func OutOfTime(budget time.Duration) *Stopped {
	return &Stopped{Cause: report.OutOfTime, Reason: fmt.Sprintf("out of time: %v of CPU time used", budget)}
}

// pollEvery is how often the budgets are looked at. A run that ends in between keeps its answer, even
// if it has used a little more time than it had.
const pollEvery = 50 * time.Millisecond

// meter measures what the budgets bound. Tests have their own, so that they do not depend on the machine.
type meter struct {
	cpu  func() time.Duration
	heap func() uint64
}

type meterKey struct{} // of a context's meter

// measuring is the meter of a context, which is that of the process where nothing else is said.
func measuring(ctx context.Context) meter {
	if m, ok := ctx.Value(meterKey{}).(meter); ok {
		return m
	}
	return meter{machine.CPU, machine.LiveHeap}
}

// watch returns a context that ends when a budget is used up, and a function to stop watching.
//
// The heap is measured live, as the last garbage collection left it: what is garbage does not
// count. An eighth of the budget is held back, because a collector that has no room
// left would use up the time budget instead.
func watch(ctx context.Context, o Options) (context.Context, func()) {
	own, cancel := context.WithCancelCause(ctx)
	if o.Timeout <= 0 && o.Memory == 0 {
		return own, func() { cancel(nil) }
	}
	stop := make(chan struct{})
	done := make(chan struct{})
	m := measuring(ctx)
	start := m.cpu()
	go func() {
		defer close(done)
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-own.Done():
				return
			case <-tick.C:
			}
			if o.Timeout > 0 && m.cpu()-start >= o.Timeout {
				cancel(OutOfTime(o.Timeout))
			}
			if o.Memory > 0 && m.heap() >= o.Memory-o.Memory/8 {
				cancel(&Stopped{Cause: report.OutOfMemory, Reason: fmt.Sprintf("out of memory: %d MB used", o.Memory>>20)})
			}
		}
	}()
	return own, func() {
		close(stop)
		<-done
		cancel(nil)
	}
}
