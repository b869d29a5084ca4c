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
}

// Node is an abstract state at a location within an activation.
type Node struct {
	ID    int
	Loc   *cfa.Loc
	State State
	Act   *Activation
	In    []Link // how it was reached; In[0] is how it was reached first. Empty for roots
	Out   []*Node
	By    *Node // covered by this node: not expanded
	Gone  bool  // pruned
	Depth int   // number of links from the activation's root along In[0]
}

// Link is one way a node was reached.
type Link struct {
	From *Node
	Edge *cfa.Edge
	// Exit is set for a call edge: the node at the callee's exit whose state was returned.
	Exit *Node
}

// Graph is the reached graph of one exploration.
type Graph struct {
	Program     *cfa.Program
	Activations []*Activation
	Nodes       []*Node // all that were made, in order; pruned ones are Gone
}
