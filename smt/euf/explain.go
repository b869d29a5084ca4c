// The proof forest and explanations.

package euf

import "slices"

// An edge of the proof forest leads from a node towards the root of its tree. The trees are the classes. When a tree is
// attached to another one, edges are reversed, which does not change the paths between nodes.
type edge struct {
	to  Node // the next node on the way to the root; none for a root
	why Reason
}

// connect attaches the tree of the node `from` to the node `to`. Its cost is the depth of `from`, which is less than
// the size of the class of `from`, the lighter of the two classes.
func (g *Graph) connect(from, to Node, why Reason) {
	n, e := from, edge{to, why}
	for n != none {
		old := g.proof[n]
		g.proof[n] = e
		n, e = old.to, edge{n, old.why}
	}
}

// disconnect removes the edge between a and b. There is at most one, because they were in different trees when it was
// added. Later unions may have reversed it.
func (g *Graph) disconnect(a, b Node) {
	if g.proof[a].to == b {
		g.proof[a].to = none
	} else {
		g.proof[b].to = none
	}
}

// A conflict is a contradiction: an equality that cannot be added to the classes, or a disequality within a class.
type conflict struct {
	on     bool
	values bool       // edge and paths lead from one value to another
	edge   assertion  // the equality, or the disequality within a class
	ne     Reason     // if values is false: the disequality that the equality violates
	paths  [2][2]Node // from the ends of edge to the values, or to the ends of the disequality
}

// Conflict returns the assertions that made Close return false: together they are contradictory. If values is true,
// they make two different interpreted constants equal; otherwise exactly one of them is a disequality. The reasons are
// sorted and distinct.
func (g *Graph) Conflict() (reasons []Reason, values bool) {
	c := &g.clash
	if !c.on {
		panic("euf: Conflict without one")
	}
	x := g.explainer()
	if c.edge.distinct {
		x.add(c.edge.a, c.edge.b)
		return x.run(g, c.edge.why), false
	}
	x.add(c.paths[0][0], c.paths[0][1])
	x.add(c.paths[1][0], c.paths[1][1])
	x.justify(g, c.edge.a, c.edge.b, c.edge.why)
	if c.values {
		return x.run(g), true
	}
	return x.run(g, c.ne), false
}

// Explain returns assertions that imply a = b, which must be known. They are sorted and distinct, and all were made
// before a = b became known.
func (g *Graph) Explain(a, b Node) []Reason {
	if !g.Same(a, b) {
		panic("euf: Explain of nodes that are not equal")
	}
	x := g.explainer()
	x.add(a, b)
	return x.run(g)
}

func (g *Graph) explainApart(a, b Node, cause int32) []Reason {
	x := g.explainer()
	if cause == byValues {
		x.add(a, g.classes[g.Find(a)].value)
		x.add(b, g.classes[g.Find(b)].value)
		return x.run(g)
	}
	d := g.diseqs[cause]
	u, v := d.a, d.b
	if !g.Same(a, u) {
		u, v = v, u
	}
	x.add(a, u)
	x.add(b, v)
	return x.run(g, d.why)
}

// An explainer collects the edges on paths of the proof forest, each once: it treats nodes connected by explained edges
// as one (the additional union-find of Nieuwenhuis and Oliveras).
type explainer struct {
	todo    [][2]Node
	reasons []Reason
	above   []stamped // by node: an ancestor to which explained edges lead
	seen    []int64   // by node: the last search that visited it
	epoch   int64     // number of this explanation
	search  int64     // number of this search
}

type stamped struct {
	epoch int64 // the explanation to which this belongs
	node  Node
}

func (g *Graph) explainer() *explainer {
	x := &g.ex
	for len(x.above) < len(g.terms) {
		x.above = append(x.above, stamped{})
		x.seen = append(x.seen, 0)
	}
	x.epoch++
	x.todo, x.reasons = x.todo[:0], x.reasons[:0]
	return x
}

func (x *explainer) add(a, b Node) {
	if a != b {
		x.todo = append(x.todo, [2]Node{a, b})
	}
}

// justify adds the justification of an edge between a and b.
func (x *explainer) justify(g *Graph, a, b Node, why Reason) {
	if why != congruence {
		x.reasons = append(x.reasons, why)
		return
	}
	args := g.Args(b)
	for i, c := range g.Args(a) {
		x.add(c, args[i])
	}
}

// run explains all pairs that were added, and returns the reasons together with the reasons in `more`.
//
// It terminates: the arguments of a congruence were equal before its edge was added, so their path has only older
// edges, and each edge is used once.
func (x *explainer) run(g *Graph, more ...Reason) []Reason {
	for len(x.todo) > 0 {
		p := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		a, b := x.top(p[0]), x.top(p[1])
		if a == b {
			continue
		}
		c := x.meet(g, a, b)
		x.take(g, a, c)
		x.take(g, b, c)
	}
	out := append(slices.Clone(x.reasons), more...)
	slices.Sort(out)
	return slices.Compact(out)
}

// top follows explained edges upwards as far as possible.
func (x *explainer) top(n Node) Node {
	t := n
	for x.above[t].epoch == x.epoch {
		t = x.above[t].node
	}
	for n != t {
		n, x.above[n].node = x.above[n].node, t
	}
	return t
}

// meet returns the nearest common ancestor. The two walks alternate, so that the cost is proportional to the longer
// walk and not to the depth.
func (x *explainer) meet(g *Graph, a, b Node) Node {
	x.search++
	x.seen[a], x.seen[b] = x.search, x.search
	for {
		if a == none && b == none {
			panic("euf: equal nodes in different trees")
		}
		for _, n := range []*Node{&a, &b} {
			if *n == none {
				continue
			}
			if *n = g.proof[*n].to; *n == none {
				continue
			}
			*n = x.top(*n)
			if x.seen[*n] == x.search {
				return *n
			}
			x.seen[*n] = x.search
		}
	}
}

// take explains the edges from n up to its ancestor c.
func (x *explainer) take(g *Graph, n, c Node) {
	for n != c {
		e := g.proof[n]
		x.justify(g, n, e.to, e.why)
		x.above[n] = stamped{x.epoch, c}
		n = x.top(e.to)
	}
}
