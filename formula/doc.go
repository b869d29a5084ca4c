// Package formula translates paths of a program, and graphs of steps, to formulas of package smt.
//
// [Encode] puts a path into single assignment form. Every assignment makes a new version of its variable,
// and every store makes a new version of its array. Each step of the path becomes formulas that hold if the
// step is taken. The conjunction of all formulas is satisfiable if and only if the program can take the
// path. (Path.Approximations lists the constructs that cannot be translated exactly; if it is not empty,
// only "if the program can take the path, the conjunction is satisfiable" remains.) Path.Inputs derives
// from a model the inputs that take the path.
//
//	source        renamed        formula
//	a[1] = 9      a_1[1] = 9     a_1 = store(a_0, 1, 9)
//	i = 0         i_1 = 0        i_1 = 0
//	[a[i] != 9]   a_1[i_1] != 9  select(a_1, i_1) != 9
//
// Numbers are mathematical integers. The program states the widths of C's types explicitly (Wrap), and so
// do the formulas. An operation that package interp calls undefined cannot happen on a path that goes on.
// Therefore each step has the conditions that its divisors are not 0 and that its indexes are in their
// arrays.
//
//	path.go     steps, activations, versions
//	expr.go     expressions and conditions
//	rename.go   expressions with versions, for display
//	bits.go     operators on the bits of numbers
//	memory.go   arrays: stores make versions, fills and copies are described at the cells that are read
//	inputs.go   from a model to inputs of the interpreter
//
// [Coder] translates graphs of steps instead of one path; branches of these graphs may join again. The
// block formulas of predicate abstraction and of bounded model checking are made in this way. Each point of
// a graph has a guard, a Bool that is true only if the run passes the point.
//
//	block.go        points, names, versions
//	block_step.go   one step
//	block_join.go   joins
//	block_plain.go  formulas without versions, and paths and inputs of a model
//	trie.go         persistent maps
//
// The translation follows Armando, Benerecetti and Mantovani, "Abstraction Refinement of Linear Programs
// with Arrays" (TACAS 2007), section 5, Table 3. Procedures, fills and copies are added.
package formula
