// Package euf decides conjunctions of equalities and disequalities between
// terms with uninterpreted functions, by congruence closure.
//
// It knows nothing of terms. A [Graph] holds abstract nodes: constants
// ([Graph.Leaf]), interpreted constants of which no two are equal
// ([Graph.Value]: numerals, true and false), and applications ([Graph.App]).
// Equalities and disequalities are asserted with a [Reason], which the graph
// hands back unread when it explains what follows:
//
//	g := euf.New()
//	a, b := g.Leaf(), g.Leaf()
//	fa, fb := g.App(f, a), g.App(f, b)
//	g.Merge(a, b, 1)
//	g.Distinct(fa, fb, 2)
//	if !g.Close() {
//		reasons, _ := g.Conflict() // 1, 2
//	}
//
// Assertions wait in a queue until [Graph.Close] works it off. [Graph.Push]
// marks a state and [Graph.Pop] returns to it; nodes and watched pairs outlive
// Pop, and what follows for them at the older level is found again.
//
// # How it works
//
// Classes are circular lists of members, each of which knows its
// representative; of two classes the lighter one is absorbed, so that a node
// changes its representative O(log n) times. Applications stand in a hash
// table under their signature, the function with the representatives of the
// arguments; a union takes the applications over the absorbed class out and
// puts them back under the new signature, and whom they meet there they are
// congruent to (Downey, Sethi, Tarjan, Variations on the common subexpression
// problem, JACM 1980).
//
// Explanations come from a proof forest, as in Nieuwenhuis and Oliveras, Fast
// congruence closure and extensions, Information and Computation 2007: each
// union adds one edge, which is an assertion or a congruence, between two
// trees; why two nodes are equal is the path between them, where congruences
// are explained by their arguments in turn. There is one path once two nodes
// are connected, later edges do not change it, and so an explanation is the
// same at any time until Pop; it never uses what was asserted after the
// equality was found.
//
// # Files
//
//	graph.go    nodes, classes, and looking at them
//	table.go    the two hash tables: identity and signature
//	close.go    the queue of assertions, union, levels and undoing
//	explain.go  the proof forest
//	watch.go    disequalities between classes, watched pairs and their events
//
// What is undone, and what is not: unions and disequalities are, by a trail.
// Lists of a node's applications and watched pairs hang on the node itself
// and not on its class, so that they need no undoing, and may grow at any level.
package euf
