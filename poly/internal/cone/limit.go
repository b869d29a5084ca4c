// Limits of the work of a conversion.

package cone

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
)

// Limit bounds the work of a conversion, whose result can be exponential in the size of what it
// starts from. A nil *Limit bounds nothing.
type Limit struct {
	// its end stops the steps of a conversion within about a millisecond; nil: none
	Context context.Context
	Rows    int // the most rows that a description on the way may have; 0: any number
}

// LimitError says why and where a conversion stopped. Nothing is kept of the work done.
type LimitError struct {
	Rows  int   // the rows of the description when it stopped
	Done  int   // the rows of the other description that had been taken into account
	Total int   // and those there are
	Cause error // the error of the context; nil where there were too many rows
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

// limiter watches a Limit.
type limiter struct {
	l     *Limit
	work  int // since the last look at the context
	spent int // that it has not been charged for
}

// workBetweenLooks is about a quarter of a millisecond.
const workBetweenLooks = 1 << 17

func (w *limiter) start(l *Limit) { w.l, w.work, w.spent = l, workBetweenLooks, 0 }

// tell counts the work that has been done, where the context does.
func (w *limiter) tell() {
	w.l.Spend(w.spent)
	w.spent = 0
}

// unitOfWork is what package effort counts as one, in nanoseconds.
const unitOfWork = 3500

// Spend tells the context that so many nanoseconds' work was done, about. What is less than a unit
// is not counted.
func (l *Limit) Spend(nanoseconds int) {
	if l != nil && l.Context != nil {
		effort.Charge(l.Context, nanoseconds/unitOfWork)
	}
}

// spend takes note of some work, in units of about a nanosecond.
func (w *limiter) spend(n int) { w.work, w.spent = w.work+n, w.spent+n }

// check returns an error where the limit is reached, given the number of rows that there are.
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

// total completes an error.
func (w *limiter) total(err error, done, total int) error {
	if e, ok := err.(*LimitError); ok {
		e.Done, e.Total = done, total
	}
	return err
}
