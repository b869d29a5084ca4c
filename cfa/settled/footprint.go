package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The footprint of a procedure: the blocks that it may free, or that may get another holder in it (frames.go).

// findTaken finds for each procedure the parameters whose blocks may be freed, or get another holder, or be a result. It sets
// w.taken.
func (w *program) findTaken() {
	var changed []cfa.Expr
	for _, e := range w.p.Edges {
		if op, ok := e.Op.(*cfa.Store); ok {
			if s, ok := settingBy(op); ok && s.kind != releases {
				changed = append(changed, s.block)
			}
		}
	}
	for _, q := range w.p.Procs {
		for _, v := range q.Results {
			changed = append(changed, v)
		}
	}
	from := w.flow.Sources(changed, false)
	w.taken = map[*cfa.Proc][]int{}
	for _, q := range w.p.Procs {
		for i, p := range q.Params {
			if p.Pointer && from[p] {
				w.taken[q] = append(w.taken[q], i)
			}
		}
	}
}

// oldHolder returns the holder that the block p had at the entry.
func (w *program) oldHolder(p cfa.Expr) *cfa.Select {
	return &cfa.Select{Arr: w.atEntry(w.holder), Idx: p}
}

// inFootprint lists the alternatives of the fact that p + offset is an address in a block p in the footprint of the procedure q.
func (w *program) inFootprint(q *cfa.Proc, p cfa.Expr, offset num.Int) (list []*cfa.Binary) {
	for _, i := range w.taken[q] {
		list = append(list, &cfa.Binary{Op: cfa.Eq, X: p, Y: cfa.MkBinary(cfa.Add, q.Params[i], cfa.ConstOf(offset))})
	}
	block := cfa.MkBinary(cfa.Sub, p, cfa.ConstOf(offset))
	return append(list, isNot0(w.oldHolder(block)), isNull(&cfa.Select{Arr: w.atEntry(w.lives), Idx: block}))
}

// owned returns the fact that the block p is in the footprint of the procedure. It returns nil if p is certainly in it, or no
// block.
func (f *facts) owned(p cfa.Expr) *cfa.Binary {
	if v, isVar := p.(*cfa.Var); isConst(p) || isVar && v.Proc == f.x.q && f.x.w.isArgument(v) {
		return nil
	}
	return f.x.w.unlessNull(p, anyOf(f.x.w.inFootprint(f.x.q, p, num.Of(0))))
}

// isArgument reports whether e is a parameter in a footprint.
func (w *program) isArgument(e cfa.Expr) bool {
	v, ok := e.(*cfa.Var)
	return ok && w.byHolders && v.Kind == cfa.ParamVar && slices.ContainsFunc(w.taken[v.Proc], func(i int) bool { return v == v.Proc.Params[i] })
}

// ownedBlock returns p if b says that the block p is null or in the footprint of the procedure, and otherwise nil.
func (w *program) ownedBlock(b *cfa.Binary) cfa.Expr {
	if !w.byHolders || w.ofAll(b) {
		return nil
	}
	list := alternatives(b)
	last := list[len(list)-1]
	s, ok := last.X.(*cfa.Select)
	if !ok || s.Arr != w.olds[w.lives] || last.Op != cfa.Eq || !againstZero(last) {
		return nil
	}
	return s.Idx
}

// byFootprint finds the ways in which fact k holds. It says that the block p is in the footprint: p has a holder, or does not live,
// or is the result of a call, and in the footprint as whatever has the value of p (frameValue).
func (f *facts) byFootprint(k int32, p cfa.Expr) {
	w := f.x.w
	if len(f.instances[k]) > 0 {
		return
	}
	guarded := hasForm(alternatives(f.list[k]), isNull(p))
	if !guarded && hasForm(f.tested, p) {
		f.add(w.unlessNull(p, f.list[k]), f.depth[k]) // in front of the test
	}
	by := func(own int32, needs *cfa.Binary) {
		in := &instance{own: own, at: p, low: -1}
		if !guarded {
			in.least = atLeastOne(p)
			in.low = f.add(in.least, f.depth[k])
		}
		if needs != nil {
			if guarded {
				needs = w.unlessNull(p, needs)
			}
			j := f.add(needs, f.depth[k])
			if j < 0 {
				return
			}
			in.needs = []int32{j}
		}
		if own >= 0 {
			in.all = f.list[own]
			f.instances[k] = append(f.instances[k], in)
		}
	}
	by(f.x.addFrameInAll(frame{kind: frameFree}), w.isHeld(p))
	if w.heapEnd != nil && p == cfa.Expr(w.heapEnd) {
		by(f.x.addFrameInAll(frame{kind: frameLives}), isNull(&cfa.Select{Arr: w.lives, Idx: p}))
	}
	if v, ok := p.(*cfa.Var); ok && slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool { _, call := e.Op.(*cfa.Call); return call }) {
		by(f.x.addFrameInAll(frame{kind: frameValue, of: v}), nil)
	}
}

// valueOver returns the step over e, which sets v, of fact k, which is the frame that the value of v is in the footprint.
func (f *facts) valueOver(e *cfa.Edge, k int32, v *cfa.Var) step {
	lost := step{fact: k}
	switch op := e.Op.(type) {
	case *cfa.Assign:
		return f.ifAll(e.From, k, f.owned(op.RHS))
	case *cfa.Call:
		i := slices.Index(op.Results, v)
		if i < 0 {
			return lost
		}
		conds, ok := f.ownedArguments(op)
		st := f.ifAll(e.From, k, conds...)
		if !ok || st.kind == stepLost {
			return lost
		}
		st.kind, st.before = stepFact, append(st.before, f.addFrame(frame{kind: frameFree}), f.addFrame(frame{kind: frameLives}))
		st.atExit = []int32{f.x.callees[e].facts.addFrame(frame{kind: frameValue, of: op.Callee.Results[i]})}
		if slices.Contains(st.before, -1) || slices.Contains(st.atExit, -1) {
			return lost
		}
		return st
	}
	return lost
}

// ownedArguments lists the conditions that the arguments of op whose blocks the callee takes are in the footprint. ok is false if
// an argument is of a form about which there are no facts.
func (f *facts) ownedArguments(op *cfa.Call) (conds []*cfa.Binary, ok bool) {
	for _, i := range f.x.w.taken[op.Callee] {
		a := op.Args[i]
		if !isPointer(a) && !isConst(a) {
			return nil, false
		}
		conds = append(conds, f.owned(a))
	}
	return conds, true
}
