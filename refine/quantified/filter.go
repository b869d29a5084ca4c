package quantified

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// gain adds to a location's predicates those that say something new: not those that are there, nor those that hold in all states or in none
// because of the ranges of what they are about, or of what is known of the location. It returns what has been added.
func (m *Method) gain(ctx context.Context, at *cfa.Loc, found []*smt.Term) []*smt.Term {
	have := map[*smt.Term]bool{}
	for _, p := range m.preds[at.ID] {
		have[p] = true
	}
	all := m.know(ctx, m.here(at, nil))
	var fresh []*smt.Term
	for _, p := range found {
		if have[p] || len(m.preds[at.ID]) >= mostPreds {
			continue
		}
		have[p] = true
		m.decide(ctx, all, []*smt.Term{p})
		if all.says[p] != open {
			continue
		}
		m.preds[at.ID] = append(m.preds[at.ID], p)
		fresh = append(fresh, p)
	}
	return fresh
}
