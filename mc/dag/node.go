package dag

import "github.com/whet-mc/whet/cfa"

// Node is an abstract state at a place.
type Node[E any] struct {
	ID    int // greater than those of its predecessors
	Place *Place[E]
	State E
	Depth int // steps of the longest way to it
	Round int // loops closed on every way to it
	In    []*Link[E]
	Out   []*Link[E]
	Gone  bool

	// Joined is the join of the images of In. Where Widened is set, State was made from Older and
	// Joined by the widening; else it is Joined.
	Joined  E
	Widened bool
	Older   *Node[E]

	tag     *tag
	key     int        // of its hints: the same when it is made again
	covers  []*Link[E] // links that need no node of their own because of this one
	ignored bool       // an error node that is not to be reported
	queued  bool       // to be expanded
}

// Link is a step from a node: one of the elements that the step's operation makes of the node's
// state.
type Link[E any] struct {
	From  *Node[E]
	Edge  *cfa.Edge
	Kind  cfa.StepKind
	Skip  bool // a call that is not followed
	Wrap  bool // to a guard: a word wraps around when the operation is evaluated
	Case  int  // which of the elements
	Image E
	To    *Node[E] // where it leads to, or the node that covers Image; nil while that is open

	place *Place[E]
	round int
	dead  bool // From has another state by now
}

// Step is the link as a step of a path.
func (l *Link[E]) Step() cfa.Step { return cfa.Step{Edge: l.Edge, Kind: l.Kind} }
