// Package settled finds error locations that no run reaches, for reasons that an analysis of the whole
// program shows once, before any engine starts, and writes these reasons down. It is what makes many
// checks cheap: a program has a test at each access and at each operation, and most of them always
// hold.
//
//	Analyse     sets Program.Settled
//	program     iterates over contexts: a procedure in a chain of calls, with one state at its entry and
//	            one at its exit (contexts.go)
//	analysis    intervals of variables: forward over a context, with widening to the constants that a
//	            variable is compared with, and narrowing (P. Cousot, R. Cousot: Abstract interpretation.
//	            POPL 1977)
//	facts       comparisons that hold on every way to a location: available conditions (R. Gupta:
//	            Optimizing array bound checks using flow analysis. ACM LOPLAS 1993), found by weakest
//	            preconditions from the tests backwards, over stores and calls (E. Dijkstra: Guarded
//	            commands, nondeterminacy and formal derivation of programs. CACM 1975)
//	cells       facts about all cells of a region, of which a fact about one cell is an instance (cells.go), and
//	            about the elements of an array up to an index (ranges.go): invariants with one universal quantifier,
//	            such as those of indexed predicates (C. Flanagan, S. Qadeer: Predicate abstraction for software
//	            verification. POPL 2002), here with the quantified variable as a ghost
//	promises    what the model promises, above all about strings: one fact about the length of a string stands for
//	            those about all its characters (promises.go; package cfa/lower, tails.go)
//	growth      arrays that only grow, by which a fact survives a call (growth.go)
//	solver      propagates them forward; then the tests that are still open have a round of facts for themselves
//	needed      finds which of all that the conclusions rest on, by walking back from them, also from
//	            entries to calls and from calls to exits
//
// The tests stay in the program. What the analysis knows is recorded at the locations where a
// conclusion needs it, and package cert proves it again, step by step (refine/certify); nothing here
// is trusted. Engines work on slices in which settled tests are gone.
//
// After a test, a fact may follow from another one: where a pointer is not null, where an index is below a length
// (limits.go), and where a call has reported success (outcomes.go).
//
// A fact about the block that a pointer leads to, such as block sizes[p] >= 16, comes from where the block
// was made, in the same procedure, in a callee that returned it, or in a caller. Where the pointer may
// be null the fact is p == 0 || block sizes[p] >= 16, until a test excludes that.
//
// What is known of a caller's variables goes along into its callees, and comes back, where they are not
// recursive. Where there are too many chains of calls, the calls of a procedure share one context. Cells of
// arrays have no bounds, only facts, and a fact about a cell is lost where another one is written that may
// be the same, unless the new value is as good. The cost is linear in the size of all contexts times the
// number of thresholds of a variable and of facts of a context, which are bounded; of a procedure that
// takes longer nothing is known.
package settled
