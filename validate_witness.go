package whet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/witness"
)

// ValidateWitness finds out whether a witness is right. A violation is when a run of the program
// that follows it reaches an error; then the verdict is Unsafe, with that run. A witness of
// correctness is when its invariants and contracts hold and no error is reached, which is verified
// with the engine that the options name; then the verdict is Safe. Else it is Unknown, and the
// reason says why: also where the witness says something that is not understood, or something of
// places that the program does not have. The options, or their defaults, say what is asked, as for
// Verify: a witness for another data model or entry is a *QuestionError. An error also means that
// the source cannot be read. What is doubtful about the witness without being in the way, as that it
// was made for another text of the program, is a warning of the result.
func ValidateWitness(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
	return validateWitness(ctx, src, w, o, false)
}

// ValidateWitnessStrictly is ValidateWitness where what is doubtful is an error.
func ValidateWitnessStrictly(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
	return validateWitness(ctx, src, w, o, true)
}

func validateWitness(ctx context.Context, src Source, w *witness.Witness, o Options, strict bool) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if len(o.Contracts) > 0 {
		return nil, errors.New("a witness is of a whole program, with the bodies of its functions: leave --contracts out")
	}
	in, err := open(src, o)
	if err != nil {
		return nil, err
	}
	doubts, undecided, err := witnessAnswers(&w.Task, in.options.Model, cmp.Or(in.options.Entry, "main"), in.asked)
	if err != nil {
		return nil, err
	}
	unit, err := in.load()
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for i := range in.units {
		s := &in.units[i]
		s.Text = unit.Files[s.Path]
		texts = append(texts, s.Text)
	}
	if why := w.OtherText(texts...); why != "" {
		doubts = append(doubts, "the witness may not be about this program: "+why)
	}
	if strict && len(doubts) > 0 {
		return nil, &lang.Errors{List: []lang.Diagnostic{{Pos: lang.Pos{File: in.shown}, Msg: doubts[0], Hint: "leave --strict out to see whether it fits"}}}
	}
	var r *Result
	switch {
	case undecided != "":
		r = in.notValidated(undecided)
	case len(w.Open) > 0:
		r = in.notValidated(w.Open[0].Error())
		for _, e := range w.Open[1:min(len(w.Open), 10)] {
			doubts = append(doubts, e.Error())
		}
	case w.Violation:
		r, err = followWitness(ctx, src, w, o)
	case w.Empty():
		r = in.notValidated("the witness has no content: it validates nothing")
		doubts = append(doubts, "whether the program is safe is found out without it, by: whet verify")
	default:
		r, err = in.holds(ctx, w, o)
	}
	if r != nil {
		r.Warnings = append(r.Warnings, doubts...)
	}
	return r, err
}

// notValidated is the result where a witness is not looked at further.
func (in *input) notValidated(why string) *Result {
	r := report.New(in.task(), nil, nil)
	r.Version, r.Cause, r.Reason = Version(), report.Gave, why
	return (*Result)(r)
}

// holds verifies the program with what the witness says as checks.
func (in *input) holds(ctx context.Context, w *witness.Witness, o Options) (*Result, error) {
	began := time.Now()
	ctx, budget := begin(ctx, o)
	defer budget.end()
	parts, err := w.Split(in.units)
	if err != nil {
		return in.notValidated(err.Error()), nil
	}
	var said []witness.Said
	for i := range in.units {
		s := &in.units[i]
		if s.Text, said, err = parts[i].Instrument(s.Path, s.Text, said); err != nil {
			return in.notValidated(err.Error()), nil
		}
	}
	unit, err := in.load()
	if err != nil { // the program itself has none
		return in.notValidated("what the witness says is not C where it says it: " + err.Error()), nil
	}
	k, why, hazards, ok := witness.Misplaced(unit, said)
	if !ok {
		return in.notValidated(said[k].Error(why).Error()), nil
	}
	checks := in.asked.EffectiveChecks()
	for _, c := range hazards.Checks {
		if !slices.Contains(checks, c) {
			checks = append(checks, c)
		}
	}
	in.asked.Checks = checks
	r, err := guarded(o, func() (*Result, error) {
		set := in.asked.settings()
		set.engine.Inductive = true
		r := &run{o: in.asked, set: set, task: in.task(), unit: unit, began: began, budget: budget}
		if err := r.lower(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return r.finish(ctx, nil), nil
		}
		return r.decide(ctx)
	})
	if r != nil && r.Verdict == Safe && len(hazards.At) > 0 {
		// What a pointer from outside leads to is taken to be there; that is for what the program does.
		for _, g := range r.Notes {
			for i := range g.Count {
				if i < len(g.Notes) && !slices.ContainsFunc(hazards.At, func(p lang.Pos) bool { return p.File == g.Notes[i].Pos.File && p.Line == g.Notes[i].Pos.Line }) {
					continue
				}
				at := hazards.At[0]
				return in.notValidated(fmt.Sprintf("what the witness says at %s:%d may have no meaning, since it is not modelled exactly: %s", at.File, at.Line, g.What)), nil
			}
		}
	}
	if r != nil && r.Verdict == Unsafe {
		// Of the program with checks; as a counterexample it would confuse.
		what := "an error is reached: " + report.Headline(r.Report()) + ","
		if r.Property.Kind == "__VERIFIER_error" {
			what = "an invariant does not hold"
		}
		r.Verdict, r.Cause = Unknown, report.Gave
		r.Reason = fmt.Sprintf("the witness is wrong: %s at %s:%d", what, r.Property.Pos.File, r.Property.Pos.Line)
	}
	return r, err
}

// followWitness runs the program along a violation.
func followWitness(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
	began := time.Now()
	ctx, budget := begin(ctx, o)
	defer budget.end()
	p, err := Lower(src, o)
	if err != nil {
		return nil, err
	}
	out := w.Follow(ctx, p)
	in, err := open(src, o)
	if err != nil {
		return nil, err
	}
	task := in.task()
	task.Entry, task.Engine, task.Expected = p.Unit.Entry.Name, "witness", ""
	r := report.New(task, p, out)
	r.Version = Version()
	if at, ok := w.Target(); ok && r.Verdict == Unsafe && !stands(at, r) {
		r = report.New(task, p, &refine.Outcome{Reason: fmt.Sprintf("a run reaches an error at %s:%d, which is not the target (line %d)", r.Property.Pos.File, r.Property.Pos.Line, at.Line)})
		r.Version = Version()
	}
	if r.Verdict == Unknown {
		r.Cause = report.Gave
		if cause, text := report.Why(context.Cause(ctx)); cause != "" {
			r.Cause, r.Reason = cause, text
		}
	}
	r.Timings = &report.Timings{Total: report.Seconds(time.Since(began))}
	return (*Result)(r), nil
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
