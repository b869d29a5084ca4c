// Package whet verifies C programs: can any input make the program reach an error?
//
// It is the library behind the command of the same name, and keeps no state: any number of
// programs can be verified at the same time.
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
// Life of a run: lang reads and types the source, cfa/lower turns it into control-flow
// automata over integers and arrays, refine explores and refines until it is decided, report
// makes plain data of the outcome. Verify strings these together, watches the budgets, and guards the
// verdict: what the model leaves out can make it unknown, never wrong.
//
//	Source   what to verify: a file, a task definition (.yml), or text
//	Options  how: engine, arithmetic, data model, budgets; the zero value is sensible
//	Result   what was found, as typed values; JSON and text come from package report
//
// Errors: a *lang.Errors for source that cannot be read, a *ValueError for an option that
// does not exist, an *InternalError where whet itself failed. A verdict is never an error.
package whet
