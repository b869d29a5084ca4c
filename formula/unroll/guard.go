package unroll

import "github.com/whet-mc/whet/smt"

// guard is the condition under which a run comes to a place: that of up, and the literal. nil is
// the condition that always holds. Where the two branches of a condition meet again, the guard is
// the one from before they parted, by pointer.
type guard struct {
	up    *guard
	lit   *smt.Term
	depth int
	name  *smt.Term // a truth value that implies the guard, once there is one
}

func (g *guard) level() int {
	if g == nil {
		return 0
	}
	return g.depth
}

// nearLits is how far up a guard is searched for a literal that is added.
const nearLits = 8

// and is the guard with one more condition; ok is false if that cannot hold.
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

// fork returns the guard from which two come, and what each adds to it.
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

// conjunction is the conjunction of literals, the last first; nested in the order of the guard, so
// that guards which share their beginnings share terms.
func conjunction(b *smt.Builder, lits []*smt.Term) *smt.Term {
	t := b.True()
	for i := len(lits) - 1; i >= 0; i-- {
		t = b.And(t, lits[i])
	}
	return t
}

// named returns a truth value that implies the guard: from the model of a formula that has it true,
// all literals hold. No more is said of it, so that it may be false always.
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
