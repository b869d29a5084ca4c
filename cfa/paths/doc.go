// Package paths explores all runs of a program with inputs as symbols: one path for each way through the program.
//
// It is symbolic execution (King, CACM 1976). Values that are known are numbers, computed as in package interp. Values
// that depend on inputs are terms. A condition whose value is not known divides the search in two; an index that is a
// term divides it by the values of the index. A path knows intervals of its terms. Of an input of at most eight bits it
// knows the set of possible values; a term over one such input is a table of up to 256 numbers. So tests of character
// classes, look-ups in tables, masks and switches divide the values exactly. No solver is involved.
//
// Explore is sound for SAFE: if it is Complete, no run of the program reaches an error.
//
//   - A run takes, at each location, an edge that is enabled. Each edge whose condition may hold is tried. Intervals
//     contain all values that a term has in the runs of a path (HC4: Benhamou, Goualard, Granvilliers, Puget, ICLP
//     1999), so a path is dropped only if no run takes it.
//   - An input is any value of its range, whatever its kind. So is a value that an external function may have changed
//     (cfa.Effect), the value of a floating-point operation without bounds here (float.go), and a cell read at an index
//     with too many values.
//   - A run that becomes undefined ends there, without an error. From then on the path stands for the runs in which the
//     operation was defined.
//   - Where none of this applies, the search ends and says why.
//
// Paths are explored depth first. No state is copied where paths part. What is overwritten later is saved in a trail
// and restored from it, as in abstract machines for Prolog.
//
//	paths.go    Explore, the state of a path, where paths part
//	step.go     what edges do
//	eval.go     values of expressions
//	words.go    numbers put together from parts and taken apart again
//	term.go     shared terms, tables of terms over one small input
//	ranges.go   which values a term can have
//	narrow.go   what follows from a condition
//	float.go    floating-point numbers: bounds of results of operations
//	memory.go   the content of arrays
//	load.go     reads of cells, at indexes that are terms too
//	trail.go    restoring an earlier state
//	witness.go  whether a path to an error has runs, and for which inputs
package paths
