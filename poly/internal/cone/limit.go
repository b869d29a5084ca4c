// Limits on the work of a conversion, and the error that reports them.

package cone

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
)

// Limit bounds the work of a conversion, whose result can be exponentially larger than its input. A nil *Limit bounds
// nothing.
type Limit struct {
	// When Context ends, a conversion stops within about a millisecond; nil: no limit.
	Context context.Context
	Rows    int // the most rows that a description may have during a conversion; 0: no limit
}

// LimitError reports why and where a conversion stopped. The work done so far is lost.
type LimitError struct {
	Rows  int   // the number of rows of the description that was being computed
	Done  int   // the number of rows of the other description that had been added
	Total int   // the number of rows of the other description
	Cause error // the error of the context; nil if there were too many rows
}

// Error says which limit stopped the conversion.
func (e *LimitError) Error() string {
	where := fmt.Sprintf("with %d rows, %d of %d done", e.Rows, e.Done, e.Total)
	if e.Cause != nil {
		return fmt.Sprintf("cone: conversion stopped %s: %v", where, e.Cause)
	}
	return "cone: conversion stopped by the limit of rows " + where
}

// Unwrap returns the error of the context, if that was the cause.
func (e *LimitError) Unwrap() error { return e.Cause }

// limiter compares the work of a conversion with a Limit. Work is counted in units of about a nanosecond.
type limiter struct {
	l     *Limit
	work  int // the work since the context was checked last
	spent int // the work that the context has not been charged for
}

// workBetweenLooks is the work between two checks of the context, a fraction of a millisecond.
const workBetweenLooks = 1 << 17

// start begins to watch l. The first call of check looks at the context.
func (w *limiter) start(l *Limit) { w.l, w.work, w.spent = l, workBetweenLooks, 0 }

// tell charges the context for the work that was done since the last charge.
func (w *limiter) tell() {
	w.l.Spend(w.spent)
	w.spent = 0
}

// unitOfWork is the length of a unit of work of package effort, in nanoseconds.
const unitOfWork = 3500

// Spend charges the context for work of about the given number of nanoseconds. It rounds down to whole units of
// package effort.
func (l *Limit) Spend(nanoseconds int) {
	if l != nil && l.Context != nil {
		effort.Charge(l.Context, nanoseconds/unitOfWork)
	}
}

// spend records n units of work.
func (w *limiter) spend(n int) { w.work, w.spent = w.work+n, w.spent+n }

// check returns an error if the limit is reached. rows is the current number of rows.
func (w *limiter) check(rows int) error {
	if w.l == nil {
		return nil
	}
	if w.l.Rows > 0 && rows > w.l.Rows {
		return &LimitError{Rows: rows}
	}
	if w.work >= workBetweenLooks && w.l.Context != nil {
		w.work = 0
		w.tell()
		if effort.Done(w.l.Context) {
			return &LimitError{Rows: rows, Cause: w.l.Context.Err()}
		}
	}
	return nil
}

// total returns err with its fields Done and Total set.
func (w *limiter) total(err error, done, total int) error {
	if e, ok := err.(*LimitError); ok {
		e.Done, e.Total = done, total
	}
	return err
}
