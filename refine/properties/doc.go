// Package properties decides each property of a program separately: a property that fails does not hide the others,
// and a property that no engine can decide does not prevent proofs of the others.
//
//	Run      decides the properties, as refine.Run does for a program with one property
//	Options  are the options of Run
//
// A property is what users see as one: error locations with the same kind, text and place. If there is only one, Run
// calls refine.Run. Otherwise it repeats these steps until nothing is open or the budget is used up:
//
//  1. An engine runs on all open properties together. A bug decides one; a proof decides all; a complete exploration
//     that left some paths undecided decides the properties at the other error locations. Decided properties are
//     removed (cfa.Program.Asking), and the next run is about the rest: its slice is smaller.
//  2. When this decides nothing more, or has used up half of the budget, each open property is tried alone, with its
//     share of the remaining budget.
//
// After a failure, both steps continue for as much work as was done until then, but for at least about five seconds:
// users wait for an answer.
//
// Without a time budget both steps have limits of work, and are repeated with twice the limits as long as some limit
// was reached. So only the end of a budget depends on the clock.
//
// Every proof is checked by cert as a proof of the program itself (certify.Prover), and together they form a
// certificate in parts. Every bug is a run of the program itself. A property counts as proved only together with all
// locations after which the program model says nothing (cfa.Property.Unsupported). So each run includes these, except
// those that were settled beforehand.
package properties
