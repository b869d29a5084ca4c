// Package cert checks proofs that no run of a program reaches an error. It uses no code of the engines that find
// these proofs: it defines the meaning of operations independently. Checker and engines share the program (packages
// lang and cfa), the solver, whose proofs are checked (package smt/proof), and terms and arithmetic (smt, smt/words,
// num). A proof that makes all runs or all paths is checked by making them again with the same packages, cfa/interp
// and cfa/paths. SOUNDNESS.md says what each of these packages is trusted for.
//
//	Certificate  contexts, each a way in which a procedure is run, with annotations of its
//	             locations
//	Annotation   a conjunction of formulas over variables and array cells; the annotations of a
//	             location form a disjunction
//	Symbol       a free constant of a formula: a value now, or at the entry of the procedure
//	Check        proves a certificate, or reports a step of the program that it cannot prove
//	CheckPart    proves a certificate that is about some of the errors only
//	Read, Write  certificates as JSON, formulas in the syntax of SMT-LIB
//
// # What is proved
//
// Whenever a run is at a location, in an activation that belongs to a context, one of the annotations that the
// context has for this location holds. Error locations have no satisfiable annotation. The proof goes by steps:
//
//   - The start: one of the annotations at its entry holds, whatever the values are.
//   - An edge: each annotation of its source, together with its operation, implies one of the annotations
//     of its target. A context may pass locations, which then have no annotations: a step continues over
//     them, along paths that meet and part, until it reaches annotations. No cycle may be passed entirely.
//   - A call: the state with the arguments satisfies an annotation at the entry of some context of
//     the callee. The state together with each annotation at that context's exit implies one of the
//     annotations after the call. The call leaves unchanged what the callee cannot set (Proc.Mods).
//     The callee's values at the entry are the caller's values at the call, so that the caller can use
//     relations between entry and exit.
//   - An inlined call: its context is a part of the caller's context, and steps lead into it and out
//     of it again.
//   - An error: every annotation there is contradictory.
//
// Two other kinds of proof give a number of rounds to which the program is written out: see bounded.go. Another kind
// gives a number of runs, or of paths with symbolic inputs, and the checker makes all of them: see exhaustive.go.
//
// A proof may be about some of the errors only, and may consist of several such proofs: see parts.go.
//
// If a variable can have any value at a location, its annotations may be used for other values than the present one:
// see instance.go.
//
// Formulas may contain sums of array cells: see sums.go.
//
// The checker takes from the program model that every variable, cell and input is in its range, and that a run ends
// where an expression is undefined.
//
// # How
//
// The checker executes a step symbolically. A state maps each variable that was set to a term over the values at the
// beginning of the step. Arrays are never terms: a read is a choice among the values written and reads of the array
// before the writes. Values and bounds that the annotation implies simplify terms on the way. So most steps end in
// formulas that are true, or that occur in the annotation. The solver decides the rest, with one question for each
// step, which includes the formulas that share symbols with it. Its proof is checked. A step is not executed at all
// if it sets nothing that the annotations at its end mention.
//
//	certificate.go symbol.go  what a certificate is
//	check.go                  Check; annotations, one after the other
//	region.go calls.go        steps over several edges; calls
//	frame.go                  steps that set nothing that the annotations mention
//	step.go expr.go bits.go memory.go  the meaning of operations
//	state.go view.go          symbolic states, and formulas evaluated in them
//	known.go span.go          what the annotation implies; intervals
//	prove.go                  what remains, and the solver
//	words.go                  the same question over bit-vectors
//	corners.go                products of bounded terms
//	instance.go               variables that can have any value
//	sums.go                   prefix sums of arrays
//	bounded.go loops.go       programs written out
//	exhaustive.go             all runs made
//	heads.go                  loop invariants that an induction proves by itself
//	parts.go                  proofs of some of the errors
//	weaken.go                 turns guessed annotations into a proof; no proof relies on it
//	write.go read.go          the file
package cert
