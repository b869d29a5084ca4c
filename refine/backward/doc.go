// Package backward is the method of Seghir, Podelski and Wies for assertions about all cells of
// an array, "Abstraction Refinement for Quantified Array Assertions" (SAS 2009): predicate
// abstraction that goes backwards from the error. A quantified variable of the assertion is a ghost
// of the program, a variable that nothing sets after the start, so that an invariant over it holds
// for all its values.
//
//	Space    the program's variables and arrays as symbols of formulas
//	Cube     a conjunction of literals: a set of states of the program at a location
//	Method   what is known at each location, and what a path teaches
//
// The life of a run: the calls of the program are replaced by what they call (cfa.Inline), and the
// result is turned around (cfa.Reverse). Package mc explores that from the error with a domain
// whose successor over an edge is the precondition of a cube (pre.go). Between loop heads the
// precondition is exact. Stores make case distinctions in it, which are made cubes of their own
// (cases.go); at a loop head each cube is replaced by the literals over the location's predicates
// that it entails (abstract.go). If the entry of the program is reached, the preconditions along
// that path are computed again without abstraction. Where they have no solution, the last cubes
// that had one say what the abstraction has to know (extract.go), together with what they entail
// about the order of indexes (saturate.go).
//
// A run of the program that comes to an error is, at every location that it passes, in the set of
// that location. So where the entry's set is empty there is no such run, and the complement of the
// sets is an inductive invariant of the program.
//
//	space.go      symbols, ranges
//	expr.go       expressions and conditions as terms
//	pre.go        the precondition of a cube over an edge
//	cases.go      cubes without case distinctions inside
//	intervals.go  additions that do not overflow
//	ask.go        questions to the solver, and their answers
//	abstract.go   the literals over predicates that a cube entails
//	domain.go     the domain for package mc
//	extract.go    predicates from cubes
//	saturate.go   consequences about the order of indexes
//	filter.go     predicates that say nothing new, and rows of them
//	division.go   division that the program means, and that of overflow
//	method.go     what is known at each location
//	learn.go      paths, and what is learnt from them
//	engine.go     the loop of package cegar, on the program turned around
//	facts.go      what is known of the locations beforehand
//	proof.go      annotations from the cubes that were reached
//
// Deviations from the paper:
//
//   - Formulas are kept as sets of cubes, and a disequality of sums is split where there are
//     predicates for less and greater and neither follows.
//   - States are abstracted at the heads of loops, and where very many ways branch, not at each
//     location.
//   - Numbers are integers with the ranges of their types as facts, and overflow is exact. What
//     else is known of the locations beforehand (Options.Facts) is used, too: a state that no run
//     comes to needs no refinement. Without it predicates have to be learnt for the range of every
//     counter.
//   - Predicates that only count iterations, i < 10, i < 9, i < 8 …, are closed: a path is then
//     looked at without what the next would say, and is often refuted by something that holds for
//     all iterations (filter.go).
//   - What is known of the remainder of a ghost becomes a predicate about the indexes that are
//     compared with it (extract.go).
//
// What it cannot do is what needs another instance of the quantified formula than that of the
// ghosts: that selection sort sorts rests on the order of a[x] and the least of the cells after it,
// wherever that is. No predicates over fixed ghosts separate the states from which such a run goes
// wrong. Package segments has claims about two cells, and uses them at any.
package backward
