package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
)

// What has to hold before an edge, so that a fact holds after it.

// step says when a fact holds after an edge that sets what it reads: where another one, or it itself,
// held before, or always, by the bounds of variables before the edge.
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

// follow finds the facts from which the new ones come, until there are no more: those that are nearer to
// a test first, since there is not room for all.
func (w *program) follow() {
	for len(w.newFacts) > 0 {
		n := w.newFacts[0]
		w.newFacts = w.newFacts[1:]
		if n.f.depth[n.k] < maxDerived {
			n.f.follow(n.k)
		}
	}
}

// follow finds the facts from which fact k comes.
func (f *facts) follow(k int32) {
	f.findSetters()
	seen := map[*cfa.Edge]bool{}
	each := func(es []*cfa.Edge) {
		for _, e := range es {
			if !seen[e] && f.x.state(e.From).live {
				seen[e] = true
				f.step(e, k, true)
			}
		}
	}
	cfa.ExprReads(f.list[k], func(v *cfa.Var) { each(f.setsVar[v]) }, func(a *cfa.Array) { each(f.setsArr[a]) })
	for _, e := range f.x.q.Calls {
		if setBy(e.Op.(*cfa.Call), f.list[k]) {
			each([]*cfa.Edge{e})
		}
	}
	if f.list[k].Op != cfa.Or {
		cfa.ExprReads(f.list[k], func(v *cfa.Var) {
			if f.tested[v] && v.Pointer {
				f.add(unlessNull(v, f.list[k]), f.depth[k])
			}
		}, nil)
	}
	for _, c := range f.x.callers {
		if c.from.state(c.by.From).live {
			f.atCall(c, k, true)
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

// unlessNull is the fact that b holds, or the pointer v is null. It is what holds of what malloc
// returns; a test makes b of it.
func unlessNull(v *cfa.Var, b *cfa.Binary) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Eq, X: v, Y: cfa.ConstInt(0)}, Y: b}
}

// isUnlessNull reports whether a condition has this form.
func isUnlessNull(b *cfa.Binary) bool {
	x, ok := b.X.(*cfa.Binary)
	if b.Op != cfa.Or || !ok || x.Op != cfa.Eq || !speaks(b) {
		return false
	}
	_, isVar := x.X.(*cfa.Var)
	c, isConst := cfa.IsConst(x.Y)
	return isVar && isConst && c.IsZero()
}

// notNull is the variable that b says is not 0; nil where it says no such thing.
func notNull(b *cfa.Binary) *cfa.Var {
	v, isVar := b.X.(*cfa.Var)
	c, isConst := cfa.IsConst(b.Y)
	switch {
	case !isVar || !isConst:
	case b.Op == cfa.Ne && c.IsZero(), b.Op == cfa.Ge && c.Sign() > 0, b.Op == cfa.Gt && c.Sign() >= 0:
		return v
	}
	return nil
}

