// The engine's options and the state of a run.

package predicate

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine/cegar"
)

// run is a run of the engine predicate: predicate abstraction with adjustable-block encoding, refined lazily by
// sequence interpolants (Beyer, Keremoglu, Wendler, FMCAD 2010).
type run struct {
	*cegar.Loop
	engine    Engine
	coder     *formula.Coder
	prec      *predicate.Precision
	dom       *predicate.Domain
	writer    Writer
	shared    *SharedInvariants
	intervals *predicate.Intervals
}

// Engine is the engine of predicate abstraction.
type Engine struct {
	Scope     predicate.Scope // where a learnt predicate is tracked
	Order     mc.Order
	Cartesian bool // abstract each predicate separately, not all combinations
	Single    bool // one block for each operation, not large ones
	Restart   bool // restart the exploration after each refinement instead of pruning
}
