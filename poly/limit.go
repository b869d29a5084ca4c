package poly

import (
	"context"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/poly/internal/cone"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Limit bounds the work of single conversions between constraints and generators, the one step
// whose cost can be exponential in the size of what goes in. See Polyhedron.Within.
type Limit struct {
	Context context.Context // its end stops a conversion within about a millisecond; nil: none
	// the most constraints or generators that a description may have on the way; 0: any number
	Rows int
}

// LimitError says that a computation ran into its limit. It unwraps to the error of the context
// where that was why.
type LimitError struct {
	Rows  int   // how many constraints or generators there were when it stopped
	Cause error // the error of the context; nil where there were too many rows
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

// Within returns the same polyhedron under a limit that this element and all that is made from it
// obey; of two limited operands, the limit of the receiver counts. Limit nil lifts it.
//
// An operation that runs into the limit returns a sound over-approximation: all points it should
// have, and perhaps more. A question that runs into it is asked of a linear program, where only
// constraints are known and the context is not over; otherwise it is answered for lack of
// knowledge: not empty, not below, not entailed, not bounded. In both cases Approximate says so
// from then on, for the element and for all that is made from it. A caller who would rather have an
// error uses Exactly.
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

// within returns the same form under another limit.
func (f *form) within(l *factor.Limit) *form {
	g := &form{settled: f.settled, bottom: f.bottom, owner: f.owner, limit: l, lost: f.lost, blocks: make([]block, len(f.blocks))}
	for i, b := range f.blocks {
		b.f = b.f.WithLimit(l)
		g.blocks[i] = b
	}
	return g
}

// Approximate returns an error where an operation that led to p, or a question asked of p, ran into
// a limit: p may then have more points than it should, and questions may have been answered for
// lack of knowledge. Operations are lazy, so what p owes to work not yet done shows only once a
// question made it necessary; Complete does all work.
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

// losing adds to p, which is new, what forms lost that it is made from.
func (p *Polyhedron) losing(forms ...*form) *Polyhedron {
	for _, f := range forms {
		if p.lost == nil && f.lost != nil {
			p.lost = limitError(f.lost)
		}
	}
	return p
}

// limitError is the error of this package for one of a factor.
func limitError(err error) error {
	var e *cone.LimitError
	if errors.As(err, &e) {
		return &LimitError{Rows: e.Rows, Cause: e.Cause}
	}
	return err
}

// Exactly returns what f computes of the elements under a limit, or an error where any of the work,
// including what Complete does to the result, ran into the limit, or an element was approximate
// before. The result is under the limit of the first limited element again.
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
	for _, p := range append(in, r) { // a question to an operand may have steered f
		if err := p.Approximate(); err != nil {
			return nil, err
		}
	}
	out := r.bare()
	out.limit = outer
	out.form.Store(r.form.Load().within(outer))
	return out, nil
}

// stopper returns a function that says whether the context of p's limit is done; nil where there is
// none.
func (p *Polyhedron) stopper() func() bool {
	if p.limit == nil || p.limit.Context == nil {
		return nil
	}
	ctx := p.limit.Context
	return func() bool { return effort.Done(ctx) }
}
