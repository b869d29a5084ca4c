package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Preconditions with choices, which facts do not have: c ? a : b. The lowering writes the read of a constant table as a choice
// among its values (lower/tables.go). A condition about a choice holds if it holds for each value that may be chosen.

// mostChoices limits the number of values among which a condition may choose. A table has at most 64 runs of equal values.
const mostChoices = 96

// choice returns a choice in c that is not part of another one; nil if c has none.
func choice(c cfa.Expr) (found *cfa.Ite) {
	cfa.Walk(c, func(e cfa.Expr) {
		if x, ok := e.(*cfa.Ite); ok && found == nil {
			found = x
		}
	})
	return found
}

// beforeChoice returns the step of fact k over an edge as before does, for a condition c in which x is a choice.
func (f *facts) beforeChoice(l *cfa.Loc, k int32, depth int8, c cfa.Expr, x *cfa.Ite) step {
	none := step{fact: k}
	if !fewChoices(x) {
		return none
	}
	st, not := step{fact: k, kind: stepBounds}, cfa.MkNot(x.C)
	if f.impossible(l, x.C) {
		st.bounds = append(st.bounds, x.C)
	} else {
		st = both(st, f.before(l, k, depth, replaced(c, x, x.T)))
	}
	_, outside := x.E.(*cfa.Select)
	switch {
	case st.kind == stepLost:
		return none
	case f.impossible(l, not):
		st.bounds = append(st.bounds, not)
		return st
	case outside: // the index may be outside of the table, but for a test
		return both(st, f.before(l, k, depth, x.C))
	}
	return both(st, f.before(l, k, depth, replaced(c, x, x.E)))
}

// fewChoices reports whether x chooses from at most mostChoices values. It stops at the first one too many, since choices may
// share parts.
func fewChoices(x *cfa.Ite) bool {
	left := mostChoices
	var count func(e cfa.Expr)
	count = func(e cfa.Expr) {
		if y, ok := e.(*cfa.Ite); !ok {
			left--
		} else if left >= 0 {
			count(y.T)
			count(y.E)
		}
	}
	count(x)
	return left >= 0
}

// both returns a step in which the fact holds if it does by the step x and by the step y. Of other ways in which x and y hold,
// it keeps those of y.
func both(x, y step) step {
	if x.kind == stepLost || y.kind == stepLost {
		return step{fact: x.fact}
	}
	out := step{fact: x.fact, kind: max(x.kind, y.kind), before: slices.Concat(x.before, y.before), bounds: slices.Concat(x.bounds, y.bounds)}
	if y.or != nil {
		or := both(step{fact: x.fact, kind: x.kind, before: x.before, bounds: x.bounds}, *y.or)
		out.or = &or
	}
	return out
}
