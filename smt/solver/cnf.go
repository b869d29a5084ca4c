// From formulas to clauses. Gates get the clauses that define them (Tseitin 1968); each formula has one literal. Atoms
// and terms inside atoms are not processed recursively: they wait in queues of the engine until drain defines them, so
// that nested terms need no stack.

package solver

import (
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// assertTrue adds the clauses of f, a formula that holds; id is the step that concluded it. If guard is not noLit, it
// is the negation of a selector and is added to every clause.
func (e *engine) assertTrue(f *smt.Term, id sat.ID, guard sat.Lit) {
	type open struct {
		f  *smt.Term
		id sat.ID
	}
	work := []open{{f, id}}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		a, neg := w.f.Atom()
		switch {
		case w.f.IsTrue():
			continue
		case a.Op() == smt.OpAnd && !neg || a.Op() == smt.OpOr && neg:
			// A conjunction: add its parts one by one, the first on top.
			args := a.Args()
			for i := len(args) - 1; i >= 0; i-- {
				part := args[i]
				if neg {
					part = e.b.Not(part)
				}
				work = append(work, open{part, e.unitOf(w.f, w.id, a, part)})
			}
		case a.Op() == smt.OpOr || a.Op() == smt.OpAnd:
			// A disjunction is a clause.
			parts := make([]*smt.Term, a.NumArgs())
			for i, p := range a.Args() {
				if neg {
					p = e.b.Not(p)
				}
				parts[i] = p
			}
			lits := make([]sat.Lit, 0, len(parts)+1)
			for _, p := range parts {
				lits = append(lits, e.lit(p))
			}
			cid := w.id
			if e.log != nil {
				cnf := e.noteTerms(proof.Cnf, append([]*smt.Term{e.b.Not(w.f)}, parts...), nil, extra{terms: []*smt.Term{a}})
				cid = e.noteTerms(proof.Rup, parts, []sat.ID{w.id, cnf}, extra{})
			}
			if guard >= 0 {
				lits = append(lits, guard)
			}
			e.clause(cid, lits...)
		case w.f.IsFalse():
			cid := w.id
			if e.log != nil {
				// The clause that consists of false is the empty clause once false is known to
				// fail.
				cid = e.noteTerms(proof.Rup, []*smt.Term{}, []sat.ID{w.id}, extra{})
			}
			if guard >= 0 {
				e.clause(cid, guard)
			} else {
				e.clause(cid)
			}
		default:
			l := e.lit(w.f)
			if guard >= 0 {
				e.clause(w.id, l, guard)
			} else {
				e.clause(w.id, l)
			}
		}
	}
	e.drain()
}

// unitOf records the step that concludes part, a part of the conjunction f, from id, the step that concluded f. gate
// is the atom of f: f itself or, if f is a negated disjunction, the disjunction.
func (e *engine) unitOf(f *smt.Term, id sat.ID, gate, part *smt.Term) sat.ID {
	if e.log == nil {
		return 0
	}
	cnf := e.noteTerms(proof.Cnf, []*smt.Term{e.b.Not(f), part}, nil, extra{terms: []*smt.Term{gate}})
	return e.noteTerms(proof.Rup, []*smt.Term{part}, []sat.ID{id, cnf}, extra{})
}

// noLit is no literal.
const noLit sat.Lit = -1

// lit returns the literal of f. Gates get the clauses that define them, atoms their definitions. Terms inside atoms
// may have to wait for drain.
func (e *engine) lit(f *smt.Term) sat.Lit {
	a, neg := f.Atom()
	l, ok := e.have(a)
	if !ok {
		e.build(a)
		if l, ok = e.have(a); !ok { // build was stopped: the engine will not be used again, so any literal will do
			l = sat.MkLit(e.newVar(nil), false)
		}
	}
	if neg {
		return l.Not()
	}
	return l
}

