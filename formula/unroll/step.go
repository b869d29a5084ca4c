// Operations.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// branch follows the edges out of i. Unless their conditions exclude each other, fresh variables choose the
// edge.
func (u *Unrolling) branch(i *instance) {
	outs := i.loc.Out
	if len(outs) == 1 {
		u.follow(i, outs[0], u.coder(i.st), nil, u.b.True())
		return
	}
	coders := make([]*coder, len(outs))
	conds := make([]*smt.Term, len(outs))
	for k, e := range outs {
		coders[k], conds[k] = u.coder(i.st), u.b.True()
		if a, ok := e.Op.(*cfa.Assume); ok {
			conds[k] = coders[k].cond(a.Cond)
		}
	}
	choice := u.b.True()
	free := !u.exclusive(outs, conds)
	for k, e := range outs {
		pick := choice
		if free && k+1 < len(outs) {
			u.made++
			c := u.b.Var("way#"+itoa(u.made), u.b.BoolSort())
			pick, choice = u.b.And(choice, c), u.b.And(choice, u.b.Not(c))
		}
		u.follow(i, e, coders[k], conds[k], pick)
	}
}

// exclusive reports whether no two of the conditions can hold at once, as far as simplification shows.
func (u *Unrolling) exclusive(outs []*cfa.Edge, conds []*smt.Term) bool {
	if len(outs) == 2 {
		a, ok := outs[0].Op.(*cfa.Assume)
		b, too := outs[1].Op.(*cfa.Assume)
		if ok && too && cfa.Opposite(a.Cond, b.Cond) {
			return true
		}
	}
	for k, c := range conds {
		for _, d := range conds[:k] {
			if !u.b.And(c, d).IsFalse() {
				return false
			}
		}
	}
	return true
}

// follow takes the edge e from i with the coder x. For an assumption, cond is its formula as x translates
// it, or nil if it is not translated yet. The condition pick chooses this edge among others.
func (u *Unrolling) follow(i *instance, e *cfa.Edge, x *coder, cond, pick *smt.Term) {
	a := &arrival{from: i, step: cfa.Step{Edge: e}}
	lits := []*smt.Term{pick}
	switch op := e.Op.(type) {
	case *cfa.Call:
		u.call(i, e, op, x)
		return
	case *cfa.Assume:
		if cond == nil {
			cond = x.cond(op.Cond)
		}
		lits = append(lits, cond)
		if cond.IsFalse() {
			u.asked(i.it, e.To)
		} else {
			x.learn(op.Cond, true)
		}
		if cond.IsTrue() && len(i.loc.Out) == 1 && u.prog.Origin != nil {
			// The edge that was removed may have left the loop for a place other than an error.
			for _, o := range u.prog.Origin.Locs[i.loc.ID].Out {
				if o.ID != e.ID {
					u.asked(i.it, o.To)
				}
			}
		}
	case *cfa.Assign:
		x.st.setVar(x, op.LHS, x.Value(op.RHS))
	case *cfa.Havoc:
		if n, input := x.computed(op); n != nil {
			a.input = input
			x.st.setVar(x, op.LHS, n)
			break
		}
		a.input = u.fresh(op.LHS.Name, op.LHS.Range.Interval().Meet(op.From.Range.Interval()))
		x.st.setVar(x, op.LHS, a.input)
	case *cfa.Store:
		x.store(op)
	case *cfa.Fill:
		if m := x.fill(op); m.val == nil {
			a.cells = m
		}
	case *cfa.Copy:
		x.copy(op)
	}
	var ok bool
	if a.guard, ok = u.allow(i.guard, append(lits, x.lits...)); !ok {
		return
	}
	u.forget(x, e)
	a.st = x.st
	u.move(i, e.To, a)
}

// allow adds literals to a guard. It returns false if it finds that they cannot all hold.
func (u *Unrolling) allow(g *guard, lits []*smt.Term) (_ *guard, ok bool) {
	for _, l := range lits {
		if g, ok = g.and(u.b, l); !ok {
			return nil, false
		}
	}
	return g, true
}

