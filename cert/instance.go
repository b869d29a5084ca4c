// This file uses annotations for other values of a variable: what holds for a variable that has an arbitrary value
// holds for all values. Consider a variable that is only set to inputs of its whole range, and that nothing reads on
// any way to a location. Each run that reaches the location with one value of the variable exists with every other
// value too: it is the same run except for that input. Annotations hold in all runs, so at this location they are
// true for any value in place of the variable. This value may differ from state to state, so it may be the value of a
// term.
//
// The same holds for several such variables at once: the other run has other inputs for each of them, and nothing has
// read any. So a claim about the cells at two indexes, a[p] <= a[q] for all p < q, can be used for the cells at i and
// j.
//
// The other run need not be in the same context, since its calls may have led into other contexts. So with the terms
// in place of the variables, one of the annotations of any context of the procedure holds.

package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Instance says that on an edge the annotations of the edge's source are also used with terms in place of some
// variables, all of them at the same time.
type Instance struct {
	Edge int
	With []Value
}

// Value is a term in place of a variable.
type Value struct {
	Ghost int // the ID of the variable
	Term  *smt.Term
}

// prepareInstances checks the instances of the certificate and stores them by edge.
func (x *checker) prepareInstances() *Error {
	for i, n := range x.c.Instances {
		wrong := func(format string, args ...any) *Error {
			return &Error{Why: fmt.Sprintf("instance %d: %s", i, fmt.Sprintf(format, args...))}
		}
		if n.Edge < 0 || n.Edge >= len(x.p.Edges) || len(n.With) == 0 {
			return wrong("there is no such edge, or no variable")
		}
		e := x.p.Edges[n.Edge]
		for k, w := range n.With {
			if w.Ghost < 0 || w.Ghost >= len(x.p.Vars) {
				return wrong("there is no such variable")
			}
			v := x.p.Vars[w.Ghost]
			if slices.ContainsFunc(n.With[:k], func(o Value) bool { return o.Ghost == w.Ghost }) {
				return wrong("%s has two values", v.Name)
			}
			if w.Term == nil || w.Term.Sort() != x.ints {
				return wrong("a number is needed")
			}
			if err := x.meaningful(w.Term, e.From.Proc, true); err != nil {
				return wrong("%v", err)
			}
			if why := x.anyValue(v, e.From); why != "" {
				return &Error{Edge: e, Pos: e.Pos, Why: fmt.Sprintf("%s need not have any value here: %s", v.Name, why)}
			}
		}
		x.instances[n.Edge] = append(x.instances[n.Edge], prepared{Instance: n})
	}
	return nil
}

// anyValue returns why a run to the location `at` might not exist with another value of the variable v. It returns ""
// if the run exists with every value.
func (x *checker) anyValue(v *cfa.Var, at *cfa.Loc) string {
	// At locations of its own procedure a local has the value of the present activation: its last input or, before
	// that, its initial value, which is arbitrary as well. Reads by earlier activations count, too: the search below
	// follows calls and returns.
	if v.Proc != nil && v.Proc != at.Proc {
		return "it is not global, nor of this procedure"
	}
	if !x.mentioned(v) {
		return ""
	}
	seen := make([]bool, len(x.p.Locs))
	var work []*cfa.Loc
	reach := func(l *cfa.Loc) {
		if !seen[l.ID] {
			seen[l.ID] = true
			work = append(work, l)
		}
	}
	follow := func(e *cfa.Edge) {
		if call, ok := e.Op.(*cfa.Call); ok {
			reach(call.Callee.Entry)
		}
		reach(e.To)
	}
	why := ""
	for _, l := range x.p.Locs {
		for _, e := range l.Out {
			cfa.Reads(e.Op, func(r *cfa.Var) {
				if r == v {
					follow(e)
				}
			}, nil)
			cfa.Writes(e.Op, func(w *cfa.Var) {
				if h, ok := e.Op.(*cfa.Havoc); w == v && (!ok || h.Def != nil || !rangeSpan(v.Range).within(rangeSpan(h.From.Range))) {
					why = fmt.Sprintf("line %d sets it", e.Pos.Line)
				}
			}, nil)
		}
	}
	for _, q := range x.p.Procs {
		for _, r := range append(q.Params[:len(q.Params):len(q.Params)], q.Results...) {
			if r == v {
				why = "it is handed over by calls"
			}
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			follow(e)
		}
		if l == l.Proc.Exit {
			for _, e := range l.Proc.Callers {
				reach(e.To)
			}
		}
	}
	if why == "" && seen[at.ID] {
		why = "it may have been read"
	}
	return why
}

