// Package cfa is the program model that every engine works on: control-flow
// automata over integers.
//
// A Program is a set of procedures; a Proc is a graph of locations (Loc) and edges
// (Edge); an edge carries one operation (Op) over scalar variables (Var) and
// one-dimensional arrays (Array). Values are mathematical integers, kept within the
// Range of the variable or cell that holds them. Nothing of C is left at this level:
// what C computes modulo 2^n is an explicit Wrap, memory is arrays indexed by
// address, a condition is a pair of edges with assumptions, a call through a pointer a
// choice among direct calls, and whatever the program does not determine is an Input.
// Package interp, which runs programs, is the model's exact meaning.
//
// # Operations
//
//	type    written              meaning
//	Skip    skip                 nothing
//	Assume  [x < 10]             only runs in which the condition is not 0 go on
//	Assign  x = y + 1            a variable gets a value
//	Store   a[i] = x             a cell gets a value
//	Fill    a[0:n] = 0           a range of cells gets a value, or an input each
//	Copy    a[0:+n] = b[k:+n]    a range of cells gets the values of another
//	Havoc   x = nondet(f)        a variable gets an input
//	Call    r = f(x, 1)          a procedure runs to its exit; results are taken over
//
// # Expressions
//
//	type    written              defined                  value
//	Var     x                    always                   what the variable holds
//	Const   42                   always                   the number
//	Select  a[i]                 inside of objects only   what the cell holds
//	Unary   -x  ~x  !x           where x is
//	Binary  x + y  x < y  x & y  where both are, and      comparisons and && || give 0 or 1;
//	                             no division by 0 or      bit operations are those of endless
//	                             shift outside 0..127     two's complement words
//	Wrap    u32(x)  s8(x)        where x is               the number of that word that is
//	                                                      congruent to x
//	Ite     c ? t : e            where c and the branch   the branch's
//	                             taken are
//
// Expressions have no side effects. They are built with MkBinary and its like, which
// simplify without changing a value or where it is defined, and which bring what
// engines look for into few forms (simplify.go lists them). Bounds gives an
// interval for an expression's value by its structure alone.
//
// # The life of a program
//
// Package lang reads C; package lower, below this one, builds the automata from it with
// NewProgram, NewProc, NewLoc, NewEdge. Then it calls
//
//   - Compact, which takes out the jumps that a translation statement by statement leaves;
//   - PropagateAddresses and Scalarise: structs that are handed over by their address become
//     variables where it is always the same one;
//   - Finish, which prunes what cannot be reached and computes what engines need: an order
//     of the locations, loop heads, the call graph, what calls can touch.
//
// From here on nobody changes the program. The command shows it with WriteWords and WriteDOT, and
// with WriteText exactly. An engine usually works on its Slice, from which all is gone that cannot
// matter for reaching an error. Both have the same IDs: a path that was found in the slice is
// carried over with PathIn and replayed, by package interp, on the program. Domains ask Liveness
// what they may forget, and explorers order their work by Loc.Index or a WTO. Check finds
// violations of the model's invariants; tests call it over whole corpora, after every step above.
//
// # Files
//
//	program.go expr.go sets.go path.go   the model
//	build.go                             building it
//	simplify*.go bounds.go               constructors of expressions, intervals
//	walk.go replace.go                   what operations read and write, and replacing it
//	compact.go reach.go finish.go        from a graph that was built to one to work on
//	addresses.go scalars.go              addresses that are known, and memory as variables
//	wto.go scc.go                        weak topological orders, components
//	liveness.go deaths.go slice.go clone.go  analyses and copies
//	print.go dot.go                      showing
//	sanity.go                            Check
//
// All analyses are iterative and deterministic: automata have 10^5 locations and more,
// and the same program always has the same numbering.
package cfa
