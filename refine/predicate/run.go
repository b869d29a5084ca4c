package predicate

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine/cegar"
)

// run is a run of the engine predicate: predicate abstraction with adjustable-block encoding,
// refined lazily by sequence interpolants (Beyer, Keremoglu, Wendler, FMCAD 2010).
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

// PredicateEngine is the engine of predicate abstraction.
type Engine struct {
	Scope     predicate.Scope // where a learnt predicate is tracked
	Order     mc.Order
	Cartesian bool // each predicate on its own, not all combinations
	Single    bool // a block for each operation, not large ones
	Restart   bool // start the exploration anew after each refinement, instead of pruning
}
