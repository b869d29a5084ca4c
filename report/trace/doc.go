// Package trace presents a counterexample in terms of the source: which lines it passes, what they change, and which
// of them matter.
//
//	Property   what the run violates, in words (property.go)
//	Step       a piece of the folded tree: a line, a call, the rounds of a loop, a gap (step.go)
//	Fold       the tree of a path, bounded in size however long the path (fold.go, bound.go)
//	Moments    the points of the path where a debugger would stop, nothing folded (moments.go)
//	Bearing    which steps bear on the failure (relevance.go), by formulas and by dependences
//	           (depend.go, control.go)
//
// The path is read once, edge by edge (path.go); both the folder and the list of moments listen to these events. The
// start procedure, the bodies of library models, and temporaries of the lowering are hidden.
package trace
