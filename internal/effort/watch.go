package effort

import (
	"context"
	"sync/atomic"
)

// every is how many calls of what Watch returns are a step of the meter.
const every = 64

// Watch returns a function for loops in which Done would be too dear each time: ended says whether
// ctx has ended, at once where that is so, at the cost of an atomic load. Now and then a call is a
// Done as well, and charges how far the clock has gone on, in units of work; a nil clock charges
// nothing. The function must be called by one goroutine at a time; release, which charges the rest,
// is called when it is not needed any more.
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
