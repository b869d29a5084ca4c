// Package interp runs programs of package cfa on given inputs, exactly. It is
// the meaning of the program model: the lowering from C is tested by comparing
// its runs with those of compiled code, and no bug is reported that does not
// happen in a run here. It shares no code with the abstract domains.
//
//	type       role
//	Inputs     supplies what the program does not determine: Sequence, Calls,
//	           Plan, Recorded, Random, Zero, or the caller's own
//	Query      describes the input that a run asks for: its kind, the variable or
//	           cell, the step, and the step since which it is unknown
//	Options    limits the run; makes it follow a path; makes it keep a trace
//	Outcome    how the run ended and where, the inputs that it used, the trace
//
// Run makes one run, Exhaust all runs of a program with few runs. Inside, a machine
// holds the activations and a store for each array. The activations are a stack of
// frames over one slab of variables, so that deep recursion of the program is not
// recursion of the interpreter.
//
// # Inputs
//
// A run asks for the result of a nondet or external function when the call
// returns. All other unknown values, including the initial contents of variables
// and cells, are asked for when they are first read. Before that they can be
// overwritten, copied cell by cell, or go out of scope without a question. So the
// inputs of a run are the values that it depended on.
//
// An input of kind Effect stands for the effects of a function without a body on
// memory. The interpreter assumes that nothing changes, which is one of the possible
// effects. An input of kind Approx stands for a value that the model does not know
// exactly. If such a value decides a branch or which cell is accessed, the run is
// marked Tainted: the C program may have no such run. A branch on what is promised
// about the value (cfa.Assume.Contract) does not taint the run.
//
// # Speed
//
// At locations that a run visits often, blocks of instructions make steps and calls over machine words:
//
//	value.go   variables as words, and their other values
//	store.go   cells as words, in pages (pages.go)
//	instr.go   the instructions; code.go executes them
//	block.go   the steps of a block, and value numbering
//	words.go   expressions as instructions; operators.go compiles operators, access.go accesses to cells,
//	           floats.go floating-point operations, calls.go calls, ranges.go copies and small fills
//	fast.go    execution from block to block
//
// Rounds of a loop that change variables by constant amounts are skipped in one jump (accelerate.go), also if
// the loop contains other loops (nested.go). So are rounds that read recorded inputs again and again (tape.go, laps.go),
// also if they have calls and stores. Neither blocks nor jumps define what a program means: eval and take
// do, and they make all steps that cannot be made faster. Tests compare both ways, also on generated programs.
// BenchmarkExecution of refine/exhaustive measures the speed, in steps per second of CPU time: 50 to 80 million on
// calls, global variables, sorts, products of matrices, lists and strings, 100 to 200 million on loops, trees and
// words of 64 bits, 45 million on floating-point numbers. A copy of a record is one step and takes as long as five.
// An instruction takes about 5 ns, most of it for the dispatch and for Go's bounds checks.
//
// # Floating point
//
// If a Havoc has a definition (cfa.Computed) and the definition has a value, the value is computed
// and is no input. Some operations may give one of two values (package fp), and Options.Variant
// selects one. If such a run reaches an error, the error counts only if the run on the same inputs
// with the other values reaches it, too; else the run is Tainted.
//
// # Choice
//
// A run takes the first enabled edge of a location. In programs made from C the
// conditions at a branching location exclude each other. Options.Follow gives the
// edges instead, and the run stops if it cannot take the next one.
//
// # Undefined behaviour
//
// Division by zero, a shift by a negative or huge amount, an access through a
// null pointer and one outside a C array end the run as Undefined. Such a run
// shows nothing about the property, because C does not say how it continues.
package interp
