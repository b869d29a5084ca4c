// Redundant predicates, and rows of predicates that differ in a number only (see rows).

package backward

import (
	"context"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// mostAlike bounds the predicates of a location that compare the same sum with different numbers.
const mostAlike = 4

// rowKey returns the key of an atom's row, or "" if the atom belongs to no row.
func (m *Method) rowKey(a *smt.Term) string {
	switch {
	case a.Op() == smt.OpLe:
		key, _ := row(a.Arg(0))
		return key
	case a.Op() == smt.OpEq && a.Arg(0).Sort() == m.ints:
		key, _ := row(m.B.Sub(a.Arg(0), a.Arg(1)))
		return "=" + key
	}
	return ""
}

// relax removes the literals that belong to closed rows from a cube. In their place it adds the literals over the
// predicates of these rows that the cube entails.
func (m *Method) relax(ctx context.Context, at *cfa.Loc, c Cube) Cube {
	var rest, dropped Cube
	var preds []*smt.Term
	for _, f := range c {
		a, _ := f.Atom()
		r := m.rows[at.ID][m.rowKey(a)]
		if r == nil || !r.closed {
			rest = append(rest, f)
			continue
		}
		dropped = append(dropped, f)
		preds = append(preds, r.preds...)
	}
	if len(dropped) == 0 {
		return c
	}
	k := m.know(ctx, m.here(at, c))
	m.decide(ctx, k, preds)
	return m.cube(append(rest, k.literals(m.B, preds)...)...)
}

// open opens the closed rows of a location.
func (m *Method) open(at *cfa.Loc) {
	for _, r := range m.rows[at.ID] {
		r.opened = r.opened || r.closed
		r.closed = false
	}
}

// gain adds predicates to a location: the predicates in the list "found" that are new and not trivial. A predicate is
// trivial if it holds in all states or in no state because of the ranges of its variables or the facts of the
// location. gain returns the added predicates.
func (m *Method) gain(ctx context.Context, at *cfa.Loc, found []*smt.Term) []*smt.Term {
	have := map[*smt.Term]bool{}
	for _, p := range m.preds[at.ID] {
		have[p] = true
	}
	all := m.know(ctx, m.here(at, nil))
	var fresh []*smt.Term
	for _, p := range found {
		r := m.row(at, p)
		if have[p] || r.closed || len(m.preds[at.ID]) >= mostPreds {
			continue
		}
		have[p] = true
		m.decide(ctx, all, []*smt.Term{p})
		if all.says[p] != open {
			continue
		}
		m.preds[at.ID] = append(m.preds[at.ID], p)
		r.preds = append(r.preds, p)
		fresh = append(fresh, p)
	}
	for _, p := range fresh {
		r := m.row(at, p)
		r.closed = !r.opened && len(r.preds) >= mostAlike
	}
	return fresh
}

// row returns the row of a predicate at a location. A predicate that rowKey gives no row gets a row for itself.
func (m *Method) row(at *cfa.Loc, p *smt.Term) *rowOf {
	if m.rows[at.ID] == nil {
		m.rows[at.ID] = rows{}
	}
	key := m.rowKey(p)
	if key == "" {
		key = "#" + strconv.Itoa(p.ID())
	}
	r := m.rows[at.ID][key]
	if r == nil {
		r = &rowOf{}
		m.rows[at.ID][key] = r
	}
	return r
}
