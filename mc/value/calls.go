// Calls and returns of the explicit-value domain.

package value

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/num"
)

// Enter implements mc.Domain: it binds the parameters, and keeps only the globals and arrays that the callee, or what
// it calls, uses or changes. So callers that differ in others share one exploration.
func (d *Domain) Enter(s mc.State, call *cfa.Edge) (mc.State, bool) {
	return d.enter(s.(*State), call), true
}

// enter does what Enter does, on known types.
func (d *Domain) enter(s *State, call *cfa.Edge) *State {
	op := call.Op.(*cfa.Call)
	q := op.Callee
	t := &State{prog: s.prog}
	t.glob = s.glob.filter(func(k uint64, _ num.Int) bool {
		v := s.prog.Vars[k]
		return (q.Uses.Has(v) || q.Mods.Has(v)) && d.livesIn(q, v)
	})
	t.arrs = s.arrs.filter(func(k uint64, _ *cells) bool {
		a := s.prog.Arrays[k]
		return a.Proc == nil && (q.UsesArrays.Has(a) || q.ModsArrays.Has(a))
	})
	for i, v := range q.Params {
		if i < len(op.Args) && d.prec.Var(q.Entry, v) && d.livesIn(q, v) {
			if x, ok := d.eval(s, op.Args[i]).Point(); ok && v.Range.Contains(x) {
				t.loc = t.loc.set(uint64(v.ID), x)
			}
		}
	}
	return d.restrictTo(t, q.Entry)
}

// Return implements mc.Domain. The caller keeps its own variables and arrays, and the globals that the callee does
// not modify; what the callee modifies is as at its exit. The callee can learn a global that it only reads, by an
// assumption. Then the value holds for the caller, too, and a caller that knows another value cannot return from this
// exit.
func (d *Domain) Return(caller mc.State, call *cfa.Edge, entry, exit mc.State) []mc.State {
	t := d.leave(caller.(*State), call, exit.(*State))
	if t == nil {
		return nil
	}
	return []mc.State{t}
}

// leave does what Return does, on known types. It returns nil if the caller cannot return from the exit.
func (d *Domain) leave(s *State, call *cfa.Edge, exit *State) *State {
	op := call.Op.(*cfa.Call)
	q := op.Callee
	t := &State{prog: s.prog, loc: s.loc}
	kept := s.glob.filter(func(k uint64, _ num.Int) bool { return !q.Mods.Has(s.prog.Vars[k]) })
	possible := true
	exit.glob.each(func(k uint64, x num.Int) bool {
		y, ok := kept.get(k)
		possible = !ok || x.Equal(y)
		return possible
	})
	if !possible {
		return nil
	}
	t.glob = kept.union(exit.glob)
	t.arrs = s.arrs.filter(func(k uint64, _ *cells) bool { return !q.ModsArrays.Has(s.prog.Arrays[k]) })
	t.arrs = t.arrs.union(exit.arrs.filter(func(k uint64, _ *cells) bool { return s.prog.Arrays[k].Proc == nil }))
	for i, v := range op.Results {
		if v == nil {
			continue
		}
		t = t.forgetVar(v)
		if x, ok := exit.Var(q.Results[i]); ok && d.prec.Var(call.To, v) && v.Range.Contains(x) {
			t = t.setVar(v, x)
		}
	}
	return d.restrictTo(d.bury(t, call), call.To)
}
