// Package interp runs programs of package cfa on given inputs, exactly. It is
// the meaning of the program model: the lowering from C is tested by comparing
// its runs with those of compiled code, and no bug is reported that does not
// happen in a run here. It shares no code with the abstract domains.
//
//	type       role
//	Inputs     supplies what the program does not determine: Sequence, Calls,
//	           Plan, Recorded, Random, Zero, or the caller's own
//	Query      describes the input that is asked for: what, for which variable
//	           or cell, at which step, unknown since which step
//	Options    limits the run; makes it follow a path; makes it keep a trace
//	Outcome    how the run ended and where, the inputs that it used, the trace
//
// Run is the only entry; inside, a machine holds the activations (a stack of
// frames over one slab of variables, so that deep recursion of the program is
// not recursion of the interpreter) and a store for each array.
//
// # Inputs
//
// The result of a nondet function, or of an external one, is asked for when the
// call returns. Everything else that is unknown, the initial contents of all
// variables and cells included, only becomes a value when it is first read; until
// then it can be overwritten, copied cell by cell, or die, and nobody is asked.
// So the inputs of a run are those that it depended on.
//
// An input of kind Effect stands for what a function without a body may have
// done to memory. The interpreter lets it do nothing, which is one of the things
// it stands for. An input of kind Approx stands for a value that the model does
// not know exactly; a run in which it decides a branch, or which cell is
// accessed, is marked Tainted: it need not be a run of the C program. What is
// promised of the value (cfa.Assume.Contract) is no such branch.
//
// # Speed
//
// Where a run comes often, steps and calls are made over machine words, by blocks of instructions:
//
//	value.go   variables as words, and what else they may be
//	store.go   cells as words, in pages (pages.go)
//	instr.go   the instructions; code.go makes them
//	block.go   which steps a block has, and that it computes a value once
//	words.go   expressions as instructions, and in operators.go those that may be signed or not; access.go
//	           cells, floats.go floating operations, calls.go calls, ranges.go copies and small fills
//	fast.go    from block to block
//
// Rounds of a loop that change variables by constant amounts are made at once (accelerate.go), also where
// they go through other loops (nested.go). Neither has a meaning of its own: what cannot be done so is left
// to eval and take, and tests make runs both ways, of generated programs too. BenchmarkExecution of
// refine/exhaustive measures it, in steps a second of CPU time: 50 to 80 million on calls, global variables,
// sorts, products of matrices, lists and strings, 100 to 200 on loops, trees and words of 64 bits, 45 on
// floating numbers; a copy of a record is one step, and takes as long as five. About 5 ns go into an
// instruction, of which the choice of the next one and the checks of Go's slices are most.
//
// # Floating point
//
// The value of a Havoc with a definition (cfa.Computed) is computed, and no input, where the
// definition has a value. Some operations may give one of two values (package fp); a run takes
// those of Options.Variant, and where one reaches an error that does so, it counts only if the run
// on the same inputs with the others does so, too.
//
// # Choice
//
// At a location the first enabled edge is taken; the conditions at a branching
// location exclude each other in programs made from C. Options.Follow names the
// edges instead, and the run stops when the next one cannot be taken.
//
// # Undefined behaviour
//
// Division by zero, a shift by a negative or huge amount, an access through a
// null pointer and one outside a C array end the run as Undefined. Such a run
// shows nothing about the property, as C does not say how it would go on.
package interp
