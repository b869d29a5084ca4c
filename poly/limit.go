// This file has limits on the work of conversions, and the errors that report them.

package poly

import (
	"context"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/poly/internal/cone"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Limit bounds the work of single conversions between constraints and generators, the only step whose cost can be
// exponential in the size of its input. See Polyhedron.Within.
type Limit struct {
	Context context.Context // a context; when it ends, a conversion stops within about a millisecond; nil: no limit
	// Rows is the most constraints or generators that a description may have during a conversion; 0: no limit.
	Rows int
}

// LimitError says that a computation reached its limit. It unwraps to the error of the context if that was the cause.
type LimitError struct {
	Rows  int   // the number of constraints or generators when the computation stopped
	Cause error // the error of the context; nil if there were too many rows
}

// Error says why the computation stopped.
func (e *LimitError) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("poly: stopped with %d rows: %v", e.Rows, e.Cause)
	}
	return fmt.Sprintf("poly: stopped with %d rows, which is above the limit", e.Rows)
}

// Unwrap returns the error of the context, if that was the cause.
func (e *LimitError) Unwrap() error { return e.Cause }

// Within returns the same polyhedron under limit l, which this element and all results derived from it obey. If two
// operands are limited, the receiver's limit counts. A nil l removes the limit.
//
// An operation that reaches the limit returns a sound over-approximation: all points of the exact result, and perhaps
// more. A query that reaches the limit is answered by a linear program if only constraints are known and the context
// is not over. Otherwise the answer is the one that claims nothing: not empty, not below, not entailed, not bounded.
// In both cases Approximate reports this from then on, for the element and for all results derived from it. A caller
// who prefers an error uses Exactly.
func (p *Polyhedron) Within(l *Limit) *Polyhedron {
	p.notNil("Within")
	var fl *factor.Limit
	if l != nil {
		fl = &factor.Limit{Context: l.Context, Rows: l.Rows}
	}
	r := p.bare()
	r.limit = fl
	r.form.Store(p.form.Load().within(fl))
	return r
}

// within returns f under another limit.
func (f *form) within(l *factor.Limit) *form {
	g := &form{settled: f.settled, bottom: f.bottom, owner: f.owner, limit: l, lost: f.lost, blocks: make([]block, len(f.blocks))}
	for i, b := range f.blocks {
		b.f = b.f.WithLimit(l)
		g.blocks[i] = b
	}
	return g
}

// Approximate returns an error if an operation that led to p, or a query of p, reached a limit: p may then have more
// points than it should, and queries may have been answered without knowing. Operations are lazy, so work not yet done
// can fail only when a query needs it; Complete does all work.
func (p *Polyhedron) Approximate() error {
	p.notNil("Approximate")
	if p.limit == nil || p.lost != nil {
		return p.lost
	}
	if e := p.late.Load(); e != nil {
		return e
	}
	f := p.form.Load()
	if f.lost != nil {
		return limitError(f.lost)
	}
	for _, b := range f.blocks {
		if err := b.f.Err(); err != nil {
			return limitError(err)
		}
	}
	return nil
}

// losing adds to the new element p the losses recorded in the forms that it is made from.
func (p *Polyhedron) losing(forms ...*form) *Polyhedron {
	for _, f := range forms {
		if p.lost == nil && f.lost != nil {
			p.lost = limitError(f.lost)
		}
	}
	return p
}

// limitError converts an error of a factor to an error of this package.
func limitError(err error) error {
	var e *cone.LimitError
	if errors.As(err, &e) {
		return &LimitError{Rows: e.Rows, Cause: e.Cause}
	}
	return err
}

// Exactly returns the result of f on ps under a limit. It returns an error if any of the work, including that of
// Complete on the result, reached the limit, or if an element was approximate before. The result has the limit of the
// first limited element again.
//
//	join, err := poly.Exactly(limit, func(ps ...*poly.Polyhedron) *poly.Polyhedron { return ps[0].Join(ps[1]) }, p, q)
func Exactly(l *Limit, f func(ps ...*Polyhedron) *Polyhedron, ps ...*Polyhedron) (*Polyhedron, error) {
	in := make([]*Polyhedron, len(ps))
	var outer *factor.Limit
	for i, p := range ps {
		in[i] = p.Within(l)
		if outer == nil {
			outer = p.limit
		}
	}
	r := f(in...).Complete()
	for _, p := range append(in, r) { // an answer to a query of an operand may have influenced f
		if err := p.Approximate(); err != nil {
			return nil, err
		}
	}
	out := r.bare()
	out.limit = outer
	out.form.Store(r.form.Load().within(outer))
	return out, nil
}

// stopper returns a function that reports whether the context of p's limit is done, or nil if there is no context.
func (p *Polyhedron) stopper() func() bool {
	if p.limit == nil || p.limit.Context == nil {
		return nil
	}
	ctx := p.limit.Context
	return func() bool { return effort.Done(ctx) }
}
