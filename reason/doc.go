// Package reason represents why a verdict is unknown. A Reason is a value: its Kind is one of a few, and each kind
// has a Row with a sentence for users and advice on what to do next.
//
// An engine that ends without a verdict gives a reason:
//
//	r.Outcome.Reason = reason.New(reason.Unsuited, "there is recursion")
//	r.LeaveOpen(l, reason.New(reason.Imprecise, "cannot be taken, but octagons do not see that"))
//
// If the context has ended, Ended returns the reason. Package refine adds the name of the engine. Package report adds
// the text for users, and the word in report.Result.Cause, which comes from the row of the kind.
//
// The package knows source positions and nothing else about programs, so that everything above package lang can give
// reasons.
package reason
