package refine

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/testrun"
)

// Run runs an engine over a program that Finish has completed. It never fails: what keeps it from a
// verdict is the Reason of Unknown.
func Run(ctx context.Context, p *cfa.Program, opt Options) *Outcome {
	s := NewSession(ctx, p, opt)
	opt.Engine.Run(s)
	s.Conclude()
	asked, ok := opt.Engine.(Confirming)
	if s.Outcome.Claimed() && opt.Confirm != nil && !(ok && asked.Confirms()) {
		if why := opt.Confirm(ctx, &s.Outcome); why.Given() {
			s.Outcome.Verdict, s.Outcome.Reason, s.Outcome.Open = Unknown, why, nil
		}
	}
	// An engine may have met the end of the context anywhere, and have put it in words of its own.
	if s.Outcome.Stopped = nil; s.Outcome.Verdict == Unknown && effort.Done(ctx) {
		s.Outcome.Stopped = context.Cause(ctx)
		s.Outcome.Reason = s.Outcome.Reason.Or(reason.From(s.Outcome.Stopped))
	}
	if s.Outcome.Verdict == Unknown {
		s.Outcome.Reason = s.Outcome.Reason.Or(reason.New(reason.Incomplete, "")).By(opt.Engine.Name())
	}
	return &s.Outcome
}

const (
	MaxPath = 2_000_000 // steps of an error path
	// undecided paths to one error location, before its other ones are left alone
	MaxTries = 60
)

// Undecidable makes a reason for which a path is left open of what is in the way of deciding it.
func Undecidable(why reason.Reason) reason.Reason { return why.After(undecidable) }

const undecidable = "could not be decided: "

// What returns what is in the way of deciding a path, of a reason for which it is left open.
func What(why reason.Reason) string { return strings.TrimPrefix(why.Text, undecidable) }

// NewSession begins a run, which has sliced the program and tested nothing.
func NewSession(ctx context.Context, p *cfa.Program, opt Options) *Session {
	b := &Session{began: time.Now(), Ctx: ctx, Program: p, Options: opt, Tries: map[*cfa.Loc]int{}}
	b.Slice, _ = p.Slice()
	b.tests = testrun.New(ctx, p, b.Slice, func(in interp.Inputs) bool {
		b.Replay(in, nil)
		return b.Outcome.Verdict == Unsafe
	})
	return b
}

// Progress says how far the run has come.
func (r *Session) Progress(phase string, states, frontier int) {
	if r.Options.Progress != nil {
		r.Options.Progress(Progress{
			Engine: r.Options.Engine.Name(), Phase: phase, Refinements: r.Outcome.Stats.Refinements,
			States: states, Frontier: frontier, Elapsed: time.Since(r.began), Memory: machine.Heap(),
		})
	}
}

// Test makes the test runs that are due after so many successors, and reports whether one found a
// bug.
func (r *Session) Test(posts int) bool { return !r.Options.NoTests && r.tests.Random(posts) }

// Direct makes the directed test runs that are due after so many successors, and reports whether
// one found a bug.
func (r *Session) Direct(posts int) bool { return r.tests.Directed(posts) }

// Search makes so many directed test runs, and reports whether one found a bug.
func (r *Session) Search(branches int) bool { return r.tests.Search(branches) }

// ConfirmProof asks Options.Confirm of the proof of a safe outcome, which becomes Unknown where the proof
// is not accepted.
func (r *Session) ConfirmProof() {
	if r.Outcome.Verdict == Safe && r.Options.Confirm != nil {
		if why := r.Options.Confirm(r.Ctx, &r.Outcome); why.Given() {
			r.Outcome.Verdict, r.Outcome.Reason = Unknown, why
		}
	}
}

// Replay runs the program on inputs, along a path if one is given. Where that is a bug, the verdict
// is set.
func (r *Session) Replay(in interp.Inputs, path cfa.Path) *interp.Outcome {
	r.Outcome.Stats.Replays++
	o := interp.Run(r.Ctx, r.Program, in, interp.Options{Trace: true, Follow: path})
	if testrun.IsBug(o) {
		r.Outcome.Verdict, r.Outcome.Path, r.Outcome.Replay = Unsafe, o.Path, o
	}
	return o
}

// Confirm replays inputs that should take the path to an error. Where they reach it, the verdict is
// set; else why says what they do instead, and where, if there is a place to show.
func (r *Session) Confirm(in interp.Inputs, path cfa.Path) (why reason.Reason) {
	o := r.Replay(in, path)
	switch {
	case r.Outcome.Verdict == Unsafe:
		return reason.Reason{}
	case o.Kind == interp.ErrorFound && o.Error.Unsupported:
		r.unmodelled = o
		return reason.New(reason.Unsupported, o.Error.Text+" is not supported")
	case o.Kind == interp.ErrorFound:
		return reason.New(reason.Inexact, "it depends on values that the program model does not know exactly")
	}
	// As it may be where what led to the inputs leaves something open.
	return reason.Newf(reason.Undecided, "inputs that seemed to lead there do not (%v: %s)", o.Kind, o.Reason).At(o.Pos)
}

