package main

import (
	"context"
	"os"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
)

// A run is ended from outside in two steps. First its context is cancelled, and it
// returns with what it knows. If it does not return within the grace (an
// enormous file is being parsed, say), the command goes on without it and says so itself.
const (
	grace     = 2 * time.Second
	graceXCPU = 700 * time.Millisecond // the system kills soon after its warning
	reserve   = 600 * time.Millisecond // CPU time to say so, where the system will end the process
)

type answer struct {
	res *report.Result
	err error
}

// supervise runs verify until it ends, or has to. timeout is the CPU budget that verify has been
// given, too. The result is nil where it had to be left behind; then stop says why.
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
	// also the cause of the context, so that what comes back in time says the same
	var why *whet.Stopped
	var deadline <-chan time.Time
	// On several processors CPU time goes faster than the clock: a limit of the system is counted
	// in its own time.
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	late, last := timeout+grace/2, time.Duration(0)
	if limit := cpuLimit(); limit > 0 {
		last = limit - min(limit/8, reserve)
		late = min(late, timeout+max(last-timeout, 0)/3)
	}
	for {
		select {
		case a := <-done:
			return a, why
		case s := <-signals:
			if why != nil { // asked twice: at once
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
			// The library ends the run when its budget is used up; this is for the parts that
			// cannot be interrupted.
			used := machine.CPU()
			if timeout > 0 && why == nil && used > late {
				why = whet.OutOfTime(timeout)
				cancel(why)
				deadline = time.After(grace / 4)
			}
			if last > 0 && used > last && why != nil {
				return answer{}, why
			}
		case <-deadline:
			return answer{}, why
		}
	}
}

// timeBudget is the CPU time that a run may take: what was asked for, but less than the
// system allows, so that there is time to report.
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
