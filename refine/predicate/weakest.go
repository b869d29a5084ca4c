// Predicates from weakest preconditions along a path.

package predicate

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	maxAtoms    = 60  // greatest number of atoms kept at a time
	maxAtomSize = 400 // greatest size of an atom, in terms
)

// Weakest finds predicates by weakest preconditions along the steps of a path, from the last step to the first. It
// begins with the conditions that occur in an unsatisfiable core of the steps' formulas. The predicates at each
// abstraction location are the atoms of the weakest preconditions of the conditions after it. The predicates of one
// location decide the predicates of the next along the path, in any theory, so tracked together they exclude the
// path. An atom that depends on an unknown value set on the way is dropped before that point. relevant is false if
// the solver does not find the steps infeasible.
//
// This is the method of Ball and Rajamani ("Generating Abstract Explanations of Spurious Counterexamples in C
// Programs", 2002), restricted to cores.
func Weakest(ctx context.Context, d *predicate.Domain, c *formula.Coder, path cfa.Path, nodes []*mc.Node, o Options) (facts []Fact, blocks []Block, relevant bool, err error) {
	o.Straight = true
	t, err := NewTrace(ctx, d, c, path, nodes, o)
	if err != nil {
		return nil, nil, false, err
	}
	a, err := t.Check(ctx, o)
	if err != nil {
		return nil, nil, false, err
	}
	if a.Status != solver.Unsat {
		return nil, t.Blocks, false, nil
	}
	w := &weakest{c: c, b: c.Builder(), needed: t.needed(a)}
	at := len(t.Blocks) - 1
	for i := len(path) - 1; i >= 0; i-- {
		if effort.Done(ctx) {
			return nil, nil, false, context.Cause(ctx)
		}
		if at > 0 && t.Blocks[at].From == i+1 {
			at--
			if len(w.atoms) > 0 {
				facts = append(facts, Fact{Block: at, Preds: slices.Clone(w.atoms)})
			}
		}
		w.step(path[i], w.needed[i])
	}
	slices.Reverse(facts)
	return facts, t.Blocks, true, nil
}

// needed returns the steps whose formulas occur in the core.
func (t *Trace) needed(a *Answer) map[int]bool {
	core := map[*smt.Term]bool{}
	for _, g := range a.Core {
		for _, f := range g {
			core[f] = true
		}
	}
	out := map[int]bool{}
	from := (*formula.Point)(nil)
	step := 0
	for _, b := range t.Blocks {
		all := formula.Between(b.End, from)
		for _, p := range all {
			if p.Step.Edge == nil {
				continue
			}
			for _, f := range t.coder.GivenOf(p, all) {
				if core[f] {
					out[step] = true
				}
			}
			step++
		}
		from = b.End
	}
	return out
}

// weakest holds the atoms of the conditions after a point of the path, over plain symbols at that point.
type weakest struct {
	c      *formula.Coder
	b      *smt.Builder
	needed map[int]bool
	atoms  []*smt.Term
	parked [][]*smt.Term // atoms put aside for callers of recursive procedures
}

func (w *weakest) add(f *smt.Term) {
	for _, t := range Atoms(f) {
		if len(w.atoms) < maxAtoms && !slices.Contains(w.atoms, t) && small(t) {
			w.atoms = append(w.atoms, t)
		}
	}
}

func small(t *smt.Term) bool {
	seen := map[*smt.Term]bool{}
	smt.Walk(t, seen, func(*smt.Term) bool { return len(seen) <= maxAtomSize }, func(*smt.Term) {})
	return len(seen) <= maxAtomSize
}

// replace substitutes terms for plain symbols in all atoms, and drops the atoms with a symbol that drop accepts.
func (w *weakest) replace(sub *smt.Substitution, drop func(*smt.Term) bool) {
	old := w.atoms
	w.atoms = nil
	for _, t := range old {
		if drop != nil && slices.ContainsFunc(smt.FreeVars(t), drop) {
			continue
		}
		if sub != nil {
			t = sub.Apply(t)
		}
		w.add(t)
	}
}

