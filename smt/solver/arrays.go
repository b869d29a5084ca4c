package solver

import (
	"errors"
	"slices"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// arrays connects the array terms with the search for lemmas along weak equivalences.
type arrays struct {
	e *engine
	w array.Weak
}

type arrayValue = array.ArrayValue

// A round of array lemmas has at most so many: those found first may make the others needless.
const lemmasPerRound = 40

var errConstArrays = errors.New("two constant arrays that stores connect are beyond the solver")

func (r *arrays) init(e *engine) {
	r.e = e
	r.w.Stop = func() bool { return e.stop() }
}

// add makes a new node of the closure known if it is an array operation.
func (r *arrays) add(t *smt.Term, n euf.Node) {
	arg := func(i int) int { return int(r.e.eq.nodes[t.Arg(i)]) }
	switch t.Op() {
	case smt.OpStore:
		r.w.Stores = append(r.w.Stores, array.Store{Self: int(n), Base: arg(0), Index: arg(1), Elem: arg(2)})
	case smt.OpSelect:
		r.w.Selects = append(r.w.Selects, array.Select{Self: int(n), Array: arg(0), Index: arg(1)})
	case smt.OpConstArray:
		r.w.Consts = append(r.w.Consts, array.Const{Self: int(n), Elem: arg(0)})
	}
}

// witness adds that two arrays differ at the index that is their difference, or are equal:
// extensionality.
func (r *arrays) witness(f *smt.Term) {
	e, b := r.e, r.e.b
	e.stats.Witnesses++
	x, y := f.Arg(0), f.Arg(1)
	d := b.Diff(x, y)
	e.axiom(proof.Extension, []*smt.Term{f, b.Not(b.Eq(b.Select(x, d), b.Select(y, d)))}, []*smt.Term{x, y}, nil)
	e.drain()
}

// check adds lemmas that the candidate model violates; true: there is none.
func (r *arrays) check(v *view) bool {
	if len(r.w.Arrays) == 0 {
		return true
	}
	lemmas := r.w.Check(v, lemmasPerRound)
	for i := range lemmas {
		r.lemma(&lemmas[i])
	}
	if r.e.stop() {
		r.e.sat.GiveUp(errStopped)
		return false
	}
	return len(lemmas) == 0
}

// model is the value of every class of arrays; only after a check that found nothing.
func (r *arrays) model(v *view) []arrayValue {
	if len(r.w.Arrays) == 0 {
		return nil
	}
	return r.w.Model(v)
}

// lemma adds one lemma, a clause that reads along a path of arrays are equal, with a derivation from
// instances of the axioms.
func (r *arrays) lemma(l *array.Lemma) {
	e, b, q := r.e, r.e.b, &r.e.eq
	e.stats.ArrayLemmas++
	term := func(n int) *smt.Term { return q.terms[n] }
	if l.Left.Any && l.Right.Any {
		if k := term(l.Left.Array).Sort().Index.Kind; e.log != nil || k != smt.Int && k != smt.Real {
			// There may be no index that is not stored to (a free sort may have one element); and the
			// proofs have no rule that says there is one where indexes are infinitely many.
			e.giveUp(errConstArrays)
			return
		}
	}
	var clause []sat.Lit
	var hints []sat.ID
	have := map[sat.Lit]bool{}
	add := func(lits ...sat.Lit) {
		for _, l := range lits {
			if !have[l] {
				have[l] = true
				clause = append(clause, l)
			}
		}
	}
	log := e.log != nil
	// equal adds what s = t rests on, and notes the step to it.
	equal := func(s, t int) {
		if s == t {
			return
		}
		if q.g.Same(euf.Node(s), euf.Node(t)) {
			lits := q.negated(q.g.Explain(euf.Node(s), euf.Node(t)), 1)
			add(lits...)
			f := b.Eq(term(s), term(t))
			if !log || f.IsTrue() {
				return
			}
			l := e.literal(f)
			if slices.Contains(lits, l.Not()) {
				return // it rests on itself
			}
			lits = append(lits, l)
			hints = append(hints, q.note(lits, term(s), term(t)))
			return
		}
		add(q.agree(term(s), term(t)).Not())
	}
	axiom := func(rule proof.Rule, clause []*smt.Term, terms ...*smt.Term) {
		kept := clause[:0]
		for _, f := range clause {
			if f.IsTrue() {
				return
			}
			if !f.IsFalse() {
				kept = append(kept, f)
			}
		}
		hints = append(hints, e.noteTerms(rule, kept, nil, extra{terms: terms}))
	}
	var i *smt.Term // the index that is read
	if l.Left.Index >= 0 {
		i = term(l.Left.Index)
	}
	var chain []*smt.Term // the reads along the path
	read := func(a int) {
		if log {
			chain = append(chain, b.Select(term(a), i))
		}
	}
	if i != nil {
		read(l.Left.Array)
	}
	for _, edge := range l.Path {
		from, to := term(edge.From), term(edge.To)
		if edge.Store < 0 {
			equal(edge.From, edge.To)
			if log && i != nil {
				axiom(proof.ReadEq, []*smt.Term{b.Not(b.Eq(from, to)), b.Eq(b.Select(from, i), b.Select(to, i))}, from, i, to, i)
			}
		} else if i != nil {
			s := r.w.Stores[edge.Store]
			k := term(s.Index)
			if f := b.Eq(k, i); !f.IsFalse() {
				add(q.agree(k, i))
			}
			if log {
				st, base := term(s.Self), term(s.Base)
				axiom(proof.Read, []*smt.Term{b.Eq(k, i), b.Eq(b.Select(st, i), b.Select(base, i))}, st, i)
			}
		}
		if i != nil {
			read(edge.To)
		}
	}
	if !l.Right.Any && l.Right.Index != l.Left.Index {
		equal(l.Left.Index, l.Right.Index)
		if log {
			a, j := term(l.Right.Array), term(l.Right.Index)
			axiom(proof.ReadEq, []*smt.Term{b.Not(b.Eq(i, j)), b.Eq(b.Select(a, i), b.Select(a, j))}, a, i, a, j)
			chain = append(chain, b.Select(a, j))
		}
	}
	s, t := term(l.Left.Self), term(l.Right.Self)
	if f := b.Eq(s, t); !f.IsFalse() {
		add(q.agree(s, t))
	}
	id := sat.ID(0)
	if log {
		// By transitivity, s = t; so the clause follows by propagation.
		var link []*smt.Term
		var pairs []*smt.Term
		broken := false // two reads along the path are different values: an axiom is false then
		for k := 1; k < len(chain); k++ {
			x, y := chain[k-1], chain[k]
			if f := b.Eq(x, y); f.IsFalse() {
				broken = true
			} else if !f.IsTrue() {
				link = append(link, b.Not(f))
				pairs = append(pairs, x, y)
			}
		}
		if f := b.Eq(s, t); !f.IsFalse() {
			link = append(link, f)
		}
		pairs = append(pairs, s, t)
		if !broken {
			hints = append(hints, e.noteTerms(proof.Euf, link, nil, extra{terms: pairs}))
		}
		id = e.note(proof.Rup, clause, hints, nil)
	}
	e.drain()
	e.sat.Lemma(id, clause...)
}
