package cert

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// TestOneByOne: many formulas of an annotation are proved one by one, each with a proof that is
// checked; one that does not follow makes the annotation fail, wherever it stands.
func TestOneByOne(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	fact := b.Le(b.Add(g, h), s.int(1))
	var weaker []*smt.Term
	for k := range int64(together + 3) {
		weaker = append(weaker, b.Le(b.Add(g, h), s.int(2+k)))
	}
	leads := func(conj []*smt.Term) bool {
		s.begin([]*smt.Term{fact})
		return s.leads(&state{}, s.ownView(&state{}), &Point{Holds: []Annotation{{Conj: conj}}}, nil) == nil
	}
	before := s.stats.Queries
	if !leads(weaker) || s.stats.Queries != before+len(weaker) {
		t.Errorf("what follows: %d questions for %d formulas", s.stats.Queries-before, len(weaker))
	}
	if before = s.stats.Queries; !leads(weaker[:together]) || s.stats.Queries != before+1 {
		t.Errorf("a few: %d questions", s.stats.Queries-before)
	}
	for i := range weaker {
		if leads(slices.Insert(slices.Clone(weaker), i, b.Le(g, s.int(7)))) {
			t.Errorf("one that does not follow, at %d, is proved", i)
		}
	}
	// a proof of one of them that is refused
	for i := range weaker {
		calls := 0
		s.checkProof = func(b *smt.Builder, fs []*smt.Term, p *proof.Proof, stop func() bool) error {
			if calls++; calls > i {
				return errors.New("a wrong step")
			}
			return proof.CheckUntil(b, fs, p, stop)
		}
		clear(s.refuted)
		if leads(weaker) {
			t.Errorf("proof %d is refused, and the annotation is proved", i)
		}
	}
	s.checkProof = proof.CheckUntil
	ended, stop := context.WithCancel(context.Background())
	stop()
	s.ctx = ended
	clear(s.refuted)
	if leads(weaker) {
		t.Error("stopped, and proved")
	}
}
