// The engine: a CDCL(T) solver (Nieuwenhuis, Oliveras, Tinelli, JACM 2006) that consists of the SAT solver and the
// theories. The SAT solver reports assignments of watched variables; the engine passes them on to the congruence
// closure and to the tableau, and returns their conflicts, implied literals and lemmas.
//
// Invariant: trail[:head] has been asserted in the theories, and each mark is the state at the beginning of a decision
// level, so that backtracking restores both.

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

// engine is the SAT solver together with the theories that give its variables meaning. It implements sat.Theory: the
// theories reach the SAT solver only through it, and every clause that it adds has a step in the derivation, if one is
// kept.
type engine struct {
	b    *smt.Builder
	sat  *sat.Solver
	log  *derivation // nil: no proofs
	stop func() bool

	terms []*smt.Term // by sat.Var: the formula; nil for a selector
	lits  []int32     // by term: the literal + 1; 0 for none
	atoms []atom      // by sat.Var: what the variable means to the theories

	inTheory bool // within Propagate or Final: clauses are lemmas
	names    bool // numbers are only names: see onlyNames

	// Terms whose meaning has not been stated by clauses yet; see drain.
	laterIte    []*smt.Term
	laterDiv    []*smt.Term
	laterEq     []*smt.Term
	laterBits   []*smt.Term
	laterNode   []*smt.Term // to become nodes of the closure
	laterNumber []*smt.Term // nodes that the tableau must know
	laterReal   []realLemma // lemmas about conversions between floats and reals that are not added yet

	// The trail as the theories see it: literals of watched variables. The theories have been given trail[:head].
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

	implied   []implied          // by sat.Var: why a theory implied the variable's literal
	scratch   map[*smt.Term]bool // the results of truthOf for one assignment
	snap      snapshot
	frozen    int   // the number of variables that have been frozen
	failure   error // the reason for which the engine gave up; see giveUp
	opaque    error // set if there are terms that the solver treats as functions of their arguments, with lemmas
	stats     Stats
	branches  int64 // the bound of stats.Branches in this Check; 0: none
	evaluated int64 // the number of terms that were evaluated to check models
}

// giveUp records that something could not be defined. The answer will be Unknown, unless the clauses so far suffice
// for Unsat, and the engine must not be used for another Check.
func (e *engine) giveUp(err error) {
	if e.failure == nil {
		e.failure = err
	}
	if e.inTheory {
		e.sat.GiveUp(err)
	}
}

// mark is the length of the trail and the head at the beginning of a decision level.
type mark struct{ trail, head int }

// atom says what a variable of the SAT solver means to the theories.
type atom struct {
	// bound is set if the atom is a bound of v: if the atom is true, v ≤ high; if it is false, v ≥ low.
	bound     bool
	v         simplex.Var
	high, low simplex.Delta
	half      bool // see engine.half

	// equal is set if the atom is equivalent to equalities of nodes: see equality.pairs.
	equal bool

	// isNode is set if the formula is a node of the closure, and isNotNode if its negation is: as an argument of a
	// function, or as an application.
	isNode, isNotNode bool
	node, notNode     euf.Node // the node of the formula, and the node of its negation

	// unsplit is set if the atom is an equality of numbers that the tableau does not know yet.
	unsplit bool

	// arrays is set if the atom is an equality of arrays, and witnessed if the witness of this equality has been added.
	arrays, witnessed bool
}

// implied is the reason of a literal that a theory implied.
type implied struct {
	kind uint8               // 0: not implied by a theory
	why  simplex.Explanation // if kind is byBounds
	tag  int32               // if kind is byEquality: the tag of the watched pair
}

const (
	byEquality uint8 = iota + 1
	byBounds
)

// newEngine returns an engine without clauses. oneShot says that no level is open and the first Check has no
// assumptions, which allows the SAT solver to eliminate variables and to reason about parity.
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

// note records a step whose clause consists of literals of the engine, and returns its number. Without a derivation it
// does nothing and returns 0.
func (e *engine) note(rule proof.Rule, lits []sat.Lit, hints []sat.ID, x *extra) sat.ID {
	if e.log == nil {
		return 0
	}
	return e.log.add(rule, lits, hints, x)
}

