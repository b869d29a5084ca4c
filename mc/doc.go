// Package mc is the explorer: it finds out which abstract states a program can be in, and keeps
// how it found out.
//
// It is the tabulation algorithm for interprocedural reachability (Reps, Horwitz, Sagiv: Precise
// interprocedural dataflow analysis via graph reachability, POPL 1995), in the form of a
// configurable program analysis (Beyer, Henzinger, Théoduloz, CAV 2007): a domain says what a state
// is, its successors, what covers what and what merges. A procedure is explored once for each
// abstract state that it is entered with; what its exits can be is its summary, which is combined
// with every call that enters it with that state. Recursion needs nothing more.
//
//	Domain      an abstraction: states, successors, coverage, merging, calls
//	State       an abstract state
//	Activation  the exploration of one procedure from one entry state
//	Node        an abstract state at a location of an activation
//	Link        how a node was reached
//	Graph       all activations and nodes: what a SAFE verdict rests on
//	Index       finds a node whose state covers a new one
//	Explorer    owns the graph, the worklist, and how both grow and are pruned
//	Ways        other paths of the graph to a node
//
// The life of an exploration: New makes an Explorer, Run expands nodes until an error location is
// reached, nothing is left, or its context ends. ErrorPath unrolls the summaries between the
// start and a node to one concrete path. The one who finds that the domain must be more precise changes
// the domain's precision, calls Prune at the first node whose state is too coarse, and Run again:
// what rested on that node is explored anew and the rest is kept. CheckInductive verifies that a
// finished graph is closed under the domain's successors.
package mc