// step turns the atoms, which are about the point after s, into atoms about the point before s. needed says that a
// formula of s occurs in the core; then conditions of s become atoms too.
func (w *weakest) step(s cfa.Step, needed bool) {
	switch s.Kind {
	case cfa.Return:
		call := s.Edge.Op.(*cfa.Call)
		// Use fresh symbols in between, since a recursive callee's results may have the same names as the caller's
		// variables.
		sub, back := w.b.Substitution(), w.b.Substitution()
		for i, v := range call.Results {
			if v != nil {
				r := w.b.Fresh("result", w.b.IntSort())
				sub.Set(w.c.Plain(v), r)
				back.Set(r, w.c.Plain(call.Callee.Results[i]))
			}
		}
		w.replace(sub, nil)
		w.park(call.Callee)
		w.replace(back, nil)
		return
	case cfa.Enter:
		call := s.Edge.Op.(*cfa.Call)
		sub := w.b.Substitution()
		without := map[*smt.Term]bool{} // parameters without a known value
		for i, v := range call.Callee.Params {
			if i < len(call.Args) {
				t, _, approximated := w.c.PlainExpr(call.Args[i])
				without[w.c.Plain(v)] = approximated
				sub.Set(w.c.Plain(v), t)
			}
		}
		w.replace(sub, func(t *smt.Term) bool {
			o, _ := w.c.Owner(t)
			if o.Var != nil && o.Var.Proc == call.Callee {
				return o.Var.Kind != cfa.ParamVar || without[t]
			}
			return o.Array != nil && o.Array.Proc == call.Callee
		})
		if k := len(w.parked) - 1; k >= 0 {
			for _, t := range w.parked[k] {
				w.add(t)
			}
			w.parked = w.parked[:k]
		}
		return
	}
	switch op := s.Edge.Op.(type) {
	case *cfa.Assume:
		if needed {
			if t, conds, approximated := w.c.PlainCond(op.Cond); !approximated {
				w.add(t)
				w.add(conds)
			}
		}
	case *cfa.Assign:
		t, conds, approximated := w.c.PlainExpr(op.RHS)
		x := w.c.Plain(op.LHS)
		if approximated {
			w.replace(nil, func(t *smt.Term) bool { return t == x })
			return
		}
		sub := w.b.Substitution()
		sub.Set(x, t)
		w.replace(sub, nil)
		if needed {
			w.add(conds)
		}
	case *cfa.Havoc:
		x, old := w.c.Plain(op.LHS), w.atoms
		w.replace(nil, func(t *smt.Term) bool { return t == x })
		w.guess(op, old)
	case *cfa.Store:
		i, c1, gap1 := w.c.PlainExpr(op.Idx)
		v, c2, gap2 := w.c.PlainExpr(op.Val)
		a := w.c.PlainArray(op.Arr)
		if gap1 || gap2 {
			w.replace(nil, func(t *smt.Term) bool { return t == a })
			return
		}
		sub := w.b.Substitution()
		sub.Set(a, w.b.Store(a, i, v))
		w.replace(sub, nil)
		if needed {
			w.add(c1)
			w.add(c2)
		}
	case *cfa.Fill:
		w.fill(op)
	case *cfa.Copy:
		a := w.c.PlainArray(op.Dst)
		w.replace(nil, func(t *smt.Term) bool { return t == a })
	}
}

// guess goes backwards over a floating operation: the atoms about the result are also stated about each operand of
// the same format. This is not a precondition. But a bound of the values of a loop is often also a bound of the
// operands that they are computed from, and the abstraction decides whether it is.
func (w *weakest) guess(op *cfa.Havoc, atoms []*smt.Term) {
	if op.Def == nil {
		return
	}
	x := w.c.Plain(op.LHS)
	for _, a := range op.Def.Args {
		v, ok := a.(*cfa.Var)
		if !ok || v.Range != op.LHS.Range {
			continue
		}
		sub := w.b.Substitution()
		sub.Set(x, w.c.Plain(v))
		for _, t := range atoms {
			if slices.Contains(smt.FreeVars(t), x) {
				w.add(sub.Apply(t))
			}
		}
	}
}

// fill goes backwards over a fill of all cells with one value. For other fills, the atoms about the array are
// dropped.
func (w *weakest) fill(op *cfa.Fill) {
	a := w.c.PlainArray(op.Arr)
	if op.Lo == nil && op.Val != nil {
		if v, _, approximated := w.c.PlainExpr(op.Val); !approximated {
			sub := w.b.Substitution()
			sub.Set(a, w.b.ConstArray(a.Sort(), v))
			w.replace(sub, nil)
			return
		}
	}
	w.replace(nil, func(t *smt.Term) bool { return t == a })
}

// park puts aside the atoms about callers' variables, because a recursive procedure has its own copies of them. If
// such an atom mentions globals that the callee changes, it is dropped.
func (w *weakest) park(callee *cfa.Proc) {
	if !callee.Recursive {
		return
	}
	var aside, keep []*smt.Term
	for _, t := range w.atoms {
		local, changed := false, false
		for _, v := range smt.FreeVars(t) {
			o, known := w.c.Owner(v)
			switch {
			case !known: // the fresh symbol of a result
				changed = true
			case o.Var != nil && o.Var.Proc != nil:
				local = local || o.Var.Proc.Recursive
			case o.Var != nil:
				changed = changed || callee.Mods.Has(o.Var)
			case o.Array != nil && o.Array.Proc != nil:
				local = local || o.Array.Proc.Recursive
			case o.Array != nil:
				changed = changed || callee.ModsArrays.Has(o.Array)
			}
		}
		switch {
		case !local:
			keep = append(keep, t)
		case !changed:
			aside = append(aside, t)
		}
	}
	w.atoms = keep
	w.parked = append(w.parked, aside)
}
