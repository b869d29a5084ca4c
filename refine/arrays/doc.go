// Package arrays is the engine arrays: an abstraction to linear programs over the variables and
// array cells that a precision names, explored with unions of polyhedra (package mc/powerset), and
// refined. It decides whether an error path can be taken, and learns from a proof that it cannot
// which variables and cells the abstraction must keep to see that.
//
// [Decide] writes the path as formulas (package formula) and gives them to the rewriting prover of
// smt/array, then to the full solver. [Answer.Learn] is the procedure refine of Armando,
// Benerecetti and Mantovani, "Abstraction Refinement of Linear Programs with Arrays" (TACAS 2007),
// Fig. 3: every leaf of the sequent proof that reads select(a, e) is marked Q(e, a), the inferences
// are done again, and where the marks at the root are numerals those are the cells; the variables
// are those in the proof.
//
// Where a mark at the root is no numeral the paper takes all cells of the array. Before that, the
// values that the index can have on the path are counted: if they are few, they are the cells.
//
// The paper's unions grow with the numbers that loops count to. Where one gets large, hulls that
// are joined and widened are tried beside it (hulls.go).
package arrays
