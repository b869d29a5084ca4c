package whet

import (
	"context"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/version"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/witness"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/run/evidence"
	"github.com/whet-mc/whet/run/modular"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
	"github.com/whet-mc/whet/run/validate"
)

// What a run is asked, and what it answers.
type (
	// Source says what to verify. Use File, Files or Text.
	Source = source.Source
	// Unit is a translation unit of a program.
	Unit = source.Unit
	// Bundle is a program with all the files that it consists of, and the options.
	Bundle = source.Bundle
	// Options say how to verify. The zero value asks for the default of everything.
	Options = option.Options
	// Progress is what a status line shows of a run.
	Progress = option.Progress
	// Result is what a run found out, as plain data.
	Result = report.Result
	// Verdict is one of Safe, Unsafe and Unknown.
	Verdict = report.Verdict
	// Cause says in one word why a verdict is Unknown: "time" or "memory" (a budget is used up),
	// "interrupted" (the context was cancelled), "unsupported" (the program states or needs something
	// that whet does not read), "incomplete" (the engine cannot decide the program).
	Cause = report.Cause
	// Reason says why a verdict is Unknown, as a value; its kinds are those of package reason.
	Reason = reason.Reason
	// Iteration is one round of a run, as plain data: what was kept of the program, an error path in
	// what is left, and its result; see package report/explain.
	Iteration = explain.Iteration
	// ExplainOptions say how much of a run is explained.
	ExplainOptions = explain.Options
	// Stopped is the cause of a context that ends for a reason which the result should give: a budget
	// that is used up is one. One who cancels the context of a run with it decides what the result
	// says.
	Stopped = report.Stopped
)

// The verdicts: no input makes the program reach an error; the inputs of the result make it;
// neither could be found out.
const (
	Safe    = report.Safe
	Unsafe  = report.Unsafe
	Unknown = report.Unknown
)

// The table of options.
type (
	// Option is a line of the table of options: its flag, help, values, and the engines that have it.
	Option = option.Option
	// Use is what an option is for.
	Use = option.Use
	// Choice is a value that an option can take.
	Choice = option.Choice
)

// The uses of options.
const (
	Reading = option.Reading // how the program is read
	Budgets = option.Budgets // when to give up
	Engines = option.Engines // how to verify
	Results = option.Results // what is kept and reported
)

// Errors.
type (
	// ValueError is the error for a value that an option cannot have.
	ValueError = option.ValueError
	// OptionError is the error for an option that the chosen engine does not have.
	OptionError = option.OptionError
	// QuestionError is the error for an answer that is not one to what was asked.
	QuestionError = validate.QuestionError
	// InternalError is the error of a run in which whet itself failed.
	InternalError = run.InternalError
)

// Unshown is the reason of a result whose evidence does not show what it claims.
const Unshown = evidence.Unshown

// Version is the version of this build: that of the release, or of the module where it was built as
// one, else of the sources with the revision that they were built from, where that is known.
func Version() string { return version.Version() }

// File is the program in a file, or the one that a task definition names.
func File(path string) Source { return source.File(path) }

// Files is the program that the files make up together. A task definition has to stand alone.
func Files(paths ...string) Source { return source.Files(paths...) }

// Text is a program held in memory; positions in it have the name.
func Text(name string, text []byte) Source { return source.Text(name, text) }

// OptionTable lists all options that have a flag, in the order of help.
func OptionTable() []Option { return option.Table() }

// Choices lists the values that an option can take, by the name of its flag, the default first;
// nil: any, or there is no such option. Options that take several values have no default: what is
// checked where nothing is said depends on the engine.
func Choices(name string) []Choice { return option.Choices(name) }

// OutOfTime says that a budget of CPU time is used up.
func OutOfTime(budget time.Duration) *Stopped { return run.OutOfTime(budget) }

// Verify decides whether a run of the program can reach an error. It returns an error where there
// is nothing to decide: the source cannot be read (*lang.Errors), an option has no such value
// (*ValueError), or the engine does not have it (*OptionError). Everything else, a budget that is
// used up included, is a Result.
func Verify(ctx context.Context, src Source, o Options) (*Result, error) {
	if len(o.Contracts) > 0 {
		return modular.Verify(ctx, src, o, nil)
	}
	return run.Verify(ctx, src, o, nil)
}