// move adds the arrival a, which comes from i, at the location `to` of the same activation.
func (u *Unrolling) move(i *instance, to *cfa.Loc, a *arrival) {
	it := u.enter(i.it, to)
	if u.induct != nil && !u.passes(i, it, to, a) {
		return
	}
	u.arrive(it, to, a)
}

// forget drops the variables that die on e.
func (u *Unrolling) forget(x *coder, e *cfa.Edge) {
	for _, v := range u.deaths.On(e) {
		x.st.setVar(x, v, nil)
	}
}

// asked marks the loop iterations that an edge to the location `to` would leave, if a condition with a
// known value keeps runs from taking this edge. If the edge leads straight to an error, asked marks
// nothing, because the absence of an error does not tell when the loop ends.
func (u *Unrolling) asked(it *iteration, to *cfa.Loc) {
	if fails(to) {
		return
	}
	heads := u.shape(to.Proc).heads[to]
	for k, n := range it.nest() {
		if k >= len(heads) || heads[k].ID != n.head.ID {
			n.asked = true
		}
	}
}

// fails reports whether a run at l goes straight to an error.
func fails(l *cfa.Loc) bool {
	for range straight {
		if l.Error != nil {
			return true
		}
		if len(l.Out) != 1 {
			return false
		}
		switch op := l.Out[0].Op.(type) {
		case *cfa.Assume:
			return false
		case *cfa.Call:
			l = op.Callee.Entry
		default:
			l = l.Out[0].To
		}
	}
	return false
}

// straight bounds the number of steps that fails follows.
const straight = 8

// call enters a procedure, or cuts the unrolling off if recursion is deeper than the bound.
func (u *Unrolling) call(i *instance, e *cfa.Edge, op *cfa.Call, x *coder) {
	if n := i.it.act.depthOf(op.Callee); n > 0 && n > u.bound && (u.Instances > u.room || u.changedSince(i, op.Callee)) {
		u.cuts = append(u.cuts, i)
		return
	}
	args := make([]*number, 0, len(op.Callee.Params))
	for k := range op.Callee.Params {
		if k < len(op.Args) {
			args = append(args, x.Value(op.Args[k]))
		}
	}
	g, ok := u.allow(i.guard, x.lits)
	if !ok {
		return
	}
	act := newActivation(op.Callee, i)
	act.call, act.saved = e, i.st
	act.entry = g
	u.Rounds = max(u.Rounds, act.depthOf(op.Callee))
	x.st = &state{act: act, globals: i.st.globals, globalArrays: i.st.globalArrays}
	for k, n := range args {
		x.st.setVar(x, op.Callee.Params[k], n)
	}
	a := &arrival{from: i, step: cfa.Step{Edge: e, Kind: cfa.Enter}, guard: g, st: x.st}
	at := &instance{it: act.root, loc: i.loc} // stands only for the new activation
	u.move(at, op.Callee.Entry, a)
}

// changedSince reports whether conditions with unknown values lie between the last activation of q and the
// call of q at i.
func (u *Unrolling) changedSince(i *instance, q *cfa.Proc) bool {
	for a := i.it.act; a != nil; a = a.up() {
		if a.proc == q {
			return a.entry != i.guard
		}
	}
	return true
}

// leave returns from the activation of i to the location after the call.
func (u *Unrolling) leave(i *instance) {
	act := i.it.act
	e := act.call
	op := e.Op.(*cfa.Call)
	x := u.coder(i.st)
	results := make([]*number, len(op.Results))
	for k, v := range op.Results {
		if v != nil {
			results[k] = x.Var(op.Callee.Results[k])
		}
	}
	s := act.saved
	x.st = &state{
		act: s.act, locals: s.locals, localArrays: s.localArrays,
		globals: i.st.globals, globalArrays: i.st.globalArrays,
	}
	for k, v := range op.Results {
		if v != nil {
			x.st.setVar(x, v, results[k])
		}
	}
	u.forget(x, e)
	u.move(act.caller, e.To, &arrival{
		from: i, step: cfa.Step{Edge: e, Kind: cfa.Return}, guard: i.guard, st: x.st,
	})
}
