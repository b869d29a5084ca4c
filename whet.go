// The interface of the library: the types of requests and results, and the functions that verify and check.

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

// Requests and results.
type (
	// Source identifies the program to verify. Use File, Files or Text.
	Source = source.Source
	// Unit is a translation unit of a program.
	Unit = source.Unit
	// Bundle is a program with all its files, and the options.
	Bundle = source.Bundle
	// Options configure the verification. The zero value selects the defaults.
	Options = option.Options
	// Progress is the information for a status line of a run.
	Progress = option.Progress
	// Result is the result of a run, as plain data.
	Result = report.Result
	// Verdict is one of Safe, Unsafe and Unknown.
	Verdict = report.Verdict
	// Cause is a summary, in one word, of why a verdict is Unknown: "time" or "memory" (a budget is used up),
	// "interrupted" (the context was cancelled), "unsupported" (the program states or needs something that whet does
	// not read), "incomplete" (the engine cannot decide the program).
	Cause = report.Cause
	// Reason is the reason why a verdict is Unknown, as a value; its kinds are the kinds of package reason.
	Reason = reason.Reason
	// Iteration is one round of a run, as plain data: the abstraction of the program, an error path in it, and the
	// result for the path; see package report/explain.
	Iteration = explain.Iteration
	// ExplainOptions select how much of a run is explained.
	ExplainOptions = explain.Options
	// Stopped is the cause of a context that ends for a reason that the result should give, such as a used-up budget.
	// A caller that cancels the context of a run with it determines the result's reason.
	Stopped = report.Stopped
)

// The verdicts: no input makes the program reach an error; the inputs of the result do; undecided.
const (
	Safe    = report.Safe
	Unsafe  = report.Unsafe
	Unknown = report.Unknown
)

// The table of options.
type (
	// Option is a line of the table of options: its flag, help, values, and the engines that have it.
	Option = option.Option
	// Use is the purpose of an option.
	Use = option.Use
	// Choice is a possible value of an option.
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
	// QuestionError is the error for an answer to another question.
	QuestionError = validate.QuestionError
	// InternalError is the error of a run in which whet itself failed.
	InternalError = run.InternalError
)

// Unshown is the reason of a result whose evidence does not show what it claims.
const Unshown = evidence.Unshown

// Version returns the version of this build: the version of the release, or of the module if it was built as one,
// else of the sources, with their revision if it is known.
func Version() string { return version.Version() }

// File returns the program in a file, or the program that a task definition names.
func File(path string) Source { return source.File(path) }

// Files returns the program that consists of the files. A task definition must be the only file.
func Files(paths ...string) Source { return source.Files(paths...) }

// Text returns a program held in memory; its positions use the name.
func Text(name string, text []byte) Source { return source.Text(name, text) }

// OptionTable returns all options that have a flag, in the order of help.
func OptionTable() []Option { return option.Table() }

// Choices returns the values of an option, by the name of its flag, the default first. It returns nil if any value is
// possible, or if the option does not exist. Options that take several values have no default: what is checked by
// default depends on the engine.
func Choices(name string) []Choice { return option.Choices(name) }

// OutOfTime returns the cause with which to cancel a run's context when its budget of CPU time is used up.
func OutOfTime(budget time.Duration) *Stopped { return run.OutOfTime(budget) }

// Verify decides whether a run of the program can reach an error. It returns an error if there is nothing to decide:
// if the source cannot be read (*lang.Errors), if an option does not have the given value (*ValueError), or if the
// engine does not have the option (*OptionError). Everything else, including a used-up budget, is a Result.
func Verify(ctx context.Context, src Source, o Options) (*Result, error) {
	if len(o.Contracts) > 0 {
		return modular.Verify(ctx, src, o, nil)
	}
	return run.Verify(ctx, src, o, nil)
}

// Explain is like Verify, and also explains how it reached its verdict: it calls each for every error path that was
// analysed, in order and as soon as its analysis is complete, and at the end of a safe run. There may be no call at
// all: a bug that a test run finds before the exploration needs none. The verdict is the same as for Verify. With
// Options.Contracts the iterations of all obligations are counted together, and each states its obligation.
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

