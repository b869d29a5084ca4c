// The engines' options and the state of a run.

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

	heads    map[*cfa.Loc]map[int]*headValues // by loop head and the variable's ID: the variable's values
	many     []*cfa.Var                       // variables that must no longer be tracked by value
	most     int                              // maximal number of values of a variable
	left     bool                             // some variable is no longer tracked by value
	learnt   int                              // refinements of predicates since a variable was last removed from the tracked ones
	patience int                              // number of such refinements after which removed variables are tracked again
}

// headValues is the set of values that a variable had at a loop head.
type headValues struct {
	seen map[string]bool
	over bool
}

// Engine is the engine with values and predicates.
type Engine struct {
	Full       bool // track the values of all variables; refine only predicates
	ByLocation bool // track what is learnt where it was learnt, not in its whole scope
	Order      mc.Order
	Selection  bool // choose among infeasible prefixes (refinement selection)
	Restart    bool // restart the exploration after each refinement instead of pruning
	Cartesian  bool // abstract each predicate separately, not all combinations
	Single     bool // one block for each operation, not large ones
	// values that a variable may have at a loop head before it is left to predicates; less than 1 selects the default
	ValueThreshold int
}
