// Package cells proves assertions about all cells of an array with numeric domains. A quantified variable of the
// assertion is a ghost, which has one value for the whole run. Cells at the indexes that ghosts give are dimensions
// of the domain, and states are distinguished by the order of indexes (package mc/partition).
//
//	cells.go        the abstractions, from coarse to fine, and what paths teach
//	domains.go      the numeric domains that can be used
//	claims.go       the reached states as C with quantifiers
//	reached.go      the same as invariants, and as elements of a precision
//	annotations.go  the same as annotations of a certificate
//
// A path is decided by the same steps as in package cegar, but without its loop: each abstraction in the list is
// explored once, to its end. A path teaches which cells and orders the next exploration keeps from its start. No
// nodes are pruned.
//
// If the program adds cells up, sums are kept, too: the sum of a[0], …, a[i-1] is a dimension like a cell at i
// (mc/cells/sum.go), the sum of all n cells is the sum at n, and claims about sums in a certificate are checked by
// the equations of sums (cert/sums.go). These are the rules of Leino and Monahan, "Reasoning about Comprehensions
// with First-Order SMT Solvers" (SAC 2009); the programs are mostly from Chakraborty, Gupta, Unadkat, "Diffy:
// Inductive Reasoning of Array Programs Using Difference Invariants" (CAV 2021), who prove them by induction on the
// number of cells instead. Options.NoSums turns this off.
//
// If a variable controls the program, such as the state of a state machine, some abstractions also distinguish states
// by its values, and by the values of cells that hold it: state partitioning by the value of a variable (Rival,
// Mauborgne, "The Trace Partitioning Abstract Domain", TOPLAS 2007). One exploration then relates values of control,
// cells and linear relations: in state 1 all cells are 0, in state 2 all cells except the cell at n. These
// abstractions also keep neighbouring cells, a[k-1] and a[k] (indexes.Neighbours), since what a state machine appends
// to an array follows from what it appended last. Options.NoControl turns this off.
package cells