// Validate checks a certificate against a program, without any engine. The result is Safe if the certificate proves
// that no run reaches an error, and otherwise Unknown with the reason. The options, or their defaults, determine how
// the program is read, as for Verify. If the certificate states that it was made for other options, Validate returns
// a *QuestionError. It also returns an error if the certificate is about another program, or if the source cannot be
// read. Of the other options only the budgets matter.
func Validate(ctx context.Context, src Source, c *cert.Certificate, o Options) (*Result, error) {
	o.Engine = "" // any engine may have made the proof: the default checks do not depend on it
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

// ValidateWitness validates a witness. A violation witness is valid if a run of the program that follows it reaches
// an error; then the verdict is Unsafe, with that run. A correctness witness is valid if its invariants and contracts
// hold and no error is reached, which is verified with the engine that the options name; then the verdict is Safe.
// Otherwise the verdict is Unknown with a reason, also if the witness contains something that is not understood, or
// refers to places that the program does not have. The options, or their defaults, determine the question, as for
// Verify: for a witness for another data model or entry it returns a *QuestionError. It also returns an error if the
// source cannot be read. Doubts about the witness that do not prevent validation, for example that it was made for
// another text of the program, are warnings of the result.
func ValidateWitness(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
	return validate.Witness(ctx, src, w, o, false)
}

// ValidateWitnessStrictly is like ValidateWitness, but treats doubts as errors.
func ValidateWitnessStrictly(ctx context.Context, src Source, w *witness.Witness, o Options) (*Result, error) {
	return validate.Witness(ctx, src, w, o, true)
}

// Evidence returns the justification of a result's verdict, for Recall: the inputs for properties that fail, and the
// certificate for properties that hold. Without a verdict it covers the decided properties. It returns an error if a
// verdict has no justification that can be passed on.
func Evidence(r *Result) ([]byte, error) { return evidence.Of(r) }

// Recall is like Verify for a caller that has received evidence from somebody who need not be trusted. It reads the
// program itself, runs the inputs and checks the certificate, and starts no engine. If the evidence does not show the
// verdict, the verdict is Unknown. Other information in the evidence has no influence on the verdict, but is
// reported: what the engine did, and why there is no verdict. The check may take twice the time that an engine may.
//
// Several pieces of evidence, for example of runs about different properties, show together what each of them shows.
// A piece that claims more than it shows is ignored, and this is not reported; if there is no other piece, the reason
// is Unshown. The time limit applies to each piece. With Options.Only, a piece must come from a run with the same
// value.
func Recall(ctx context.Context, src Source, pieces [][]byte, o Options) (*Result, error) {
	return evidence.Recall(ctx, src, pieces, o)
}

// Open returns the properties of a program that have to be decided, by their numbers for Options.Only: properties
// that neither hold by the form of the program nor were settled before any engine runs. It returns the errors of
// Verify.
func Open(src Source, o Options) ([]int, error) {
	p, err := Lower(src, o)
	if err != nil {
		return nil, err
	}
	return report.ToDecide(p), nil
}

// Lower reads a program and returns its control-flow automata, as Verify would explore them. It returns the errors of
// Verify.
func Lower(src Source, o Options) (*cfa.Program, error) { return run.Lower(src, o) }

// PointsTo reads a program and returns what its pointers may point to, as the lowering uses it. It returns the errors
// of Verify.
func PointsTo(src Source, o Options) (*pointsto.Analysis, error) { return run.PointsTo(src, o) }

// Read reads a program and returns its typed syntax. The program need not have its entry. Of a build (Source.Build)
// only the files that the source names are read, as the build compiles them. It returns the errors of Verify.
func Read(src Source, o Options) (*lang.Unit, error) { return run.Read(src, o) }

// Pack reads a program as Verify would, and returns it with the files that were read. It returns the errors of
// Verify, and an error for a build or a program with contracts, which have no bundle.
func Pack(src Source, o Options) (*Bundle, error) {
	return run.Guarded(o, func() (*Bundle, error) { return source.Pack(src, o) })
}

// ReadBundle reads the JSON of a bundle.
func ReadBundle(text []byte) (*Bundle, error) { return source.ReadBundle(text) }
