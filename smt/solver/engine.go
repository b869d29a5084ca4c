package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
	"github.com/whet-mc/whet/smt/simplex"
)

// An engine is the CDCL core with everything that gives its variables meaning. It implements
// sat.Theory: what the theories have to say goes through it, and every clause that it adds has a
// step in the derivation, if one is kept.
type engine struct {
	b    *smt.Builder
	sat  *sat.Solver
	log  *derivation // nil: no proofs
	stop func() bool

	terms []*smt.Term // by sat.Var: the formula; nil for a selector
	lits  []int32     // by term: the literal + 1; 0 for none
	atoms []atom      // by sat.Var

	inTheory bool // within Propagate or Final: clauses are lemmas
	names    bool // numbers are but names: see onlyNames

	// What waits to be given meaning; see drain.
	laterIte    []*smt.Term
	laterDiv    []*smt.Term
	laterEq     []*smt.Term
	laterBits   []*smt.Term
	laterNode   []*smt.Term // to become nodes of the closure
	laterNumber []*smt.Term // nodes that the tableau must know
	laterReal   []realLemma // about conversions between floats and reals

	// The trail as the theories see it: literals of watched variables, and how many of them have
	// been asserted.
	trail []sat.Lit
	head  int
	marks []mark

	arith  arithmetic
	eq     equality
	arrays arrays
	bits   *bv.Blaster
	nests  nests
	reals  []*smt.Term // conversions between floats and reals

	realLemmas int
	products   products

	implied   []implied          // by sat.Var
	scratch   map[*smt.Term]bool // truthOf's memory, of one assignment
	snap      snapshot
	frozen    int   // variables that have been frozen
	failure   error // see giveUp
	opaque    error // a term that is not understood beyond being a function of its arguments
	stats     Stats
	branches  int64 // what Stats.Branches may come to in this Check; 0: anything
	evaluated int64 // terms, to check models
}

// giveUp notes that something could not be given its meaning: the answer will be Unknown, unless
// what has been said suffices for Unsat, and the engine must not be used for another one.
func (e *engine) giveUp(err error) {
	if e.failure == nil {
		e.failure = err
	}
	if e.inTheory {
		e.sat.GiveUp(err)
	}
}

// A mark is the state at a new level.
type mark struct{ trail, head int }

// An atom says what the theories have to do with a variable of the SAT solver.
type atom struct {
	// A bound: true is v ≤ high, false is v ≥ low.
	bound     bool
	v         simplex.Var
	high, low simplex.Delta
	half      bool // see engine.half

	// Equalities of nodes that it stands for: see equality.pairs.
	equal bool

	// A formula that is an argument of a function or an application itself.
	isNode, isNotNode bool
	node, notNode     euf.Node // of the formula; of its negation

	// An equality of numbers that the tableau does not know yet.
	unsplit bool

	// An equality of arrays, whose witness has been asked for.
	arrays, witnessed bool
}

// An implied literal's reason.
type implied struct {
	kind uint8 // 0 none
	why  simplex.Explanation
	tag  int32 // of the watched pair
}

const (
	byEquality uint8 = iota + 1
	byBounds
)

func newEngine(b *smt.Builder, o Options, oneShot bool) *engine {
	e := &engine{b: b, stop: func() bool { return false }}
	so := sat.Options{Seed: o.Seed, Conflicts: o.Conflicts, Eliminate: oneShot}
	so.Parity = oneShot && !o.Plain // interpolants are made of resolution
	if o.Proofs {
		e.log = &derivation{}
		so.Log = e.log
	}
	e.sat = sat.New(so)
	e.sat.SetTheory(e)
	e.arith.init(e)
	e.eq.init(e)
	e.arrays.init(e)
	e.products.e, e.products.off = e, o.NoProducts
	e.bits = bv.New(b)
	e.bits.Stop = func() bool { return e.stop() }
	return e
}

// note records a step whose clause consists of literals of the engine. Without a derivation
// it does nothing and the name is 0.
func (e *engine) note(rule proof.Rule, lits []sat.Lit, hints []sat.ID, x *extra) sat.ID {
	if e.log == nil {
		return 0
	}
	return e.log.add(rule, lits, hints, x)
}

// noteTerms records a step whose clause is given by formulas.
func (e *engine) noteTerms(rule proof.Rule, clause []*smt.Term, hints []sat.ID, x extra) sat.ID {
	if e.log == nil {
		return 0
	}
	x.clause = clause
	return e.log.add(rule, nil, hints, &x)
}

// clause adds a clause that holds.
func (e *engine) clause(id sat.ID, lits ...sat.Lit) {
	if e.inTheory {
		e.sat.Lemma(id, lits...)
	} else {
		e.sat.AddClause(id, lits...)
	}
}

// axiom adds a clause of formulas that holds for the reason that rule names.
func (e *engine) axiom(rule proof.Rule, clause []*smt.Term, terms []*smt.Term, coefs []num.Rat) {
	lits := make([]sat.Lit, 0, len(clause))
	kept := make([]*smt.Term, 0, len(clause))
	for _, t := range clause {
		switch {
		case t.IsTrue():
			return
		case t.IsFalse() && coefs == nil:
			continue
		}
		kept = append(kept, t)
	}
	id := e.noteTerms(rule, kept, nil, extra{terms: terms, coefs: coefs})
	for _, t := range kept {
		lits = append(lits, e.lit(t))
	}
	e.clause(id, lits...)
}

// term is the formula of a literal; nil for a selector's.
func (e *engine) term(l sat.Lit) *smt.Term {
	t := e.terms[l.Var()]
	if t != nil && l.Neg() {
		return e.b.Not(t)
	}
	return t
}

