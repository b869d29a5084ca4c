// The interface of a turn.

package widening

const nodesFactor = 4 // factor of the limits on nodes and refinements from one round of turns to the next

// turn is a run in one domain.
type turn interface {
	run(nodes, refinements int) turnResult
	cheap() int // the number of nodes of this domain that cost as much as one node in polyhedra
	finish()
}

type turnResult int

const (
	decided turnResult = iota // there is a verdict, or no verdict is possible at all
	cutOff                    // the limit of nodes or refinements is reached
	failed                    // the domain cannot decide the program
)
