// The engine's options and the state of a run.

package value

import (
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine/cegar"
)

// run is a run of the value engine.
type run struct {
	*cegar.Loop
	engine  Engine
	prec    *value.Precision
	dom     *value.Domain
	checker *Checker

	toSplit []*Trace // undecided paths, from which the precision will be extended
}

// Engine is the engine of explicit values.
type Engine struct {
	Scope     value.Scope // where a learnt variable is tracked
	Order     mc.Order
	Selection bool // choose among infeasible prefixes (refinement selection)
	Restart   bool // restart the exploration after each refinement instead of pruning
	MaxStates int  // maximal number of states; 0: no limit
}
