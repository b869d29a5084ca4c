// The options of all engines.

package engines

import (
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine/composite"
	"github.com/whet-mc/whet/refine/quantified"
)

// Options are the options of all engines. Each engine reads the options in its line of the table.
type Options struct {
	Restart    bool       // restart the exploration after each refinement instead of pruning
	ByLocation bool       // track what is learnt where it was learnt, not in its whole scope
	Selection  bool       // choose among the infeasible prefixes of a path
	Orders     []mc.Order // the orders of explorations, in turn; none: the engine's default

	Cartesian bool // abstract predicates one by one
	Single    bool // abstract states after each operation
	// number of values that a variable may have at a loop head before it is left to predicates; 0: the engine's default
	ValueThreshold int

	Domain *Domain // nil: the engine's default

	Tree        bool // keep all paths separate
	Plain       bool // replace a widening that is too coarse by the join
	NoPreimages bool // forget the error preimages of earlier refinements
	NoSeeds     bool // no bounds of widenings from the program's conditions

	Method        quantified.Way
	NoSums        bool // do not keep prefix sums of arrays
	NoControl     bool // do not distinguish states by the values of controlling variables
	NoOrders      bool // do not guess how variables compare
	NoIntervals   bool // start without interval analysis
	NoPolynomials bool // do not guess that values follow polynomials

	Unwind      int // maximal rounds of each loop; 0: no limit
	NoInduction bool

	Jobs   int    // engines that run concurrently
	Before string // see auto.Engine
	// Inductive: see auto.Engine
	Inductive bool
}

// order returns the order of exploration, for engines with a single order.
func (o Options) order() mc.Order {
	if len(o.Orders) == 0 {
		return mc.RPO
	}
	return o.Orders[0]
}

// domain returns the domain to use; it is empty if an engine is to use its default.
func (o Options) domain() Domain {
	if o.Domain == nil {
		return Domain{}
	}
	return *o.Domain
}

// composite returns the engine of values with predicates.
func (o Options) composite(full bool) composite.Engine {
	return composite.Engine{
		Full: full, ByLocation: o.ByLocation, Order: o.order(), Selection: o.Selection, Restart: o.Restart,
		Cartesian: o.Cartesian, Single: o.Single, ValueThreshold: o.ValueThreshold,
	}
}
