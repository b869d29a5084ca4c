// Package poll asks contexts whether they have ended, from loops in which asking each time would be too dear.
package poll

import (
	"context"
	"sync/atomic"
)

// Work tells a context that counts how much work is done (package portfolio) that so much was done since the last look at it, besides
// the look: as if there had been so many looks more. Other contexts do not care.
func Work(ctx context.Context, units int) {
	if w, ok := ctx.(interface{ Work(units int) }); ok {
		w.Work(units)
	}
}

// every is how many calls there are to one look at the context.
const every = 64

// Ended returns a function that says whether ctx has ended, at once where that is so, at the cost of an atomic load. Now and then
// a call looks at ctx.Err as well: contexts that count how much work is done (package portfolio) count these looks.
// The function must be called by one goroutine at a time; release is called when it is not needed any more.
func Ended(ctx context.Context) (ended func() bool, release func()) {
	var stop atomic.Bool
	off := context.AfterFunc(ctx, func() { stop.Store(true) })
	calls := 0
	return func() bool {
		if calls++; calls%every == 0 && ctx.Err() != nil {
			stop.Store(true)
		}
		return stop.Load()
	}, func() { off() }
}
