// Package effort counts the work of a computation, and says when it must end.
//
// Work is counted in units of 3 to 4 microseconds, by a Meter that a context carries: contexts
// derived from it carry it as well. Loops that can run long call Done, which counts as one unit,
// what a small step of an engine takes; steps that take longer add what they did with Charge, or
// with the clock of Watch. What is counted must follow from the input alone, not from time: then a
// limit is reached at the same point of a computation on every machine, and engines that take turns
// by allowances of work (package portfolio) answer in the same order everywhere.
//
// What a thing counts for was found by least squares over the CPU time of bmc, predicate and
// value+predicate on programs of many kinds: of 45 runs all but four are estimated within a factor of
// two.
package effort

import (
	"context"
	"errors"
	"sync/atomic"
)

// Meter counts work. What is charged to a meter is charged to the one that it is a part of as well.
// Charging nil does nothing, so that work need not be counted.
type Meter struct {
	whole   *Meter // the meter that this one is a part of; nil: none
	used    atomic.Int64
	allowed atomic.Int64
	spent   func(*Meter) // called in Done when as much is used as is allowed; nil: all is allowed
}

type meterKey struct{}

// New returns a context with a meter of its own, which is a part of the one that ctx has. When more
// than the allowed units are used up, spent is called in each Done: it may end the context, or wait
// until more is allowed. Without spent all is allowed.
func New(ctx context.Context, allowed int64, spent func(*Meter)) (context.Context, *Meter) {
	m := &Meter{whole: Of(ctx), spent: spent}
	m.allowed.Store(allowed)
	return context.WithValue(ctx, meterKey{}, m), m
}

// Of is the meter of a context; nil: it has none.
func Of(ctx context.Context) *Meter {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	return m
}

// Charge counts units of work; less than one is none.
func (m *Meter) Charge(units int64) {
	if units > 0 {
		for ; m != nil; m = m.whole {
			m.used.Add(units)
		}
	}
}

// Used is how many units have been counted.
func (m *Meter) Used() int64 { return m.used.Load() }

// Spent reports whether more is used up than is allowed.
func (m *Meter) Spent() bool { return m.spent != nil && m.used.Load() > m.allowed.Load() }

// Left is how many units may still be used; negative: more were used than allowed.
func (m *Meter) Left() int64 { return m.allowed.Load() - m.used.Load() }

// Allow lets so many more units be used from now on.
func (m *Meter) Allow(units int64) { m.allowed.Store(m.used.Load() + units) }

// step counts a unit, and lets meters act whose allowance is used up, the whole before its parts.
func (m *Meter) step() {
	if m != nil {
		m.whole.step()
		if m.used.Add(1); m.Spent() {
			m.spent(m)
		}
	}
}

// Charge counts units of work that were done since the last Done, besides the one that it counts
// itself.
func Charge(ctx context.Context, units int) { Of(ctx).Charge(int64(units)) }

// Done counts a unit of work and reports whether the context has ended. It may wait: for an
// allowance of work, where there is none left.
func Done(ctx context.Context) bool {
	Of(ctx).step()
	return ctx.Err() != nil
}

// Why counts a unit, too, and says why the context has ended; "": it has not.
func Why(ctx context.Context) string {
	if Done(ctx) {
		return context.Cause(ctx).Error()
	}
	return ""
}

// ErrLimit is the cause of a context that has ended because the work allowed by Limit is done.
var ErrLimit = errors.New("the limit of work is reached")

// Limit returns a context that ends after so many units of work, at the same point of a computation
// on every machine.
func Limit(ctx context.Context, units int64) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancelCause(ctx)
	own, _ = New(own, units, func(*Meter) { cancel(ErrLimit) })
	return own, func() { cancel(nil) }
}
