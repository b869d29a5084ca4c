// Package paths makes all runs of a program, with inputs as symbols: one for each way through it.
//
// It is symbolic execution (King, CACM 1976) over numbers where these are known, as package interp
// computes, and over terms where they depend on inputs. A condition that is open divides the search
// in two; so does an index that is a term, into its values. What a path knows of its terms are
// intervals, and of inputs of at most eight bits the very set of values: a term of one such input is
// a table of 256 numbers, so that the classes of characters, look-ups in tables, masks and switches
// divide the values exactly. No solver is asked.
//
// Explore is sound for SAFE: where it is Complete, no run of the program reaches an error.
//
//   - A run takes, at each location, an edge that is enabled; each edge whose condition may hold is
//     tried. Intervals contain all values that a term can have in the runs of a path (HC4: Benhamou,
//     Goualard, Granvilliers, Puget, ICLP 1999), so a path is given up only if no run takes it.
//   - An input is any value of its range, whatever its kind; so is what an external function may have
//     changed (cfa.Effect), the value of a floating operation that has no bounds here (float.go), and
//     a cell read at an index with too many values.
//   - A run that is undefined ends there, without an error: from then on the path is of the runs in
//     which the operation was defined.
//   - Where none of this does, the search ends and says why.
//
// Paths are made depth first. Nothing is copied where they part: what is overwritten later is noted
// in a trail, from which it is put back (as the machines of Prolog do).
//
//	paths.go      Explore; what a path is; where paths part
//	step.go       what edges do
//	eval.go       values of expressions
//	term.go       terms, each made once; tables of terms over one small input
//	ranges.go     which values a term can have
//	float.go     floating numbers: bounds of what operations give
//	narrow.go     what follows from a condition
//	memory.go     cells; load.go: reads at indexes that are terms
//	trail.go      what is put back
//	witness.go    whether a path to an error is possible, and on which inputs
package paths
