// Parts of the problem, and the answers about them.

package feasible

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt/solver"
)

// part is a component: a set of items. No other item shares an array with it, or a symbol without a fixed value.
type part struct {
	p     *problem
	at    int // clock value: symbols have the ranges that they had then
	items []item
	fills map[int]int // by position in items: the entry of walk.births
	syms  []int
	arrs  []*array
}

// seen records the symbols, arrays and items that have been gathered.
type seen struct {
	syms  map[int]bool
	arrs  map[*array]bool
	items map[int]bool
}

func newSeen() *seen { return &seen{map[int]bool{}, map[*array]bool{}, map[int]bool{}} }

// answer is the answer of a solver about a part.
type answer struct {
	status Status
	values map[int]num.Int // if Feasible: values by symbol
	cells  []cellsOf
	why    string
}

// cellsOf maps the cells of an array among the conditions to inputs.
type cellsOf struct {
	of     *array
	births map[int]int // from the birth in the plan to the step of the program's path
	plan   *interp.Plan
}

// Status is the answer about a path.
type Status int

// The answers.
const (
	Unknown    Status = iota
	Infeasible        // no inputs take the path
	Feasible          // Inputs take the path
)

// String returns the answer as a word.
func (s Status) String() string { return [...]string{"unknown", "infeasible", "feasible"}[s] }

// Result is the result of Check.
type Result struct {
	Status Status
	Inputs interp.Inputs // if Feasible
	// if not Feasible: the step that cannot be taken after the steps before it, or -1 if it is not known
	Step int
	Pos  lang.Pos // the position of that step
	Why  string   // if not Feasible: the reason, for users
}

// find returns the input for a cell of the array.
func (c *cellsOf) find(q interp.Query) (num.Int, bool) {
	if c.of.of.ID != q.Arr.ID {
		return num.Int{}, false
	}
	for plan, birth := range c.births {
		if birth == q.Birth {
			if v, ok := c.plan.Next(interp.Query{Birth: plan, Arr: c.of.a, Idx: q.Idx}); ok {
				return v, true
			}
		}
	}
	return num.Int{}, false
}

// holds evaluates all conditions, including the ranges.
func (c *part) holds(m map[int]num.Int) bool {
	for _, s := range c.syms {
		if v, ok := m[s]; ok && !c.p.before(s, c.at).Contains(v) {
			return false
		}
	}
	env := &modelEnv{c.p, m}
	for i := range c.items {
		if h := c.items[i].definition(); h != nil {
			vals, known := c.p.results(h, m)
			if !known || len(vals) > 0 && !slices.ContainsFunc(vals, m[h.LHS.ID].Equal) {
				return false
			}
		}
		if e := c.items[i].cond; e != nil {
			if v, ok := cfa.BoundsIn(env, e).Point(); !ok || v.IsZero() {
				return false
			}
		}
	}
	return true
}

// pastEnv maps symbols to the ranges that they had at a clock value.
type pastEnv struct {
	*problem
	at int
}

func (c *part) env() *pastEnv { return &pastEnv{c.p, c.at} }

// Var returns the range of a symbol.
func (e *pastEnv) Var(v *cfa.Var) interval.Interval { return e.before(v.ID, e.at) }

func (e *pastEnv) fixed(x cfa.Expr) (num.Int, bool) { return cfa.BoundsIn(e, x).Point() }

// modelEnv maps symbols to single values.
type modelEnv struct {
	*problem
	m map[int]num.Int
}

// Var returns the value of the model.
func (e *modelEnv) Var(v *cfa.Var) interval.Interval {
	if x, ok := e.m[v.ID]; ok {
		return interval.Point(x)
	}
	return interval.All()
}

// unsatisfied runs the solver and returns its answer if there is no model; nil if there is one.
func unsatisfied(ctx context.Context, s *solver.Solver) (*answer, error) {
	switch s.Check(ctx) {
	case solver.Unsat:
		return &answer{status: Infeasible}, nil
	case solver.Unknown:
		if effort.Done(ctx) {
			return nil, context.Cause(ctx)
		}
		return &answer{why: s.Reason().Error()}, nil
	}
	return nil, nil
}
