// Package cert checks proofs that no run of a program reaches an error. It uses no code of the
// engines that find them: the meaning of operations is written down here once more. What both use is
// the program (packages lang and cfa), the solver, whose proofs are checked (package smt/proof), the
// terms and arithmetic (smt, smt/words, num), and for proofs by making all runs or all paths
// cfa/interp and cfa/paths, which make them a second time. SOUNDNESS.md says what each is trusted for.
//
//	Certificate  contexts, each a way in which a procedure is run, with annotations of its
//	             locations
//	Annotation   a conjunction of formulas over variables and array cells; those of a location are
//	             a disjunction
//	Symbol       what the formulas speak of: a value now, or at the entry of the procedure
//	Check        proves a certificate, or says which step of the program it does not prove
//	CheckPart    proves one that is about some of the errors only
//	Read, Write  certificates as JSON, formulas in the syntax of SMT-LIB
//
// # What is proved
//
// That whenever a run is at a location, in an activation that belongs to a context, one of the
// annotations holds that the context has there; and that there are none at errors. By steps:
//
//   - The start: one of the annotations at its entry holds, whatever the values.
//   - An edge: from each annotation of the location that it leaves, and its operation, follows one
//     of those of the location that it leads to. A context may pass locations: then a step goes on
//     until it comes to annotations, over paths that meet and part; no cycle may be passed.
//   - A call: the state with the arguments satisfies an annotation at the entry of some context of
//     the callee; and from it, together with each annotation at that context's exit, follows one of
//     those after the call. What the callee cannot set (Proc.Mods) is as it was. Values at the
//     entry are the caller's at the call, which is what makes relations between entry and exit of
//     use to it.
//   - A call may be inlined instead: its context is a part of the caller's, and steps lead into it
//     and out again.
//   - An error: every annotation there is contradictory.
//
// Two other kinds of proof say how far a program is to be written out: see bounded.go. One more
// says how many runs there are, or how many paths with inputs as symbols, all of which are made: see
// exhaustive.go.
//
// A proof may be of some errors only, and consist of several such: see parts.go.
//
// An annotation may be used for other values of a variable than the present one, where all are
// possible: see instance.go.
//
// Formulas may speak of sums of array cells: see sums.go.
//
// That every variable, cell and input is in its range is taken from the program model, and so is
// that a run ends where an expression is undefined.
//
// # How
//
// A step is run symbolically: a state maps what was set to terms over the values where the step
// began. Arrays are never terms; what is read from them is a choice among what was written and
// reads of what was there before. What the annotation knows (values, bounds) simplifies on the way,
// so that most steps end in formulas that are among those of the annotation, or true. The rest is
// asked of the solver, one question a step, with the formulas that have symbols in common with it;
// its proof is checked. A step that sets nothing of what the annotations at its end speak of is not run
// at all.
//
//	certificate.go symbol.go  what a certificate is
//	check.go                  Check; annotations, one after the other
//	region.go calls.go        steps over several edges; calls
//	frame.go                  steps that set nothing of what annotations speak of
//	step.go expr.go bits.go memory.go  the meaning of operations
//	state.go view.go          symbolic states, and formulas seen in them
//	known.go span.go          what the annotation knows; intervals
//	prove.go                  what is left, and the solver
//	words.go                  the same question over bit-vectors
//	corners.go                products of bounded terms
//	instance.go               values that could be any
//	sums.go                   prefix sums of arrays
//	bounded.go loops.go       programs written out
//	exhaustive.go             all runs made
//	heads.go                  invariants of loops that an induction proves by itself
//	parts.go                  proofs of some of the errors
//	weaken.go                 guessed annotations made a proof; nothing rests on it
//	write.go read.go          the file
package cert
