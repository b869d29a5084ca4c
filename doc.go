// Package whet verifies C programs: can any input make the program reach an error?
//
// It is the library behind the command of the same name. Any number of programs can be verified at
// the same time, each with budgets of its own; see Options for what cannot be distinguished.
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
// over integers and arrays, refine explores and refines until it is decided, report makes plain
// data of the outcome. Verify strings these together, watches the budgets, and guards the verdict:
// what the model leaves out can make it unknown, never wrong.
//
//	Source   what to verify: a file, a task definition (.yml), or text
//	Options  how: engine, arithmetic, data model, budgets; the zero value is sensible
//	Result   what was found, as typed values; package report makes JSON of it, report/text and
//	         others show it
//	Option   a line of the table of options: its flag, help, values, and the engines that have it
//
//	Explain  Verify that tells of each refinement; Options.Progress tells of the work as it goes
//	Validate, ValidateWitness  check a certificate, or another verifier's witness
//
// Stability: this package, bench, cert (Read, Write, Check), smt, smt/solver, octagon, poly, linear
// and numeric are meant to be used from outside. Until version 1.0 a release may change them; it
// says so, and keeps the meaning of verdicts, exit statuses and the documented JSON. Everything
// else serves these and changes without notice.
//
// Errors: a *lang.Errors for source that cannot be read, a *ValueError for an option's value that
// does not exist, an *OptionError for an option that the engine does not have, a *QuestionError for
// a certificate or a witness of something else, an *InternalError where whet itself failed. A
// verdict is never an error.
package whet
