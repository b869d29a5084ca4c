// Package arrays is the engine arrays: an abstraction to linear programs over the variables and array cells that a
// precision names, explored with unions of polyhedra (package mc/powerset), and refined. It decides whether an error
// path is feasible, and learns from a proof of infeasibility which variables and cells the abstraction must keep to
// exclude the path.
//
// [Decide] encodes the path as formulas (package formula) and passes them to the rewriting prover of smt/array, then
// to the full solver. [Answer.Learn] is the procedure refine of Armando, Benerecetti and Mantovani, "Abstraction
// Refinement of Linear Programs with Arrays" (TACAS 2007), Fig. 3: every leaf of the sequent proof that reads
// select(a, e) is marked Q(e, a), and the inferences are repeated on the marks. If the marks at the root have
// constant indexes, these are the cells to keep. The variables to keep are the variables in the proof.
//
// If a mark at the root has another index, the paper keeps all cells of the array. Before doing so, this package
// enumerates the values that the index can have on the path: if they are few, they are the cells.
//
// The paper's unions grow with the numbers that loops count to. When a union gets large, hulls that are joined and
// widened are tried in addition (hulls.go).
package arrays
