// Preprocessing: a disjunction all of whose cases make two terms equal implies that they are equal. The search finds
// that only after it has tried every case, and a chain of n such "diamonds" has 2^n combinations of cases (the example
// is from Strichman, Rozanov, "Generating minimum transitivity constraints in P-time for deciding Equality Logic", SMT
// 2005). So these equalities are added once, before the search.

package solver

import (
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// Disjunctions with more than maxCases cases are skipped, and so are those with a case of more than maxEqualities
// equalities.
const maxCases, maxEqualities = 16, 32

// learn appends to facts the equalities that disjunctions among them imply.
func (p *elimination) learn(facts []fact) []fact {
	out := facts
	for _, f := range facts {
		if f.f.Op() != smt.OpOr || f.f.NumArgs() > maxCases {
			continue
		}
		common := commonEqualities(f.f)
		for _, c := range common {
			eq := p.e.b.Eq(c[0], c[1])
			if eq.Op() == smt.OpEq {
				out = append(out, fact{eq, p.learned(f, eq)})
			}
		}
	}
	return out
}

// equalities returns the equalities that hold in case c: c itself, or the parts of a conjunction. It omits equalities
// of numbers, bit-vectors and floats, which other theories decide, and returns nil if there are too many.
func equalities(c *smt.Term) []*smt.Term {
	list := []*smt.Term{c}
	if c.Op() == smt.OpAnd {
		list = c.Args()
	}
	var out []*smt.Term
	for _, e := range list {
		if e.Op() == smt.OpEq && !e.Arg(0).Sort().Arithmetic() && e.Arg(0).Sort().Kind != smt.BitVec && !e.Arg(0).Sort().Binary() {
			out = append(out, e)
		}
	}
	if len(out) > maxEqualities {
		return nil
	}
	return out
}

// partition is a union-find structure over a few terms.
type partition map[*smt.Term]*smt.Term

// find returns the representative of the class of t.
func (p partition) find(t *smt.Term) *smt.Term {
	for p[t] != nil && p[t] != t {
		t = p[t]
	}
	return t
}

// commonEqualities returns pairs of terms that are equal in every case of the disjunction `or`. They imply all such
// pairs.
func commonEqualities(or *smt.Term) [][2]*smt.Term {
	var terms []*smt.Term // the terms of the first case, in its order
	var parts []partition
	for i, c := range or.Args() {
		eqs := equalities(c)
		if len(eqs) == 0 {
			return nil
		}
		p := partition{}
		for _, e := range eqs {
			x, y := e.Arg(0), e.Arg(1)
			if i == 0 {
				terms = append(terms, x, y)
			}
			if rx, ry := p.find(x), p.find(y); rx != ry {
				p[rx] = ry
			}
		}
		parts = append(parts, p)
	}
	var out [][2]*smt.Term
	done := partition{}
	for i, x := range terms {
	next:
		for _, y := range terms[:i] {
			if x == y || done.find(x) == done.find(y) {
				continue
			}
			for _, p := range parts {
				if p.find(x) != p.find(y) {
					continue next
				}
			}
			done[done.find(x)] = done.find(y)
			out = append(out, [2]*smt.Term{y, x})
		}
	}
	return out
}

// learned records the steps from the disjunction f to eq, an equality that all of its cases imply, and returns the
// last.
func (p *elimination) learned(f fact, eq *smt.Term) sat.ID {
	e := p.e
	if e.log == nil {
		return 0
	}
	b := e.b
	hints := []sat.ID{f.id}
	for _, c := range f.f.Args() {
		var euf []*smt.Term
		var from []sat.ID
		for _, q := range equalities(c) {
			euf = append(euf, b.Not(q))
			if q != c {
				from = append(from, e.noteTerms(proof.Cnf, []*smt.Term{b.Not(c), q}, nil, extra{terms: []*smt.Term{c}}))
			}
		}
		if c == eq {
			continue // the case is the equality itself
		}
		from = append(from, e.noteTerms(proof.Euf, append(euf, eq), nil, extra{}))
		hints = append(hints, e.noteTerms(proof.Rup, []*smt.Term{b.Not(c), eq}, from, extra{}))
	}
	cases := append([]*smt.Term{b.Not(f.f)}, f.f.Args()...)
	hints = append(hints, e.noteTerms(proof.Cnf, cases, nil, extra{terms: []*smt.Term{f.f}}))
	return e.noteTerms(proof.Rup, []*smt.Term{eq}, hints, extra{})
}
