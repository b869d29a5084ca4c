package engines

import (
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine/composite"
	"github.com/whet-mc/whet/refine/quantified"
)

// Options are the options of all engines. An engine reads those that it has: see the table.
type Options struct {
	Restart    bool       // explore anew after each refinement instead of pruning
	ByLocation bool       // what is learnt is tracked where it was learnt, not all over its scope
	Selection  bool       // choose among the infeasible prefixes of a path
	Orders     []mc.Order // of explorations, in turns; none: an engine's own

	Cartesian bool // predicates are abstracted one by one
	Single    bool // states are abstracted after each operation
	// values of a variable at a loop head before it is left to predicates; 0: an engine's own
	ValueThreshold int

	Domain *Domain // nil: an engine's own

	Tree        bool // each path on its own
	Plain       bool // a widening that is too coarse becomes the join
	NoPreimages bool // forget the error preimages of earlier refinements
	NoSeeds     bool // no bounds of widenings from the program's conditions

	Method        quantified.Way
	NoSums        bool // no prefix sums of arrays
	NoControl     bool // states are not distinguished by what steers the program
	NoOrders      bool // do not guess how variables compare
	NoIntervals   bool // begin without interval analysis
	NoPolynomials bool // do not guess that values follow polynomials

	Unwind      int // rounds of each loop; 0: no limit
	NoInduction bool

	Jobs   int    // engines that run at the same time
	Before string // see auto.Engine
	// Inductive: see auto.Engine
	Inductive bool
}

// order returns the order of exploration, for engines that have one.
func (o Options) order() mc.Order {
	if len(o.Orders) == 0 {
		return mc.RPO
	}
	return o.Orders[0]
}

// domain is the one to use, without anything where an engine is to use its own.
func (o Options) domain() Domain {
	if o.Domain == nil {
		return Domain{}
	}
	return *o.Domain
}

// composite makes the engines of values with predicates.
func (o Options) composite(full bool) composite.Engine {
	return composite.Engine{
		Full: full, ByLocation: o.ByLocation, Order: o.order(), Selection: o.Selection, Restart: o.Restart,
		Cartesian: o.Cartesian, Single: o.Single, ValueThreshold: o.ValueThreshold,
	}
}
