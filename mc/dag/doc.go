// Package dag explores a program in a numeric domain with joins and widening, and can be made more
// precise in single places afterwards: the abstract computation DAG of Gulavani, Chakraborty, Nori
// and Rajamani, "Automatically Refining Abstract Interpretations" (TACAS 2008), sections 2 and 3.
// It decides nothing: which nodes to refine, and how, is the business of package refine/widening.
//
//	Explorer   the exploration; Run goes on until an error node is found or nothing is left
//	Place      a location within a call string (package callstring): calls are entered with all
//	           that the caller knows
//	Node       an element of the domain at a place; the root has no links in
//	Link       one of the elements that an edge makes of a node's element, and the node that it
//	           went into
//
// Exploration is breadth first by rounds. A round ends where steps go against the weak topological
// order of the locations, that is, to the head of a loop; within a round places come in that order,
// so that all links of a round that lead to a place have arrived when it is its turn. They are
// joined into one node, which is widened where a loop is closed. Heads of loops come from the weak
// topological order, so gotos into loops do no harm. When round k has been explored without an
// error, no run that closes at most k loops leads to one. As a tree (Options.Tree) nothing is
// merged and nodes come by depth: then no run of at most k steps does.
//
// A link whose element is contained in the state of a node that is there makes no node of its own.
// When nothing is left every element that any edge makes of any node's state is contained in a
// node: the graph is an inductive invariant, whatever was refined on the way. Closed verifies that.
//
// Refinement restates a node (Restate), or undoes a merge (Split), which deletes what was made from
// it. Three things are kept when nodes go: the bounds of a place, up to which states are widened
// there (the paper's T, by location); the states that refinements gave to the node of a place and
// round, which are met with whatever is made in the same position later (the paper's hint DAG: what
// was excluded stays excluded); and the places where merges were undone. At these, nodes remember
// by which way they passed, and are not merged with others that came by another, there or later:
// the paper's selective merging. With the cache on, error preimages are kept as well, and a new
// node that meets one is reported at once (Near).
//
// Calls of procedures that are active already are not followed (Skipped): what they may change is
// forgotten, which says nothing of errors that they reach. Recursion is for procedure summaries
// (package refine).
//
// Images may be made more precise step by step (precision.go): in a finer domain, where elements
// have two grades (package numeric/sum), or with more cases. Words can be assumed not to wrap
// around; where one may, that is a place to be excluded as an error is.
//
//	place.go    places, and what keeps nodes from being merged
//	node.go     nodes and links
//	steps.go    images and preimages
//	explore.go  the exploration
//	queue.go    its order
//	widen.go    widening, hints
//	cache.go    error preimages
//	repair.go   changes to what was explored
//	follow.go   single paths
//	precision.go steps and places that are treated more precisely, and the assumption that words do not wrap around
//	check.go    whether the graph is closed
package dag
