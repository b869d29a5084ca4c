package properties

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/testrun"
)

// Options say how properties are decided.
type Options struct {
	Engine refine.Options // of each run, but for Confirm and Parts
	Prover *certify.Prover
	First  bool // a property that fails ends the run
	// Only are the properties that are asked for; nil: all. The others stay open, and so does the
	// verdict, unless one fails: what was not asked is not claimed.
	Only func(cfa.Property) bool
	// Share returns a context that ends when so many parts of what is left of the time budget are
	// used up; nil: there is no such budget.
	Share func(ctx context.Context, parts, of int) (context.Context, context.CancelFunc)
	// Work is what the joint runs of the first round may do where there is no budget of time, in
	// units of package effort; 0 is jointWork.
	Work int64
	// Behind is how much work may be done after a failure, at least; 0 is behindWork.
	Behind int64
	// Known is what is known of the program already; nil: nothing.
	Known *Known
}

const (
	jointWork  = 3_000_000 // about 10 seconds
	singlePart = 5         // of that is allowed to a property by itself
	behindWork = 1_500_000 // at least so much is done after a failure: about five seconds
)

// notAsked is why a property is open that Options.Only leaves out.
var notAsked = reason.New(reason.Unasked, "it was not asked for")

// Behind is why a property is open after a failure, where time was left.
const Behind = "another property fails, and no more work was done for this one; mend that first"

// errBehind ends what is done after a failure.
var errBehind = errors.New(Behind)

// Run decides the properties of a program that Finish has completed. The outcome's verdict is the
// worst of them; the rest of it is that of the first property that fails, by place, or of a run that
// has left one open, or else of the run that has proved most.
func Run(ctx context.Context, p *cfa.Program, opt Options) *refine.Outcome {
	r := &run{p: p, opt: opt, open: propertiesOf(p)}
	// What a run has found may be asked for more later, in its context: that is not cancelled here.
	own, stop := context.WithCancelCause(ctx)
	r.ctx, r.meter = effort.New(own, math.MaxInt64, func(*effort.Meter) { stop(errBehind) })
	r.settle()
	r.recall()
	r.leaveOut()
	if len(r.open) <= 1 && len(r.unasked) == 0 && len(r.settled) == 0 && r.opt.Known == nil {
		o := opt.Engine
		o.Confirm = opt.Prover.Confirm
		return refine.Run(ctx, r.p, o)
	}
	for round := 0; ; round++ {
		r.limited = false
		r.jointly(round)
		r.singly(round)
		if len(r.open) == 0 || r.over() || !r.limited {
			break
		}
	}
	r.settledToo()
	return r.conclude()
}

// run is a run of several properties.
type run struct {
	ctx   context.Context
	meter *effort.Meter // of ctx
	p     *cfa.Program
	opt   Options

	open     []*property
	failures []*failure
	settled  []*property // what was settled beforehand: see settled.go
	unasked  []*property // what Options.Only leaves out
	proved   []*cfa.Loc
	proofs   []*certify.Proof
	outs     []*refine.Outcome // of all runs, in order

	recalled int // properties that were decided by what was known

	limited bool // a run of this round has met the limit of its share
	// a run has come to what the program model does not cover: nothing can be proved
	unmodelled bool
}

// property is one for people.
type property struct {
	cfa.Property
	at     []*cfa.Loc
	reason reason.Reason // why it is open
	why    error         // the cause of the end of the last run that was about it
}

type failure struct {
	*property
	out *refine.Outcome
}

// leaveOut takes out what is open and not asked for.
func (r *run) leaveOut() {
	if r.opt.Only == nil {
		return
	}
	for _, q := range slices.Clone(r.open) {
		if !r.opt.Only(q.Property) {
			q.reason = notAsked
			r.unasked = append(r.unasked, q)
			r.close(q)
		}
	}
}

// propertiesOf lists the properties of a program by place.
func propertiesOf(p *cfa.Program) []*property {
	var list []*property
	byValue := map[cfa.Property]*property{}
	for _, l := range refine.Bugs(p) {
		q := byValue[*l.Error]
		if q == nil {
			q = &property{Property: *l.Error}
			byValue[*l.Error] = q
			list = append(list, q)
		}
		q.at = append(q.at, l)
	}
	slices.SortStableFunc(list, func(a, b *property) int { return a.Pos.Compare(b.Pos) })
	return list
}

// over reports whether nothing more is to be done.
func (r *run) over() bool {
	return effort.Done(r.ctx) || r.unmodelled || r.opt.First && len(r.failures) > 0
}

// jointly runs the engine on all open properties, as long as that decides any.
func (r *run) jointly(round int) {
	work := cmp.Or(r.opt.Work, jointWork) << round
	ctx, stop := r.share(1, 2, work)
	defer func() { stop() }()
	for failed := false; len(r.open) > 1 && !r.over(); {
		if !failed && len(r.failures) > 0 {
			// Behind the first failure the share is most of what is left, since one run for all costs least.
			failed = true
			stop()
			ctx, stop = r.share(2, 3, work)
		}
		if effort.Done(ctx) || !r.about(ctx, r.open) {
			return
		}
	}
}

