// Package mc contains the explorer. It computes the abstract states that a program can reach, and records
// how each was reached.
//
// The algorithm is the tabulation algorithm for interprocedural reachability (Reps, Horwitz, Sagiv: Precise
// interprocedural dataflow analysis via graph reachability, POPL 1995), in the form of a configurable
// program analysis (Beyer, Henzinger, Théoduloz, CAV 2007). A domain defines states, successors, coverage
// and merging. A procedure is explored once for each abstract state with which it is entered. The states at
// its exit are its summary, which is combined with every call that enters the procedure with that state.
// Recursion needs no special treatment.
//
//	Domain      an abstraction: states, successors, coverage, merging, calls
//	State       an abstract state
//	Activation  the exploration of one procedure from one entry state
//	Node        an abstract state at a location of an activation
//	Link        how a node was reached
//	Graph       all activations and nodes: the justification of a SAFE verdict
//	Index       finds a node whose state covers a new one
//	Explorer    owns the graph and the worklist, extends the graph and prunes it
//	Ways        other paths of the graph to a node
//
// An exploration works as follows. New makes an Explorer. Run expands nodes until it reaches an error
// location, no nodes are left, or its context ends. ErrorPath returns a concrete path from the start to a
// node; it unrolls the summaries on the way. If the domain must be more precise, the caller changes the
// domain's precision, calls Prune at the first node whose state is too coarse, and calls Run again. Then
// everything that depends on that node is explored again, and the rest is kept. CheckInductive verifies
// that a finished graph is closed under the domain's successors.
package mc
