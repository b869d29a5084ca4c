// Nodes and links of the graph. A node is the join of the images of its incoming links, possibly widened. Links that
// a node merely covers are kept in covers, not in In.

package dag

import "github.com/whet-mc/whet/cfa"

// Node is an abstract state at a place.
type Node[E any] struct {
	ID    int // the number of the node, greater than the IDs of its predecessors
	Place *Place[E]
	State E
	Depth int // the number of steps on the longest path to the node
	Round int // the number of loops that every path to the node closes
	In    []*Link[E]
	Out   []*Link[E]
	Gone  bool

	// Joined is the join of the images of In. State starts as Joined, or, if Widened is set, as the widening of Older
	// by Joined. Hints and Restate may make it smaller.
	Joined  E
	Widened bool
	Older   *Node[E]

	tag     *tag
	key     int        // the position of the node, by which hints are kept; a node that is made again has the same key
	covers  []*Link[E] // the links whose images this node contained when the links arrived
	ignored bool       // the node is an error node that Run does not report
	queued  bool       // the node is in the queue, to be expanded
}

// Link is a step from a node: one of the elements in the image of the node's state under the step's operation.
type Link[E any] struct {
	From  *Node[E]
	Edge  *cfa.Edge
	Kind  cfa.StepKind
	Skip  bool // the edge is a call that is not followed
	Wrap  bool // the link leads to the place of a guard: a word wraps around when the operation is evaluated
	Case  int  // the index of the element Image in the image
	Image E
	To    *Node[E] // the node made from the link, or the node that covers Image; nil while the link waits in a slot

	place *Place[E]
	round int
	dead  bool // From has been given another state since the link was made
}

// Step returns the link as a step of a path.
func (l *Link[E]) Step() cfa.Step { return cfa.Step{Edge: l.Edge, Kind: l.Kind} }
