// Package whet verifies C programs: can any input make the program reach an error?
//
// It is the library behind the command of the same name. Any number of programs can be verified
// concurrently, each with separate budgets; see Options for the limits of that separation.
//
//	res, err := whet.Verify(ctx, whet.File("lock.c"), whet.Options{Timeout: time.Minute})
//	if err != nil {
//		return err // the source cannot be read: lang.Errors with line and column
//	}
//	switch res.Verdict {
//	case whet.Safe:    // proved
//	case whet.Unsafe:  // res.Inputs reach the error; res.Trace says how
//	case whet.Unknown: // res.Reason says why
//	}
//
// Life of a run: lang reads and types the source, cfa/lower turns it into control-flow automata
// over integers and arrays, refine explores and refines until the program is decided, and report
// turns the outcome into plain data. Verify combines these steps, watches the budgets, and guards
// the verdict: what the model leaves out can make the verdict unknown, never wrong.
//
//	Source   the program to verify: a file, a task definition (.yml), or text
//	Options  how to verify: engine, arithmetic, data model, budgets; the zero value is sensible
//	Result   the result, as typed values; package report converts it to JSON, and report/text and
//	         other packages show it
//	Option   a line of the table of options: its flag, help, values, and the engines that have it
//
//	Explain  like Verify, and reports each refinement; Options.Progress reports the progress
//	Validate, ValidateWitness  check a certificate, or another verifier's witness
//
// Stability: this package, bench, cert (Read, Write, Check), smt, smt/solver, octagon, poly, linear
// and numeric are intended for use by other modules. Until version 1.0 a release may change them;
// the release says so, and the meaning of verdicts, exit statuses and the documented JSON is
// kept. All other packages are internal to these and may change without notice.
//
// Errors: a *lang.Errors for source that cannot be read, a *ValueError for an invalid value of an
// option, an *OptionError for an option that the engine does not have, a *QuestionError for a
// certificate or a witness that answers another question, an *InternalError if whet itself failed.
// A verdict is never an error.
package whet
