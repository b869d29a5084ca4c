package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Facts that hold where a call has reported success: after scanf("%d", &x) == 1 the variable x is initialized. At the
// call the fact is result != 1 || stored(x) >= 1; the test makes the second part of it. After fgets(s, n, f) != NULL there
// is a string at s.

// mostOutcomes bounds the tests of what calls have reported.
const mostOutcomes = 8

// testOutcome adds a test to the list, if it compares the result of a call, or a value from outside, with a constant.
func (f *facts) testOutcome(b *cfa.Binary) {
	v, ok := b.X.(*cfa.Var)
	_, isConst := cfa.IsConst(b.Y)
	if ok && isConst && v.Proc != nil && len(f.outcomes) < mostOutcomes &&
		!slices.ContainsFunc(f.outcomes, func(o *cfa.Binary) bool { return cfa.SameForm(o, b) }) {
		f.outcomes = append(f.outcomes, b)
	}
}

// reported reports whether a variable only gets values that calls report.
func (f *facts) reported(v *cfa.Var) bool {
	sets := f.setsVar[v]
	return len(sets) > 0 && !slices.ContainsFunc(sets, func(e *cfa.Edge) bool {
		switch op := e.Op.(type) {
		case *cfa.Havoc, *cfa.Call:
			return false
		case *cfa.Assign:
			from, ok := op.RHS.(*cfa.Var)
			return !ok || from.Proc == nil
		}
		return true
	})
}

// unlessOutcome adds the facts that fact k, that something is initialized or a string, holds unless a test of an outcome
// fails.
func (f *facts) unlessOutcome(k int32) {
	b := f.list[k]
	if !isFlag(b) && !(isTail(b.X) && toConst(b)) || f.depth[k] > 1 || len(f.list) > f.most/4 {
		return
	}
	for _, t := range f.outcomes {
		not, ok := cfa.MkNot(t).(*cfa.Binary)
		if !ok || !not.Op.Comparison() || !f.reported(t.X.(*cfa.Var)) {
			continue
		}
		if j := f.add(anyOf([]*cfa.Binary{not, b}), f.depth[k]); j >= 0 {
			f.limits = append(f.limits, limited{k, t, j})
		}
	}
}

// isFlag reports whether a fact is that a cell or a variable is initialized.
func isFlag(b *cfa.Binary) bool { return b.Op == cfa.Ge && isFlagValue(b.X) }

// isFlagValue reports whether an expression is the flag of a cell or of a variable.
func isFlagValue(e cfa.Expr) bool {
	switch x := e.(type) {
	case *cfa.Var:
		return x.Shadow && x.Range.Bits == 1
	case *cfa.Select:
		return x.Arr.Shadow && x.Arr.Region
	}
	return false
}
