// The reached graph.

package mc

import "github.com/whet-mc/whet/cfa"

// Activation is one exploration of a procedure: from one abstract entry state, for all callers that enter
// with that state.
type Activation struct {
	ID    int
	Proc  *cfa.Proc
	Entry State
	Root  *Node   // the node at Proc.Entry
	Sites []*Node // the call nodes that entered the activation, in order
	Exits []*Node // uncovered nodes at Proc.Exit: the summary

	siteEdges []*cfa.Edge // the call edge at each of Sites
	index     []Index     // the indexes of the locations, by position in Proc.Locs
	depth     int         // number of links in the chain of first sites to the start
	gone      bool
}

// Node is an abstract state at a location within an activation.
type Node struct {
	ID    int
	Loc   *cfa.Loc
	State State
	Act   *Activation
	In    []Link // the ways by which the node was reached; In[0] is the first one. Empty for roots
	Out   []*Node
	By    *Node // the node that covers this one, alone or together with more.also; a covered node is not expanded
	Gone  bool  // the node was pruned
	Depth int   // the number of links from the activation's root along In[0]

	queued bool   // the node is in the worklist
	fresh  bool   // no edge has been taken yet
	grown  bool   // the state has grown, and all edges are to be taken again
	mark   uint32 // the epoch of the last pruning that visited the node
	more   *nodeMore

	in0  [1]Link // room for In and Out of most nodes
	out0 [1]*Node
}

// nodeMore contains the fields that only some nodes need.
type nodeMore struct {
	covers  []*Node       // nodes that this one covers, alone or together with others
	also    []*Node       // the nodes that cover this one together with By
	returns []*Node       // if the node is an exit: the nodes that were reached by returning from it
	entered []*Activation // if the node is at a call: the activations of which it is a site
	again   []*cfa.Edge   // the edges to take again, if the node is neither fresh nor grown
	merges  int           // the number of merges into the state, at locations where states are widened
	ignored bool          // the node is an error node that is not reported
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

// Covers lists the nodes that n covers, alone or together with others.
func (n *Node) Covers() []*Node { return n.covers() }

// Also lists the nodes that cover n together with By. It is empty if By covers n alone.
func (n *Node) Also() []*Node {
	if n.more == nil {
		return nil
	}
	return n.more.also
}

// cover records that the nodes ms, together, cover n.
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

// Link is one way by which a node was reached.
type Link struct {
	From *Node
	Edge *cfa.Edge
	// Exit is set for call edges: the node at the callee's exit from which the call returned.
	Exit *Node
}

// SiteEdge returns the call edge by which Sites[i] entered the activation.
func (a *Activation) SiteEdge(i int) *cfa.Edge { return a.siteEdges[i] }

// Graph is the reached graph of one exploration.
type Graph struct {
	Program     *cfa.Program
	Activations []*Activation
	// Nodes has the nodes in the order in which they were made. Pruned nodes are Gone, and are dropped from time
	// to time.
	Nodes []*Node
}

// compact drops pruned nodes and activations.
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
