// Package polltest measures the work of computations that look at a context, so that tests can say how much a thing costs, and how soon it
// hears of its end, without a clock. What a test finds is the same on every machine and under every load.
package polltest

import (
	"context"
	"sync/atomic"
)

// Meter is a context that counts, in the units of package poll.
type Meter struct {
	context.Context
	cancel context.CancelCauseFunc
	cause  error
	limit  int64
	used   atomic.Int64
	after  atomic.Int64
}

// New returns a context that ends, with a cause, in the look at which so many units of work are used up; 0 is no limit.
func New(ctx context.Context, limit int64, cause error) *Meter {
	m := &Meter{cause: cause, limit: limit}
	m.Context, m.cancel = context.WithCancelCause(ctx)
	return m
}

// Err is a look.
func (m *Meter) Err() error {
	if m.Work(1); m.limit > 0 && m.used.Load() > m.limit {
		m.End()
	}
	return m.Context.Err()
}

// End ends the context now.
func (m *Meter) End() { m.cancel(m.cause) }

// Ended reports whether it has ended; that is no look.
func (m *Meter) Ended() bool { return m.Context.Err() != nil }

// Work counts.
func (m *Meter) Work(units int) {
	if m.Context.Err() != nil {
		m.after.Add(int64(units))
	}
	m.used.Add(int64(units))
}

// Used is the work so far.
func (m *Meter) Used() int64 { return m.used.Load() }

// After is what of it was done, or told, after the end.
func (m *Meter) After() int64 { return m.after.Load() }
