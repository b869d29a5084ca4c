// Package settled finds error locations that no run reaches, and writes down why. One analysis of the whole program
// finds them, before any engine starts. It makes many checks cheap: a program has a test at each access and at each
// operation, and most of these tests always hold.
//
//	Analyse     sets Program.Settled (settled.go)
//	program     iterates over contexts: a procedure in a chain of calls, with one state at its entry and one at its
//	            exit (contexts.go)
//	analysis    computes intervals of variables: forward over a context, with widening to the constants that a variable
//	            is compared with, and narrowing; a loop keeps the bounds of variables that it does not change
//	            (intervals.go, track.go, bounds.go, env.go; P. Cousot, R. Cousot: Abstract interpretation. POPL 1977)
//	facts       are comparisons that hold on every path to a location: available conditions (R. Gupta: Optimizing
//	            array bound checks using flow analysis. ACM LOPLAS 1993). They are found by weakest preconditions from
//	            the tests backwards, over stores and calls (E. Dijkstra: Guarded commands, nondeterminacy and formal
//	            derivation of programs. CACM 1975). See facts.go; steps.go, premises.go, writes.go, writes_all.go, fills.go, reborn.go and
//	            calls.go for the preconditions; forms.go and linear.go for the expressions
//	cells       facts about all cells of a region, or all from a pointer on, of which a fact about one cell is an instance
//	            (cells.go), and about the elements of an array up to an index (ranges.go): invariants with one universal
//	            quantifier, such as those of indexed predicates (C. Flanagan, S. Qadeer: Predicate abstraction for
//	            software verification. POPL 2002), here with the quantified variable as a ghost
//	limits      facts that follow from other facts after a test of an index, or by the bounds of variables (limits.go)
//	definitions what tests say of the variables from which the tested value was computed (defined.go)
//	checks      facts that hold after a check of an access has passed (passed.go)
//	fixed       elements at constant indexes of blocks that loops fill (fixed.go)
//	multiples   facts that sums are multiples of a number, for pointers and indexes that go by steps of several bytes or
//	            elements (multiples.go; P. Granger: Static analysis of arithmetical congruences. 1989)
//	choices     conditions about a value that is one of several, such as an element of a constant table (choices.go)
//	countdown   facts about counters that count down while a pointer or an index goes up (countdown.go)
//	behind      variables that stay behind others, in loops that keep some elements of an array or some characters of a string
//	            (behind.go)
//	empty       pointers that are not null unless a loop makes no round, and other facts about its first round (empty.go)
//	equal       facts that follow from tests whether two variables are equal: whether a vector is full (equal.go)
//	names       other names of the address of a store, and facts about the last element of a range (names.go)
//	outcomes    facts that hold where a variable has a certain value, above all where a call has reported success
//	            (outcomes.go)
//	promises    facts that follow from what the model promises, above all about strings: one fact about the length of a
//	            string replaces facts about all its characters (promises.go; package cfa/lower, tails.go)
//	growth      arrays that only grow, by which a fact survives a call (growth.go)
//	holders     which cell leads to a block, for structures that are freed block by block (holder.go, holder_steps.go,
//	            holder_why.go, simplify.go); what is said of their members (linked.go); what a procedure that frees blocks
//	            leaves alone (frames.go, footprint.go)
//	local       facts about the ends of chains of pointers (local.go)
//	clauses     conditions of which no single part is a fact (clauses.go)
//	moved       pointers that may lead into objects, and not only to their first bytes (moved.go)
//	solver      propagates facts forward, and finds the branches that facts exclude: no run takes an edge whose
//	            condition contradicts a fact (solve.go, blockers)
//	wanted      where each fact is of use: steps are looked for only there (wanted.go)
//	live        temporaries that are read again; facts about others are lost (live.go)
//	derive      derives facts at a location from other facts that hold there (derive.go)
//	needed      finds the facts and bounds that the conclusions rest on, by walking back from the conclusions, also from
//	            entries to calls and from calls to exits (needed.go)
//
// The tests stay in the program. What the analysis knows is recorded at the locations where a conclusion needs it, and
// package cert proves it again, step by step (refine/certify). Nothing here is trusted. Engines work on slices in which
// settled tests are gone.
//
// # Terms
//
// The comments of this package use these terms:
//
//   - A test is an assumption (cfa.Assume) that a run may fail: a condition of a branch or of a check. A promise is an
//     assumption that holds in every run (Assume.Always).
//   - A fact is a comparison or a disjunction of comparisons. These comparisons are its alternatives. A fact has a number
//     in each context in which it is of interest.
//   - A step of a fact over an edge says when the fact holds after the edge: other facts that have to hold before the
//     edge, and expressions whose bounds are a part of the reason. It is a weakest precondition, or a condition that is
//     stronger than that. A fact is lost over an edge if no step is known.
//   - The depth of a fact is, roughly, the number of operations between the fact and the test for which it was added.
//   - A fact is wanted at a location if a test needs it there, or another fact that is wanted there or after it.
//   - "By bounds" means: because of the intervals of variables at a location.
//   - "any" is a variable that no operation sets (program.any). A fact that reads any holds for each value of it. If any
//     is an address or an index of a cell, this is a fact about all cells (ofAll). A fact about all cells but one has the
//     additional first alternative any == address (but, allBut).
//   - An instance is the use of a fact about all cells for one cell: the cell's address takes the place of any.
//   - "old a" is an array with the contents that the array a had when the procedure was entered (program.olds).
//   - A limit says that a fact holds after one particular test if another fact held before (limited). A released fact
//     holds after any test that an expression is zero, or is not zero, if another fact held before (released).
//   - A shadow array belongs to the model's records and not to the C program. "block sizes" has the size of each block at
//     the block's address. "live" has 1 at the address of each live block. "owner" has, for each byte of an object, the
//     address of the object. The flag of a cell is 1 if the cell is initialized. In examples, stored(R) is the array of
//     the flags of the region R, and R[a] is the cell at the address a.
//   - A tail is a string, or an array of pointers that ends with a null pointer, from an address on (cfa/lower, tails.go).
//
// # What the analysis knows
//
// After a test, a fact may follow from another one: where a pointer is not null, where an index is below a length
// (limits.go), and where a call has reported success (outcomes.go).
//
// A fact about the block that a pointer leads to, such as block sizes[p] >= 16, comes from the place where the block
// was made: in the same procedure, in a callee that returned it, or in a caller. Where the pointer may be null, the
// fact is p == 0 || block sizes[p] >= 16, until a test excludes the first alternative.
//
// A pointer into an object needs other facts than a pointer to its first byte: facts about the owner of its address. As
// they are many, the last round of facts looks for them, and only for pointers that may have been moved.
//
// Facts are found in rounds, each with a limit of steps (solve.go, plan): first what promises about strings need, then
// what is near the tests, and then the rest. Where facts have shown that no run reaches a location, the intervals are
// computed again without it, and later rounds do not look at it (needed.close).
//
// What is known of a caller's variables is also known in its callees, and again after the call, unless a callee is
// recursive. If there are too many chains of calls, the calls of a procedure share one context. For cells of arrays
// there are no bounds, only facts. A fact about a cell is lost where the program writes to a cell that may be the same,
// unless the fact is also true of the new value. The cost is linear in the size of all contexts times the number of
// thresholds of a variable and of facts of a context, which are bounded. If the analysis of a procedure takes longer,
// nothing is known about the procedure.
package settled
