// A cheaper Done for inner loops.

package effort

import (
	"context"
	"sync/atomic"
)

// every is the number of calls of Watch's function that count as one step of the meter.
const every = 64

// Watch returns a function for loops in which Done would be too expensive in each iteration. ended reports whether
// ctx has ended, without delay, at the cost of an atomic load. Every so many calls it also does the work of Done, and
// charges the progress of the clock, in units of work; a nil clock charges nothing. ended must be called by one
// goroutine at a time. release charges the rest, and must be called when ended is not needed any more.
func Watch(ctx context.Context, clock func() int64) (ended func() bool, release func()) {
	var stop atomic.Bool
	off := context.AfterFunc(ctx, func() { stop.Store(true) })
	m := Of(ctx)
	calls, told := 0, int64(0)
	if clock != nil {
		told = clock()
	}
	charge := func() {
		if clock != nil {
			now := clock()
			m.Charge(now - told)
			told = now
		}
	}
	return func() bool {
		if calls++; calls%every == 0 {
			charge()
			if m.step(); ctx.Err() != nil {
				stop.Store(true)
			}
		}
		return stop.Load()
	}, func() { off(); charge() }
}
