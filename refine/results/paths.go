// The paths of procedures, and what must be shown about them.

package results

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
)

// mostPaths bounds the paths of all procedures together.
const mostPaths = 600

// state is the state at a point of a path, in terms of the procedure's entry values and the results of calls.
type state struct {
	env   map[*cfa.Var]*smt.Term
	conds []*smt.Term
	calls []*call
}

// call is a call that a path has made.
type call struct {
	of        *procedure
	ins, outs []*smt.Term
}

// step is a proof obligation: that claims hold where a path makes a call or returns, or that the path does not reach
// an error.
type step struct {
	of *procedure
	at *cfa.Loc
	state
	calling *call // the next call; nil: the procedure returns, or there is an error
	outs    []*smt.Term
}

// symbol returns a new unknown with the range of a variable.
func (x *search) symbol(v *cfa.Var) *smt.Term {
	t := x.b.Fresh(v.Name, x.b.IntSort())
	x.rangeOf[t] = v.Range
	return t
}

// value returns the value of a variable on a path.
func (x *search) value(s *state, v *cfa.Var) *smt.Term {
	t := s.env[v]
	if t == nil {
		t = x.symbol(v)
		s.env[v] = t
	}
	return t
}

// expr returns the value of an expression on a path; false if it is unknown.
func (x *search) expr(s *state, e cfa.Expr, plainly func(cfa.Expr) (t, conds *smt.Term, inexact bool)) (*smt.Term, bool) {
	t, conds, inexact := plainly(e)
	if inexact {
		return nil, false
	}
	sub := x.b.Substitution()
	for _, v := range smt.FreeVars(t, conds) {
		o, _ := x.coder.Owner(v)
		if o.Var == nil {
			return nil, false
		}
		sub.Set(v, x.value(s, o.Var))
	}
	if c := sub.Apply(conds); !c.IsTrue() {
		s.conds = append(s.conds, c)
	}
	return sub.Apply(t), true
}

// paths collects the steps of a procedure. It returns false if there are too many paths, or loops.
func (x *search) paths(q *procedure) bool {
	start := state{env: map[*cfa.Var]*smt.Term{}}
	for i, v := range q.in {
		start.env[v] = q.ins[i]
	}
	return x.walk(q, q.proc.Entry, start)
}

func (x *search) walk(q *procedure, at *cfa.Loc, s state) bool {
	if at.LoopHead || effort.Done(x.ctx) {
		return false
	}
	end := at.Error != nil || at == q.proc.Exit
	if end || len(at.Out) == 0 {
		if x.count++; x.count > mostPaths {
			return false
		}
	}
	if end {
		t := step{of: q, at: at, state: s}
		if at.Error == nil {
			for _, v := range q.out {
				t.outs = append(t.outs, x.value(&t.state, v))
			}
		}
		x.steps = append(x.steps, &t)
		return true
	}
	for _, e := range at.Out {
		t := state{maps.Clone(s.env), slices.Clip(s.conds), slices.Clip(s.calls)}
		switch op := e.Op.(type) {
		case *cfa.Assume:
			if c, ok := x.expr(&t, op.Cond, x.coder.PlainCond); ok {
				if t.conds = append(t.conds, c); c.IsFalse() {
					continue
				}
			}
		case *cfa.Assign:
			if v, ok := x.expr(&t, op.RHS, x.coder.PlainExpr); ok {
				t.env[op.LHS] = v
			} else {
				t.env[op.LHS] = x.symbol(op.LHS)
			}
		case *cfa.Havoc:
			t.env[op.LHS] = x.symbol(op.LHS)
		case *cfa.Call:
			x.call(q, e, op, &t)
		}
		if !x.walk(q, e.To, t) {
			return false
		}
	}
	return true
}

// call makes a call on a path.
func (x *search) call(q *procedure, e *cfa.Edge, op *cfa.Call, s *state) {
	k := &call{of: x.procedure(op.Callee)}
	args := map[*cfa.Var]*smt.Term{}
	for i, a := range op.Args {
		v := op.Callee.Params[i]
		t, ok := x.expr(s, a, x.coder.PlainExpr)
		if !ok {
			t = x.symbol(v)
		}
		args[v] = t
	}
	for _, v := range k.of.in {
		t := args[v]
		if t == nil {
			if v.Proc != nil {
				t = x.symbol(v)
			} else {
				t = x.value(s, v)
			}
		}
		k.ins = append(k.ins, t)
	}
	before := state{maps.Clone(s.env), slices.Clip(s.conds), slices.Clip(s.calls)}
	x.steps = append(x.steps, &step{of: q, at: e.From, state: before, calling: k})
	gives := map[*cfa.Var]*smt.Term{}
	for _, v := range k.of.out {
		t := x.symbol(v)
		k.outs = append(k.outs, t)
		if gives[v] = t; v.Proc == nil {
			s.env[v] = t
		}
	}
	for _, id := range op.Callee.Mods.IDs() {
		if v := x.prog.Vars[id]; gives[v] == nil {
			s.env[v] = x.symbol(v)
		}
	}
	for i, v := range op.Results {
		if v == nil {
			continue
		}
		if t := gives[op.Callee.Results[i]]; t != nil {
			s.env[v] = t
		} else {
			s.env[v] = x.symbol(v)
		}
	}
	s.calls = append(s.calls, k)
}

// known returns what is known on a path: the claims about the entry values, the conditions, and the claims about the
// calls made.
func (x *search) known(q *procedure, s *state) []*smt.Term {
	var out []*smt.Term
	for _, f := range q.atEntry {
		if !f.dead {
			out = append(out, f.says)
		}
	}
	out = append(out, s.conds...)
	for _, k := range s.calls {
		out = append(out, x.claimed(k.of.atExit, k.of, k.ins, k.outs)...)
	}
	return out
}

// claimed returns claims about a procedure for the given entry and exit values.
func (x *search) claimed(fs []*fact, q *procedure, ins, outs []*smt.Term) []*smt.Term {
	sub := x.b.Substitution()
	for i, t := range ins {
		sub.Set(q.ins[i], t)
	}
	for i, t := range outs {
		sub.Set(q.outs[i], t)
	}
	var out []*smt.Term
	for _, f := range fs {
		if !f.dead {
			out = append(out, sub.Apply(f.says))
		}
	}
	return out
}
