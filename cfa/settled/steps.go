package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
)

// The steps of facts over edges: the weakest preconditions of facts.

// step says under which condition a fact holds after an edge that changes what the fact reads: another fact held
// before, or the bounds of variables before the edge suffice.
type step struct {
	fact   int32
	kind   stepKind
	exit   bool       // before means at the exit of the callee
	before int32      // stepFact: what has to hold before
	bounds []cfa.Expr // the bounds of their variables, where the edge begins or at the exit, are a part of the reason
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
	if b.Op != cfa.Or {
		cfa.ExprReads(b, func(v *cfa.Var) {
			if f.tested[v] && v.Pointer && f.depth[k] < maxDerived {
				f.add(unlessNull(v, b), f.depth[k])
			}
		}, nil)
	}
	for _, c := range f.x.callers {
		if c.from.state(c.by.From).live {
			f.entries[c] = append(f.entries[c], f.atCall(c, k))
		}
	}
}

// findSetters finds the edges that set variables and arrays.
func (f *facts) findSetters() {
	if f.setsVar != nil {
		return
	}
	f.setsVar, f.setsArr, f.tested = map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Array][]*cfa.Edge{}, map[*cfa.Var]bool{}
	for _, l := range f.x.q.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { f.setsVar[v] = append(f.setsVar[v], e) }, func(a *cfa.Array) { f.setsArr[a] = append(f.setsArr[a], e) })
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
					if v := notNull(b); v != nil {
						f.tested[v] = true
					}
				})
			}
		}
	}
}

// before makes the step of fact k from a condition that has to hold before an edge, at the location l
// of the procedure of f. It adds the fact that this needs.
func (f *facts) before(l *cfa.Loc, k int32, depth int8, c cfa.Expr) step {
	none := step{fact: k}
	if why, ok := f.x.certain(l, c); ok {
		return step{fact: k, kind: stepBounds, bounds: why}
	}
	b, ok := c.(*cfa.Binary)
	if !ok || b.Op != cfa.Or && !b.Op.Comparison() || !cfa.Small(b, factNodes) {
		return none
	}
	var wrapped []cfa.Expr
	if b, wrapped = f.unwrapped(l, b); b == nil {
		return none
	}
	j := f.number(b)
	if j < 0 && depth < maxDerived {
		j = f.add(b, depth+1)
	}
	if j < 0 {
		return none
	}
	return step{fact: k, kind: stepFact, before: j, bounds: wrapped}
}

// unwrapped is b without conversions that change no value, by the bounds of variables at l; and the
// expressions whose bounds say so.
func (f *facts) unwrapped(l *cfa.Loc, b *cfa.Binary) (*cfa.Binary, []cfa.Expr) {
	ok, some := true, false
	var strip func(e cfa.Expr) cfa.Expr
	strip = func(e cfa.Expr) cfa.Expr {
		if w, is := e.(*cfa.Wrap); is {
			some = true
			ok = ok && plain(w.X) && bounds(f.x.state(l).env, w.X).Within(interval.Word(w.Bits, w.Signed))
			return strip(w.X)
		}
		switch e.(type) {
		case *cfa.Var, *cfa.Const:
			return e
		}
		return cfa.MapOperands(e, strip)
	}
	out := strip(b).(*cfa.Binary)
	switch {
	case !ok:
		return nil, nil
	case !some:
		return b, nil
	}
	return out, []cfa.Expr{b}
}

// step computes when fact k holds after an edge that sets what it reads.
func (f *facts) step(e *cfa.Edge, k int32) step {
	l, none := e.From, step{fact: k}
	fact, depth := cfa.Expr(f.list[k]), f.depth[k]
	switch op := e.Op.(type) {
	case *cfa.Assign:
		return f.before(l, k, depth, substitute(fact, func(v *cfa.Var) cfa.Expr {
			if v == op.LHS {
				return op.RHS
			}
			return nil
		}))
	case *cfa.Store:
		return f.afterWrite(e, k, op.Arr, op.Idx, nil, op.Val)
	case *cfa.Fill:
		if op.Lo == nil || op.Hi == nil || op.Val == nil {
			return none
		}
		return f.afterWrite(e, k, op.Arr, op.Lo, op.Hi, op.Val)
	case *cfa.Call:
		return f.afterCall(e, k)
	}
	return none
}

