package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Facts that hold where a call has reported success. After a test of scanf("%d", &x) == 1, for example, the variable
// x is initialized; after a test of fgets(s, n, f) != NULL there is a string at s. In the first example, the fact
// result != 1 || stored(x) >= 1 holds right after the call. After the test result == 1, stored(x) >= 1 follows from
// it.

// mostOutcomes limits the number of tests of the results of calls in a procedure.
const mostOutcomes = 8

// testOutcome adds the test b of the edge e to f.outcomes, if it compares a local variable with a constant. Such a
// variable may have the result of a call (see reported).
func (f *facts) testOutcome(b *cfa.Binary, e *cfa.Edge) {
	v, ok := b.X.(*cfa.Var)
	_, isConst := cfa.IsConst(b.Y)
	if !ok || !isConst || v.Proc == nil {
		return
	}
	if setsFlags(e.To) {
		f.deciding = append(f.deciding, v)
	}
	if len(f.outcomes) < mostOutcomes && !slices.ContainsFunc(f.outcomes, func(o *cfa.Binary) bool { return cfa.SameForm(o, b) }) {
		f.outcomes = append(f.outcomes, b)
	}
}

// setsFlags reports whether one of the operations at l and immediately after it marks something as initialized.
func setsFlags(l *cfa.Loc) (yes bool) {
	for range 4 {
		if len(l.Out) != 1 {
			return false
		}
		cfa.Writes(l.Out[0].Op, func(v *cfa.Var) { yes = yes || isFlagValue(v) }, func(a *cfa.Array) { yes = yes || a.Shadow && a.Region || a.Tails != nil })
		if l = l.Out[0].To; yes {
			return true
		}
	}
	return false
}

// reported reports whether v is set, and only to results of calls, to values from outside, and to copies of other local
// variables.
func (f *facts) reported(v *cfa.Var) bool {
	sets := f.setsVar[v]
	return len(sets) > 0 && !slices.ContainsFunc(sets, func(e *cfa.Edge) bool {
		switch op := e.Op.(type) {
		case *cfa.Call:
			return false
		case *cfa.Havoc:
			// The model of scanf, for example, has a test of the result, after which it sets flags.
			return !slices.ContainsFunc(f.deciding, func(w *cfa.Var) bool { return f.same.find(w) == f.same.find(v) })
		case *cfa.Assign:
			from, ok := op.RHS.(*cfa.Var)
			return !ok || from.Proc == nil
		}
		return true
	})
}

// unlessOutcome looks for tests of the results of calls after which fact k holds, if k says that something is
// initialized or is a string. For each such test t it adds the fact !t || k. After t, fact k follows from this fact.
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

// counted is a test and the number of edges that have it.
type counted struct {
	test  *cfa.Binary
	times int
}

// testCell counts the test b in f.cellTests, if it compares a cell with 0.
func (f *facts) testCell(b *cfa.Binary) {
	if s, ok := b.X.(*cfa.Select); !ok || s.Arr.Shadow || !againstZero(b) {
		return
	}
	for i, o := range f.cellTests {
		if cfa.SameForm(o.test, b) {
			f.cellTests[i].times++
			return
		}
	}
	f.cellTests = append(f.cellTests, counted{b, 1})
}

// unlessAgain looks for tests of cells that the procedure makes more than once, if fact k is about the tail of an array
// of pointers, such as argv. For each such test t it adds the fact !t || k. After t, fact k follows from this fact. The
// macros for the arguments of options need this:
//
//	argv[0][1] == 0 && argv[1] == NULL ? usage() : argv[0][1] != 0 ? &argv[0][1] : *++argv
func (f *facts) unlessAgain(k int32) {
	b := f.list[k]
	if !isTail(b.X) || !b.X.(*cfa.Select).Arr.Tails.Pointer || !toConst(b) || b.Op != cfa.Gt {
		return
	}
	for _, c := range f.cellTests {
		if not, ok := cfa.MkNot(c.test).(*cfa.Binary); ok && c.times > 1 {
			if j := f.add(anyOf([]*cfa.Binary{not, b}), f.depth[k]); j >= 0 {
				f.limits = append(f.limits, limited{k, c.test, j})
			}
		}
	}
}

// isFlag reports whether b says that a cell or a variable is initialized.
func isFlag(b *cfa.Binary) bool { return b.Op == cfa.Ge && isFlagValue(b.X) }

// isFlagValue reports whether e is the flag of a cell or of a variable: 1 if it is initialized.
func isFlagValue(e cfa.Expr) bool {
	switch x := e.(type) {
	case *cfa.Var:
		return x.Shadow && x.Range.Bits == 1
	case *cfa.Select:
		return x.Arr.Shadow && x.Arr.Region
	}
	return false
}
