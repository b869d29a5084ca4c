package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts that hold where a variable or a cell has a certain value, above all where a call has reported success. After a test
// of scanf("%d", &x) == 1, for example, the variable x is initialized; after a test of fgets(s, n, f) != NULL there is a
// string at s. In the first example, the fact result != 1 || stored(x) >= 1 holds right after the call. After the test
// result == 1, stored(x) >= 1 follows from it.

// mostOutcomes limits the number of tests of the results of calls in a procedure.
const mostOutcomes = 32

// testOutcome adds the test b of the edge e to f.outcomes, if it compares a local variable with a constant.
// keepOutcomes keeps only the tests of variables that may have the result of a call.
func (f *facts) testOutcome(b *cfa.Binary, e *cfa.Edge) {
	v, ok := b.X.(*cfa.Var)
	c, isConst := cfa.IsConst(b.Y)
	if !ok || !isConst || v.Proc == nil || v.Pointer && c.Equal(num.Of(cfa.FirstPage)) {
		return // a test for null in a check says no more than the program's own tests
	}
	if len(e.From.Out) == 1 {
		return // b is an assumption about the result
	}
	if vars, arrs := flagsSet(e.To); len(vars)+len(arrs) > 0 {
		f.deciding = append(f.deciding, deciding{v, vars, arrs})
	}
	leaves := func(o *cfa.Edge) bool { return o.To.Depth < e.From.Depth }
	if !leaves(e) && slices.ContainsFunc(e.From.Out, leaves) && !hasForm(f.goesOn, b) {
		f.goesOn = append(f.goesOn, b)
	}
	if !hasForm(f.outcomes, b) {
		f.outcomes = append(f.outcomes, b)
	}
}

// keepOutcomes removes the tests from f.outcomes that do not say what a call has done. It keeps the tests that go on
// with a loop in f.goesOn.
func (f *facts) keepOutcomes() {
	f.goesOn = slices.DeleteFunc(f.goesOn, func(b *cfa.Binary) bool { return !f.endsLoop(b.X.(*cfa.Var)) })
	f.outcomes = slices.DeleteFunc(f.outcomes, func(b *cfa.Binary) bool {
		v := b.X.(*cfa.Var)
		return !f.reported(v, 2) && !slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool { _, call := e.Op.(*cfa.Call); return call })
	})
	f.outcomes = f.outcomes[:min(len(f.outcomes), mostOutcomes)]
}

// endsLoop reports whether v is only set to constants, apart from its value before it is initialized: done = 1, in a loop
// that goes on while v is 0.
func (f *facts) endsLoop(v *cfa.Var) bool {
	return !v.Shadow && !slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool {
		switch op := e.Op.(type) {
		case *cfa.Assign:
			return !isConst(op.RHS)
		case *cfa.Havoc:
			return op.From == nil || op.From.Kind != cfa.Uninit
		}
		return true
	})
}

// deciding is a variable whose tests decide whether flags and tails are set, and these.
type deciding struct {
	v    *cfa.Var
	vars []*cfa.Var
	arrs []*cfa.Array
}

// flagsSet returns the flags and tails that the next operations set, as long as there is one way from l that leads to no
// error.
func flagsSet(l *cfa.Loc) (vars []*cfa.Var, arrs []*cfa.Array) {
	for range 8 {
		next := (*cfa.Edge)(nil)
		for _, e := range l.Out {
			if e.To.Error == nil {
				if next != nil {
					return vars, arrs
				}
				next = e
			}
		}
		if next == nil {
			return vars, arrs
		}
		cfa.Writes(next.Op, func(v *cfa.Var) {
			if isFlagValue(v) {
				vars = append(vars, v)
			}
		}, func(a *cfa.Array) {
			if a.Shadow && a.Region || a.Tails != nil {
				arrs = append(arrs, a)
			}
		})
		l = next.To
	}
	return vars, arrs
}

// decides reports whether b reads a flag or tail that is set after tests of d.v.
func (d deciding) decides(b *cfa.Binary) (yes bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { yes = yes || slices.Contains(d.vars, v) }, func(a *cfa.Array) { yes = yes || slices.Contains(d.arrs, a) })
	return yes
}

