// The runs that decide the properties.

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
	"github.com/whet-mc/whet/refine/exhaustive"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/testrun"
)

// Options configure how properties are decided.
type Options struct {
	Engine refine.Options // the options of each run; Run sets Confirm and Parts itself
	Prover *certify.Prover
	First  bool // if true, a failing property ends the run
	// Only selects the requested properties; nil means all. The other properties stay open: nothing is claimed about
	// them. So the verdict is Unknown unless a requested property fails.
	Only func(cfa.Property) bool
	// Share returns a context that ends when the fraction parts/of of the remaining time budget is used up. Share is
	// nil if there is no time budget.
	Share func(ctx context.Context, parts, of int) (context.Context, context.CancelFunc)
	// Work limits the joint runs of the first round if there is no time budget, in units of package effort; 0 means
	// jointWork.
	Work int64
	// Behind is the least limit of the work after a failure; 0 means behindWork.
	Behind int64
	// Surveyed has the result of a complete survey, or is nil.
	Surveyed exhaustive.Surveyed
	// Known has the properties that are already decided, or is nil.
	Known *Known
	// SoFar, if not nil, is called before the first run if anything is open or settled then, and whenever a run has decided something: see option.Options.
	SoFar func(outcome func() *refine.Outcome)
}

const (
	jointWork  = 3_000_000 // about ten seconds
	singlePart = 5         // the limit for a single property is the limit for joint runs divided by singlePart
	behindWork = 1_500_000 // about five seconds
)

// notAsked is the reason for a property that Options.Only excludes.
var notAsked = reason.New(reason.Unasked, "it was not asked for")

// Behind is the reason for a property that is open after a failure although time was left.
const Behind = "another property fails, and no more work was done for this one; mend that first"

// errBehind is the cause with which the context ends when the limit of the work after a failure is reached.
var errBehind = errors.New(Behind)

// Run decides the properties of a program that Finish has completed. The outcome's verdict is the worst of all
// properties. Its other fields come from the first property that fails, by place, or from a run that left a property
// open, or else from the run that proved most.
func Run(ctx context.Context, p *cfa.Program, opt Options) *refine.Outcome {
	r := &run{p: p, opt: opt, open: propertiesOf(p)}
	// The results of a run may be used later, in the context of the run. So the context is not cancelled when Run ends.
	own, stop := context.WithCancelCause(ctx)
	r.ctx, r.meter = effort.New(own, math.MaxInt64, func(*effort.Meter) { stop(errBehind) })
	r.settle()
	r.recall()
	r.leaveOut()
	r.tell()
	r.surveyed()
	r.campaign()
	if len(r.open) == 1 {
		r.long()
	}
	if len(r.open) <= 1 && len(r.failures) == 0 && len(r.unasked) == 0 && len(r.settled) == 0 && len(r.outs) == 0 && r.opt.Known == nil {
		o := opt.Engine
		o.Confirm = opt.Prover.Confirm
		return refine.Run(ctx, r.p, o)
	}
	for round := 0; ; round++ {
		r.limited = false
		r.jointly(round)
		if round == 0 {
			r.long()
		}
		r.singly(round)
		if len(r.open) == 0 || r.over() || !r.limited {
			break
		}
	}
	r.settledToo()
	return r.conclude()
}

// tell calls Options.SoFar. The outcome is computed only when it is asked for, from copies of what changes in the run.
func (r *run) tell() {
	if r.opt.SoFar == nil || len(r.open)+len(r.settled) == 0 {
		return // an engine has yet to show that no run reaches what the program model does not cover
	}
	now := *r
	now.open, now.failures = slices.Clone(r.open), slices.Clone(r.failures)
	now.proved, now.proofs, now.outs = slices.Clone(r.proved), slices.Clone(r.proofs), slices.Clone(r.outs)
	for i, q := range now.open {
		own := *q
		now.open[i] = &own
	}
	r.opt.SoFar(func() *refine.Outcome {
		if now.uncovered() {
			now.reopen()
		}
		return now.conclude()
	})
}

// run is the state of a call of Run.
type run struct {
	ctx   context.Context
	meter *effort.Meter // of ctx
	p     *cfa.Program
	opt   Options

	open     []*property
	failures []*failure
	early    int         // failures without very many rounds of a loop (long.go)
	settled  []*property // proved beforehand: see settled.go
	unasked  []*property // excluded by Options.Only
	proved   []*cfa.Loc  // error locations that no run reaches
	proofs   []*certify.Proof
	outs     []*refine.Outcome // of all runs, in order

	recalled int // number of properties decided by Options.Known

	limited    bool // a run of this round reached a limit of its time or work
	unmodelled bool // a run reached something that the program model does not cover, so nothing can be proved
}

