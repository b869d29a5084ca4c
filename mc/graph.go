package mc

import "github.com/whet-mc/whet/cfa"

// Activation is one exploration of a procedure: from one abstract entry state,
// for all callers that enter with that state.
type Activation struct {
	ID    int
	Proc  *cfa.Proc
	Entry State
	Root  *Node   // at Proc.Entry
	Sites []*Node // call nodes that entered it, in order
	Exits []*Node // uncovered nodes at Proc.Exit: the summary

	siteEdges []*cfa.Edge // the call edge at each of Sites
	index     []Index     // by position of the location in Proc.Locs
	depth     int         // length of the chain of first sites to the start
	gone      bool
}

// Node is an abstract state at a location within an activation.
type Node struct {
	ID    int
	Loc   *cfa.Loc
	State State
	Act   *Activation
	In    []Link // how it was reached; In[0] is how it was reached first. Empty for roots
	Out   []*Node
	By    *Node // covered by this node, together with those of Also: not expanded
	Gone  bool  // pruned
	Depth int   // number of links from the activation's root along In[0]

	queued bool   // in the worklist
	fresh  bool   // no edge has been taken yet
	grown  bool   // the state has grown: all edges are to be taken again
	mark   uint32 // of the pruning that looked at it last
	more   *nodeMore

	in0  [1]Link // room for In and Out as most nodes have them
	out0 [1]*Node
}

// nodeMore is what only some nodes have.
type nodeMore struct {
	covers  []*Node       // nodes that are covered by this one, or by this one with others
	also    []*Node       // what covers it, too: a union with By
	returns []*Node       // an exit's: nodes after calls that were made from it
	entered []*Activation // a call node's: activations that it is a site of
	again   []*cfa.Edge   // edges to take again, where the node is neither fresh nor grown
	merges  int           // of the state, where it is widened
	ignored bool          // an error node that is not to be reported
}

func (n *Node) extra() *nodeMore {
	if n.more == nil {
		n.more = &nodeMore{}
	}
	return n.more
}

func (n *Node) covers() []*Node {
	if n.more == nil {
		return nil
	}
	return n.more.covers
}

// Covers lists the nodes that are covered by n, or by n with others.
func (n *Node) Covers() []*Node { return n.covers() }

// Also lists the nodes that cover n together with By, where no single node does.
func (n *Node) Also() []*Node {
	if n.more == nil {
		return nil
	}
	return n.more.also
}

// cover makes ms, alone or together, what covers n.
func (n *Node) cover(ms []*Node) {
	n.By = ms[0]
	if len(ms) > 1 {
		n.extra().also = ms[1:]
	}
	for _, m := range ms {
		m.extra().covers = append(m.more.covers, n)
	}
}

func (n *Node) isExit() bool { return n.Loc == n.Act.Proc.Exit }

// Link is one way a node was reached.
type Link struct {
	From *Node
	Edge *cfa.Edge
	// Exit is set for a call edge: the node at the callee's exit whose state was returned.
	Exit *Node
}

// SiteEdge is the call edge by which Sites[i] entered the activation.
func (a *Activation) SiteEdge(i int) *cfa.Edge { return a.siteEdges[i] }

// Graph is the reached graph of one exploration.
type Graph struct {
	Program     *cfa.Program
	Activations []*Activation
	// in the order in which they were made. Pruned ones are Gone, and are dropped now and then
	Nodes []*Node
}

// compact drops what was pruned.
func (g *Graph) compact() {
	k := 0
	for _, n := range g.Nodes {
		if !n.Gone {
			g.Nodes[k] = n
			k++
		}
	}
	clear(g.Nodes[k:])
	g.Nodes = g.Nodes[:k]
	k = 0
	for _, a := range g.Activations {
		if !a.gone {
			g.Activations[k] = a
			k++
		}
	}
	clear(g.Activations[k:])
	g.Activations = g.Activations[:k]
}
