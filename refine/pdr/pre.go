package pdr

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// The precondition of a cube along the path of a model. Values of variables are terms over the values at the start of
// the block, or the model's number where a value is an input.

// walker follows a path and collects the conditions.
type walker struct {
	*asker
	m    *smt.Model
	is   map[*smt.Term]*smt.Term // values by plain symbol; variables not in the map are unchanged since the start
	lits []*smt.Term
	path cfa.Path
}

// before returns the precondition of a cube along the path of a model, and the path. It returns nil if the
// precondition cannot be expressed.
func (q *asker) before(c cube, m *smt.Model) (cube, cfa.Path) {
	points, err := q.Coder.Taken(q.block.End, m)
	if err != nil {
		return nil, nil
	}
	w := &walker{asker: q, m: m, is: map[*smt.Term]*smt.Term{}}
	for i, p := range points {
		if p.Step.Edge == nil {
			continue
		}
		if i > 0 && !w.step(p) {
			return nil, nil
		}
	}
	for _, l := range c {
		atom, negated := l.Atom()
		if is, ok := q.congruences[atom]; ok {
			w.congruent(w.now(is.d), is.k, !negated)
		} else {
			w.say(w.now(l))
		}
	}
	for i, l := range w.lits {
		w.lits[i] = q.tidy(q.block.From, l)
	}
	out := newCube(slices.DeleteFunc(w.lits, (*smt.Term).IsTrue))
	if slices.ContainsFunc(out, (*smt.Term).IsFalse) {
		return nil, nil
	}
	return out, w.path
}

// now replaces the variables in a plain term by their current values.
func (w *walker) now(t *smt.Term) *smt.Term {
	sub := w.B.Substitution()
	for _, v := range smt.FreeVars(t) {
		if is := w.is[v]; is != nil {
			sub.Set(v, is)
		}
	}
	return sub.Apply(t)
}

// input sets a variable to its value in the model at a point.
func (w *walker) input(p *formula.Point, v *cfa.Var) bool {
	t, err := w.m.Eval(w.Coder.Value(p, v))
	if err == nil {
		w.is[w.Coder.Plain(v)] = t
	}
	return err == nil
}

// assign assigns the value of an expression to a variable, or the model's value if the expression cannot be
// expressed.
func (w *walker) assign(p *formula.Point, v *cfa.Var, e cfa.Expr) bool {
	t, conds, inexact := w.Coder.PlainExpr(e)
	if inexact {
		return w.input(p, v)
	}
	w.say(w.now(conds))
	w.is[w.Coder.Plain(v)] = w.now(t)
	return true
}

// step follows the path to the next point. It returns false if the step cannot be expressed.
func (w *walker) step(p *formula.Point) bool {
	s := p.Step
	w.path = append(w.path, s)
	call, isCall := s.Edge.Op.(*cfa.Call)
	switch {
	case s.Kind == cfa.Enter:
		args := make([]*smt.Term, len(call.Callee.Params))
		for i := range args {
			if i < len(call.Args) {
				t, conds, inexact := w.Coder.PlainExpr(call.Args[i])
				if !inexact {
					w.say(w.now(conds))
					args[i] = w.now(t)
				}
			}
		}
		for _, v := range call.Callee.Locals {
			if !w.input(p, v) {
				return false
			}
		}
		for i, v := range call.Callee.Params {
			if args[i] != nil {
				w.is[w.Coder.Plain(v)] = args[i]
			} else if !w.input(p, v) {
				return false
			}
		}
		return true
	case s.Kind == cfa.Return:
		results := make([]*smt.Term, len(call.Results))
		for i, v := range call.Results {
			if v != nil {
				results[i] = w.now(w.Coder.Plain(call.Callee.Results[i]))
			}
		}
		for i, v := range call.Results {
			if v != nil {
				w.is[w.Coder.Plain(v)] = results[i]
			}
		}
		return true
	case isCall:
		return false
	}
	switch op := s.Edge.Op.(type) {
	case *cfa.Assume:
		w.assume(op.Cond)
	case *cfa.Assign:
		return w.assign(p, op.LHS, op.RHS)
	case *cfa.Havoc:
		return w.input(p, op.LHS)
	}
	return true
}

// assume adds a condition that holds on the path.
func (w *walker) assume(e cfa.Expr) {
	if b, ok := e.(*cfa.Binary); ok && (b.Op == cfa.Eq || b.Op == cfa.Ne) {
		if w.equality(b.X, b.Y, b.Op == cfa.Eq) {
			return
		}
	}
	t, conds, inexact := w.Coder.PlainCond(e)
	if inexact {
		return
	}
	w.say(w.now(conds))
	w.say(w.now(t))
}

// equality adds an equation or disequation of two words, if one of them wraps around, as a congruence of their
// difference. Then intermediate wraps need not be expressed, and equivalent equations become the same literal. It
// reports whether this is possible.
func (w *walker) equality(x, y cfa.Expr, equal bool) bool {
	for _, e := range []cfa.Expr{x, y} {
		wrap, ok := e.(*cfa.Wrap)
		if !ok {
			continue
		}
		word := interval.Word(wrap.Bits, wrap.Signed)
		if !fits(x, word) || !fits(y, word) {
			return false
		}
		s, c, inexact := w.Coder.PlainExpr(x)
		t, d, inexactly := w.Coder.PlainExpr(y)
		if inexact || inexactly {
			return false
		}
		w.say(w.now(w.B.And(c, d)))
		w.congruent(w.now(w.B.Sub(s, t)), num.Pow2(uint(wrap.Bits)), equal)
		return true
	}
	return false
}

// fits reports whether an expression's value lies in an interval, judged by its structure alone.
func fits(e cfa.Expr, in interval.Interval) bool {
	lo, hi, bounded := cfa.Bounds(e)
	return bounded && interval.Of(lo, hi).Within(in)
}

// say adds a formula over the start of the block that holds in the model. Of a disjunction it adds only one disjunct
// that holds.
func (w *walker) say(t *smt.Term) {
	switch {
	case t.IsTrue():
		return
	case t.Op() == smt.OpAnd:
		for _, u := range t.Args() {
			w.say(u)
		}
		return
	case t.Op() == smt.OpNot && t.Arg(0).Op() == smt.OpOr:
		for _, u := range t.Arg(0).Args() {
			w.say(w.B.Not(u))
		}
		return
	}
	var parts []*smt.Term
	switch {
	case t.Op() == smt.OpOr:
		parts = t.Args()
	case t.Op() == smt.OpNot && t.Arg(0).Op() == smt.OpAnd:
		for _, u := range t.Arg(0).Args() {
			parts = append(parts, w.B.Not(u))
		}
	}
	for _, u := range parts {
		at, _ := w.Coder.At(w.block.Start, u)
		if ok, err := w.m.Holds(at); ok && err == nil {
			w.say(u)
			return
		}
	}
	w.lits = append(w.lits, t)
}