// newVar makes a variable for a formula; nil for a selector.
func (e *engine) newVar(t *smt.Term) sat.Var {
	v := e.sat.NewVar()
	for int(v) >= len(e.terms) {
		e.terms = append(e.terms, nil)
		e.atoms = append(e.atoms, atom{})
		e.implied = append(e.implied, implied{})
	}
	e.terms[v] = t
	if t != nil {
		e.setLit(t, sat.MkLit(v, false))
	}
	return v
}

func (e *engine) setLit(t *smt.Term, l sat.Lit) {
	id := t.ID()
	if id >= len(e.lits) {
		grown := make([]int32, max(e.b.Len(), 2*len(e.lits), id+1))
		copy(grown, e.lits)
		e.lits = grown
	}
	e.lits[id] = int32(l) + 1
}

// have is the literal of a formula, if it has one already.
func (e *engine) have(t *smt.Term) (sat.Lit, bool) {
	if id := t.ID(); id < len(e.lits) && e.lits[id] != 0 {
		return sat.Lit(e.lits[id] - 1), true
	}
	return 0, false
}

// freeze keeps the SAT solver from eliminating variables that theories may ask about: all of them,
// as soon as there is a closure, since any formula may be in an argument, or a conversion between
// floats and reals, of which lemmas are made later. Otherwise it is only
// atoms that are asked about, and those are watched.
func (e *engine) freeze() {
	if e.eq.g.Nodes() <= 2 && len(e.reals) == 0 {
		return
	}
	for ; e.frozen < len(e.terms); e.frozen++ {
		e.sat.Freeze(sat.Var(e.frozen))
	}
}

// Assign implements sat.Theory.
func (e *engine) Assign(l sat.Lit) { e.trail = append(e.trail, l) }

// NewLevel implements sat.Theory.
func (e *engine) NewLevel() {
	e.marks = append(e.marks, mark{len(e.trail), e.head})
	e.arith.t.Push()
	e.eq.push()
}

// Backtrack implements sat.Theory.
func (e *engine) Backtrack(level int) {
	n := len(e.marks) - level
	if n <= 0 {
		return
	}
	m := e.marks[level]
	e.marks = e.marks[:level]
	e.trail = e.trail[:m.trail]
	e.head = m.head // what was asserted later than the mark was asserted in a scope that is gone
	e.arith.t.Pop(n)
	e.eq.pop(n)
}

// Propagate implements sat.Theory.
func (e *engine) Propagate() {
	e.inTheory = true
	defer func() { e.inTheory = false }()
	e.propagate()
}

// propagate asserts what is new and draws consequences; false: there is a conflict.
func (e *engine) propagate() bool {
	for e.head < len(e.trail) {
		l := e.trail[e.head]
		e.head++
		if !e.assert(l) {
			return false
		}
	}
	return e.eq.close() && e.arith.check()
}

// assert tells the theories that l is true; false: conflict.
func (e *engine) assert(l sat.Lit) bool {
	v := l.Var()
	a := &e.atoms[v]
	if a.equal {
		for _, p := range e.eq.pairs[v] {
			if l.Neg() == p.neg {
				e.eq.g.Merge(p.a, p.b, euf.Reason(l))
			} else {
				e.eq.g.Distinct(p.a, p.b, euf.Reason(l))
			}
		}
		if a.arrays && !a.witnessed && l.Neg() {
			a.witnessed = true
			e.arrays.witness(e.terms[v])
			a = &e.atoms[v]
		}
	}
	if a.isNode || a.isNotNode {
		e.assertNodes(l)
	}
	if a.unsplit && !l.Neg() {
		a.unsplit = false
		e.arith.split(e.terms[v])
		e.drain()
		a = &e.atoms[v]
	}
	if a.bound {
		return e.arith.assert(a, l)
	}
	return true
}

// assertNodes tells the closure that the formula of l, which is a node or whose negation is, is
// true.
func (e *engine) assertNodes(l sat.Lit) {
	a := &e.atoms[l.Var()]
	is, isNot := e.eq.truth, e.eq.falsity
	if l.Neg() {
		is, isNot = isNot, is
	}
	if a.isNode && !e.eq.g.Same(a.node, is) {
		e.eq.g.Merge(a.node, is, euf.Reason(l))
	}
	if a.isNotNode && !e.eq.g.Same(a.notNode, isNot) {
		e.eq.g.Merge(a.notNode, isNot, euf.Reason(l))
	}
}

// Phase implements sat.Theory: a bound is decided as the candidate model of the tableau has it, so
// that there is nothing to repair. That model says nothing
//
//   - about an integer that is no whole number in it;
//   - about halves of equalities, which would all be made to hold: see half;
//   - where there are conversions between floats and reals. Lemmas rule out one value after the other
//     there, and a search that stays with a value learns least from each.
func (e *engine) Phase(v sat.Var) int8 {
	a := &e.atoms[v]
	if !a.bound || a.half || len(e.reals) > 0 {
		return 0
	}
	t := e.arith.t
	switch value := t.Value(a.v); {
	case t.IsInt(a.v) && !value.IsInt():
		return 0
	case value.Cmp(a.high) <= 0:
		return 1
	default:
		return -1
	}
}

// Explain implements sat.Theory.
func (e *engine) Explain(l sat.Lit) ([]sat.Lit, sat.ID) {
	switch i := &e.implied[l.Var()]; i.kind {
	case byBounds:
		return e.arith.explain(l, i)
	default:
		return e.eq.explain(l)
	}
}
