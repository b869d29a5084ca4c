// This file makes a Result from a program and the outcome of its verification.

package report

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/report/words"
)

// New returns the result of a run. p is nil if the program could not be lowered in time; out is nil if the engine did
// not start.
func New(task Task, p *cfa.Program, out *refine.Outcome) *Result {
	return NewContext(context.Background(), task, p, out)
}

// NewContext does what New does, for a run whose time is limited: when ctx is done, the search for the steps of a
// counterexample that bear on the failure is cut short.
func NewContext(ctx context.Context, task Task, p *cfa.Program, out *refine.Outcome) *Result {
	r := &Result{Schema: Schema, Task: task, Verdict: Unknown, Program: p, Outcome: out}
	if r.Task.Checks == nil {
		r.Task.Checks = []string{}
	}
	if p != nil {
		r.Size = size(p)
		r.takeNotes(p.Notes)
		r.Checked = checked(p)
		r.Size.Properties = len(r.Checked)
		if p.Unit != nil {
			r.Files = p.Unit.Files
			if d := p.Unit.Driver; d != nil {
				r.Task.Inputs = d.Rules
			}
		}
	}
	if out == nil {
		return r
	}
	defer conclude(r)
	if p != nil && len(out.Approximations) > 0 {
		r.takeNotes(slices.Concat(p.Notes, out.Approximations))
	}
	r.Reason, r.Why = out.Reason.Text, out.Reason
	r.Stats = stats(out)
	r.Engines = attempts(out)
	r.Precision = scopes(out.Precision)
	switch out.Verdict {
	case refine.Unknown:
		unmodelled := out.Replay != nil && out.Replay.Error != nil && !out.Replay.Error.IsBug()
		if out.Stopped != nil {
			why := Why(out.Stopped).By(out.Reason.Engine)
			if unmodelled {
				e := out.Replay.Error
				why = why.Before("; " + e.Reached())
			}
			r.Because(why)
			break
		}
		if unmodelled {
			r.Cause = Unsupported
		}
	case refine.Safe:
		r.Verdict, r.Reason, r.Why = Safe, "", reason.Reason{}
	case refine.Unsafe:
		// A bug is only reported together with a run that reaches it.
		if out.Replay == nil || out.Replay.Error == nil {
			r.Because(reason.New(reason.Undecided, "an error path was found, but no run of the program that takes it"))
			break
		}
		if e := out.Replay.Error; !e.IsBug() {
			r.Because(reason.New(reason.Unsupported, e.Reached()).At(e.Pos))
			break
		}
		r.Verdict, r.Reason, r.Why = Unsafe, "", reason.Reason{}
		if out.Several == nil {
			r.show(failure(ctx, p, out))
			break
		}
		for _, f := range out.Several.Failures {
			r.Failures = append(r.Failures, failure(ctx, p, f))
		}
		r.show(r.Failures[0])
	}
	return r
}

// failure describes the failure that the run in out reaches.
func failure(ctx context.Context, p *cfa.Program, out *refine.Outcome) *Failure {
	f := &Failure{Property: trace.PropertyOf(out.Replay.Error), Stack: stack(p, out), Outcome: out, Run: words.Of(ctx, p, out)}
	f.Inputs = inputs(out, f.Run)
	f.Bears = trace.Bearing(ctx, p, out)
	f.Trace, f.Detail = trace.Fold(p, out, f.Run, f.Bears), trace.DetailOf(f.Run, f.Property, out.Replay)
	f.Heap = f.Run.HeapAtEnd()
	return f
}

// show fills the fields of r that describe one failure from f.
func (r *Result) show(f *Failure) {
	r.Property, r.Stack, r.Inputs, r.Trace, r.Detail, r.Heap, r.Bears, r.Run = f.Property, f.Stack, f.Inputs, f.Trace, f.Detail, f.Heap, f.Bears, f.Run
}

// OwnFailures returns the failures of an unsafe result, each with r as its Of; nil for other verdicts.
func (r *Result) OwnFailures() []*Failure {
	if r.Verdict != Unsafe {
		return nil
	}
	list := r.Failures
	if len(list) == 0 {
		list = []*Failure{{
			Property: r.Property, Stack: r.Stack, Inputs: r.Inputs, Trace: r.Trace, Detail: r.Detail, Heap: r.Heap,
			Outcome: r.Outcome, Bears: r.Bears, Run: r.Run,
		}}
	}
	var out []*Failure
	for _, f := range list {
		g := *f
		g.Of = r
		out = append(out, &g)
	}
	return out
}

