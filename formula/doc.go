// Package formula says in formulas of package smt what a path of a program does.
//
// [Encode] puts a path into single assignment form: every assignment makes a new version of its
// variable, every store a new version of its array, and each step of the path becomes the formulas
// that hold when it is taken. Their conjunction is satisfiable if and only if the path can be taken
// (the constructs that cannot be said exactly are listed in Path.Approximations; with those, only
// if), and from a model come the inputs that take it: Path.Inputs.
//
//	source        renamed        formula
//	a[1] = 9      a_1[1] = 9     a_1 = store(a_0, 1, 9)
//	i = 0         i_1 = 0        i_1 = 0
//	[a[i] != 9]   a_1[i_1] != 9  select(a_1, i_1) != 9
//
// The numbers are mathematical integers; the widths of C's types are explicit in the program
// (Wrap), and become so in the formulas. What package interp calls undefined cannot happen on a
// path that goes on: that a divisor is not 0, that an index lies in its array, are conditions of
// the step.
//
//	path.go     steps, activations, versions
//	expr.go     expressions and conditions
//	rename.go   expressions with versions, for showing
//	bits.go     operators on the bits of numbers
//	memory.go   arrays: stores as versions, fills and copies as what reads find there
//	inputs.go   from a model to inputs of the interpreter
//
// [Coder] does the same for graphs of steps instead of one path, whose ways meet again: the block
// formulas of predicate abstraction and of bounded model checking. There each point has a guard,
// which is true only if the run is there.
//
//	block.go        points, names, versions
//	block_step.go   one step
//	block_join.go   where ways meet
//	block_plain.go  formulas without versions, and what a model says
//	trie.go         persistent maps
//
// The translation is that of Armando, Benerecetti and Mantovani, "Abstraction Refinement of Linear
// Programs with Arrays" (TACAS 2007), section 5, Table 3, with procedures, fills and copies added.
package formula