// before makes the step of fact k from a condition that has to hold before an edge, at the location l
// of the procedure of f. With make it adds the fact that this needs.
func (f *facts) before(l *cfa.Loc, k int32, depth int8, c cfa.Expr, make bool) step {
	none := step{fact: k}
	if v, isConst := cfa.IsConst(c); isConst {
		if v.IsZero() {
			return none
		}
		return step{fact: k, kind: stepBounds}
	}
	b, ok := c.(*cfa.Binary)
	if !ok || !cfa.Small(b, factNodes) {
		return none
	}
	switch {
	case b.Op == cfa.Or:
		for _, e := range []cfa.Expr{b.X, b.Y} {
			if v, isConst := cfa.IsConst(e); isConst && !v.IsZero() {
				return step{fact: k, kind: stepBounds}
			}
			if part, ok := e.(*cfa.Binary); ok && part.Op.Comparison() && f.x.always(l, part) {
				return step{fact: k, kind: stepBounds, bounds: []cfa.Expr{part}}
			}
		}
	case !b.Op.Comparison():
		return none
	case f.x.always(l, b):
		return step{fact: k, kind: stepBounds, bounds: []cfa.Expr{b}}
	}
	var wrapped []cfa.Expr
	if b, wrapped = f.unwrapped(l, b); b == nil {
		return none
	}
	j := int32(-1)
	if make {
		j = f.add(b, depth+1)
	} else if h, small := form(b); small {
		j = int32(f.find(h, b))
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
func (f *facts) step(e *cfa.Edge, k int32, make bool) step {
	l, none := e.From, step{fact: k}
	fact, depth := cfa.Expr(f.list[k]), f.depth[k]
	switch op := e.Op.(type) {
	case *cfa.Assign:
		return f.before(l, k, depth, substitute(fact, func(v *cfa.Var) cfa.Expr {
			if v == op.LHS {
				return op.RHS
			}
			return nil
		}), make)
	case *cfa.Store:
		return f.afterWrite(e, k, op.Arr, op.Idx, nil, op.Val, make)
	case *cfa.Fill:
		if op.Lo == nil || op.Hi == nil || op.Val == nil {
			return none
		}
		return f.afterWrite(e, k, op.Arr, op.Lo, op.Hi, op.Val, make)
	case *cfa.Call:
		return f.afterCall(e, k, make)
	}
	return none
}

// afterWrite is the step over val written to the cell at lo of an array, or where hi is not nil to all
// from lo to before hi.
func (f *facts) afterWrite(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr, make bool) step {
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
		return with(f.before(e.From, k, f.depth[k], cfa.MkBinary(b.Op, b.X, b.Y), make))
	}
	// It may be another cell or this one: the value has to be as good as the one that is there.
	if s, ok := b.X.(*cfa.Select); ok && s.Arr == arr && len(readsOf(s.Idx, arr)) == 0 && len(readsOf(b.Y, arr)) == 0 {
		new, isBinary := cfa.MkBinary(b.Op, val, b.Y).(*cfa.Binary)
		if v, isConst := cfa.IsConst(cfa.MkBinary(b.Op, val, b.Y)); isConst && !v.IsZero() {
			return with(f.before(e.From, k, f.depth[k], b, make))
		}
		if isBinary && new.Op.Comparison() && f.x.always(e.From, new) {
			return with(f.before(e.From, k, f.depth[k], b, make), new)
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
func (f *facts) afterCall(e *cfa.Edge, k int32, make bool) step {
	op, c := e.Op.(*cfa.Call), f.x.callees[e]
	local := false
	g := c.ownFacts()
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
	st := g.before(op.Callee.Exit, k, f.depth[k], b, make)
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
func (f *facts) atCall(c caller, k int32, make bool) step {
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
	return c.from.ownFacts().before(c.by.From, k, f.depth[k], b, make)
}

// atCalls lists the steps of all facts over a call into the procedure.
func (f *facts) atCalls(c caller) []step {
	list := f.entries[c]
	if list == nil {
		list = make([]step, len(f.list))
		for k := range list {
			list[k] = f.atCall(c, int32(k), false)
		}
		if f.entries == nil {
			f.entries = map[caller][]step{}
		}
		f.entries[c] = list
	}
	return list
}

// substitute is e with other expressions in the place of variables; nil leaves one as it is.
func substitute(e cfa.Expr, by func(*cfa.Var) cfa.Expr) cfa.Expr {
	switch e := e.(type) {
	case *cfa.Const:
		return e
	case *cfa.Var:
		if x := by(e); x != nil {
			return x
		}
		return e
	case *cfa.Binary:
		return cfa.MkBinary(e.Op, substitute(e.X, by), substitute(e.Y, by))
	}
	return cfa.MapOperands(e, func(e cfa.Expr) cfa.Expr { return substitute(e, by) })
}

// ownFacts are the facts of the procedure.
func (x *analysis) ownFacts() *facts {
	if x.facts == nil {
		x.facts = newFacts(x)
	}
	return x.facts
}

// affectedBy lists what becomes of the facts that an edge which is no test affects.
func (f *facts) affectedBy(e *cfa.Edge) []step {
	if _, ok := e.Op.(*cfa.Assume); ok {
		return nil
	}
	return f.affected(e)
}

// affected lists what becomes of the facts that an edge affects.
func (f *facts) affected(e *cfa.Edge) []step {
	list := &f.steps[e.ID-f.x.first]
	if *list != nil {
		return *list
	}
	*list = []step{}
	seen := map[int32]bool{}
	each := func(ks []int32) {
		for _, k := range ks {
			if !seen[k] {
				seen[k] = true
				*list = append(*list, f.step(e, k, false))
			}
		}
	}
	cfa.Writes(e.Op, func(v *cfa.Var) { each(f.byVar[v]) }, func(a *cfa.Array) { each(f.byArr[a]) })
	if c, ok := e.Op.(*cfa.Call); ok {
		for k, b := range f.list {
			if setBy(c, b) {
				each([]int32{int32(k)})
			}
		}
	}
	return *list
}

// setBy reports whether a call may set what a fact reads, besides the variables for its results.
func setBy(c *cfa.Call, b *cfa.Binary) (set bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { set = set || c.Callee.Mods.Has(v) }, func(a *cfa.Array) { set = set || c.Callee.ModsArrays.Has(a) })
	return set
}
