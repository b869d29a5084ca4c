package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The steps of facts over calls: from the exit of a callee to the caller, and from the caller to the entry.

// afterCall returns the step of fact k over the call e, if the fact reads results of the call or what the callee may
// set. Either the fact holds because it held before the call, and the arrays that it reads only grow in the callee
// (keptBy), or because a fact holds at the callee's exit (throughCall).
func (f *facts) afterCall(e *cfa.Edge, k int32) step {
	if f.x.w.ownedBlock(f.list[k]) != nil {
		return step{fact: k} // the callee's records at its entry are others
	}
	frame := either(f.keptByFrame(e, k), f.apartFromResult(e, k))
	kept, ok := f.keptBy(e, k)
	if !ok {
		return either(frame, either(f.bySize(e, k), f.throughCall(e, k)))
	}
	kept = either(frame, kept)
	// A step through the callee is another way for the fact to hold. There are two reasons to look for it. The callee
	// may make the fact hold, if an argument occurs in the fact. Or the callee may end lives or make a block
	// smaller, so that these records do not only grow, but these may be other objects than those in the fact. The record of
	// owners does not only grow, either: a callee that makes a block sets it.
	if f.isAbout(e.Op.(*cfa.Call), k) || f.x.w.shrinks(e.Op.(*cfa.Call).Callee, f.list[k]) || readsOwners(f.list[k]) {
		kept = either(kept, f.throughCall(e, k))
	}
	return kept
}

// isAbout reports whether an argument of the call occurs in fact k: a variable, or a constant address.
func (f *facts) isAbout(op *cfa.Call, k int32) bool {
	for i, a := range op.Args {
		_, isVar := a.(*cfa.Var)
		if (isVar || op.Callee.Params[i].Pointer && isConst(a)) && mentions(f.list[k], a) {
			return true
		}
	}
	return false
}

// readsOwners reports whether e reads the owners of addresses.
func readsOwners(e cfa.Expr) (yes bool) {
	cfa.ExprReads(e, nil, func(a *cfa.Array) { yes = yes || isOwners(a) })
	return yes
}

// isOwners reports whether a records the owners of addresses.
func isOwners(a *cfa.Array) bool {
	return a.Shadow && !a.Region && !ofLives(a) && !a.Sizes && a.Tails == nil && a.Holders == 0
}

// ofLives reports whether a records for each address whether a block, an automatic object or a stream lives there.
func ofLives(a *cfa.Array) bool { return a.Shadow && !a.Region && a.Elem.Bits == 1 && a.Len < 0 }

// findShrinking finds the procedures that may end a life (ofLives), or change the size of a block, themselves or in a
// callee. It sets ends and resizes.
func (w *program) findShrinking() {
	w.ends, w.resizes = make([]bool, len(w.p.Procs)), make([]bool, len(w.p.Procs))
	fresh := map[cfa.Expr]bool{} // temporaries for the end of the heap, where a new block begins
	for _, e := range w.p.Edges {
		if op, ok := e.Op.(*cfa.Assign); ok && temporary(op.LHS) && op.RHS == cfa.Expr(w.heapEnd) {
			fresh[op.LHS] = true
		}
	}
	for _, e := range w.p.Edges {
		op, ok := e.Op.(*cfa.Store)
		if !ok {
			continue
		}
		switch c, isConst := cfa.IsConst(op.Val); {
		case ofLives(op.Arr) && isConst && c.IsZero():
			markCallers(w.ends, e.From.Proc)
		case op.Arr.Sizes && !fresh[op.Idx]:
			markCallers(w.resizes, e.From.Proc)
		}
	}
}

// markCallers adds q and its direct and indirect callers to the set, which is by Proc.ID.
func markCallers(set []bool, q *cfa.Proc) {
	if !set[q.ID] {
		set[q.ID] = true
		for _, e := range q.Callers {
			markCallers(set, e.From.Proc)
		}
	}
}

// shrinks reports whether q may end a life or change the size of a block, and b reads such a record.
func (w *program) shrinks(q *cfa.Proc, b *cfa.Binary) (yes bool) {
	cfa.ExprReads(b, nil, func(a *cfa.Array) { yes = yes || ofLives(a) && w.ends[q.ID] || a.Sizes && w.resizes[q.ID] })
	return yes
}