// property is a property as users see it.
type property struct {
	cfa.Property
	at     []*cfa.Loc    // its error locations
	reason reason.Reason // why it is open
	why    error         // why the last run about it ended early
}

// failure is a property that fails, with the outcome of the run that showed it.
type failure struct {
	*property
	out *refine.Outcome
}

// leaveOut removes the open properties that were not requested.
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

// propertiesOf returns the properties of a program, ordered by place.
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

// over reports whether no more engine runs are to be made.
func (r *run) over() bool {
	return effort.Done(r.ctx) || r.unmodelled || r.opt.First && len(r.failures) > 0
}

// jointly runs the engine on all open properties together, as long as each run decides some of them.
func (r *run) jointly(round int) {
	work := cmp.Or(r.opt.Work, jointWork) << round
	ctx, stop := r.share(1, 2, work)
	defer func() { stop() }()
	for failed := false; len(r.open) > 1 && !r.over(); {
		if !failed && r.early > 0 {
			// After the first failure the share is two thirds of what is left, since one run for all properties is the
			// cheapest way to decide them.
			failed = true
			stop()
			ctx, stop = r.share(2, 3, work)
		}
		if effort.Done(ctx) || !r.about(ctx, r.open) {
			return
		}
		r.tell()
	}
}

// singly runs the engine on each open property alone. After the first round it skips a property if no limit ended the
// last run for it, since more time would not help.
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
		if r.about(ctx, []*property{q}) {
			r.tell()
		}
		stop()
	}
}

// share returns a context that is limited to the fraction parts/of of the remaining time budget or, without a time
// budget, to the given work. After a failure, it is also limited to the same fraction of the work that is left.
func (r *run) share(parts, of int, work int64) (context.Context, context.CancelFunc) {
	if r.opt.Share == nil {
		return effort.Limit(r.ctx, min(work, r.left(parts, of)))
	}
	ctx, stop := r.opt.Share(r.ctx, parts, of)
	if r.early == 0 {
		return ctx, stop
	}
	ctx, end := effort.Limit(ctx, r.left(parts, of))
	return ctx, func() { end(); stop() }
}

// left returns the fraction parts/of of the work that is left after a failure. Before a failure there is no limit.
func (r *run) left(parts, of int) int64 {
	if r.early == 0 {
		return math.MaxInt64
	}
	return max(0, r.meter.Left()) / int64(of) * int64(parts)
}

// about runs the engine on some of the open properties, and reports whether the run has decided any of them.
func (r *run) about(ctx context.Context, some []*property) (decided bool) {
	return r.aboutBy(ctx, r.opt.Engine, some)
}

// aboutBy is about for the engine of the options o.
func (r *run) aboutBy(ctx context.Context, o refine.Options, some []*property) (decided bool) {
	asked := locsOf(some)
	view := r.p.Asking(func(l *cfa.Loc) bool { return asked[l.ID] || l.Error.Unsupported && !r.isSettled(l) })
	o.Confirm, o.Parts = r.opt.Prover.Of(view), len(some) > 1
	if e, ok := o.Engine.(refine.Parallel); ok && r.early > 0 && r.opt.Share == nil {
		// Which limit of work ends the run first must not depend on concurrency.
		o.Engine = e.Sequential()
	}
	if n := len(r.outs); n > 0 {
		o.Observe = nil // only the first run is reported
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

// locsOf returns the IDs of the error locations of some properties.
func locsOf(some []*property) map[int]bool {
	ids := map[int]bool{}
	for _, q := range some {
		for _, l := range q.at {
			ids[l.ID] = true
		}
	}
	return ids
}

// close removes the property q from the open ones.
func (r *run) close(q *property) {
	r.open = slices.DeleteFunc(r.open, func(o *property) bool { return o == q })
}

// failed is violated for a run of an engine. The first failure limits the work after it.
func (r *run) failed(out *refine.Outcome, view *cfa.Program, some []*property) bool {
	before := r.early
	is := r.violated(out, view, some)
	if before == 0 && r.early > 0 {
		// Users wait for the failure. The work after it is limited to as much as was used before.
		r.meter.Allow(max(r.opt.behind(), r.meter.Used()))
	}
	return is
}

// violated removes from the open properties the one that the run in out violates, and reports whether it did. The run is a
// run of the view. It is repeated in the program itself, which has the same locations. There, too, it has to reach this
// error, and not another error first.
func (r *run) violated(out *refine.Outcome, view *cfa.Program, some []*property) bool {
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
	if out.Replay.Rounds().Times > 0 {
		return true // users do not wait for a failure after billions of rounds
	}
	r.early++
	return true
}

// behind returns the least limit of the work after a failure.
func (o *Options) behind() int64 { return cmp.Or(o.Behind, behindWork) }
