// Guards: the conditions under which a run reaches a place, as lists that share their beginnings.

package unroll

import "github.com/whet-mc/whet/smt"

// A guard is a condition under which a run reaches a place: the conjunction of the guard up and the
// literal lit. The nil guard is always true. Where the two branches of a condition meet again, the
// guard is the same pointer as before the branching.
type guard struct {
	up    *guard
	lit   *smt.Term
	depth int
	name  *smt.Term // a Boolean variable that implies the guard, or nil; see named
}

func (g *guard) level() int {
	if g == nil {
		return 0
	}
	return g.depth
}

// nearLits is the number of guards on the way up that and searches for the added literal or its
// negation.
const nearLits = 8

// and returns the conjunction of g and lit. It returns false for ok if it finds that the conjunction
// is unsatisfiable: lit is false, or its negation is among the last nearLits literals of g.
func (g *guard) and(b *smt.Builder, lit *smt.Term) (_ *guard, ok bool) {
	switch {
	case lit.IsTrue():
		return g, true
	case lit.IsFalse():
		return nil, false
	}
	not := b.Not(lit)
	for h, n := g, 0; h != nil && n < nearLits; h, n = h.up, n+1 {
		switch h.lit {
		case lit:
			return g, true
		case not:
			return nil, false
		}
	}
	return &guard{up: g, lit: lit, depth: g.level() + 1}, true
}

// fork returns the longest common prefix of the guards g and h, named `up`, and the conjunctions x
// and y of the literals that g and h add to it.
func fork(b *smt.Builder, g, h *guard) (up *guard, x, y *smt.Term) {
	var xs, ys []*smt.Term
	for g != h {
		if g.level() >= h.level() {
			xs = append(xs, g.lit)
			g = g.up
		} else {
			ys = append(ys, h.lit)
			h = h.up
		}
	}
	return g, conjunction(b, xs), conjunction(b, ys)
}

// conjunction returns the conjunction of lits, taken from the last literal to the first. The callers
// collect literals from the end of a guard to its beginning, so the terms nest in the order of the
// guard, and guards that share their beginnings share terms.
func conjunction(b *smt.Builder, lits []*smt.Term) *smt.Term {
	t := b.True()
	for i := len(lits) - 1; i >= 0; i-- {
		t = b.And(t, lits[i])
	}
	return t
}

// named returns a Boolean variable that implies the guard g, or true if g is nil. In a model in which
// the variable is true, all literals of g hold. The converse is not asserted: the variable may be
// false although g holds.
func (u *Unrolling) named(g *guard) *smt.Term {
	b := u.b
	if g == nil {
		return b.True()
	}
	var todo []*guard
	for h := g; h != nil && h.name == nil; h = h.up {
		todo = append(todo, h)
	}
	for i := len(todo) - 1; i >= 0; i-- {
		h := todo[i]
		u.names++
		h.name = b.Var(u.prefix+"at#"+itoa(u.names), b.BoolSort())
		if h.up != nil {
			u.facts = append(u.facts, b.Implies(h.name, h.up.name))
		}
		u.facts = append(u.facts, b.Implies(h.name, h.lit))
	}
	return g.name
}
