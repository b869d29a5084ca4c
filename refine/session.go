// Sessions: the steps that engines share.

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

// Run runs an engine over a program that Finish has completed. It never fails: what prevents a verdict is the Reason
// of Unknown.
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
	// An engine may have observed the end of the context anywhere, and may have given its own reason.
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
	MaxPath = 2_000_000 // the greatest number of steps of an error path
	// the number of undecided paths to one error location after which further ones are ignored
	MaxTries = 60
)

// Undecidable returns the reason why a path is left open, made from the reason why it could not be decided.
func Undecidable(why reason.Reason) reason.Reason { return why.After(undecidable) }

const undecidable = "could not be decided: "

// What undoes Undecidable: it returns the text of the reason why a path could not be decided.
func What(why reason.Reason) string { return strings.TrimPrefix(why.Text, undecidable) }

// NewSession starts a run: it slices the program, and prepares test runs.
func NewSession(ctx context.Context, p *cfa.Program, opt Options) *Session {
	b := &Session{began: time.Now(), Ctx: ctx, Program: p, Options: opt, Tries: map[*cfa.Loc]int{}}
	b.Slice, _ = p.Slice()
	b.tests = testrun.New(ctx, p, b.Slice, func(in interp.Inputs) bool {
		b.Replay(in, nil)
		return b.Outcome.Verdict == Unsafe
	})
	return b
}

// Progress reports the progress of the run.
func (r *Session) Progress(phase string, states, frontier int) {
	if r.Options.Progress != nil {
		r.Options.Progress(Progress{
			Engine: r.Options.Engine.Name(), Phase: phase, Refinements: r.Outcome.Stats.Refinements,
			States: states, Frontier: frontier, Elapsed: time.Since(r.began), Memory: machine.Heap(),
		})
	}
}

// Test makes the test runs that are due when the engine has computed the given number of successors (posts). It
// reports whether a run found a bug.
func (r *Session) Test(posts int) bool { return !r.Options.NoTests && r.tests.Random(posts) }

// Direct makes the directed test runs that are due when the engine has computed the given number of successors
// (posts). It reports whether a run found a bug.
func (r *Session) Direct(posts int) bool { return r.tests.Directed(posts) }

// Search turns the given number of branches in directed test runs, and reports whether one found a bug.
func (r *Session) Search(branches int) bool { return r.tests.Search(branches) }

// Long looks for bugs after very many rounds of a loop, and reports whether a run found one: see [testrun.Tester.Long].
func (r *Session) Long(branches int) bool { return r.tests.Long(branches) }

// ConfirmProof calls Options.Confirm for the proof of a safe outcome. If the proof is not accepted, the outcome
// becomes Unknown.
func (r *Session) ConfirmProof() {
	if r.Outcome.Verdict == Safe && r.Options.Confirm != nil {
		if why := r.Options.Confirm(r.Ctx, &r.Outcome); why.Given() {
			r.Outcome.Verdict, r.Outcome.Reason = Unknown, why
		}
	}
}

// Replay runs the program on inputs, along a path if one is given. If the run is a bug, it sets the verdict.
func (r *Session) Replay(in interp.Inputs, path cfa.Path) *interp.Outcome {
	r.Outcome.Stats.Replays++
	o := interp.Run(r.Ctx, r.Program, in, interp.Options{Trace: true, Follow: path})
	if testrun.IsBug(o) {
		r.Outcome.Verdict, r.Outcome.Path, r.Outcome.Replay = Unsafe, o.Path, o
	}
	return o
}

// Confirm replays inputs that should take the path to an error. If the run reaches the error, Confirm sets the
// verdict. Otherwise why says what the run does instead, with a place if there is one.
func (r *Session) Confirm(in interp.Inputs, path cfa.Path) (why reason.Reason) {
	o := r.Replay(in, path)
	switch {
	case r.Outcome.Verdict == Unsafe:
		return reason.Reason{}
	case o.Kind == interp.ErrorFound && !o.Error.IsBug():
		r.unmodelled = o
		return reason.New(reason.Unsupported, o.Error.Open())
	case o.Kind == interp.ErrorFound:
		return reason.New(reason.Inexact, "it depends on values that the program model does not know exactly")
	}
	// This happens if the derivation of the inputs leaves something open.
	return reason.Newf(reason.Undecided, "inputs that seemed to lead there do not (%v: %s)", o.Kind, o.Reason).At(o.Pos)
}

// Decide decides a path of the slice to an error, exactly as the machine computes, and replays the inputs that take
// it. If the run reaches the error, Decide sets the verdict. Otherwise why is the reason why there is no verdict,
// with a place if there is one. stop says that the budget is used up; then the outcome's reason is set.
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

// Concretise does what Decide does, and reports a bug to the observer. over says that the path is a bug or that the
// budget is used up.
func (r *Session) Concretise(path cfa.Path, it *Iteration) (why reason.Reason, over bool) {
	why, over = r.Decide(path)
	if r.Outcome.Verdict == Unsafe {
		r.Observe(it, func(it *Iteration) { it.Feasible = true })
		over = true
	}
	return why, over
}

// Check decides a path of the slice. full is the corresponding path of the program. res is nil if the budget is used
// up; then the outcome's reason is set.
func (r *Session) Check(path cfa.Path) (res *feasible.Result, full cfa.Path) {
	// The slice has dropped operations that decide no branch, but can be undefined. The path full has them again.
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

// Stop sets the reason of a run that ends without a verdict: the reason of the context's end if it has ended, else
// why.
func (r *Session) Stop(why reason.Reason) { r.Outcome.Reason = reason.Ended(r.Ctx).Or(why) }

// Share passes invariants of loop heads of the program to other engines.
func (r *Session) Share(heads []invariants.Invariant) {
	if r.Options.Exchange != nil {
		r.Options.Exchange.Prove(heads)
	}
}

// Shared returns the invariants of loop heads of the program from other engines.
func (r *Session) Shared() []invariants.Invariant {
	if r.Options.Exchange == nil {
		return nil
	}
	return r.Options.Exchange.Proved()
}

// LeaveOpen records that a path to an error location could not be decided. The text of the reason continues a
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

// Vocabulary returns a vocabulary that makes precision elements of the slice, for engines without their own terms.
func (r *Session) Vocabulary() *precision.Vocabulary {
	if r.vocabulary == nil {
		r.vocabulary = precision.New(r.Slice, nil)
	}
	return r.vocabulary
}

// Start returns the initial precision of the run, restricted to what exists in the slice. If it cannot be read, Start
// returns nil: an initial precision makes a run shorter, but no verdict depends on it.
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

// Conclude completes the outcome at the end of a run. It adds the approximations. If the verdict is Unknown and a run
// has reached something that the program model does not cover, it adds that run, too.
func (r *Session) Conclude() {
	r.Outcome.Approximations = r.Approximations.notes()
	if r.Outcome.Verdict == Unknown && r.unmodelled != nil {
		// This is not a bug, but the reader may want to see the path.
		r.Outcome.Replay, r.Outcome.Path = r.unmodelled, r.unmodelled.Path
	}
}

// Cover records the coverage of an explorer's graph, which replaces any earlier one.
func (r *Session) Cover(g *mc.Graph) {
	c := &Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs))}
	for _, n := range g.Nodes {
		if !n.Gone {
			c.States[n.Loc.ID]++
		}
	}
	r.Outcome.Coverage = c
}