// decides reports whether tests of v decide what b says: v is the result of a call that may set what b reads, or a value
// from outside after whose tests it is set, or a copy of such a variable, with at most `copies` copies in a row.
func (f *facts) decides(v *cfa.Var, b *cfa.Binary, copies int) bool {
	return slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool {
		switch op := e.Op.(type) {
		case *cfa.Call:
			return setBy(op, b)
		case *cfa.Havoc:
			return slices.ContainsFunc(f.deciding, func(d deciding) bool {
				return f.same.find(d.v) == f.same.find(v) && d.decides(b)
			})
		case *cfa.Assign:
			from, ok := op.RHS.(*cfa.Var)
			return ok && copies > 0 && f.decides(from, b, copies-1)
		}
		return false
	})
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
			return !slices.ContainsFunc(f.deciding, func(d deciding) bool { return f.same.find(d.v) == f.same.find(v) })
		case *cfa.Assign:
			from, ok := op.RHS.(*cfa.Var)
			return !ok || from.Proc == nil || copies == 0 || !f.reported(from, copies-1)
		}
		return true
	})
}

// unlessOutcome looks for tests of the results of calls after which fact k holds, if k says that something is
// initialized or is a string, that an object lives or how large it is, that a pointer that the callee may set is not
// null, or that an argument is not 0. For each such test t it adds the fact !t || k. After t, fact k follows from this
// fact.
func (f *facts) unlessOutcome(k int32) {
	b := f.list[k]
	if isUnlessNull(b) && isLife(b.Y.(*cfa.Binary)) {
		b = b.Y.(*cfa.Binary)
	}
	elements := false // the fact says that the elements up to an index are initialized
	if list := alternatives(b); reads(b, f.x.w.any) && isFlag(list[len(list)-1]) {
		elements, b = true, list[len(list)-1]
	}
	flag := isFlag(b) || isTail(b.X) && (lowBound(b) || b.Op == cfa.Le && toConst(b))
	size := ofSize(b)
	cell, isCell := b.X.(*cfa.Select)
	ofArgument := isCell && !cell.Arr.Pointer && againstZero(b) && b.Op == cfa.Ne
	most := int8(1) // depth
	switch {
	case elements, ofArgument:
		most = maxDerived
	case isTail(b.X):
		most = mostLimited
	}
	if !flag && !size && !isLife(b) && notNull(b) == nil || f.depth[k] > most || len(f.list) > f.most/4 {
		return
	}
	for _, t := range f.outcomes {
		v := t.X.(*cfa.Var)
		not, ok := cfa.MkNot(t).(*cfa.Binary)
		if !ok || !not.Op.Comparison() || reads(f.list[k], v) || flag && (!f.reported(v, 2) || !f.decides(v, b, 2)) || !flag && !f.setWith(v, b, ofArgument) {
			continue
		}
		if flag && v.Pointer && notNull(not) != nil {
			continue // where a call returns null, it has made no string
		}
		if size && !(v.Pointer && isNullTest(t)) {
			continue // where realloc returns null, the block has the size that it had
		}
		f.orNot(not, t, k)
	}
}

// orNot adds the fact not || k, where not is the negation of the test t. After t, fact k follows from it.
func (f *facts) orNot(not, t *cfa.Binary, k int32) {
	f.afterTest(k, t, &cfa.Binary{Op: cfa.Or, X: not, Y: f.list[k]}, f.depth[k])
}

// unlessDone looks for tests that go on with a loop, while a variable has a certain value, if fact k says that a cell
// leads to a string. For each such test t it adds the fact !t || k, like unlessOutcome. The common option parsers, for
// example, set a variable when they have used up an argument, and move on to the next one in the loop's next round.
func (f *facts) unlessDone(k int32) {
	b := f.list[k]
	if !isTail(b.X) || !lowBound(b) || !readsCells(b.X.(*cfa.Select).Idx) || f.depth[k] > mostLimited {
		return
	}
	for _, t := range f.goesOn {
		if not, ok := cfa.MkNot(t).(*cfa.Binary); ok && not.Op.Comparison() {
			f.orNot(not, t, k)
		}
	}
}

