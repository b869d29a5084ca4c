// Package properties decides each property of a program: one that fails does not hide the others,
// and one that nobody can decide does not keep the others from being proved.
//
//	Run      what refine.Run is for a program with one property, for one with several
//	Options  how
//
// A property is what people see as one: error locations of the same kind, text and place. Where
// there is only one, Run is refine.Run. Otherwise it takes these steps, until nothing is open or the
// budget is used up:
//
//  1. An engine runs on all open properties together. A bug decides one; a proof decides all; an
//     exploration that has come to its end, but has left some paths undecided, decides those of the
//     other error locations. What is decided is taken out (cfa.Program.Asking), and the next run is
//     about the rest: smaller, since only what matters to it is in its slice.
//  2. When that decides nothing more, or has used up half of the budget, each open property is
//     tried alone, with its part of what is left.
//
// Behind a failure both go on for as much work as was done until then, but for about five seconds at
// least: people wait for an answer.
//
// Without a budget of time both steps have limits of work, and are repeated with twice as much as
// long as some limit was met; so nothing but the end of a budget depends on the clock.
//
// Every proof is checked by cert as one of the program itself (certify.Prover), and together they
// are a certificate in parts; every bug is a run of the program itself. A property counts as proved
// only together with all locations after which the program model says nothing
// (cfa.Property.Unsupported), so these are asked for in each run.
package properties
