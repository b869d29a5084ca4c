// Package backward implements the method of Seghir, Podelski and Wies for assertions about all cells of an array,
// "Abstraction Refinement for Quantified Array Assertions" (SAS 2009): predicate abstraction that explores backwards
// from the error. A quantified variable of the assertion is a ghost of the program, that is, a variable that nothing
// sets after the start. So an invariant over a ghost holds for all its values.
//
//	Space    the program's variables and arrays as symbols of formulas
//	Cube     a conjunction of literals: a set of states of the program at a location
//	Method   a run of the method: the predicates and facts of each location, and refinement by paths
//
// The life of a run: the calls of the program are inlined (cfa.Inline), and the result is reversed (cfa.Reverse).
// Package mc explores the reversed program from the error, with a domain whose successor over an edge is the
// precondition of a cube (pre.go). Between loop heads the precondition is exact. Stores introduce case distinctions,
// which are split into separate cubes (cases.go). At a loop head each cube is replaced by the literals over the
// location's predicates that the cube entails (abstract.go). If the exploration reaches the entry of the program, the
// preconditions along that path are computed again without abstraction. If they become unsatisfiable, the last
// satisfiable cubes on the path supply new predicates (extract.go), together with the facts about the order of
// indexes that they entail (saturate.go).
//
// At each location that a run to an error passes, the state of the run is in one of the cubes of the location. So if
// no cube reaches the entry, no such run exists, and the complements of the cubes form an inductive invariant of the
// program.
//
//	space.go      symbols, ranges
//	expr.go       expressions and conditions as terms
//	pre.go        the precondition of a cube over an edge
//	cases.go      splitting of cubes with case distinctions
//	intervals.go  additions that do not overflow
//	ask.go        questions to the solver, and their answers
//	abstract.go   the literals over predicates that a cube entails
//	domain.go     the domain for package mc
//	extract.go    predicates from cubes
//	saturate.go   consequences about the order of indexes
//	filter.go     redundant predicates, and rows of similar predicates
//	division.go   divisions of the program, and divisions from overflow
//	method.go     predicates and facts of each location
//	learn.go      infeasible paths, and what is learnt from them
//	engine.go     the loop of package cegar, on the reversed program
//	facts.go      facts about the locations from a forward analysis
//	proof.go      annotations from the cubes that were reached
//
// Deviations from the paper:
//
//   - Formulas are kept as sets of cubes. A disequality of sums is split where predicates for less and greater exist
//     and neither follows.
//   - States are abstracted at loop heads, and at locations from which very many paths branch, not at each location.
//   - Numbers are integers, with the ranges of their types as facts, and overflow is exact. Further facts about
//     locations (Options.Facts) are used, too: a state that no run reaches needs no refinement. Without them
//     predicates have to be learnt for the range of each counter.
//   - Predicates that only count iterations (i < 10, i < 9, i < 8 …) are grouped in rows, and a row that grows too
//     long is closed: a path is then analysed without the next literal of the row, and is often refuted by a fact
//     that holds for all iterations (filter.go).
//   - A fact about the remainder of a ghost also becomes a predicate about the indexes that are compared with the
//     ghost (extract.go).
//
// The method cannot prove claims whose proof needs an instance of the quantified formula other than the instance at
// the ghosts. That selection sort sorts depends on the order of a[x] and the least cell after it, wherever that cell
// is. No predicates over fixed ghosts separate the states from which such a run fails. Package segments has claims
// about two cells, and instantiates them at arbitrary indexes.
package backward
