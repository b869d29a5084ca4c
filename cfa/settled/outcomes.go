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

// testOutcome adds the test b of the edge e to f.outcomes, if it compares a local variable with a constant.
// keepOutcomes keeps only the tests of variables that may have the result of a call.
func (f *facts) testOutcome(b *cfa.Binary, e *cfa.Edge) {
	v, ok := b.X.(*cfa.Var)
	_, isConst := cfa.IsConst(b.Y)
	if !ok || !isConst || v.Proc == nil {
		return
	}
	if setsFlags(e.To) {
		f.deciding = append(f.deciding, v)
	}
	if !slices.ContainsFunc(f.outcomes, func(o *cfa.Binary) bool { return cfa.SameForm(o, b) }) {
		f.outcomes = append(f.outcomes, b)
	}
}

// keepOutcomes removes the tests from f.outcomes that do not say what a call has done.
func (f *facts) keepOutcomes() {
	f.outcomes = slices.DeleteFunc(f.outcomes, func(b *cfa.Binary) bool {
		v := b.X.(*cfa.Var)
		return !f.reported(v, 2) && !slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool { _, call := e.Op.(*cfa.Call); return call })
	})
	f.outcomes = f.outcomes[:min(len(f.outcomes), mostOutcomes)]
}

// setsFlags reports whether one of the next operations, as long as there is one way from l, marks something as
// initialized or as a string.
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

// reported reports whether v is set, and only to results of calls, to values from outside that decide what the model of
// a library function sets, and to copies of such local variables, with at most `copies` copies in a row.
func (f *facts) reported(v *cfa.Var, copies int) bool {
	sets := f.setsVar[v]
	return len(sets) > 0 && !slices.ContainsFunc(sets, func(e *cfa.Edge) bool {
		switch op := e.Op.(type) {
		case *cfa.Call:
			return false
		case *cfa.Havoc:
			return !slices.ContainsFunc(f.deciding, func(w *cfa.Var) bool { return f.same.find(w) == f.same.find(v) })
		case *cfa.Assign:
			from, ok := op.RHS.(*cfa.Var)
			return !ok || from.Proc == nil || copies == 0 || !f.reported(from, copies-1)
		}
		return true
	})
}

// unlessOutcome looks for tests of the results of calls after which fact k holds, if k says that something is
// initialized or is a string, that an object lives, or that a pointer that the callee may set is not null. For each
// such test t it adds the fact !t || k. After t, fact k follows from this fact.
func (f *facts) unlessOutcome(k int32) {
	b := f.list[k]
	if isUnlessNull(b) && isLife(b.Y.(*cfa.Binary)) {
		b = b.Y.(*cfa.Binary)
	}
	flag := isFlag(b) || isTail(b.X) && toConst(b)
	if !flag && !isLife(b) && notNull(b) == nil || f.depth[k] > 1 || len(f.list) > f.most/4 {
		return
	}
	for _, t := range f.outcomes {
		v := t.X.(*cfa.Var)
		not, ok := cfa.MkNot(t).(*cfa.Binary)
		if !ok || !not.Op.Comparison() || flag && !f.reported(v, 2) || !flag && !f.setWith(v, b) {
			continue
		}
		if j := f.add(&cfa.Binary{Op: cfa.Or, X: not, Y: f.list[k]}, f.depth[k]); j >= 0 {
			f.limits = append(f.limits, limited{k, t, []int32{j}, nil})
		}
	}
}

// setWith reports whether v may be the result of a call whose callee may set what b reads. The result of realloc, for
// example, says whether the block still lives.
func (f *facts) setWith(v *cfa.Var, b *cfa.Binary) bool {
	return slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool {
		op, ok := e.Op.(*cfa.Call)
		return ok && setBy(op, b)
	})
}

// isFlag reports whether b says that a cell or a variable is initialized.
func isFlag(b *cfa.Binary) bool { return b.Op == cfa.Ge && isFlagValue(b.X) }

// isLife reports whether b says that an object lives.
func isLife(b *cfa.Binary) bool {
	s, ok := b.X.(*cfa.Select)
	return ok && ofLives(s.Arr) && b.Op == cfa.Ne && againstZero(b)
}

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