// Explain is Verify that tells how it came to its verdict: it calls each for every error path that
// was looked at, in order, as soon as that is done with, and at the end of a run that is safe.
// There may be no call at all: a bug that a test run finds before anything is explored needs none.
// The verdict is that of Verify. With Options.Contracts the iterations of all obligations are counted
// together, and each says which one it belongs to.
func Explain(ctx context.Context, src Source, o Options, how ExplainOptions, each func(*Iteration)) (*Result, error) {
	x := explain.New(how)
	observe := func(it *refine.Iteration) {
		if out := x.Add(it); out != nil {
			each(out)
		}
	}
	if len(o.Contracts) > 0 {
		return modular.Verify(ctx, src, o, func(name string) func(*refine.Iteration) {
			x.Begin(name)
			return observe
		})
	}
	return run.Verify(ctx, src, o, observe)
}

// Validate checks a certificate against a program, without any engine: the result is Safe if it
// proves that no run reaches an error, and otherwise Unknown with what is wrong. The options, or
// their defaults, say how the program is read, as for Verify; where the certificate says that it
// was made for something else, that is a *QuestionError. That the program is another one is an
// error, too, as is a source that cannot be read. Of the other options the budgets count.
func Validate(ctx context.Context, src Source, c *cert.Certificate, o Options) (*Result, error) {
	o.Engine = "" // whichever has made the proof: what is checked by default does not depend on it
	return run.Guarded(o, func() (*Result, error) {
		if len(o.Contracts) > 0 {
			return modular.Validate(ctx, src, c, o)
		}
		if err := validate.Modular(c); err != nil {
			return nil, err
		}
		return validate.Certificate(ctx, src, c, o)
	})
}

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
	return validate.Witness(ctx, src, w, o, false)
}

// ValidateWitnessStrictly is ValidateWitness where what is doubtful is an error.
func ValidateWitnessStrictly(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
	return validate.Witness(ctx, src, w, o, true)
}

// Evidence returns what the verdict of a result rests on, for Recall: the inputs of what fails, and the certificate
// of what holds. Where there is no verdict it is about the properties that have one. It is an error
// where there is none for a verdict.
func Evidence(r *Result) ([]byte, error) { return evidence.Of(r) }

// Recall is Verify for someone who was handed evidence by somebody that need not be believed. It
// reads the program itself, runs the inputs and checks the certificate, and starts no engine: where
// the evidence does not show it, the verdict is Unknown. What the evidence says besides counts for
// nothing, but is reported: what the engine did, and why there is no verdict. The check may take twice
// the time that an engine may.
//
// Several pieces of evidence, of runs that were asked for different properties, say, show together
// what each of them shows. What one that claims more does show counts, and nothing is said of it; where
// there is no other, the reason is Unshown. The time is for each piece. With Options.Only a piece has to be that of a run
// with the same.
func Recall(ctx context.Context, src Source, pieces [][]byte, o Options) (*Result, error) {
	return evidence.Recall(ctx, src, pieces, o)
}

// Open lists the properties of a program that are to be decided, by their numbers for Options.Only: those
// that do not hold by the program's form, nor were settled before any engine runs. Its errors are
// those of Verify.
func Open(src Source, o Options) ([]int, error) {
	p, err := Lower(src, o)
	if err != nil {
		return nil, err
	}
	return report.ToDecide(p), nil
}

// Lower reads a program and returns its control-flow automata, as Verify would explore them. Its
// errors are those of Verify.
func Lower(src Source, o Options) (*cfa.Program, error) { return run.Lower(src, o) }

// PointsTo reads a program and returns what its pointers may lead to, as the lowering sees it. Its
// errors are those of Verify.
func PointsTo(src Source, o Options) (*pointsto.Analysis, error) { return run.PointsTo(src, o) }

// Read reads a program and returns its typed syntax. It need not have its entry. Of a build
// (Source.Build) only the files that the source names are read, as the build compiles them. Its
// errors are those of Verify.
func Read(src Source, o Options) (*lang.Unit, error) { return run.Read(src, o) }

// Pack reads a program as Verify would, and returns it with the files that were read. Its errors are
// those of Verify; besides, a build, and a program with contracts, have no bundle.
func Pack(src Source, o Options) (*Bundle, error) {
	return run.Guarded(o, func() (*Bundle, error) { return source.Pack(src, o) })
}

// ReadBundle reads what json.Marshal has made of a bundle.
func ReadBundle(text []byte) (*Bundle, error) { return source.ReadBundle(text) }
