package whet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/witness"
)

// ValidateWitness finds out whether a witness is right. A violation is when a run of the program
// that follows it reaches an error; then the verdict is Unsafe, with that run. A witness of
// correctness is when its invariants hold and no error is reached, which is verified with the
// engine that the options name; then the verdict is Safe. Else it is Unknown, and the reason says
// why. The options, or their defaults, say what is asked, as for Verify: a witness for another data
// model or entry is a *QuestionError. An error also means that the source or the witness cannot be
// read, or that the witness is about another program or property.
func ValidateWitness(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
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
	if err := witnessAnswers(&w.Task, in.options.Model, cmp.Or(in.options.Entry, "main"), in.asked); err != nil {
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
	if why := w.Mismatch(in.options.Model, texts...); why != "" {
		return nil, &lang.Errors{List: []lang.Diagnostic{{Pos: lang.Pos{File: in.shown}, Msg: "the witness is not about this program: " + why}}}
	}
	if w.Violation {
		return followWitness(ctx, src, w, o)
	}
	parts, err := w.Split(in.units)
	if err != nil {
		return nil, err
	}
	for i := range in.units {
		s := &in.units[i]
		if s.Text, err = parts[i].Instrument(s.Path, s.Text); err != nil {
			return nil, err
		}
	}
	o.DataModel = in.options.Model.String()
	r, err := Verify(ctx, Source{read: in.units}, o)
	if r != nil && r.Verdict == Unsafe {
		// Of the program with checks; as a counterexample it would confuse.
		what := "an error is reached"
		if r.Property != nil && r.Property.Kind == "__VERIFIER_error" {
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
	if r.Verdict == Unknown {
		r.Cause = report.Gave
		if cause, text := report.Why(context.Cause(ctx)); cause != "" {
			r.Cause, r.Reason = cause, text
		}
	}
	r.Timings = &report.Timings{Total: report.Seconds(time.Since(began))}
	return (*Result)(r), nil
}
