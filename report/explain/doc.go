// Package explain holds the plain data of an explanation: what a run looked at on its way to the verdict. There is
// one Iteration for each error path, as in Tables 1 and 2 of Armando, Benerecetti and Mantovani, "Abstraction
// Refinement of Linear Programs with Arrays" (TACAS 2007), which show the iterations for one program.
//
//	Explainer  makes Iterations while the engine runs (explain.go), so that nothing of the
//	           engine has to be kept
//	Iteration  the precision, the abstraction next to the source (program.go), the error path with
//	           its formulas (path.go, folded by fold.go), and what was learnt, or made finer
//	           (repairs.go)
//	History    a summary of each round of a run (history.go)
//
// Without Options.All the size of an Iteration is bounded, however long the path and the program are.
// Package text prints them; docs/explanation.schema.json describes their JSON.
package explain
