// Package widening refines abstract interpretations along counterexamples, after Gulavani, Chakraborty, Nori and
// Rajamani, "Automatically Refining Abstract Interpretations" (TACAS 2008): it implements Refine_TREE and its form
// for DAGs, over the graphs that package mc/dag explores.
//
// Analyse propagates the error backward over all paths of the counterexample DAG: err(n) is the set of preimages at
// node n from which, as far as the domain can tell, the error is reached. If the state of a node meets err(n), but
// the image from a predecessor does not, the node is a refinement node: widening or merging has added the states that
// lead to the error. Refine repairs such nodes in one of four ways:
//
//	Bounded  from now on the widening keeps interpolants between the state that it must contain and err(n)
//	Image    the image, or without bounds the join, replaces the widened state
//	Apart    the merge is undone
//	Join     the merge and the widening are done in the finer domain, if the elements have one
//
// If the image of an edge meets err(n), but no preimage meets the state that the edge leads from, the image is
// imprecise:
//
//	Finer    the edge is evaluated in the finer domain
//	Cases    the edge's operation is evaluated with more cases
//
// If err(root) is not empty, the domain cannot exclude the path. This does not say whether the path is feasible.
//
// Nodes are repaired in reverse topological order, but only if a path to the error passes them without another
// repaired node before them. The paper repairs the other nodes as well, and then deletes them again, because they are
// descendants of repaired nodes.
//
// Programs with recursion are explored by procedure summaries first, as a method of package cegar (recursive.go). The
// loop over package dag is part of this package (engine.go, loop.go) and does not use package cegar: an error node
// represents all paths to it, which are analysed together, and nodes are repaired in place. So package cegar's steps
// do not apply: no single path is checked, no node is pruned, and no graph of package mc is the source of the claims.
//
// If the program has floating variables, the domains get an additional turn with relations between these variables
// (package mc/cells, fixed.go).
//
// Interpolants are simple where possible (interpolate.go).
package widening
