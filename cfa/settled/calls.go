package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// The steps of facts over calls: from the exit of a callee to the caller, and from the caller to the entry.

// afterCall returns the step of fact k over the call e, if the fact reads results of the call or what the callee may
// set. Either the fact holds because it held before the call, and the arrays that it reads only grow in the callee
// (keptBy), or because a fact holds at the callee's exit (throughCall).
func (f *facts) afterCall(e *cfa.Edge, k int32) step {
	kept, ok := f.keptBy(e, k)
	if !ok {
		return f.throughCall(e, k)
	}
	// A step through the callee is another way for the fact to hold. There are two reasons to look for it. The callee
	// may make the fact hold, if an argument is a variable of the fact. Or the callee may end the lives of blocks, so
	// that the record of live blocks does not only grow, but these may be other blocks than those in the fact.
	op := e.Op.(*cfa.Call)
	if slices.ContainsFunc(op.Args, func(a cfa.Expr) bool { v, ok := a.(*cfa.Var); return ok && reads(f.list[k], v) }) ||
		readsLives(f.list[k]) && f.x.w.endsLives(op.Callee) {
		if other := f.throughCall(e, k); other.kind != stepLost {
			kept.or = &other
		}
	}
	return kept
}

// readsLives reports whether b reads the record of live blocks.
func readsLives(b *cfa.Binary) (yes bool) {
	cfa.ExprReads(b, nil, func(a *cfa.Array) { yes = yes || a.Lives })
	return yes
}

// endsLives reports whether q, or a direct or indirect callee of q, may end the life of a block of the heap.
func (w *program) endsLives(q *cfa.Proc) bool {
	if w.ends == nil {
		w.ends = make([]bool, len(w.p.Procs))
		var mark func(*cfa.Proc)
		mark = func(q *cfa.Proc) {
			if w.ends[q.ID] {
				return
			}
			w.ends[q.ID] = true
			for _, e := range q.Callers {
				mark(e.From.Proc)
			}
		}
		for _, e := range w.p.Edges {
			if op, ok := e.Op.(*cfa.Store); ok && op.Arr.Lives {
				if c, isConst := cfa.IsConst(op.Val); isConst && c.IsZero() {
					mark(e.From.Proc)
				}
			}
		}
	}
	return w.ends[q.ID]
}

// throughCall returns the step of fact k over the call e in which k holds because a fact holds at the callee's exit.
func (f *facts) throughCall(e *cfa.Edge, k int32) step {
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
		local = local || op.Callee.Recursive // otherwise the callee does not change the caller's variable
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

// fixed reports whether v, a parameter, keeps its value, so that facts at the exit may use it for the argument.
func (f *facts) fixed(v *cfa.Var) bool { return len(f.setsVar[v]) == 0 }

// generalised returns a fact that is as strong as e or stronger and does not depend on the constants of one call.
// Here e is a fact at the exit of the callee. For example, if the call passes at least 16 for the parameter n, which
// is a size, it replaces block sizes[result] >= 16 by block sizes[result] >= n.
func (f *facts) generalised(e cfa.Expr, op *cfa.Call) cfa.Expr {
	b, ok := e.(*cfa.Binary)
	if !ok || reads(e, f.x.w.any) {
		return e
	}
	if b.Op == cfa.Or {
		return &cfa.Binary{Op: cfa.Or, X: b.X, Y: f.generalised(b.Y, op)}
	}
	least, isConst := cfa.IsConst(b.Y)
	if s, ok := b.X.(*cfa.Select); !ok || !s.Arr.Sizes || !slices.ContainsFunc(op.Callee.Results, func(v *cfa.Var) bool { return reads(s.Idx, v) }) || !isConst || b.Op != cfa.Ge {
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

// atCall returns the step of fact k from the call c to the entry of the procedure: the facts of the caller from which k
// follows at the entry.
func (f *facts) atCall(c caller, k int32) step {
	if f.x.w.growing(f.list[k]) != nil {
		return step{fact: k, kind: stepBounds}
	}
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

// setBy reports whether the callee of c may set a variable or an array that b reads. It does not look at the
// variables for the call's results.
func setBy(c *cfa.Call, b *cfa.Binary) (set bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { set = set || c.Callee.Mods.Has(v) }, func(a *cfa.Array) { set = set || c.Callee.ModsArrays.Has(a) })
	return set
}