// noteTerms records a step whose clause consists of formulas, and returns its number, or 0 without a derivation.
func (e *engine) noteTerms(rule proof.Rule, clause []*smt.Term, hints []sat.ID, x extra) sat.ID {
	if e.log == nil {
		return 0
	}
	x.clause = clause
	return e.log.add(rule, nil, hints, &x)
}

// clause adds a clause that holds; id is its step. Within a theory it is added as a lemma.
func (e *engine) clause(id sat.ID, lits ...sat.Lit) {
	if e.inTheory {
		e.sat.Lemma(id, lits...)
	} else {
		e.sat.AddClause(id, lits...)
	}
}

// axiom adds a clause of formulas that holds by rule. terms and coefs are the arguments of the step. A clause with a
// true formula is left out. False formulas are dropped, except in steps with coefs, which are in the order of the
// formulas.
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

// term returns the formula of l; nil if l is a selector's.
func (e *engine) term(l sat.Lit) *smt.Term {
	t := e.terms[l.Var()]
	if t != nil && l.Neg() {
		return e.b.Not(t)
	}
	return t
}

// newVar makes a variable for the formula t; for a selector t is nil.
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

// setLit records that l is the literal of t.
func (e *engine) setLit(t *smt.Term, l sat.Lit) {
	id := t.ID()
	if id >= len(e.lits) {
		grown := make([]int32, max(e.b.Len(), 2*len(e.lits), id+1))
		copy(grown, e.lits)
		e.lits = grown
	}
	e.lits[id] = int32(l) + 1
}

// have returns the literal of t, if it has one already.
func (e *engine) have(t *smt.Term) (sat.Lit, bool) {
	if id := t.ID(); id < len(e.lits) && e.lits[id] != 0 {
		return sat.Lit(e.lits[id] - 1), true
	}
	return 0, false
}

// freeze keeps the SAT solver from eliminating variables that theories may use later. If the closure has nodes, these
// are all variables, since any formula may be in an argument; likewise if there are conversions between floats and
// reals, whose lemmas come later. Otherwise theories use only atoms that they watch.
func (e *engine) freeze() {
	if e.eq.g.Nodes() <= 2 && len(e.reals) == 0 {
		return
	}
	for ; e.frozen < len(e.terms); e.frozen++ {
		e.sat.Freeze(sat.Var(e.frozen))
	}
}

// Assign implements sat.Theory: it appends l to the trail.
func (e *engine) Assign(l sat.Lit) { e.trail = append(e.trail, l) }

// NewLevel implements sat.Theory: it opens a scope in each theory.
func (e *engine) NewLevel() {
	e.marks = append(e.marks, mark{len(e.trail), e.head})
	e.arith.t.Push()
	e.eq.push()
}

// Backtrack implements sat.Theory: it undoes the levels above the given one.
func (e *engine) Backtrack(level int) {
	n := len(e.marks) - level
	if n <= 0 {
		return
	}
	m := e.marks[level]
	e.marks = e.marks[:level]
	e.trail = e.trail[:m.trail]
	e.head = m.head // literals asserted since then were asserted in a scope that has ended
	e.arith.t.Pop(n)
	e.eq.pop(n)
}

// Propagate implements sat.Theory: it asserts new literals and reports implied literals or a conflict.
func (e *engine) Propagate() {
	e.inTheory = true
	defer func() { e.inTheory = false }()
	e.propagate()
}

// propagate asserts the new literals of the trail and propagates in the theories. It returns false after a conflict,
// or if it was stopped.
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

// assert asserts l, which is true, in the theories. It returns false after a conflict.
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

// assertNodes merges the node of the formula of l, and the node of its negation, with the node of the truth value that
// l gives it.
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

// Phase implements sat.Theory. It decides a bound as in the candidate model of the tableau, so that no pivot is
// needed. It has no preference
//
//   - for a bound of an integer whose value in the model is not an integer;
//   - for halves of equalities, which would all be made true: see half;
//   - if there are conversions between floats and reals: their lemmas exclude one value after the other, and a search
//     that stays near the same value learns least from each.
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

// Explain implements sat.Theory: it returns the clause that implied l, and its step.
func (e *engine) Explain(l sat.Lit) ([]sat.Lit, sat.ID) {
	switch i := &e.implied[l.Var()]; i.kind {
	case byBounds:
		return e.arith.explain(l, i)
	default:
		return e.eq.explain(l)
	}
}
