// Package effort counts the work of a computation and decides when it must end.
//
// Work is counted in units of 3 to 4 microseconds, by a Meter that a context carries; derived contexts carry it as
// well. Loops that can run long call Done, which counts one unit, the cost of a small step of an engine. Longer steps
// add their cost with Charge, or with the clock of Watch. The count must depend only on the input, not on time. Then
// a limit is reached at the same point of a computation on every machine, and engines that take turns by allowances
// of work (package portfolio) answer in the same order everywhere.
//
// The cost of each kind of step was found by least squares over the CPU time of bmc, predicate and value+predicate on
// programs of many kinds: of 45 runs, all but four are estimated within a factor of two.
package effort

import (
	"context"
	"errors"
	"sync/atomic"
)

// Meter counts work. Work charged to a meter is also charged to the meter that it is a part of. Charging a nil Meter
// does nothing, so counting is optional.
type Meter struct {
	whole   *Meter // the meter that this one is a part of; nil: none
	used    atomic.Int64
	allowed atomic.Int64
	spent   func(*Meter) // called in Done when more is used than is allowed; nil: no limit
}

type meterKey struct{}

// New returns a context with a meter of its own, which is a part of the meter of ctx. When more than allowed units
// are used up, each Done calls spent, which may end the context, or wait until more is allowed. If spent is nil there
// is no limit.
func New(ctx context.Context, allowed int64, spent func(*Meter)) (context.Context, *Meter) {
	m := &Meter{whole: Of(ctx), spent: spent}
	m.allowed.Store(allowed)
	return context.WithValue(ctx, meterKey{}, m), m
}

// Of returns the meter of a context, or nil if it has none.
func Of(ctx context.Context) *Meter {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	return m
}

// Charge counts units of work; numbers below one are ignored.
func (m *Meter) Charge(units int64) {
	if units > 0 {
		for ; m != nil; m = m.whole {
			m.used.Add(units)
		}
	}
}

// Used returns the number of units counted.
func (m *Meter) Used() int64 { return m.used.Load() }

// Spent reports whether more is used than allowed.
func (m *Meter) Spent() bool { return m.spent != nil && m.used.Load() > m.allowed.Load() }

// Left returns the number of units that may still be used; it is negative if more were used than allowed.
func (m *Meter) Left() int64 { return m.allowed.Load() - m.used.Load() }

// Allow allows this many more units from now on.
func (m *Meter) Allow(units int64) { m.allowed.Store(m.used.Load() + units) }

// step counts a unit, and calls spent of meters whose allowance is used up, the whole before its parts.
func (m *Meter) step() {
	if m != nil {
		m.whole.step()
		if m.used.Add(1); m.Spent() {
			m.spent(m)
		}
	}
}

// Charge counts units of work that were done since the last Done, in addition to the one that Done counts itself.
func Charge(ctx context.Context, units int) { Of(ctx).Charge(int64(units)) }

// Done counts a unit of work and reports whether the context has ended. It may wait for an allowance of work.
func Done(ctx context.Context) bool {
	Of(ctx).step()
	return ctx.Err() != nil
}

// Why counts a unit of work, like Done, and returns the reason why the context has ended, or "" if it has not.
func Why(ctx context.Context) string {
	if Done(ctx) {
		return context.Cause(ctx).Error()
	}
	return ""
}

// ErrLimit is the cause of a context that has ended because the work allowed by Limit is done.
var ErrLimit = errors.New("the limit of work is reached")

// Limit returns a context that ends after so many units of work, at the same point of a computation on every machine.
func Limit(ctx context.Context, units int64) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancelCause(ctx)
	own, _ = New(own, units, func(*Meter) { cancel(ErrLimit) })
	return own, func() { cancel(nil) }
}
