// Package reason says why a verdict is unknown. A Reason is a value: its Kind is one of a few, and each kind has
// a Row with a sentence for people and what they can do next.
//
// An engine that ends without a verdict gives one:
//
//	r.Outcome.Reason = reason.New(reason.Unsuited, "there is recursion")
//	r.LeaveOpen(l, reason.New(reason.Imprecise, "cannot be taken, but octagons do not see that"))
//
// Where the context has ended, Ended says so. Package refine adds the name of the engine, package report the
// words that people read, and the word of report.Result.Cause, which is that of the kind's row.
//
// The package knows places in the source and nothing else of programs, so that everything above package lang can
// give reasons.
package reason
