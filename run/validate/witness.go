// Validation of witnesses.

package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/whet-mc/whet/internal/version"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
	"slices"
	"time"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/witness"
)

// Witness validates a witness, as whet.ValidateWitness describes. If strict is set, doubts about the witness are
// errors.
func Witness(ctx context.Context, src source.Source, w *witness.Witness, o option.Options, strict bool) (*report.Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if len(o.Contracts) > 0 {
		return nil, errors.New("a witness is of a whole program, with the bodies of its functions: leave --contracts out")
	}
	in, err := source.Open(src, o)
	if err != nil {
		return nil, err
	}
	doubts, undecided, err := witnessAnswers(&w.Task, in.Options.Model, cmp.Or(in.Options.Entry, "main"), in.Asked)
	if err != nil {
		return nil, err
	}
	unit, err := in.Load()
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for i := range in.Units {
		s := &in.Units[i]
		s.Text = unit.Files[s.Path]
		texts = append(texts, s.Text)
	}
	if why := w.OtherText(texts...); why != "" {
		doubts = append(doubts, "the witness may not be about this program: "+why)
	}
	if strict && len(doubts) > 0 {
		return nil, &lang.Errors{List: []lang.Diagnostic{{Pos: lang.Pos{File: in.Shown}, Msg: doubts[0], Hint: "leave --strict out to see whether it fits"}}}
	}
	var r *report.Result
	switch {
	case undecided != "":
		r = notValidated(in, undecided)
	case len(w.Open) > 0:
		r = notValidated(in, w.Open[0].Error())
		for _, e := range w.Open[1:min(len(w.Open), 10)] {
			doubts = append(doubts, e.Error())
		}
	case w.Violation:
		r, err = followWitness(ctx, src, w, o)
	case w.Empty():
		r = notValidated(in, "the witness has no content: it validates nothing")
		doubts = append(doubts, "whether the program is safe is found out without it, by: whet verify")
	default:
		r, err = holds(ctx, in, w, o)
	}
	if r != nil {
		r.Warnings = append(r.Warnings, doubts...)
	}
	return r, err
}

// notValidated returns the result for a witness that is not examined further.
func notValidated(in *source.Input, why string) *report.Result {
	r := report.New(in.Task(), nil, nil)
	r.Version = version.Version()
	r.Because(reason.New(reason.Claim, why))
	return r
}

// holds verifies the program with the claims of the witness as checks.
func holds(ctx context.Context, in *source.Input, w *witness.Witness, o option.Options) (*report.Result, error) {
	began := time.Now()
	ctx, budget := run.Begin(ctx, o)
	defer budget.End()
	parts, err := w.Split(in.Units)
	if err != nil {
		return notValidated(in, err.Error()), nil
	}
	var said []witness.Said
	for i := range in.Units {
		s := &in.Units[i]
		if s.Text, said, err = parts[i].Instrument(s.Path, s.Text, said); err != nil {
			return notValidated(in, err.Error()), nil
		}
	}
	unit, err := in.Load()
	if err != nil { // the program itself has no error
		return notValidated(in, "what the witness says is not C where it says it: "+err.Error()), nil
	}
	k, why, hazards, ok := witness.Misplaced(unit, said)
	if !ok {
		return notValidated(in, said[k].Error(why).Error()), nil
	}
	checks := in.Asked.EffectiveChecks()
	for _, c := range hazards.Checks {
		if !slices.Contains(checks, c) {
			checks = append(checks, c)
		}
	}
	in.Asked.Checks = checks
	r, err := run.Guarded(o, func() (*report.Result, error) {
		r := run.NewInductive(in, unit, began, budget)
		if err := r.Lower(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return r.Finish(ctx, nil), nil
		}
		return r.Decide(ctx)
	})
	if r != nil && r.Verdict == report.Safe && len(hazards.At) > 0 {
		// A pointer from outside is assumed to point to an object. This assumption is meant for accesses of the
		// program, not of the witness.
		for _, g := range r.Notes {
			for i := range g.Count {
				if i < len(g.Notes) && !slices.ContainsFunc(hazards.At, func(p lang.Pos) bool { return p.File == g.Notes[i].Pos.File && p.Line == g.Notes[i].Pos.Line }) {
					continue
				}
				at := hazards.At[0]
				return notValidated(in, fmt.Sprintf("what the witness says at %s:%d may have no meaning, since it is not modelled exactly: %s", at.File, at.Line, g.What)), nil
			}
		}
	}
	if r != nil && r.Verdict == report.Unsafe {
		// The bug is in the program with checks; as a counterexample it would be confusing.
		what := "an error is reached: " + report.Headline(r) + ","
		if r.Property.Kind == "__VERIFIER_error" {
			what = "an invariant does not hold"
		}
		at := r.Property.Pos
		r.Because(reason.Newf(reason.Claim, "the witness is wrong: %s at %s:%d", what, at.File, at.Line).At(at))
	}
	return r, err
}

// followWitness runs the program along a violation witness.
func followWitness(ctx context.Context, src source.Source, w *witness.Witness, o option.Options) (*report.Result, error) {
	began := time.Now()
	ctx, budget := run.Begin(ctx, o)
	defer budget.End()
	p, err := run.Lower(src, o)
	if err != nil {
		return nil, err
	}
	out := w.Follow(ctx, p)
	in, err := source.Open(src, o)
	if err != nil {
		return nil, err
	}
	task := in.Task()
	task.Entry, task.Engine, task.Expected = p.Unit.Entry.Name, "witness", ""
	r := report.New(task, p, out)
	r.Version = version.Version()
	if at, ok := w.Target(); ok && r.Verdict == report.Unsafe && !stands(at, r) {
		r = report.New(task, p, &refine.Outcome{Reason: reason.Newf(reason.Claim, "a run reaches an error at %s:%d, which is not the target (line %d)", r.Property.Pos.File, r.Property.Pos.Line, at.Line)})
		r.Version = version.Version()
	}
	if r.Verdict == report.Unknown {
		r.Cause = report.Gave
		if why := report.Why(context.Cause(ctx)); why.Given() {
			r.Because(why)
		}
	}
	r.Timings = &report.Timings{Total: report.Seconds(time.Since(began))}
	return r, nil
}

// stands reports whether a run reaches its error at a line, or in a function called there.
func stands(at lang.Pos, r *report.Result) bool {
	if at.Line == r.Property.Pos.Line {
		return true
	}
	for _, f := range r.Stack {
		if f.Pos.Line == at.Line {
			return true
		}
	}
	return false
}