// singly runs the engine on each open property by itself; after the first round, on those whose
// last run a limit ended, since the others' engines gave up for reasons that more time does not mend.
func (r *run) singly(round int) {
	todo := slices.Clone(r.open)
	if round > 0 {
		todo = slices.DeleteFunc(todo, func(q *property) bool { return q.why == nil })
	}
	for i, q := range todo {
		if r.over() {
			return
		}
		ctx, stop := r.share(1, len(todo)-i, cmp.Or(r.opt.Work, jointWork)/singlePart<<round)
		r.about(ctx, []*property{q})
		stop()
	}
}

// share is a context with a part of the budget, or of so much work; after a failure with no more
// than its part of what may still be done there.
func (r *run) share(parts, of int, work int64) (context.Context, context.CancelFunc) {
	if r.opt.Share == nil {
		return effort.Limit(r.ctx, min(work, r.left(parts, of)))
	}
	ctx, stop := r.opt.Share(r.ctx, parts, of)
	if len(r.failures) == 0 {
		return ctx, stop
	}
	ctx, end := effort.Limit(ctx, r.left(parts, of))
	return ctx, func() { end(); stop() }
}

// left is a part of the work that may still be done.
func (r *run) left(parts, of int) int64 {
	if len(r.failures) == 0 {
		return math.MaxInt64
	}
	return max(0, r.meter.Left()) / int64(of) * int64(parts)
}

// about runs the engine on some of the open properties, and reports whether that has decided any.
func (r *run) about(ctx context.Context, some []*property) (decided bool) {
	asked := map[int]bool{}
	for _, q := range some {
		for _, l := range q.at {
			asked[l.ID] = true
		}
	}
	view := r.p.Asking(func(l *cfa.Loc) bool { return asked[l.ID] || l.Error.Unsupported })
	o := r.opt.Engine
	o.Confirm, o.Parts = r.opt.Prover.Of(view), len(some) > 1
	if e, ok := o.Engine.(refine.Parallel); ok && len(r.failures) > 0 && r.opt.Share == nil {
		// Which limit of work ends the run first must not depend on what runs at the same time.
		o.Engine = e.Sequential()
	}
	if n := len(r.outs); n > 0 {
		o.Observe = nil // one run is shown
		if len(r.outs[n-1].Precision) > 0 {
			o.Start = precision.Texts(r.outs[n-1].Precision)
		}
	}
	out := refine.Run(ctx, view, o)
	r.outs = append(r.outs, out)
	r.limited = r.limited || out.Stopped != nil
	switch {
	case out.Verdict == refine.Unsafe:
		return r.failed(out, view, some)
	case out.Claimed():
		open := map[int]bool{}
		for _, l := range out.Open {
			open[l.ID] = true
		}
		for _, l := range view.Errors {
			if !open[l.ID] {
				r.proved = append(r.proved, r.p.Locs[l.ID])
			}
		}
		if p := certify.Of(out); p != nil {
			r.proofs = append(r.proofs, p)
		}
		for _, q := range slices.Clone(some) {
			if !slices.ContainsFunc(q.at, func(l *cfa.Loc) bool { return open[l.ID] }) {
				r.close(q)
				decided = true
			} else {
				q.reason, q.why = out.Reason, out.Stopped
			}
		}
		return decided
	}
	r.unmodelled = out.Replay != nil && out.Replay.Error != nil && out.Replay.Error.Unsupported
	for _, q := range some {
		q.reason, q.why = out.Reason, out.Stopped
	}
	return false
}

// close takes a property out: it is decided.
func (r *run) close(q *property) {
	r.open = slices.DeleteFunc(r.open, func(o *property) bool { return o == q })
}

// failed takes out a property that a run of the view violates. The run is made again in the program
// itself, which has the same locations: there, too, it meets no other error before.
func (r *run) failed(out *refine.Outcome, view *cfa.Program, some []*property) bool {
	if out.Replay == nil || out.Replay.Loc == nil {
		return false
	}
	at := r.p.Locs[out.Replay.Loc.ID]
	k := slices.IndexFunc(some, func(q *property) bool { return slices.Contains(q.at, at) })
	if k < 0 {
		return false
	}
	q := some[k]
	if view != r.p {
		how := interp.Options{Trace: true}
		if !out.Replay.Untraced {
			how.Follow = view.PathIn(r.p, out.Path)
		}
		o := interp.Run(r.ctx, r.p, interp.Recorded(out.Replay.Inputs), how)
		if !testrun.IsBug(o) || o.Loc != at {
			q.reason = reason.New(reason.Unproved, "the run that violates it could not be made again")
			return false
		}
		own := *out
		own.Path, own.Replay = o.Path, o
		out = &own
	}
	r.failures = append(r.failures, &failure{q, out})
	r.close(q)
	if len(r.failures) == 1 {
		// People wait for the failure. What comes after it may take as long as it took itself.
		r.meter.Allow(max(r.opt.behind(), r.meter.Used()))
	}
	return true
}

// behind is how much work may be done after a failure, at least.
func (o *Options) behind() int64 { return cmp.Or(o.Behind, behindWork) }
