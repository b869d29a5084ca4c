// Package poll asks contexts whether they have ended, from loops in which asking each time would be too dear, and tells
// those that count work (package portfolio) how much was done.
//
// Work is counted in units of 3 to 4 microseconds. A look at a context, ctx.Err, counts as one unit by itself, which is what a small step
// of an engine takes; steps that take longer add what they did with Work, or with the clock of Ended. What a thing counts for
// was found by least squares over the CPU time of bmc, predicate and value+predicate on programs of many kinds: of 45 runs all but four are
// told within a factor of two.
package poll

import (
	"context"
	"sync/atomic"
)

// Work tells a context that counts work that so many units were done since the last look at it, besides the look. Other contexts do not care.
// What is counted must follow from the input alone, not from time.
func Work(ctx context.Context, units int) {
	if units <= 0 {
		return
	}
	if w, ok := ctx.(interface{ Work(units int) }); ok {
		w.Work(units)
	}
}

// every is how many calls there are to one look at the context.
const every = 64

// Ended returns a function that says whether ctx has ended, at once where that is so, at the cost of an atomic load. Now and then
// a call looks at ctx.Err as well, for contexts that count, and tells them how far the clock went on, in units of work; a nil clock
// tells nothing. The function must be called by one goroutine at a time; release, which counts the rest, is called when it is not needed any more.
func Ended(ctx context.Context, clock func() int64) (ended func() bool, release func()) {
	var stop atomic.Bool
	off := context.AfterFunc(ctx, func() { stop.Store(true) })
	calls, told := 0, int64(0)
	if clock != nil {
		told = clock()
	}
	tell := func() {
		if clock != nil {
			now := clock()
			Work(ctx, int(now-told))
			told = now
		}
	}
	return func() bool {
		if calls++; calls%every == 0 {
			tell()
			if ctx.Err() != nil {
				stop.Store(true)
			}
		}
		return stop.Load()
	}, func() { off(); tell() }
}
