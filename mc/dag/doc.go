// Package dag explores a program in a numeric domain with joins and widening, and can be made more precise in single
// places afterwards: the abstract computation DAG of Gulavani, Chakraborty, Nori and Rajamani, "Automatically
// Refining Abstract Interpretations" (TACAS 2008), sections 2 and 3. This package does not choose refinements: which
// nodes to refine, and how, is decided in package refine/widening.
//
//	Explorer   the exploration; Run goes on until an error node is found or nothing is left
//	Place      a location within a call string (package callstring): calls are entered with the
//	           caller's full state
//	Node       an element of the domain at a place; the root has no incoming links
//	Link       one of the elements in the image of a node's element under an edge, and the node
//	           that it was merged into
//
// Exploration is breadth first by rounds. A round ends where steps go against the weak topological order of the
// locations, that is, to the head of a loop. Within a round, places are processed in this order, so that all links of
// a round that lead to a place have arrived when its turn comes. They are joined into one node, which is widened
// where a loop is closed. Since heads of loops come from the weak topological order, gotos into loops are handled. If
// round k has been explored without an error, no run that closes at most k loops leads to an error. In a tree
// (Options.Tree) nothing is merged and nodes come by depth; then no run of at most k steps leads to an error.
//
// A link whose element is contained in the state of an existing node makes no node of its own. When nothing is left,
// each element of the image of each node's state is contained in a node: the graph is an inductive invariant,
// whatever was refined on the way. Closed verifies this.
//
// Refinement gives a node a smaller state (Restate), or undoes a merge (Split); both delete what was made from the
// node. Three things are kept when nodes are deleted. First, the bounds of a place, up to which states are widened
// there (the paper's T, by location). Second, the states that refinements gave to the node of a place and round:
// every later node in the same position is met with them, so that what was excluded stays excluded (the paper's hint
// DAG). Third, the places where merges were undone: nodes remember how they passed these places, and are not merged,
// there or later, with nodes that passed them differently (the paper's selective merging). With the cache on, error
// preimages are kept as well, and a new node that meets one is reported at once (Near).
//
// Recursive calls are not followed (Skipped): the step forgets what the callee may change, and errors that the callee
// reaches are not found. Recursion is for procedure summaries (package refine).
//
// Images can be made more precise step by step (precision.go): in a finer domain, if elements have two grades
// (package numeric/sum), or with more cases. Words can be assumed not to wrap around; a step on which one may wrap
// around then leads to a place that has to be excluded like an error.
//
//	place.go     places, and what keeps nodes from being merged
//	node.go      nodes and links
//	steps.go     images and preimages
//	explore.go   the exploration
//	queue.go     its order
//	widen.go     widening, hints
//	cache.go     error preimages
//	repair.go    changes to the explored part
//	follow.go    single paths
//	precision.go steps and places that are treated more precisely, and the assumption that words do not wrap around
//	check.go     whether the graph is closed
package dag
