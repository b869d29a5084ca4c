package composite

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine/cegar"
	learnPredicates "github.com/whet-mc/whet/refine/predicate"
	learnValues "github.com/whet-mc/whet/refine/value"
)

// run is a run of these engines.
type run struct {
	*cegar.Loop
	engine  Engine
	values  *value.Precision
	checker *learnValues.Checker
	coder   *formula.Coder
	preds   *predicate.Precision
	writer  learnPredicates.Writer
	blocks  *predicate.Domain
	shared  *learnPredicates.SharedInvariants

	dom       *value.Domain
	predScope predicate.Scope

	heads    map[*cfa.Loc]map[int]*headValues // by variable's ID
	many     []*cfa.Var                       // to leave
	most     int                              // values of a variable that are not too many
	left     bool                             // some variable has left
	learnt   int                              // refinements of predicates since one left
	patience int                              // how many of these are awaited
}

// headValues are the values that a variable had at a loop head.
type headValues struct {
	seen map[string]bool
	over bool
}

// CompositeEngine has values and predicates side by side.
type Engine struct {
	Full       bool // the values of all variables are tracked; only predicates are refined
	ByLocation bool // what is learnt is tracked where it was learnt, not all over its scope
	Order      mc.Order
	Selection  bool // choose among infeasible prefixes (refinement selection)
	Restart    bool // start the exploration anew after each refinement, instead of pruning
	Cartesian  bool // each predicate on its own, not all combinations
	Single     bool // a block for each operation, not large ones
	// values that a variable may have at a loop head before it is left to predicates; less than 1
	// is the default
	ValueThreshold int
}