// Each returns one result for each failure of an unsafe result, ordered by place: r as it would be if that failure
// were the first. A result with fewer than two failures yields only itself.
func (r *Result) Each() []*Result {
	if len(r.Failures) < 2 {
		return []*Result{r}
	}
	var list []*Result
	for _, f := range r.Failures {
		one := *r
		one.Failures = []*Failure{f}
		one.show(f)
		one.Stats.PathSteps = pathSteps(f.Outcome)
		of := r
		if f.Of != nil {
			of = f.Of
			one.Program, one.Task.Entry, one.Task.Inputs = of.Program, of.Task.Entry, of.Task.Inputs
		}
		own := *of.Outcome
		own.Path, own.Replay = f.Outcome.Path, f.Outcome.Replay
		one.Outcome = &own
		list = append(list, &one)
	}
	return list
}

func size(p *cfa.Program) Size {
	return Size{
		Procedures: len(p.Procs),
		Locations:  len(p.Locs),
		Edges:      len(p.Edges),
		Variables:  len(p.Vars),
		Arrays:     len(p.Arrays),
	}
}

func stats(out *refine.Outcome) Stats {
	s := Stats{
		Refinements:  out.Stats.Refinements,
		States:       out.Stats.States,
		Covered:      out.Stats.Covered,
		Pruned:       out.Stats.Pruned,
		Activations:  out.Stats.Activations,
		SummaryHits:  out.Stats.SummaryHits,
		Replays:      out.Stats.Replays,
		Runs:         out.Stats.Runs,
		Paths:        out.Stats.Paths,
		TrackedVars:  out.Stats.Vars,
		TrackedCells: out.Stats.Cells,
		Cells:        out.Stats.AllCells,
		PathSteps:    pathSteps(out),
	}
	if out.Graph != nil {
		seen := map[int]bool{}
		for _, a := range out.Graph.Activations {
			if a.Proc != nil {
				seen[a.Proc.ID] = true
			}
		}
		s.Procedures = len(seen)
	}
	return s
}

// pathSteps returns the number of steps of the counterexample, also of one that was too long to keep.
func pathSteps(out *refine.Outcome) int {
	if out.Replay != nil && out.Replay.Untraced {
		return out.Replay.Steps
	}
	return len(out.Path)
}

// maxStack bounds the number of listed frames. Of a deeper stack the innermost and the outermost frames are kept.
const maxStack = 40

// stack lists the functions that were running at the error, innermost first.
func stack(p *cfa.Program, out *refine.Outcome) []Frame {
	var list []Frame // outermost first; each has the name of the calling function and the place of the call
	for _, s := range out.Path {
		switch s.Kind {
		case cfa.Enter:
			list = append(list, Frame{s.Edge.From.Proc.Name, s.Edge.Pos})
		case cfa.Return:
			list = list[:max(0, len(list)-1)]
		}
	}
	if p.Start != nil && len(list) > 0 {
		list = list[1:] // the call of the entry function
	}
	e := out.Replay.Error
	fn := e.Func
	if out.Replay.Loc != nil {
		fn = out.Replay.Loc.Proc.Name
	}
	list = append(list, Frame{fn, e.Pos})
	slices.Reverse(list)
	if len(list) > maxStack {
		list = append(list[:maxStack/2:maxStack/2], list[len(list)-maxStack/2:]...)
	}
	return list
}

// scopes groups the tracked elements by scope; predicates form groups apart from the other elements.
func scopes(list []precision.Element) []Scope {
	var out []Scope
	for i, e := range list {
		if i == 0 || e.Scope != list[i-1].Scope || (e.Kind == precision.Predicate) != (list[i-1].Kind == precision.Predicate) {
			out = append(out, Scope{Func: e.Scope.Func(), Pos: e.Scope.Pos()})
		}
		s := &out[len(out)-1]
		s.What = append(s.What, e.Text())
	}
	return out
}
