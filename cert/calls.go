// Calls that are not inlined. A call enters one of the callee's contexts, whose annotation at the entry the caller's
// state must satisfy. After the call, one of that context's annotations at the exit holds, and everything that the
// callee cannot modify is unchanged. The formulas of the callee are translated by two views, atEntry and atExit.

package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
)

// handed is a call that is about to be made: the caller's state, and the values of the arguments in this state.
type handed struct {
	s    *state
	call *cfa.Call
	args []*smt.Term
}

// hand evaluates the arguments of a call in the state s.
func (x *checker) hand(s *state, call *cfa.Call) handed {
	h := handed{s: s, call: call}
	r := x.reader(s)
	for _, a := range call.Args {
		h.args = append(h.args, r.term(a))
	}
	return h
}

// param returns the position of v among the callee's parameters, or -1.
func (h *handed) param(v *cfa.Var) int { return slices.Index(h.call.Callee.Params, v) }

// atEntry returns the view of the callee's formulas at its entry. Parameters have the values of the arguments, and the
// callee's other locals are unknown. Everything else has the caller's values, and present values are also the values
// at the entry.
func (x *checker) atEntry(h *handed) *view {
	return &view{
		variable: func(y Symbol) *smt.Term {
			if i := h.param(y.Var); i >= 0 {
				return h.args[i]
			}
			if y.Var.Proc == h.call.Callee {
				return x.entered(y.Var)
			}
			return x.read(h.s, y.Var)
		},
		array: func(y Symbol) *memory {
			if y.Array.Proc == h.call.Callee {
				return x.enteredArray(y.Array)
			}
			return x.array(h.s, y.Array)
		},
	}
}

// atExit returns the caller's view of formulas at the callee's exit. What the callee can modify is unknown, and
// everything else is as it was at the call. Parameters that the callee never sets have the values of the arguments.
func (x *checker) atExit(h *handed) *view {
	q := h.call.Callee
	entry := x.atEntry(h)
	return &view{
		variable: func(y Symbol) *smt.Term {
			if y.Entry {
				return entry.variable(y)
			}
			if i := h.param(y.Var); i >= 0 && !x.sets(q, y.Var) {
				return h.args[i]
			}
			if y.Var.Proc == q || q.Mods.Has(y.Var) {
				return x.left(y.Var)
			}
			return x.read(h.s, y.Var)
		},
		array: func(y Symbol) *memory {
			if y.Entry {
				return entry.array(y)
			}
			if y.Array.Proc == q || q.Modifies(y.Array) {
				return x.leftArray(y.Array)
			}
			return x.array(h.s, y.Array)
		},
	}
}

// sets reports whether an operation in the body of q sets the variable v.
func (x *checker) sets(q *cfa.Proc, v *cfa.Var) bool {
	s := x.setBy[q.ID]
	if s == nil {
		s = &cfa.VarSet{}
		for _, l := range q.Locs {
			for _, e := range l.Out {
				cfa.Writes(e.Op, s.Add, nil)
			}
		}
		x.setBy[q.ID] = s
	}
	return s.Has(v)
}

// call proves a step over a call in the context with the index `from`: the state satisfies the annotation at the
// entry of some context of the callee, and each annotation at the exit of that context leads to the next annotations.
// It tries the contexts that the hint names first. Then come the others, beginning with the one that the last call on
// this edge entered: a loop whose rounds call a procedure in different contexts often enters the same context again,
// or the next one.
func (x *checker) call(s *state, op *cfa.Call, e *cfa.Edge, from int, hint *Hint) *Error {
	h := x.hand(s, op)
	if s.false {
		return nil
	}
	if x.weaker != nil {
		return x.weaker.call(&h, e, from, hint)
	}
	var tried map[int]bool
	var failed *Error
	try := func(d int) bool {
		if tried[d] || d < 0 || d >= len(x.c.Contexts) || x.c.Contexts[d].Proc != op.Callee.ID || x.c.Contexts[d].Inline {
			return false
		}
		if tried == nil {
			tried = map[int]bool{}
		}
		tried[d] = true
		err := x.callInto(&h, e, from, d, hint)
		if err == nil {
			return true
		}
		if failed == nil || effort.Done(x.ctx) {
			failed = err
		}
		return false
	}
	if hint != nil {
		for _, d := range hint.Callee {
			if try(d) {
				return nil
			}
		}
	}
	all := x.contexts[op.Callee.ID]
	named, first := len(tried), x.lastContext[e.ID]
	for k := range all {
		if k > 0 && effort.Done(x.ctx) {
			break
		}
		if len(tried)-named >= mostContexts {
			left := 0
			for _, d := range all {
				if !tried[d] {
					left++
				}
			}
			if left > 0 {
				failed.Why += fmt.Sprintf(" (in the first of %d contexts of %s; %d others were not tried, since %d is the limit)",
					len(tried), op.Callee.Name, left, mostContexts)
			}
			break
		}
		i := (first + k) % len(all)
		if try(all[i]) {
			x.lastContext[e.ID] = i
			return nil
		}
	}
	if failed == nil {
		failed = &Error{Edge: e, Pos: e.Pos, Why: fmt.Sprintf("nothing is said of a call of %s", op.Callee.Name)}
	}
	return failed
}

// mostContexts bounds how many contexts are tried for a call, in addition to those that the hint names.
const mostContexts = 250

// callInto proves a step over a call that enters the callee's context d.
func (x *checker) callInto(h *handed, e *cfa.Edge, from, d int, hint *Hint) *Error {
	q := h.call.Callee
	if err := x.leads(h.s, x.atEntry(h), x.at(d, q.Entry), nil); err != nil {
		return err.at(e, "entry of "+q.Name)
	}
	return x.callBehind(h, e, from, d, hint)
}

// callBehind proves the step from the return of the call to the next annotations, for each annotation at the exit of
// the callee's context d.
func (x *checker) callBehind(h *handed, e *cfa.Edge, from, d int, hint *Hint) *Error {
	q := h.call.Callee
	exit := x.at(d, q.Exit)
	if exit == nil {
		return nil
	}
	if exit.Pass {
		return &Error{Edge: e, Pos: e.Pos, Why: "the exit of " + q.Name + " has no annotation"}
	}
	for i := range exit.Holds {
		s := h.s.clone()
		v := x.atExit(h)
		for _, f := range exit.Holds[i].Conj {
			x.assume(s, x.show(s, v, f))
		}
		x.returned(s, h, e)
		results := make([]*smt.Term, len(h.call.Results))
		for k, r := range h.call.Results {
			if r != nil {
				results[k] = x.settled(s, v.variable(Symbol{Var: q.Results[k]}))
			}
		}
		s.after = q
		for k, r := range h.call.Results {
			if r != nil {
				s.set(r, results[k])
			}
		}
		if err := x.behind(s, e, place{from, e.To}, hint); err != nil {
			return err
		}
	}
	return nil
}