// unlessRepeated looks for tests of cells that the procedure makes more than once, if fact k says that an array of
// pointers goes on: that a cell is not null, or how long a tail is. For each such test t it adds the fact !t || k, like
// unlessOutcome. An example is the test whether an option's argument follows in the same word or in the next one:
//
//	if (argv[0][1] == 0 && argv[1] == NULL) usage();
//	arg = argv[0][1] != 0 ? argv[0] + 1 : *++argv;
func (f *facts) unlessRepeated(k int32) {
	b := f.list[k]
	c, isCell := notNull(b).(*cfa.Select)
	if !(isCell && f.x.w.tailed[c.Arr]) && !(isTail(b.X) && b.X.(*cfa.Select).Arr.Tails.Pointer && lowBound(b)) || f.depth[k] > againSteps+1 {
		return
	}
	temporaries := false
	cfa.ExprReads(b, func(v *cfa.Var) { temporaries = temporaries || v.Kind == cfa.TempVar }, nil)
	if temporaries {
		return // they are not set at the first test
	}
	for _, t := range f.repeated {
		if not, ok := cfa.MkNot(t).(*cfa.Binary); ok && not.Op.Comparison() && !cfa.SameForm(not, b) && shareVar(not, b) {
			f.orNot(not, t, k)
		}
	}
}

// lowBound reports whether b compares the length of a tail with a number as small as those that the first facts about
// it have. Facts with larger numbers are many.
func lowBound(b *cfa.Binary) bool {
	c, isConst := cfa.IsConst(b.Y)
	return isConst && c.Cmp(num.Of(2)) <= 0 && b.Op != cfa.Le && b.Op != cfa.Lt
}

// shareVar reports whether a and b read a common variable.
func shareVar(a, b cfa.Expr) (yes bool) {
	cfa.ExprReads(a, func(v *cfa.Var) { yes = yes || reads(b, v) }, nil)
	return yes
}

// testCell adds the test b to f.cellTests, if it says whether a cell that is no pointer is 0, or to f.repeated if it is
// there already.
func (f *facts) testCell(b *cfa.Binary) {
	s, ok := b.X.(*cfa.Select)
	if !ok || s.Arr.Shadow || s.Arr.Pointer || !againstZero(b) {
		return
	}
	switch {
	case !hasForm(f.cellTests, b):
		f.cellTests = append(f.cellTests, b)
	case len(f.repeated) < mostOutcomes && !hasForm(f.repeated, b):
		f.repeated = append(f.repeated, b)
	}
}

// setWith reports whether v may be the result of a call whose callee may set what b reads. The result of realloc, for
// example, says whether the block still lives. If ofArgument is set, the left side of b may also be an argument, apart from
// conversions: what isdigit returns says whether its argument is 0.
func (f *facts) setWith(v *cfa.Var, b *cfa.Binary, ofArgument bool) bool {
	return slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool {
		op, ok := e.Op.(*cfa.Call)
		return ok && (setBy(op, b) || ofArgument && slices.ContainsFunc(op.Args, func(a cfa.Expr) bool { return cfa.SameForm(unwrapZero(a), b.X) }))
	})
}

// isFlag reports whether b says that a cell or a variable is initialized.
func isFlag(b *cfa.Binary) bool { return b.Op == cfa.Ge && isFlagValue(b.X) }

// isLife reports whether b says that an object lives.
func isLife(b *cfa.Binary) bool {
	s, ok := b.X.(*cfa.Select)
	return ok && ofLives(s.Arr) && b.Op == cfa.Ne && againstZero(b)
}

// ofSize reports whether b says that a block has at least some size.
func ofSize(b *cfa.Binary) bool {
	s, ok := difference(b)
	return ok && slices.ContainsFunc(s.terms, func(t scaled) bool {
		c, isCell := t.of.(*cfa.Select)
		return isCell && c.Arr.Sizes && t.by.Sign() < 0
	})
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
