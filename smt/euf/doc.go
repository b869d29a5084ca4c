// Package euf decides conjunctions of equalities and disequalities between terms with uninterpreted functions, by
// congruence closure.
//
// It knows nothing about terms. A [Graph] holds abstract nodes: constants ([Graph.Leaf]), interpreted constants, which
// are pairwise different ([Graph.Value]: numerals, true and false), and applications ([Graph.App]). Equalities and
// disequalities are asserted with a [Reason], which the graph does not interpret and returns in explanations:
//
//	g := euf.New()
//	a, b := g.Leaf(), g.Leaf()
//	fa, fb := g.App(f, a), g.App(f, b)
//	g.Merge(a, b, 1)
//	g.Distinct(fa, fb, 2)
//	if !g.Close() {
//	  reasons, _ := g.Conflict() // 1, 2
//	}
//
// Assertions wait in a queue until [Graph.Close] processes them. [Graph.Push] saves a state and [Graph.Pop] returns to
// it. Nodes and watched pairs outlive Pop; their consequences at the older level are found again.
//
// # How it works
//
// Classes are circular lists of members, each of which knows its representative. A union absorbs the lighter class, so
// a node changes its representative O(log n) times. Applications are in a hash table under their signature, the
// function with the representatives of the arguments. A union removes the applications with arguments in the absorbed
// class and inserts them again under their new signature; an application is congruent to one that is already there
// (Downey, Sethi, Tarjan, Variations on the common subexpression problem, JACM 1980).
//
// Explanations come from a proof forest, as in Nieuwenhuis and Oliveras, Fast congruence closure and extensions,
// Information and Computation 2007. Each union adds one edge, an assertion or a congruence, between two trees. The path
// between two nodes explains their equality; a congruence on it is explained by the equalities of its arguments. Once
// two nodes are connected, there is exactly one path, and later edges do not change it. Therefore an explanation is the
// same at any time until Pop, and never uses assertions made after the equality was found.
//
// # Files
//
//	graph.go    nodes, classes, and access to them
//	table.go    the two hash tables: identity and signature
//	close.go    the queue of assertions, union, levels and undoing
//	explain.go  the proof forest
//	watch.go    disequalities between classes, watched pairs and their events
//
// A trail undoes unions and disequalities. The lists of a node's applications and watched pairs belong to the node and
// not to its class, so they need no undoing and may grow at any level.
package euf
