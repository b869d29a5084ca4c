// Package widening refines abstract interpretations along counterexamples, after Gulavani,
// Chakraborty, Nori and Rajamani, "Automatically Refining Abstract Interpretations" (TACAS 2008):
// RefineTREE and its form for DAGs, over what package mc/dag explores.
//
// Analyse takes the error backward over all paths of the counterexample DAG: err(n) is the set of
// preimages from which the error is reached, as far as the domain tells. A node whose state meets
// err(n) although the image from a predecessor does not is a refinement node: widening or merging
// has added what leads to the error. Refine repairs such nodes by
//
//	Bounded  the widening keeps interpolants between what it must contain and err(n), from now on
//	Image    the image, or without bounds the join, takes the place of the widened state
//	Apart    the merge is undone
//	Join     the merge and the widening are done in the finer domain, where the elements have one
//
// Where the image of an edge meets err(n) although no preimage of it meets the state that the edge
// leads from, the image is imprecise:
//
//	Finer    the edge moves into the finer domain
//	Cases    the edge's operation is evaluated with more cases
//
// Where err(root) is not empty the domain cannot exclude the path; nothing is said of whether it
// can be taken.
//
// Nodes are repaired in reverse topological order, but those only that are on a path to the error
// without another repair before them. The paper repairs the others as well, and deletes them again
// with the descendants of the first.
//
// Programs with recursion are explored by procedure summaries first, as a method of package cegar
// (recursive.go). The loop over package dag is the engine's own (engine.go): an error node stands
// for all paths to it at once, which are looked at together, and nodes are repaired in place, so
// that there is no path to check, no node to prune, and no graph of package mc to claim anything
// of.
//
// Where there are floating variables, the domains take another turn with what relates these
// (package mc/cells, fixed.go).
//
// Interpolants are simple ones where there are such (interpolate.go).
package widening