// instantiate assumes, in the state s at the source of the edge e, the instances of e.
func (x *checker) instantiate(s *state, e *cfa.Edge) {
	for i := range x.instances[e.ID] {
		n := &x.instances[e.ID][i]
		if n.says == nil {
			n.says = x.instance(n.Instance, e)
		}
		x.assume(s, x.show(s, x.ownView(s), n.says))
	}
}

// instance returns the formula of an instance. It is true if a context passes the location and so states nothing
// about it.
func (x *checker) instance(n Instance, e *cfa.Edge) *smt.Term {
	b := x.b
	sub := b.Substitution()
	var olds, in []*smt.Term
	for _, w := range n.With {
		ghost := x.p.Vars[w.Ghost]
		sub.Set(x.now(ghost), w.Term)
		olds = append(olds, x.oldVar(ghost))
		in = append(in, x.within(w.Term, rangeSpan(ghost.Range))...)
	}
	return b.Implies(b.And(in...), sub.Apply(x.inSomeContext(e.From, olds)))
}

// inSomeContext returns the formula that one of the annotations of a location holds, in one of the contexts. It
// leaves out the formulas that use one of the constants in without: values at the entry, which belong to the other
// run and may differ. The result is true if a context passes the location.
func (x *checker) inSomeContext(l *cfa.Loc, without []*smt.Term) *smt.Term {
	b := x.b
	var any [][]*smt.Term
	count := map[*smt.Term]int{}
	for i := range x.c.Contexts {
		p := x.at(i, l)
		if p == nil {
			continue
		}
		if p.Pass {
			return b.True()
		}
		for _, a := range p.Holds {
			var all []*smt.Term
			for _, f := range a.Conj {
				if !slices.Contains(all, f) && !slices.ContainsFunc(x.constantsOf(f), func(t *smt.Term) bool { return slices.Contains(without, t) }) {
					all = append(all, f)
					count[f]++
				}
			}
			any = append(any, all)
		}
	}
	if len(any) == 0 {
		return b.False()
	}
	// Formulas that all annotations contain need no distinction of cases.
	var common, cases []*smt.Term
	for _, all := range any {
		var own []*smt.Term
		for _, f := range all {
			if count[f] < len(any) {
				own = append(own, f)
			}
		}
		cases = append(cases, b.And(own...))
	}
	for _, f := range any[0] {
		if count[f] == len(any) {
			common = append(common, f)
		}
	}
	return b.And(append(common, b.Or(cases...))...)
}

// returned assumes the instances of the call e in the state after its return: they state something about the exit of
// the callee. The other run makes the same call and returns from it in the same state, except for the variables of the
// instance. So one of the annotations at the callee's exit holds there, in any of its contexts. This requires that no
// operation mentions the variables at all. The terms have their values at the call.
func (x *checker) returned(s *state, h *handed, e *cfa.Edge) {
	for i := range x.instances[e.ID] {
		n := &x.instances[e.ID][i]
		if slices.ContainsFunc(n.With, func(w Value) bool { return x.mentioned(x.p.Vars[w.Ghost]) }) {
			continue
		}
		now, exit := x.ownView(h.s), x.atExit(h)
		values := map[*cfa.Var]*smt.Term{}
		var olds, in []*smt.Term
		for _, w := range n.With {
			ghost := x.p.Vars[w.Ghost]
			values[ghost] = x.show(h.s, now, w.Term)
			olds = append(olds, x.oldVar(ghost))
			in = append(in, x.within(values[ghost], rangeSpan(ghost.Range))...)
		}
		v := &view{
			variable: func(y Symbol) *smt.Term {
				if t := values[y.Var]; t != nil && !y.Entry {
					return t
				}
				return exit.variable(y)
			},
			array: exit.array,
		}
		if n.exits == nil {
			n.exits = x.inSomeContext(h.call.Callee.Exit, olds)
		}
		x.assume(s, x.b.Implies(x.b.And(in...), x.show(s, v, n.exits)))
	}
}

// mentioned reports whether the variable occurs in an operation, or is a parameter, result or local of a procedure.
func (x *checker) mentioned(v *cfa.Var) bool {
	if yes, ok := x.mentions[v]; ok {
		return yes
	}
	yes := false
	look := func(w *cfa.Var) { yes = yes || v == w }
	for _, l := range x.p.Locs {
		for _, e := range l.Out {
			cfa.Reads(e.Op, look, nil)
			cfa.Writes(e.Op, look, nil)
		}
	}
	for _, q := range x.p.Procs {
		yes = yes || slices.Contains(q.Params, v) || slices.Contains(q.Results, v) || slices.Contains(q.Locals, v)
	}
	x.mentions[v] = yes
	return yes
}

// prepared is an instance that prepareInstances has accepted.
type prepared struct {
	Instance
	says  *smt.Term // the formula, made when first needed
	exits *smt.Term // if the edge is a call: the formula for the callee's exit in some context, made when first needed
}
