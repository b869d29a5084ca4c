// Package efforttest measures the work of computations, so that tests can say how much a thing
// costs, and how soon it hears of its end, without a clock. What a test finds is the same on every
// machine and under every load.
package efforttest

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
)

// Meter is a context whose work is counted, in the units of package effort.
type Meter struct {
	context.Context
	*effort.Meter
	cancel context.CancelCauseFunc
	cause  error
	ended  int64 // what was used up at its end
}

// New returns a context that ends, with a cause, when so many units of work are used up; 0 is no
// limit.
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

// Ended reports whether it has ended.
func (m *Meter) Ended() bool { return m.Context.Err() != nil }

// After is the work that was counted after the end.
func (m *Meter) After() int64 {
	if !m.Ended() {
		return 0
	}
	return m.Used() - m.ended
}
