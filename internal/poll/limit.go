package poll

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrLimit is the cause of a context that has ended because the work allowed by Limit is done.
var ErrLimit = errors.New("the limit of work is reached")

// Limit returns a context that ends after so many units of work, at the same point of a computation on every machine. As with any context
// that counts, those derived from it do not count, but end with it.
func Limit(ctx context.Context, units int64) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancelCause(ctx)
	l := &limited{Context: Forward(own, ctx), cancel: cancel}
	l.left.Store(units)
	return l, func() { cancel(nil) }
}

type limited struct {
	context.Context
	cancel context.CancelCauseFunc
	left   atomic.Int64
}

func (l *limited) Err() error {
	if l.left.Add(-1) < 0 {
		l.cancel(ErrLimit)
	}
	return l.Context.Err()
}

// Work counts what was done; the next look ends the context where it was too much.
func (l *limited) Work(units int) {
	Work(l.Context, units)
	l.left.Add(-int64(units))
}
