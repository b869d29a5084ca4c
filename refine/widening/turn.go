package widening

const nodesFactor = 4 // how many times as many nodes and refinements the next round of turns has

// turn is a run in one domain.
type turn interface {
	run(nodes, refinements int) turnResult
	cheap() int // how many nodes of its domain cost as much as one of polyhedra
	finish()
}

type turnResult int

const (
	decided turnResult = iota // there is a verdict, or none is to be had at all
	cutOff                    // so many nodes have been made
	failed                    // the domain cannot do it
)
