package solver

import (
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// assertTrue adds a formula that holds, with the name of the step that concluded it. guard, if it
// is not noLit, is a literal that stands in every clause: the negation of a selector.
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
			// A conjunction: its parts one by one, the first on top.
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

// unitOf concludes part, a part of the conjunction f, from the step that concluded f.
func (e *engine) unitOf(f *smt.Term, id sat.ID, gate, part *smt.Term) sat.ID {
	if e.log == nil {
		return 0
	}
	cnf := e.noteTerms(proof.Cnf, []*smt.Term{e.b.Not(f), part}, nil, extra{terms: []*smt.Term{gate}})
	return e.noteTerms(proof.Rup, []*smt.Term{part}, []sat.ID{id, cnf}, extra{})
}

const noLit sat.Lit = -1

// lit is the literal of a formula. Gates get the clauses that define them (Tseitin 1968), atoms
// their meaning. What is inside atoms may wait for drain.
func (e *engine) lit(f *smt.Term) sat.Lit {
	a, neg := f.Atom()
	l, ok := e.have(a)
	if !ok {
		e.build(a)
		if l, ok = e.have(a); !ok { // the work has ended, and what is here is used no more
			l = sat.MkLit(e.newVar(nil), false)
		}
	}
	if neg {
		return l.Not()
	}
	return l
}

// build makes the literal of f, which is no negation, and of all formulas in it, without recursion.
// There is none where the work has ended before it is done, which is not asked of theories: what they
// make is small, and they go on with it.
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

func isGate(f *smt.Term) bool {
	switch f.Op() {
	case smt.OpAnd, smt.OpOr, smt.OpXor:
		return true
	case smt.OpIte:
		return f.IsBool()
	}
	return false
}

// gate makes the variable of a gate whose arguments have theirs, with its clauses.
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
		// For a disjunction everything is turned around.
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
		// Implied, but they propagate where the condition is open.
		add(g.Not(), t, n)
		add(g, t.Not(), n.Not())
	}
}

func (e *engine) gateNote(f *smt.Term) *extra {
	if e.log == nil {
		return nil
	}
	return &extra{terms: []*smt.Term{f}}
}

// atom makes the variable of a formula that is no gate and gives it its meaning.
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

// drain gives meaning to what has been put off, until nothing is left. Everything that makes
// literals ends with it; it is what keeps nests of terms in formulas in terms from taking stack.
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

// pop takes the last of a list.
func pop[T any](list *[]T) T {
	last := (*list)[len(*list)-1]
	*list = (*list)[:len(*list)-1]
	return last
}

// conditional says what a conditional term is: the one or the other. For numbers that takes
// inequalities, since the constructor would turn t = v, for a value v, into the condition again.
func (e *engine) conditional(t *smt.Term) {
	b := e.b
	for i, c := range []*smt.Term{b.Not(t.Arg(0)), t.Arg(0)} {
		x := t.Arg(i + 1)
		if e.names && t.Arg(1).IsValue() && t.Arg(2).IsValue() {
			// The condition, or its negation, says whether t is the one value or the other, which
			// are different.
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

// half notes that a bound is half of the equality of a conditional with one of its values, which the
// condition asserts if it is needed. Candidate models are full of equal numbers; were halves decided
// as the model has them, every conditional would be tied to both of its values, and a chain of n of
// them would take n² steps of elimination.
func (e *engine) half(f *smt.Term) {
	if l, ok := e.have(f); ok {
		e.atoms[l.Var()].half = true
	}
}

// equation gives an equality its meaning.
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
		// A sum that is no argument of anything is none of the closure's business. Were it made a
		// node, what the closure finds out about it would be told as equalities of yet other sums,
		// without end.
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
