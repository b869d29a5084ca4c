// Package efforttest measures the work of computations. With it, tests can check without a clock how much a
// computation costs, and how soon it reacts to the end of its context. The results of a test are the same on every
// machine and under every load.
package efforttest

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
)

// Meter is a context whose work is counted, in units of package effort.
type Meter struct {
	context.Context
	*effort.Meter
	cancel context.CancelCauseFunc
	cause  error
	ended  int64 // the work that was counted when the run ended
}

// New returns a context that ends with the cause when limit units of work are used up; 0 means no limit.
func New(ctx context.Context, limit int64, cause error) *Meter {
	m := &Meter{cause: cause}
	ctx, m.cancel = context.WithCancelCause(ctx)
	spent := func(*effort.Meter) { m.End() }
	if limit == 0 {
		spent = nil
	}
	m.Context, m.Meter = effort.New(ctx, limit, spent)
	return m
}

// End ends the context now.
func (m *Meter) End() {
	if !m.Ended() {
		m.ended = m.Used()
	}
	m.cancel(m.cause)
}

// Ended reports whether the context has ended.
func (m *Meter) Ended() bool { return m.Context.Err() != nil }

// After returns the work counted after the end.
func (m *Meter) After() int64 {
	if !m.Ended() {
		return 0
	}
	return m.Used() - m.ended
}