// Decide checks a path of the slice to an error, exactly as the machine computes, and replays the
// inputs that take it. Where they reach the error, the verdict is set; else why says what is in the
// way, and where, if there is a place to show. Stop says that the budget is spent; then the
// reason is set.
func (r *Session) Decide(path cfa.Path) (why reason.Reason, stop bool) {
	res, full := r.Check(path)
	if res == nil {
		return r.Outcome.Reason, true
	}
	why = reason.New(reason.Undecided, res.Why).At(res.Pos)
	if res.Status == feasible.Feasible {
		why = r.Confirm(res.Inputs, full)
	}
	return why, false
}

// Concretise is Decide, and tells the observer where the path is a bug; over says so, or that the
// budget is spent.
func (r *Session) Concretise(path cfa.Path, it *Iteration) (why reason.Reason, over bool) {
	why, over = r.Decide(path)
	if r.Outcome.Verdict == Unsafe {
		r.Observe(it, func(it *Iteration) { it.Feasible = true })
		over = true
	}
	return why, over
}

// Check checks a path of the slice, as it is in the program, full; nil: the budget is spent, and
// the reason is set.
func (r *Session) Check(path cfa.Path) (res *feasible.Result, full cfa.Path) {
	// The slice has left out operations that decide no branch, but can be undefined: those count
	// now.
	full = r.Slice.PathIn(r.Program, path)
	if r.Options.Exchange != nil {
		res = r.Options.Exchange.Known(full)
	}
	if res == nil {
		var err error
		if res, err = feasible.Check(r.Ctx, r.Program, full); err != nil {
			r.Stop(reason.New(reason.Incomplete, err.Error()))
			return nil, full
		}
	}
	if r.Options.Exchange != nil {
		r.Options.Exchange.Note(full, res)
	}
	return res, full
}

// Stop sets the reason of a run that ends without a verdict: that of the context where it has
// ended, else why.
func (r *Session) Stop(why reason.Reason) { r.Outcome.Reason = reason.Ended(r.Ctx).Or(why) }

// Share tells other engines what holds at loop heads of the program.
func (r *Session) Share(heads []invariants.Invariant) {
	if r.Options.Exchange != nil {
		r.Options.Exchange.Prove(heads)
	}
}

// Shared is what other engines have found out about loop heads of the program.
func (r *Session) Shared() []invariants.Invariant {
	if r.Options.Exchange == nil {
		return nil
	}
	return r.Options.Exchange.Proved()
}

// LeaveOpen remembers that a path to an error location could not be decided. The text of the reason goes on a
// sentence that begins with the path.
func (r *Session) LeaveOpen(l *cfa.Loc, why reason.Reason) {
	r.Tries[l]++
	if r.Undecided.Given() {
		return
	}
	where := l.Pos
	if l.Error != nil && l.Error.Pos.Valid() {
		where = l.Error.Pos
	}
	r.Undecided = why.After(fmt.Sprintf("a path to %v ", where))
	if at := why.Place; at.Valid() && at != where {
		r.Undecided = r.Undecided.Before(fmt.Sprintf(" at %v", at))
	} else {
		r.Undecided.Place = where
	}
}

// Vocabulary makes the elements of precisions of the slice, for engines that have no terms of their
// own.
func (r *Session) Vocabulary() *precision.Vocabulary {
	if r.vocabulary == nil {
		r.vocabulary = precision.New(r.Slice, nil)
	}
	return r.vocabulary
}

// Start is the precision that the run begins with, as far as the slice has what it names.
// One that cannot be read is none: what is tracked from the start makes a run shorter, but no
// verdict rests on it.
func (r *Session) Start(v *precision.Vocabulary) []precision.Element {
	start, err := v.Read(r.Options.Start)
	if err != nil {
		return nil
	}
	return start
}

// Count adds an explorer's statistics.
func (r *Session) Count(x *mc.Explorer) {
	s, st := x.Stats(), &r.Outcome.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Pruned
	st.Activations += s.Activations
	st.SummaryHits += s.SummaryHits
	st.Posts += s.Posts
	r.Cover(x.Graph())
}

// Conclude is the end of every run.
func (r *Session) Conclude() {
	r.Outcome.Approximations = r.Approximations.notes()
	if r.Outcome.Verdict == Unknown && r.unmodelled != nil {
		// Not a bug, but the reader may want to see the way there.
		r.Outcome.Replay, r.Outcome.Path = r.unmodelled, r.unmodelled.Path
	}
}

// Cover notes an explorer's graph in place of what was noted before: the last exploration counts.
func (r *Session) Cover(g *mc.Graph) {
	c := &Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs))}
	for _, n := range g.Nodes {
		if !n.Gone {
			c.States[n.Loc.ID]++
		}
	}
	r.Outcome.Coverage = c
}
