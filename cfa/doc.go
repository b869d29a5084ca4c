// Package cfa is the program model that every engine works on: control-flow
// automata over integers.
//
// A Program is a set of procedures. A Proc is a graph of locations (Loc) and edges
// (Edge). An edge carries one operation (Op) over scalar variables (Var) and
// one-dimensional arrays (Array). Values are mathematical integers, kept within the
// Range of the variable or cell that holds them.
//
// No construct of C is left in the model, except names and types that are shown to
// people. Arithmetic modulo 2^n is an explicit Wrap. Memory is arrays indexed by
// address. A condition is a pair of edges with assumptions. A call through a pointer is
// a choice among direct calls. A value that the program does not determine is an Input.
// Package interp, which runs programs, defines the exact meaning of the model.
//
// # Operations
//
//	type    written              meaning
//	Skip    skip                 do nothing
//	Assume  [x < 10]             continue only if the condition is not 0
//	Assign  x = y + 1            set a variable
//	Store   a[i] = x             set a cell
//	Fill    a[0:n] = 0           set a range of cells to one value, or each to an input
//	Copy    a[0:+n] = b[k:+n]    set a range of cells to the values of another range
//	Havoc   x = nondet(f)        set a variable to an input
//	Call    r = f(x, 1)          run a procedure to its exit, then take its results
//
// # Expressions
//
//	type    written              defined                  value
//	Var     x                    always                   what the variable holds
//	Const   42                   always                   the number
//	Select  a[i]                 if a has a cell i        what the cell holds
//	Unary   -x  ~x  !x           if x is                  -x; -x-1; 1 if x is 0, else 0
//	Binary  x + y  x < y  x & y  if both are, and there   comparisons and && || give 0 or 1;
//	                             is no division by 0 or   bit operations work on two's
//	                             shift outside 0..127     complement words of any length
//	Wrap    u32(x)  s8(x)        if x is                  the value of the word that is
//	                                                      congruent to x
//	Ite     c ? t : e            if c and the branch      the branch's
//	                             taken are
//
// The cells of an array of known length are 0 to Len-1. A region has cells at the
// addresses from FirstPage to the end of the address space, at multiples of Align.
// Other arrays have a cell at every integer. A run that evaluates an undefined
// expression ends there.
//
// Expressions have no side effects. Constructors such as MkBinary simplify an
// expression without changing its value or where it is defined. They also produce few
// forms, so that engines need to recognize only these (simplify.go lists them). Bounds
// gives an interval for an expression's value from its structure alone.
//
// # The life of a program
//
// Package lang reads C. Package lower, a subpackage of this one, builds automata from
// it with NewProgram, NewProc, NewVar, NewArray, NewLoc and NewEdge. Then it calls
//
//   - Compact, which removes the jumps that a statement-by-statement translation makes;
//   - PropagateAddresses and Scalarise, which turn structs that are passed by address
//     into variables if the address is always the same;
//   - Finish, which prunes unreachable locations and computes what engines need: an order
//     of the locations, loop heads, the call graph, the globals that calls access.
//
// Finally, package settled may set Program.Settled. After that, nobody changes the
// program. The command shows it with WriteWords, WriteText and WriteDOT. An engine
// usually works on its Slice, which omits everything that cannot matter for reaching an
// error. A program and its slice have the same IDs. So a path that was found in the
// slice can be translated with PathIn and replayed on the program by package interp.
// Domains use Liveness to find the variables that they may forget. Explorers order
// their work by Loc.Index or by a WTO. Check finds violations of the model's
// invariants; tests call it over whole corpora, after every step above.
//
// # Files
//
// The model and its construction:
//
//	program.go          programs, procedures, variables, arrays, locations, edges, operations
//	expr.go             expressions and operators
//	computed.go         floating-point operations, as definitions of a Havoc's value
//	sum.go              ghost arrays of sums, which proofs add
//	path.go             paths of a program
//	sets.go             sets of variables and arrays
//	words.go            C types and names of variables and cells
//	build.go            NewProgram, NewLoc, NewEdge, …
//	sanity.go           Check
//	guards.go           conditions that hold before an edge, for Check
//
// Expressions and operations:
//
//	simplify.go         constructors that simplify
//	simplify_binary.go  the constructor of binary operations
//	bounds.go           intervals of values; where expressions are defined
//	walk.go             visits of subexpressions; what operations read and write
//	replace.go          replacement of variables and cells
//	floatform.go        recognition of comparisons of floating-point numbers
//
// From a graph that was just built to a finished program:
//
//	addresses.go        PropagateAddresses
//	scalars.go          Scalarise
//	compact.go          Compact; comparison of expressions by form
//	fold.go             folding of temporaries, a part of Compact
//	reach.go            pruning and numbering
//	finish.go           Finish
//
// Analyses of finished programs:
//
//	wto.go              weak topological orders
//	scc.go              strongly connected components
//	liveness.go         live variables
//	deaths.go           variables that die on an edge
//	may_fail.go         procedures that may reach an error
//	slots.go            numbers for the variables and arrays of each procedure
//
// Programs made from programs:
//
//	clone.go            copies
//	slice.go            slices to the error locations
//	asking.go           programs with other error locations
//	inline.go           programs without calls
//	reverse.go          reversed programs
//
// Properties:
//
//	check.go            which properties are rules of C
//	svcomp.go           the properties of SV-COMP
//
// Text and drawings:
//
//	print.go            exact text of expressions and operations
//	print_program.go    text of a program
//	notation.go         the text in terms of the C program
//	notation_float.go   floating-point numbers in this text
//	lvalue.go           addresses as lvalues of C
//	dot.go              drawings by Graphviz
//
// Automata have 10^5 locations and more, so analyses of the graph do not recurse over
// it. They are deterministic: the same program always gets the same numbering.
package cfa
