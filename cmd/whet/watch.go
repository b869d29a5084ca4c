// This file ends a run from outside, in two steps. First the context of the run is cancelled, and the run returns
// with what it knows. If it does not return within the grace period, for instance while it parses an enormous file,
// the command abandons it and reports that itself.

package main

import (
	"context"
	"os"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
)

const (
	grace     = 2 * time.Second
	graceXCPU = 700 * time.Millisecond // the system kills the process soon after its warning
	reserve   = 600 * time.Millisecond // CPU time for the report before the system ends the process
)

type answer struct {
	res *report.Result
	err error
}

// supervise runs verify until it ends or must be ended. timeout is the CPU budget that verify has, too. The answer is
// empty if the run was abandoned; then the returned Stopped says why.
func supervise(timeout time.Duration, verify func(context.Context) (*whet.Result, error)) (answer, *whet.Stopped) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 4)
	notify(signals)
	done := make(chan answer, 1)
	go func() {
		res, err := verify(ctx)
		done <- answer{res, err}
	}()
	// also the cause of the context, so that a run that returns in time gives the same reason
	var why *whet.Stopped
	var deadline <-chan time.Time
	// On several processors CPU time passes faster than the clock; the system counts its limit in CPU time.
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	late, last, end := timeout+grace/2, time.Duration(0), time.Duration(0)
	if limit := cpuLimit(); limit > 0 {
		last = limit - min(limit/8, reserve)
		late = min(late, timeout+max(last-timeout, 0)/3)
	}
	for {
		select {
		case a := <-done:
			return a, why
		case s := <-signals:
			if why != nil { // the second request: stop at once
				return answer{}, why
			}
			wait := grace
			if why = (&whet.Stopped{Cause: report.Interrupted, Reason: "interrupted"}); outOfCPU(s) {
				why = &whet.Stopped{Cause: report.OutOfTime, Reason: "out of time: the system's limit of CPU time is reached", Limit: "the system's limit of CPU time"}
				wait = graceXCPU
			}
			cancel(why)
			deadline = time.After(wait)
		case <-tick.C:
			// The library ends the run when its budget is used up. The check here is for parts of the library that
			// cannot be interrupted.
			used := machine.CPU()
			if timeout > 0 && why == nil && used > late {
				why = whet.OutOfTime(timeout)
				cancel(why)
				// The run has CPU time for its report, also on a busy machine, where the clock is faster.
				end = used + grace/4
				deadline = time.After(4 * grace)
			}
			if why != nil && (end > 0 && used > end || last > 0 && used > last) {
				return answer{}, why
			}
		case <-deadline:
			return answer{}, why
		}
	}
}

// timeBudget returns the CPU time that a run may take: the requested time, but less than the system's limit, so that
// there is time to report.
func timeBudget(asked time.Duration) time.Duration {
	limit := cpuLimit()
	if limit == 0 {
		return asked
	}
	limit -= min(limit/4, time.Second+limit/60).Round(100 * time.Millisecond)
	if asked == 0 || limit < asked {
		return limit
	}
	return asked
}
