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

// part is a component: items that no other item shares a symbol without a value with, nor an array.
type part struct {
	p     *problem
	at    int // conditions added when the ranges of symbols were those that count
	items []item
	fills map[int]int // by position in items: what walk.births says
	syms  []int
	arrs  []*array
}

// seen is what has been gathered.
type seen struct {
	syms  map[int]bool
	arrs  map[*array]bool
	items map[int]bool
}

func newSeen() *seen { return &seen{map[int]bool{}, map[*array]bool{}, map[int]bool{}} }

// answer is what is known of a part.
type answer struct {
	status Status
	values map[int]num.Int // Feasible: by symbol
	cells  []cellsOf
	why    string
}

// cellsOf are the inputs that cells of an array among the conditions are.
type cellsOf struct {
	of     *array
	births map[int]int // from what the plan calls the birth to the step of the program's path
	plan   *interp.Plan
}

// Status is what is known of a path.
type Status int

// The answers.
const (
	Unknown    Status = iota
	Infeasible        // no inputs take the path
	Feasible          // Inputs take it
)

// String is the answer in a word.
func (s Status) String() string { return [...]string{"unknown", "infeasible", "feasible"}[s] }

// Result is what Check found.
type Result struct {
	Status Status
	Inputs interp.Inputs // Feasible
	// not Feasible: the step that cannot be taken after those before, if it is known, else -1
	Step int
	Pos  lang.Pos // and where it is
	Why  string   // not Feasible: for people
}

// find looks for the input that a cell of the array is.
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

// holds evaluates all conditions, those that are ranges as well.
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

// pastEnv gives symbols the ranges that they had.
type pastEnv struct {
	*problem
	at int
}

func (c *part) env() *pastEnv { return &pastEnv{c.p, c.at} }

// Var returns the range of a symbol.
func (e *pastEnv) Var(v *cfa.Var) interval.Interval { return e.before(v.ID, e.at) }

func (e *pastEnv) fixed(x cfa.Expr) (num.Int, bool) { return cfa.BoundsIn(e, x).Point() }

// modelEnv gives symbols one value each.
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

// unsatisfied is the answer of a solver that has found no model; nil where it has one.
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