// throughCall returns the step of fact k over the call e in which k holds because a fact holds at the callee's exit.
func (f *facts) throughCall(e *cfa.Edge, k int32) step {
	op, c := e.Op.(*cfa.Call), f.x.callees[e]
	local := false
	g := c.facts
	g.findSetters()
	b := substitute(g.withParams(f.list[k], op), func(v *cfa.Var) cfa.Expr {
		if i := slices.Index(op.Results, v); i >= 0 {
			return op.Callee.Results[i]
		}
		switch {
		case v.Proc == nil && (op.Callee.Mods.Has(v) || len(g.readsVar[v]) > 0):
			return nil // the callee sets or reads it itself
		case v.Proc == op.Callee && !op.Callee.Recursive:
			return nil // it is from withParams
		}
		if i := slices.IndexFunc(op.Args, func(a cfa.Expr) bool { return a == cfa.Expr(v) }); i >= 0 && g.fixed(op.Callee.Params[i]) {
			return op.Callee.Params[i]
		}
		local = local || v.Proc != nil && op.Callee.Recursive // otherwise the callee does not change the caller's variable
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

// withParams returns e, a fact after the call op, with parameters of the callee in the place of the cells that are their
// arguments, such as argv[i] in strlen(argv[i]). It does so only where the callee changes neither the parameter nor what
// the argument reads. If the argument is a conversion of a cell that keeps values other than 0 different from 0, as in
// isdigit((unsigned char)*s), it does so where e compares the cell with 0. The receiver has the facts of the callee.
func (g *facts) withParams(e cfa.Expr, op *cfa.Call) cfa.Expr {
	for i, a := range op.Args {
		cell, isCell := unwrapZero(a).(*cfa.Select)
		if !isCell || op.Callee.Recursive || !g.fixed(op.Callee.Params[i]) {
			continue
		}
		same := true
		cfa.ExprReads(a, func(v *cfa.Var) { same = same && !op.Callee.Mods.Has(v) && !slices.Contains(op.Results, v) },
			func(arr *cfa.Array) { same = same && !op.Callee.ModsArrays.Has(arr) })
		switch b, isBinary := e.(*cfa.Binary); {
		case !same:
		case a == cfa.Expr(cell):
			e = replaced(e, a, op.Callee.Params[i])
		case isBinary:
			list := slices.Clone(alternatives(b))
			for n, c := range list {
				if againstZero(c) && cfa.SameForm(c.X, cell) {
					list[n] = &cfa.Binary{Op: c.Op, X: op.Callee.Params[i], Y: c.Y}
				}
			}
			e = anyOf(list)
		}
	}
	return e
}

// replaced returns e with the expression `to` in the place of each operand with the form of `from`.
func replaced(e, from, to cfa.Expr) cfa.Expr {
	switch e.(type) {
	case *cfa.Var, *cfa.Const:
		return e
	}
	if cfa.SameForm(e, from) {
		return to
	}
	return cfa.MapOperands(e, func(o cfa.Expr) cfa.Expr { return replaced(o, from, to) })
}

// bySize returns the step of fact k over the call e, if k says that a block that is the result of the call has at least
// n bytes, where n is not a constant. The fact holds if a parameter of the callee is at least n, and the block has, at the
// callee's exit, at least as many bytes as this parameter says.
func (f *facts) bySize(e *cfa.Edge, k int32) step {
	op, g := e.Op.(*cfa.Call), f.x.callees[e].facts
	list := slices.Clone(alternatives(f.list[k]))
	last := len(list) - 1
	s, ok := difference(list[last])
	if !ok || f.depth[k] > mostLimited {
		return step{fact: k}
	}
	var block *cfa.Select
	n := sum{rest: s.rest} // the bytes that the block has to have
	for _, t := range s.terms {
		c, isCell := t.of.(*cfa.Select)
		switch {
		case t.by.IsZero():
		case !isCell, c.Arr.Tails != nil && !op.Callee.ModsArrays.Has(c.Arr):
			n.terms = append(n.terms, t)
		case block == nil && c.Arr.Sizes && t.by.Cmp(num.Of(-1)) == 0 && slices.ContainsFunc(op.Results, func(v *cfa.Var) bool { return v != nil && c.Idx == cfa.Expr(v) }):
			block = c
		default:
			return step{fact: k}
		}
	}
	if block == nil || len(n.terms) == 0 {
		return step{fact: k}
	}
	g.findSetters()
	for i, p := range op.Callee.Params {
		if p.Range.Signed || p.Pointer || p.Range.Bits != f.x.w.p.Model.PtrBits() || !g.fixed(p) {
			continue
		}
		var enough sum
		if !enough.add(op.Args[i], num.Of(-1)) {
			continue
		}
		enough = enough.plus(n, num.Of(1))
		list[last] = &cfa.Binary{Op: cfa.Ge, X: block, Y: p}
		own := false
		at, ok := substitute(anyOf(list), func(v *cfa.Var) cfa.Expr {
			if i := slices.Index(op.Results, v); i >= 0 {
				return op.Callee.Results[i]
			}
			own = own || v.Proc != nil && v != p
			return nil
		}).(*cfa.Binary)
		if !ok || own {
			continue
		}
		st := f.before(e.From, k, f.depth[k], enough.atMostZero())
		if j := g.add(at, f.depth[k]); st.kind != stepLost && j >= 0 {
			st.kind, st.atExit = stepFact, append(st.atExit, j)
			return st
		}
	}
	return step{fact: k}
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
	if fr, isFrame := f.frames[k]; isFrame && f.x.w.atEveryEntry(fr) || f.x.w.growing(f.list[k]) != nil {
		return step{fact: k, kind: stepBounds}
	}
	if f.x.w.readsOld(f.list[k]) {
		return step{fact: k}
	}
	op := c.by.Op.(*cfa.Call)
	own, renames := false, true
	b := substitute(f.list[k], func(v *cfa.Var) cfa.Expr {
		if i := slices.Index(op.Callee.Params, v); i >= 0 {
			_, is := op.Args[i].(*cfa.Var)
			renames = renames && is
			return op.Args[i]
		}
		own = own || v.Proc == op.Callee
		return nil
	})
	cfa.ExprReads(f.list[k], nil, func(a *cfa.Array) { own = own || a.Proc != nil })
	if own {
		return step{fact: k}
	}
	depth := f.depth[k]
	if renames {
		depth = f.renamed(k)
	}
	return c.from.facts.before(c.by.From, k, depth, b)
}

// setBy reports whether the callee of c may set a variable or an array that b reads. It does not look at the
// variables for the call's results.
func setBy(c *cfa.Call, b *cfa.Binary) (set bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { set = set || c.Callee.Mods.Has(v) }, func(a *cfa.Array) { set = set || c.Callee.ModsArrays.Has(a) })
	return set
}
