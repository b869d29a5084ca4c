// The budgets of a run.

package run

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/run/option"
)

// Stopped is the cause of a context that ends for a reason that the result should give, such as a used-up budget. A
// caller that cancels the context of a run with it determines the result's reason.
type Stopped = report.Stopped

// OutOfTime returns the cause with which to cancel a run's context when its budget of CPU time is used up.
func OutOfTime(budget time.Duration) *Stopped {
	return &Stopped{Cause: report.OutOfTime, Reason: fmt.Sprintf("out of time: %v of CPU time used", budget), Limit: fmt.Sprintf("--timeout %v", budget)}
}

// pollEvery is the interval between checks of the budgets. A run that ends in between keeps its answer, even if it
// has used slightly more time than allowed.
const pollEvery = 50 * time.Millisecond

// gauges are the measuring functions for budgets. Tests replace them, so that they do not depend on the machine.
type gauges struct {
	shares *machine.Shares
	heap   func() uint64
}

type gaugesKey struct{} // key of a context's gauges

// Budget tracks what a run may use, and what it has used.
type Budget struct {
	share   *machine.Share
	timeout time.Duration // 0: none
	stop    func()
}

// Begin returns a context that ends when a budget is used up, and the budget, which the caller must end. Concurrent
// runs of a process have separate budgets: see machine.Shares.
//
// The heap is measured as the live heap after the last garbage collection: garbage does not count. An eighth of the
// budget is held back, because a collector without room would use up the time budget instead.
func Begin(ctx context.Context, o option.Options) (context.Context, *Budget) {
	m, ok := ctx.Value(gaugesKey{}).(gauges)
	if !ok {
		m = gauges{machine.Process, machine.LiveHeap}
	}
	own, cancel := context.WithCancelCause(ctx)
	own, meter := effort.New(own, 0, nil)
	b := &Budget{share: m.shares.Open(meter.Used, o.Memory), timeout: max(0, o.Timeout)}
	if o.Timeout <= 0 && o.Memory == 0 {
		b.stop = func() { cancel(nil) }
		return own, b
	}
	stop := polled(own, func() {
		if o.Timeout > 0 && b.CPU() >= o.Timeout {
			cancel(OutOfTime(o.Timeout))
		}
		if limit := b.share.Memory(); limit > 0 && m.heap() >= limit-limit/8 {
			cancel(&Stopped{Cause: report.OutOfMemory, Reason: fmt.Sprintf("out of memory: %d MB used", o.Memory>>20), Limit: fmt.Sprintf("--memory %dMB", o.Memory>>20)})
		}
	})
	b.stop = func() {
		stop()
		cancel(nil)
	}
	return own, b
}

// part returns a context that ends when a part of the remaining time is used up: parts/of, such as 1/2.
func (b *Budget) part(ctx context.Context, parts, of int) (context.Context, context.CancelFunc) {
	began := b.CPU()
	most := (b.timeout - began) * time.Duration(parts) / time.Duration(of)
	own, cancel := context.WithCancelCause(ctx)
	stop := polled(own, func() {
		if b.CPU()-began >= most {
			cancel(&Stopped{Cause: report.OutOfTime, Reason: fmt.Sprintf("out of time: %v of CPU time, shared by all that was to be proved", b.timeout), Limit: fmt.Sprintf("--timeout %v", b.timeout)})
		}
	})
	return own, func() { stop(); cancel(nil) }
}

// polled calls look every pollEvery until the context ends or stop is called. stop waits for the goroutine.
func polled(ctx context.Context, look func()) (stop func()) {
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				look()
			}
		}
	}()
	return func() {
		close(end)
		<-done
	}
}

// CPU returns the CPU time that the run has used.
func (b *Budget) CPU() time.Duration { return b.share.CPU() }

// End ends the budget and its context.
func (b *Budget) End() {
	b.stop()
	if b.share.Close() {
		runtime.GC() // otherwise other runs would be charged for this run's garbage
	}
}
