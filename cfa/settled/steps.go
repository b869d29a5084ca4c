package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// The steps of facts over edges: the weakest preconditions of facts.

// step says under which condition a fact holds after an edge that changes what the fact reads: another fact held
// before, or the bounds of variables before the edge suffice.
type step struct {
	fact   int32
	kind   stepKind
	exit   bool       // before means at the exit of the callee
	before []int32    // stepFact: what has to hold before
	bounds []cfa.Expr // the bounds of their variables, where the edge begins or at the exit, are a part of the reason

	// Facts that have to hold at the exit of the callee besides. If cells are given they are used for the cells at these
	// addresses, and have to hold at the exit in all contexts of the callee.
	atExit []int32
	cells  []cfa.Expr

	or *step // another way for the fact to hold, or nil
}

type stepKind int8

const (
	stepLost stepKind = iota
	stepBounds
	stepFact
)

// factOf is a fact of a procedure.
type factOf struct {
	f *facts
	k int32
}

// follow finds the steps of the new facts, and the facts from which these come, until there are no more: those that
// are nearer to a test first, since there is not room for all.
func (w *program) follow() {
	for len(w.newFacts) > 0 {
		n := w.newFacts[0]
		w.newFacts = w.newFacts[1:]
		n.f.follow(n.k)
	}
}

// follow finds the steps of fact k over all edges that may change it, and over the calls of the procedure.
func (f *facts) follow(k int32) {
	f.findSetters()
	f.generalise(k)
	f.limit(k)
	f.generaliseRange(k)
	f.unlessOutcome(k)
	b := f.list[k]
	seen := map[*cfa.Edge]bool{}
	each := func(es []*cfa.Edge) {
		for _, e := range es {
			if !seen[e] && f.x.state(e.From).live {
				seen[e] = true
				list := &f.steps[e.ID-f.x.first]
				*list = append(*list, f.step(e, k))
			}
		}
	}
	cfa.ExprReads(b, func(v *cfa.Var) { each(f.setsVar[v]) }, func(a *cfa.Array) { each(f.setsArr[a]) })
	for _, e := range f.x.q.Calls {
		if setBy(e.Op.(*cfa.Call), b) {
			each([]*cfa.Edge{e})
		}
	}
	if b.Op != cfa.Or && f.depth[k] < maxDerived {
		for _, v := range f.tested {
			_, cell := v.(*cfa.Select)
			if (cell || f.instances[k] == nil) && !cfa.SameForm(b.X, v) && mentions(b, v) || cfa.SameForm(b.X, v) {
				f.add(unlessNull(v, b), f.depth[k])
			}
		}
	}
	for _, c := range f.x.callers {
		if f.x.w.allBut(b) {
			f.entries[c] = append(f.entries[c], step{fact: k})
		} else if c.from.state(c.by.From).live {
			f.entries[c] = append(f.entries[c], f.atCall(c, k))
		}
	}
}

// findSetters finds the edges that set variables and arrays.
func (f *facts) findSetters() {
	if f.setsVar != nil {
		return
	}
	f.setsVar, f.setsArr = map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Array][]*cfa.Edge{}
	for _, l := range f.x.q.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { f.setsVar[v] = append(f.setsVar[v], e) }, func(a *cfa.Array) { f.setsArr[a] = append(f.setsArr[a], e) })
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
					f.testIndex(b)
					f.testOutcome(b)
					switch v := notNull(b).(type) {
					case *cfa.Var:
						f.test(v, v.Pointer)
					case *cfa.Select:
						f.test(v, v.Arr.Pointer && follows(v.Idx) == 0)
					}
				})
			}
		}
	}
}

// testIndex adds a comparison of an index to the list.
func (f *facts) testIndex(b *cfa.Binary) {
	if _, isConst := cfa.IsConst(b.X); isConst {
		return
	}
	if _, ok := difference(b); ok && !readsSizes(b) && cfa.Small(b, factNodes) &&
		!slices.ContainsFunc(f.indexTests, func(o *cfa.Binary) bool { return cfa.SameForm(o, b) }) {
		f.indexTests = append(f.indexTests, b)
	}
}

// test adds what is compared with 0 to the list, if it is a pointer.
func (f *facts) test(v cfa.Expr, pointer bool) {
	if pointer && !slices.ContainsFunc(f.tested, func(o cfa.Expr) bool { return cfa.SameForm(o, v) }) {
		f.tested = append(f.tested, v)
	}
}

// mentions reports whether an expression contains another one.
func mentions(e, part cfa.Expr) (yes bool) {
	cfa.Walk(e, func(x cfa.Expr) { yes = yes || cfa.SameForm(x, part) })
	return yes
}

// step computes when fact k holds after an edge that sets what it reads.
func (f *facts) step(e *cfa.Edge, k int32) step {
	l, none := e.From, step{fact: k}
	f.x.w.effort--
	switch {
	case f.x.w.allBut(f.list[k]):
		return f.stepBut(e, k)
	case f.x.w.growing(f.list[k]) != nil:
		return f.stepGrowth(e, k)
	}
	fact, depth := cfa.Expr(f.list[k]), f.depth[k]
	switch op := e.Op.(type) {
	case *cfa.Assign:
		if reads(op.RHS, op.LHS) {
			depth += againSteps // a counter: the same facts of many rounds
		}
		return f.before(l, k, depth, substitute(fact, func(v *cfa.Var) cfa.Expr {
			if v == op.LHS {
				return op.RHS
			}
			return nil
		}))
	case *cfa.Store:
		return f.afterWrite(e, k, op.Arr, op.Idx, nil, op.Val)
	case *cfa.Fill:
		if op.Val == nil {
			return none
		}
		if f.x.w.ofAll(f.list[k]) && oneCell(op) && !f.x.w.direct(fact, op.Arr) {
			return f.afterWrite(e, k, op.Arr, op.Lo, nil, op.Val)
		}
		return f.afterWrite(e, k, op.Arr, op.Lo, op.Hi, op.Val)
	case *cfa.Call:
		return f.afterCall(e, k)
	case *cfa.Havoc:
		// What does not depend on the value has to hold.
		rest := slices.DeleteFunc(slices.Clone(alternatives(f.list[k])), func(a *cfa.Binary) bool { return reads(a, op.LHS) })
		if len(rest) > 0 {
			return f.before(l, k, depth, anyOf(rest))
		}
	}
	return none
}

// affected lists the steps over an edge: of all facts that it may change, and of those that a test makes hold.
func (f *facts) affected(e *cfa.Edge) []step {
	list := &f.steps[e.ID-f.x.first]
	if a, ok := e.Op.(*cfa.Assume); ok && *list == nil {
		*list = f.tests(a.Cond)
	}
	return *list
}
