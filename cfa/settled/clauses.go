package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Conditions of which no single part is a fact. A pointer may lead to an object at a constant address or to any block, as in
// struct node **p = &list; p = &(*p)->next. Then neither part of the condition of an access is a fact, but each pair of their
// parts is: p <= 1048576 || owner[p] != 0. These are the clauses of the condition (its conjunctive normal form).

// unlessZero returns y == 0 || x if b ends with the comparisons x || y == 0, such as live[owner[p]] != 0 || owner[p] == 0: the
// object of p lives, or has no lifetime. It returns nil for other conditions.
func unlessZero(b *cfa.Binary) *cfa.Binary {
	x, ok1 := b.X.(*cfa.Binary)
	y, ok2 := b.Y.(*cfa.Binary)
	if ok1 && x.Op == cfa.Or {
		x, ok1 = x.Y.(*cfa.Binary)
	}
	if b.Op != cfa.Or || !ok1 || !ok2 || !x.Op.Comparison() || y.Op != cfa.Eq || !againstZero(y) {
		return nil
	}
	return &cfa.Binary{Op: cfa.Or, X: y, Y: x}
}

// guarded returns x == 0 || y if b is a disjunction with the parts x != 0 && y and x == 0, such as the condition that an address
// belongs to the same object as another one, if that belongs to an object at all. It returns nil for other conditions.
func guarded(b *cfa.Binary) *cfa.Binary {
	parts := disjuncts(b)
	for _, p := range parts {
		x, ok1 := p.X.(*cfa.Binary)
		y, ok2 := p.Y.(*cfa.Binary)
		if p.Op != cfa.And || !ok1 || !ok2 || x.Op != cfa.Ne || !againstZero(x) || !y.Op.Comparison() {
			continue
		}
		if none := (&cfa.Binary{Op: cfa.Eq, X: x.X, Y: x.Y}); hasForm(parts, none) {
			return &cfa.Binary{Op: cfa.Or, X: none, Y: y}
		}
	}
	return nil
}

// disjuncts lists the parts of a disjunction, in whatever order they are nested. alternatives does so for facts, which are nested in one way.
func disjuncts(b *cfa.Binary) []*cfa.Binary {
	x, ok1 := b.X.(*cfa.Binary)
	y, ok2 := b.Y.(*cfa.Binary)
	if b.Op != cfa.Or || !ok1 || !ok2 {
		return []*cfa.Binary{b}
	}
	return append(disjuncts(x), disjuncts(y)...)
}

// clauses lists the clauses of the condition c, each as its comparisons. Of a part that allows the first byte of a block or any
// byte of one, it takes the latter if all is set. It returns nil if c has parts of another kind, or too many clauses.
func (f *facts) clauses(c cfa.Expr, all bool) [][]*cfa.Binary {
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
		return nil
	case b.Op == cfa.And:
		x, y := f.clauses(b.X, all), f.clauses(b.Y, all)
		if x == nil || y == nil {
			return nil
		}
		return append(x, y...)
	case b.Op == cfa.Or && readsShadow(b.X):
		if all {
			return f.clauses(b.Y, all)
		}
		return f.clauses(b.X, all)
	case b.Op == cfa.Or:
		return eitherOf(f.clauses(b.X, all), f.clauses(b.Y, all))
	case b.Op.Comparison():
		return [][]*cfa.Binary{{b}}
	}
	return nil
}

// eitherOf lists the clauses of x || y, for the clauses of x and those of y. It returns nil if there are too many.
func eitherOf(x, y [][]*cfa.Binary) (list [][]*cfa.Binary) {
	if len(x)*len(y) > mostClauses {
		return nil
	}
	for _, p := range x {
		for _, q := range y {
			list = append(list, weakest(slices.Concat(p, q)))
		}
	}
	return list
}

// weakest returns the clause with the comparisons in list, without those that imply another one.
func weakest(list []*cfa.Binary) (out []*cfa.Binary) {
	for i, a := range list {
		implied := func(b *cfa.Binary) bool { return b != a && implies(a, b) }
		if !slices.ContainsFunc(list[i+1:], implied) && !slices.ContainsFunc(out, implied) {
			out = append(out, a)
		}
	}
	return out
}

// mostClauses limits the number of clauses of a condition.
const mostClauses = 12

// collectClauses adds the clauses of the condition c at l as goals, unless bounds show that they hold.
func (f *facts) collectClauses(l *cfa.Loc, c *cfa.Binary, all bool) {
	if !f.impossible(l, c.X) {
		f.aim(l, f.clauses(c, all))
	}
}

// aim adds the clauses in list as goals at l, unless bounds show that they hold.
func (f *facts) aim(l *cfa.Loc, list [][]*cfa.Binary) {
	for _, list := range list {
		b := anyOf(list)
		if _, ok := f.x.certain(l, b); ok {
			continue
		}
		if st := f.before(l, -1, 0, b); st.kind != stepLost {
			f.goals = append(f.goals, goal{l, b, st})
		}
	}
}

// holdsByClauses reports whether facts and bounds show that all clauses in list hold at l, and lists the reasons.
func (f *facts) holdsByClauses(l *cfa.Loc, list [][]*cfa.Binary) (reasons []because, ok bool) {
	for _, list := range list {
		b := anyOf(list)
		if why, ok := f.x.certain(l, b); ok {
			for _, w := range why {
				reasons = append(reasons, because{fact: -1, bounds: w})
			}
			continue
		}
		by, ok := f.reached(l, b)
		if !ok {
			return nil, false
		}
		reasons = append(reasons, by...)
	}
	return reasons, len(list) > 0
}

// reached reports whether b is a goal at l that facts and bounds show, and lists the reasons.
func (f *facts) reached(l *cfa.Loc, b *cfa.Binary) ([]because, bool) {
	for _, g := range f.goals {
		if g.at == l && cfa.SameForm(g.c, b) && f.x.haveAll(l, g.by.before) {
			return g.by.reasons(), true
		}
	}
	return nil, false
}