// afterWrite is the step over val written to the cell at lo of an array, or where hi is not nil to all
// from lo to before hi.
func (f *facts) afterWrite(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	env := f.x.state(e.From).env
	at := bounds(env, lo)
	if hi != nil {
		end := bounds(env, hi)
		at.Hi, at.NoHi = end.Hi, end.NoHi // the last cell is before: so much the better
	}
	may := false
	var apart []cfa.Expr // whose bounds tell cells apart
	var put func(x cfa.Expr) cfa.Expr
	put = func(x cfa.Expr) cfa.Expr {
		switch x.(type) {
		case *cfa.Var, *cfa.Const:
			return x
		}
		x = cfa.MapOperands(x, put)
		s, ok := x.(*cfa.Select)
		if !ok || s.Arr != arr {
			return x
		}
		switch {
		case cfa.SameForm(s.Idx, lo) && hi == nil:
			return val
		case cfa.SameForm(s.Idx, lo) && f.x.always(e.From, &cfa.Binary{Op: cfa.Lt, X: lo, Y: hi}):
			apart = append(apart, lo, hi)
			return val
		case bounds(env, s.Idx).Meet(at).IsEmpty():
			if apart = append(apart, s.Idx, lo); hi != nil {
				apart = append(apart, hi)
			}
			return x
		}
		may = true
		return x
	}
	b := put(f.list[k]).(*cfa.Binary)
	with := func(st step, more ...cfa.Expr) step {
		st.bounds = append(append(st.bounds, apart...), more...)
		return st
	}
	if !may {
		return with(f.before(e.From, k, f.depth[k], cfa.MkBinary(b.Op, b.X, b.Y)))
	}
	// It may be another cell or this one: the value has to be as good as the one that is there.
	if s, ok := b.X.(*cfa.Select); ok && s.Arr == arr && len(readsOf(s.Idx, arr)) == 0 && len(readsOf(b.Y, arr)) == 0 {
		if why, ok := f.x.certain(e.From, cfa.MkBinary(b.Op, val, b.Y)); ok {
			return with(f.before(e.From, k, f.depth[k], b), why...)
		}
	}
	return step{fact: k}
}

// readsOf lists the cells of an array that an expression reads.
func readsOf(e cfa.Expr, a *cfa.Array) (list []*cfa.Select) {
	cfa.Walk(e, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && s.Arr == a {
			list = append(list, s)
		}
	})
	return list
}

// afterCall is the step over a call: a fact about results, and what the callee may set, holds where
// one of the callee holds at its exit.
func (f *facts) afterCall(e *cfa.Edge, k int32) step {
	op, c := e.Op.(*cfa.Call), f.x.callees[e]
	local := false
	g := c.facts
	g.findSetters()
	b := substitute(f.list[k], func(v *cfa.Var) cfa.Expr {
		if i := slices.Index(op.Results, v); i >= 0 {
			return op.Callee.Results[i]
		}
		if v.Proc == nil {
			return nil
		}
		if i := slices.IndexFunc(op.Args, func(a cfa.Expr) bool { return a == cfa.Expr(v) }); i >= 0 && g.fixed(op.Callee.Params[i]) {
			return op.Callee.Params[i]
		}
		local = local || op.Callee.Recursive // else the caller's variable is as it was
		return nil
	})
	b = g.generalised(b, op)
	cfa.ExprReads(b, nil, func(a *cfa.Array) { local = local || a.Proc != nil })
	if local || !c.state(op.Callee.Exit).live {
		return step{fact: k}
	}
	st := g.before(op.Callee.Exit, k, f.depth[k], b)
	st.exit = true
	return st
}

// fixed reports whether a parameter keeps its value: claims at the exit may speak of it.
func (f *facts) fixed(v *cfa.Var) bool { return len(f.setsVar[v]) == 0 }

// generalised is a fact at the exit of a callee that does not depend on the constants of one call: that
// something is at least a number is said with the parameter, a size, that is handed so much.
func (f *facts) generalised(e cfa.Expr, op *cfa.Call) cfa.Expr {
	b, ok := e.(*cfa.Binary)
	if !ok {
		return e
	}
	if b.Op == cfa.Or {
		return &cfa.Binary{Op: cfa.Or, X: b.X, Y: f.generalised(b.Y, op)}
	}
	least, isConst := cfa.IsConst(b.Y)
	if _, isCell := b.X.(*cfa.Select); !isCell || !isConst || b.Op != cfa.Ge {
		return e
	}
	for i, a := range op.Args {
		p := op.Callee.Params[i]
		isSize := !p.Range.Signed && p.Range.Bits == f.x.w.p.Model.PtrBits()
		if c, ok := cfa.IsConst(a); ok && isSize && least.Sign() > 0 && least.Cmp(c) <= 0 && f.fixed(p) {
			return &cfa.Binary{Op: cfa.Ge, X: b.X, Y: p}
		}
	}
	return e
}

// atCall is the step over a call into the procedure: of which fact of the caller fact k comes at the
// entry.
func (f *facts) atCall(c caller, k int32) step {
	op := c.by.Op.(*cfa.Call)
	own := false
	b := substitute(f.list[k], func(v *cfa.Var) cfa.Expr {
		if i := slices.Index(op.Callee.Params, v); i >= 0 {
			return op.Args[i]
		}
		own = own || v.Proc == op.Callee
		return nil
	})
	cfa.ExprReads(f.list[k], nil, func(a *cfa.Array) { own = own || a.Proc != nil })
	if own {
		return step{fact: k}
	}
	return c.from.facts.before(c.by.From, k, f.depth[k], b)
}

// affected lists the steps over an edge: of all facts that it may change, and of those that a test makes hold.
func (f *facts) affected(e *cfa.Edge) []step {
	list := &f.steps[e.ID-f.x.first]
	if a, ok := e.Op.(*cfa.Assume); ok && *list == nil {
		*list = f.tests(a.Cond)
	}
	return *list
}

// setBy reports whether a call may set what a fact reads, besides the variables for its results.
func setBy(c *cfa.Call, b *cfa.Binary) (set bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { set = set || c.Callee.Mods.Has(v) }, func(a *cfa.Array) { set = set || c.Callee.ModsArrays.Has(a) })
	return set
}
