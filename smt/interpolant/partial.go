// Partial interpolants (McMillan). A literal belongs to B if B has all its symbols, else to A. Let C|A and C|B be the
// literals of a clause C that belong to A and to B. The partial interpolant I of C satisfies: A and the negation of C|A
// imply I; B, the negation of C|B and I are inconsistent; I is over the shared symbols. So the partial interpolant of
// the empty clause is an interpolant.

package interpolant

import (
	"fmt"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// A side is the side of a cut to which a literal belongs.
type side uint8

const (
	mixed side = iota // neither: it has symbols that only A has, and others that only B has
	left
	right
)

// side returns the side to which the formula t belongs: B if B has all its symbols.
func (r *replay) side(t *smt.Term, cut int) side {
	s := r.voc.of(t)
	switch {
	case s.inB(cut):
		return right
	case s.inA(cut):
		return left
	}
	return mixed
}

// interpolate returns the interpolant at a cut. It stores the partial interpolants of the steps in partial.
func (r *replay) interpolate(cut int, partial []*smt.Term) (*smt.Term, error) {
	b := r.b
	of := func(k int) *smt.Term {
		switch at := r.ranges[k]; {
		case cut <= at.from:
			return b.True()
		case cut > at.to:
			return b.False()
		}
		return partial[k]
	}
	for i := range r.p.Steps {
		if at := r.ranges[i]; !r.needed[i] || cut <= at.from || cut > at.to {
			continue
		}
		if r.poll() {
			return nil, ErrStopped
		}
		if r.p.Steps[i].Rule != proof.Rup {
			f, err := r.leaf(i, cut)
			if err != nil {
				return nil, err
			}
			partial[i] = f
			continue
		}
		c := &r.chains[i]
		f := of(c.clauses[0])
		for j, pivot := range c.pivots {
			g := of(c.clauses[j+1])
			switch r.side(pivot, cut) {
			case left:
				f = b.Or(f, g)
			case right:
				f = b.And(f, g)
			default:
				return nil, ErrMixed
			}
		}
		partial[i] = f
	}
	return of(len(partial) - 1), nil
}

// leaf returns the partial interpolant of step i, which has no premises.
func (r *replay) leaf(i, cut int) (*smt.Term, error) {
	s := &r.p.Steps[i]
	switch s.Rule {
	case proof.Assume:
		return r.input(s, cut)
	case proof.Farkas:
		return r.farkas(i, cut)
	case proof.IntCut:
		return r.intCut(s, cut)
	}
	// The clause is valid. If all of its symbols are on one side, this side may have it as an input.
	if f, ok := r.axiom(s.Clause, cut); ok {
		return f, nil
	}
	switch s.Rule {
	case proof.Euf:
		return r.congruence(i, s.Terms, cut)
	case proof.ReadEq:
		a, x, c, y := s.Terms[0], s.Terms[1], s.Terms[2], s.Terms[3]
		return r.congruence(i, []*smt.Term{a, c, x, y, r.b.Select(a, x), r.b.Select(c, y)}, cut)
	}
	for _, l := range s.Clause {
		if r.side(l, cut) == mixed {
			return nil, ErrMixed
		}
	}
	return nil, fmt.Errorf("an axiom of the rule %v stands across a cut", s.Rule)
}

// input returns the partial interpolant of an assumption.
func (r *replay) input(s *proof.Step, cut int) (*smt.Term, error) {
	f := r.b.False()
	if len(s.Clause) > 0 {
		f = s.Clause[0]
	}
	home, ok := r.home[f]
	switch {
	case !ok:
		return nil, fmt.Errorf("the proof uses %v, which no group has", f)
	case home >= cut:
		return r.b.True(), nil
	case r.side(f, cut) == right:
		return f, nil
	}
	return r.b.False(), nil
}

// axiom returns the partial interpolant of a valid clause, and false if neither B nor A has all its symbols.
func (r *replay) axiom(clause []*smt.Term, cut int) (*smt.Term, bool) {
	inA, inB := true, true
	var shared []*smt.Term
	for _, l := range clause {
		s := r.voc.of(l)
		inA = inA && s.inA(cut)
		inB = inB && s.inB(cut)
		if s.inB(cut) {
			shared = append(shared, l)
		}
	}
	switch {
	case inB:
		return r.b.True(), true
	case inA:
		return r.b.Or(shared...), true
	}
	return nil, false
}
