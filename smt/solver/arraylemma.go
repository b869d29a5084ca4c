// Lemmas about arrays. Package weak finds paths of arrays along stores and equalities on which a candidate model gives
// two reads at one index different values (Christ, Hoenicke: Weakly Equivalent Arrays, FroCoS 2015). This file turns
// such a path into a clause, and, if a derivation is kept, into steps that prove it from instances of the axioms.

package solver

import (
	"slices"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array/weak"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// arrayLemma is a lemma under construction: the clause that says that two reads along a path of arrays are equal, and
// its derivation from instances of the axioms. By each instance a read equals the one before it, so by transitivity
// the first equals the last.
type arrayLemma struct {
	*engine
	stores []weak.Store
	log    bool
	index  *smt.Term   // the index of the reads; nil if the lemma is about constant arrays at any index
	reads  []*smt.Term // the reads along the path, if a derivation is kept

	clause []sat.Lit
	have   map[sat.Lit]bool // the literals in clause
	hints  []sat.ID         // the steps from which the clause follows by propagation
}

// lemma adds the clause of one lemma. It gives up on two constant arrays unless their indexes are numbers and no
// derivation is kept.
func (r *arrays) lemma(l *weak.Lemma) {
	e := r.e
	e.stats.ArrayLemmas++
	w := &arrayLemma{engine: e, stores: r.w.Stores, log: e.log != nil, have: map[sat.Lit]bool{}}
	if l.Left.Any && l.Right.Any {
		if k := w.term(l.Left.Array).Sort().Index.Kind; w.log || k != smt.Int && k != smt.Real {
			// The stores of the lemma may cover every index (a free sort may have one element), and the proofs have no
			// rule which says that infinitely many indexes are left.
			e.giveUp(errConstArrays)
			return
		}
	}
	if l.Left.Index >= 0 {
		w.index = w.term(l.Left.Index)
	}
	w.read(l.Left.Array)
	for _, edge := range l.Path {
		if edge.Store < 0 {
			w.same(edge.From, edge.To)
		} else {
			w.past(edge.Store)
		}
		w.read(edge.To)
	}
	if !l.Right.Any && l.Right.Index != l.Left.Index {
		w.otherIndex(l.Right.Array, l.Left.Index, l.Right.Index)
	}
	s, t := w.term(l.Left.Self), w.term(l.Right.Self)
	if f := e.b.Eq(s, t); !f.IsFalse() {
		w.add(e.eq.agree(s, t))
	}
	id := sat.ID(0)
	if w.log {
		id = w.conclude(s, t)
	}
	e.drain()
	e.sat.Lemma(id, w.clause...)
}

// term returns the term of node n.
func (w *arrayLemma) term(n int) *smt.Term { return w.eq.terms[n] }

// add adds the literals to the clause, each once.
func (w *arrayLemma) add(lits ...sat.Lit) {
	for _, l := range lits {
		if !w.have[l] {
			w.have[l] = true
			w.clause = append(w.clause, l)
		}
	}
}

// read appends the read of array a to the reads along the path.
func (w *arrayLemma) read(a int) {
	if w.log && w.index != nil {
		w.reads = append(w.reads, w.b.Select(w.term(a), w.index))
	}
}

// same follows an edge between two equal arrays.
func (w *arrayLemma) same(from, to int) {
	w.equal(from, to)
	if w.log && w.index != nil {
		b, i, x, y := w.b, w.index, w.term(from), w.term(to)
		w.axiom(proof.ReadEq, []*smt.Term{b.Not(b.Eq(x, y)), b.Eq(b.Select(x, i), b.Select(y, i))}, x, i, y, i)
	}
}

// past follows an edge from one side of a store to the other: either the store is at another index, or the clause
// holds because the indexes are equal.
func (w *arrayLemma) past(store int) {
	if w.index == nil {
		return
	}
	b, i, s := w.b, w.index, w.stores[store]
	k := w.term(s.Index)
	if f := b.Eq(k, i); !f.IsFalse() {
		w.add(w.eq.agree(k, i))
	}
	if w.log {
		x, base := w.term(s.Self), w.term(s.Base)
		w.axiom(proof.Read, []*smt.Term{b.Eq(k, i), b.Eq(b.Select(x, i), b.Select(base, i))}, x, i)
	}
}

// otherIndex continues the path from the read of the array `last` at index to its read at the index `other`, which is
// equal.
func (w *arrayLemma) otherIndex(last, index, other int) {
	b, a, i, j := w.b, w.term(last), w.term(index), w.term(other)
	w.equal(index, other)
	if w.log {
		w.axiom(proof.ReadEq, []*smt.Term{b.Not(b.Eq(i, j)), b.Eq(b.Select(a, i), b.Select(a, j))}, a, i, a, j)
		w.reads = append(w.reads, b.Select(a, j))
	}
}

// equal adds to the clause the negated reasons of s = t, and records the step that concludes the equality from them.
func (w *arrayLemma) equal(s, t int) {
	if s == t {
		return
	}
	x, y, q := w.term(s), w.term(t), &w.eq
	if !q.g.Same(euf.Node(s), euf.Node(t)) {
		w.add(q.agree(x, y).Not())
		return
	}
	lits := q.negated(q.g.Explain(euf.Node(s), euf.Node(t)), 1)
	w.add(lits...)
	f := w.b.Eq(x, y)
	if !w.log || f.IsTrue() {
		return
	}
	l := w.literal(f)
	if slices.Contains(lits, l.Not()) {
		return // the equality is its own reason
	}
	w.hints = append(w.hints, q.note(append(lits, l), x, y))
}

// axiom records an instance of a rule as a hint, unless the instance is trivially true.
func (w *arrayLemma) axiom(rule proof.Rule, clause []*smt.Term, terms ...*smt.Term) {
	kept := clause[:0]
	for _, f := range clause {
		if f.IsTrue() {
			return
		}
		if !f.IsFalse() {
			kept = append(kept, f)
		}
	}
	w.hints = append(w.hints, w.noteTerms(rule, kept, nil, extra{terms: terms}))
}

// conclude records that s = t follows from the equalities of adjacent reads by transitivity, and that the clause
// follows from all steps by propagation. It returns the last step.
func (w *arrayLemma) conclude(s, t *smt.Term) sat.ID {
	var link, pairs []*smt.Term
	broken := false // two adjacent reads are different values: then an instance of an axiom alone gives the clause
	for k := 1; k < len(w.reads); k++ {
		x, y := w.reads[k-1], w.reads[k]
		if f := w.b.Eq(x, y); f.IsFalse() {
			broken = true
		} else if !f.IsTrue() {
			link = append(link, w.b.Not(f))
			pairs = append(pairs, x, y)
		}
	}
	if f := w.b.Eq(s, t); !f.IsFalse() {
		link = append(link, f)
	}
	pairs = append(pairs, s, t)
	if !broken {
		w.hints = append(w.hints, w.noteTerms(proof.Euf, link, nil, extra{terms: pairs}))
	}
	return w.note(proof.Rup, w.clause, w.hints, nil)
}