// build makes the literals of f, which is not a negation, and of all formulas in it, without recursion. It may leave f
// without a literal if the search is stopped. Within a theory it does not check for that: formulas from theories are
// small, and theories rely on their literals.
func (e *engine) build(f *smt.Term) {
	stack := []*smt.Term{f}
	for n := 1; len(stack) > 0; n++ {
		if n%1024 == 0 && !e.inTheory && e.stop() {
			e.giveUp(errStopped)
			return
		}
		f := stack[len(stack)-1]
		if _, ok := e.have(f); ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if !isGate(f) {
			stack = stack[:len(stack)-1]
			e.atom(f)
			continue
		}
		ready := true
		args := f.Args()
		for i := len(args) - 1; i >= 0; i-- {
			a, _ := args[i].Atom()
			if _, ok := e.have(a); !ok {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			stack = stack[:len(stack)-1]
			e.gate(f)
		}
	}
}

// isGate reports whether f is a Boolean connective other than a negation.
func isGate(f *smt.Term) bool {
	switch f.Op() {
	case smt.OpAnd, smt.OpOr, smt.OpXor:
		return true
	case smt.OpIte:
		return f.IsBool()
	}
	return false
}

// gate makes the variable of the gate f and the clauses that define it. The arguments of f have literals already.
func (e *engine) gate(f *smt.Term) {
	g := sat.MkLit(e.newVar(f), false)
	in := make([]sat.Lit, f.NumArgs())
	for i, a := range f.Args() {
		in[i] = e.lit(a)
	}
	add := func(lits ...sat.Lit) {
		e.clause(e.note(proof.Cnf, lits, nil, e.gateNote(f)), lits...)
	}
	switch f.Op() {
	case smt.OpAnd, smt.OpOr:
		// A disjunction is the dual: all literals are negated.
		or := f.Op() == smt.OpOr
		turn := func(l sat.Lit) sat.Lit {
			if or {
				return l.Not()
			}
			return l
		}
		all := make([]sat.Lit, 0, len(in)+1)
		for _, l := range in {
			add(turn(g.Not()), turn(l))
			all = append(all, turn(l.Not()))
		}
		add(append(all, turn(g))...)
	case smt.OpXor:
		x, y := in[0], in[1]
		add(g.Not(), x, y)
		add(g.Not(), x.Not(), y.Not())
		add(g, x.Not(), y)
		add(g, x, y.Not())
	case smt.OpIte:
		c, t, n := in[0], in[1], in[2]
		add(g.Not(), c.Not(), t)
		add(g.Not(), c, n)
		add(g, c.Not(), t.Not())
		add(g, c, n.Not())
		// These are redundant, but they propagate when the condition has no value.
		add(g.Not(), t, n)
		add(g, t.Not(), n.Not())
	}
}

// gateNote returns the term that a step of rule Cnf names; nil if no derivation is kept.
func (e *engine) gateNote(f *smt.Term) *extra {
	if e.log == nil {
		return nil
	}
	return &extra{terms: []*smt.Term{f}}
}

// atom makes the variable of f, which is not a gate, and defines it or queues it for drain.
func (e *engine) atom(f *smt.Term) {
	switch f.Op() {
	case smt.OpTrue, smt.OpFalse:
		v := e.newVar(f)
		l := sat.MkLit(v, f.IsFalse())
		id := e.note(proof.Cnf, []sat.Lit{l}, nil, e.gateNote(f))
		e.clause(id, l)
	case smt.OpLe, smt.OpLt:
		e.arith.atom(f)
	case smt.OpEq:
		e.newVar(f)
		e.laterEq = append(e.laterEq, f)
	case smt.OpApp:
		e.newVar(f)
		if f.NumArgs() > 0 {
			e.laterNode = append(e.laterNode, f)
		}
	case smt.OpSelect, smt.OpDiff: // of an array of formulas; an index that is a formula
		e.newVar(f)
		e.laterNode = append(e.laterNode, f)
	case smt.OpBVUlt, smt.OpBVSlt, smt.OpFloatFits, smt.OpFloatIs, smt.OpFloatLess, smt.OpFloatLessEq:
		e.newVar(f)
		e.laterBits = append(e.laterBits, f)
	case smt.OpBit:
		e.newVar(f)
		if bv.Leaf(f.Arg(0)) {
			e.leafBit(f)
		} else {
			e.laterBits = append(e.laterBits, f)
		}
	default:
		panic("solver: no formula " + f.Op().String())
	}
}

// drain processes the queues of terms that are not defined yet until all are empty. Every function that makes literals
// calls it at its end. The queues replace recursion between terms and formulas, so that nesting takes no stack.
func (e *engine) drain() {
	for {
		switch {
		case e.stop():
			e.giveUp(errStopped)
			return
		case len(e.laterEq) > 0:
			e.equation(pop(&e.laterEq))
		case len(e.laterIte) > 0:
			e.conditional(pop(&e.laterIte))
		case len(e.laterNode) > 0:
			e.eq.node(pop(&e.laterNode))
		case len(e.laterNumber) > 0:
			t := pop(&e.laterNumber)
			if k := t.Sort(); k.Kind == smt.BitVec || k.Binary() {
				e.spellOut(t)
			} else {
				e.arith.variable(t)
			}
		case len(e.laterReal) > 0:
			l := pop(&e.laterReal)
			e.realLemma(l.terms, l.clause...)
		case len(e.eq.laterFormula) > 0:
			f := pop(&e.eq.laterFormula)
			e.eq.connect(f.f, f.n)
		case len(e.laterDiv) > 0:
			e.arith.division(pop(&e.laterDiv))
		case len(e.laterBits) > 0:
			e.blast(pop(&e.laterBits))
		default:
			return
		}
	}
}

// pop removes the last element of list and returns it.
func pop[T any](list *[]T) T {
	last := (*list)[len(*list)-1]
	*list = (*list)[:len(*list)-1]
	return last
}

// conditional adds the clauses that define t, an ite that is not a formula: it equals one of its branches. For numbers
// they need inequalities, since the constructor would turn t = v, for a value v, back into the condition.
func (e *engine) conditional(t *smt.Term) {
	b := e.b
	for i, c := range []*smt.Term{b.Not(t.Arg(0)), t.Arg(0)} {
		x := t.Arg(i + 1)
		if e.names && t.Arg(1).IsValue() && t.Arg(2).IsValue() {
			// The branches are different values, so the condition is equivalent to t being the first, and its negation
			// to t being the second.
			e.eq.link(e.lit(c).Not(), t, x)
			continue
		}
		if !t.Sort().Arithmetic() || e.names {
			e.axiom(proof.Cnf, []*smt.Term{c, b.Eq(t, x)}, []*smt.Term{t}, nil)
			continue
		}
		for _, half := range []*smt.Term{b.Le(t, x), b.Le(x, t)} {
			e.axiom(proof.Cnf, []*smt.Term{c, half}, []*smt.Term{t}, nil)
			e.half(half)
		}
	}
}

// half marks the bound f as one half of the equality of a conditional with one of its branches. The condition asserts
// it when it is needed, so Phase does not follow the candidate model for it. Candidate models have many equal numbers;
// if halves were decided as in the model, every conditional would be tied to both of its branches, and a chain of n
// conditionals would take n² elimination steps.
func (e *engine) half(f *smt.Term) {
	if l, ok := e.have(f); ok {
		e.atoms[l.Var()].half = true
	}
}

// equation defines the equality f in the theories that have to know it.
func (e *engine) equation(f *smt.Term) {
	l, r := f.Arg(0), f.Arg(1)
	switch l.Sort().Kind {
	case smt.Int, smt.Real:
		if e.lifts(f) && e.lift(f) && !e.eq.wants(l) {
			return // the conditions decide it
		}
		if e.names {
			e.eq.equation(f)
			return
		}
		e.arith.equation(f)
		// The closure need not know a sum that is not an argument of anything. If the sum became a node, equalities
		// that the closure finds would be passed on as equalities of yet other sums, without end.
		if (e.eq.wants(l) || e.eq.wants(r)) && e.eq.simple(l) && e.eq.simple(r) {
			e.eq.equation(f)
		}
	case smt.BitVec, smt.Float, smt.Rounding:
		e.blast(f)
		if e.eq.wants(l) || e.eq.wants(r) {
			e.eq.equation(f)
		}
	default:
		e.eq.equation(f)
	}
}
