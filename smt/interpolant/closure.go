// Congruence closure with reasons: a union-find, and a forest whose edges say why terms are equal (Nieuwenhuis and
// Oliveras, RTA 2005). It goes over all terms until nothing changes; a clause has few terms. It shares no code with the
// checker of proofs, on purpose.

package interpolant

import (
	"cmp"
	"errors"
	"slices"

	"github.com/whet-mc/whet/smt"
)

// A closure refutes the negations of a clause's literals by congruence and remembers why. Terms that were found equal
// are connected in a forest. Each edge has one reason: a literal or congruence.
type closure struct {
	b     *smt.Builder
	terms []*smt.Term
	class map[*smt.Term]*smt.Term // by term: a term nearer to the representative of its class
	value map[*smt.Term]*smt.Term // by representative: the value in its class
	up    map[*smt.Term]*edge     // by term: the edge towards the root of its tree
	apart []disequality           // the terms that must differ

	// The contradiction. from and to were found equal, and literal says that they are not. If literal is nil, from and
	// to are different values, or their equality is false whatever the numbers are.
	from, to *smt.Term
	literal  *smt.Term
}

// An edge connects two terms that were found equal.
type edge struct {
	u, v    *smt.Term
	literal *smt.Term      // the literal that says they are equal, or nil
	pairs   [][2]*smt.Term // for congruence, the pairs of arguments whose equality is the reason
}

// other returns the end that is not t.
func (e *edge) other(t *smt.Term) *smt.Term {
	if e.u == t {
		return e.v
	}
	return e.u
}

// A disequality says that x and y differ, because of literal or, if that is nil, in any case.
type disequality struct{ x, y, literal *smt.Term }

var errNoConflict = errors.New("congruence finds no conflict where the proof has one")

// newClosure refutes the clause. pairs are terms whose equality is one of the literals, perhaps in another form; see
// the rule euf of package proof.
func newClosure(b *smt.Builder, clause, pairs []*smt.Term, stop func() bool) (*closure, error) {
	c := &closure{b: b, class: map[*smt.Term]*smt.Term{}, value: map[*smt.Term]*smt.Term{}, up: map[*smt.Term]*edge{}}
	for _, e := range c.facts(clause, pairs) {
		if c.merge(e) {
			return c, nil
		}
	}
	for again := true; again; {
		if stop() {
			return nil, ErrStopped
		}
		var conflict bool
		if again, conflict = c.round(); conflict {
			return c, nil
		}
	}
	for _, d := range c.apart {
		if c.find(d.x) == c.find(d.y) {
			c.from, c.to, c.literal = d.x, d.y, d.literal
			return c, nil
		}
	}
	return nil, errNoConflict
}

// facts adds the terms of the clause and of pairs to c. It records which terms differ if the clause is false, and
// returns edges between those that are equal.
func (c *closure) facts(clause, pairs []*smt.Term) (equal []*edge) {
	b := c.b
	truth := map[*smt.Term]*smt.Term{} // by atom: the literal that holds
	for _, l := range clause {
		a, neg := l.Atom()
		if neg {
			truth[a] = a
		} else {
			truth[a] = b.Not(a)
		}
	}
	fact := func(x, y, f *smt.Term) {
		a, neg := f.Atom()
		switch holds := truth[a]; {
		case f.IsTrue():
			equal = append(equal, &edge{u: x, v: y})
		case f.IsFalse():
			c.apart = append(c.apart, disequality{x, y, nil})
		case holds == nil:
		case (holds == a) != neg:
			equal = append(equal, &edge{u: x, v: y, literal: holds})
		default:
			c.apart = append(c.apart, disequality{x, y, holds})
		}
	}
	seen := map[*smt.Term]bool{}
	add := func(t *smt.Term) {
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			c.terms = append(c.terms, t)
			c.class[t] = t
			if t.IsValue() {
				c.value[t] = t
			}
			if !t.IsBool() {
				return
			}
			a, neg := t.Atom()
			if holds := truth[a]; holds != nil {
				equal = append(equal, &edge{u: t, v: b.Bool((holds == a) != neg), literal: holds})
			}
		})
	}
	add(b.True())
	add(b.False())
	for i := 0; i+1 < len(pairs); i += 2 {
		add(pairs[i])
		add(pairs[i+1])
		fact(pairs[i], pairs[i+1], b.Eq(pairs[i], pairs[i+1]))
	}
	for _, l := range clause {
		a, _ := l.Atom()
		add(a)
		if a.Op() == smt.OpEq {
			fact(a.Arg(0), a.Arg(1), a)
		}
	}
	slices.SortFunc(c.terms, func(x, y *smt.Term) int { return cmp.Compare(x.ID(), y.ID()) })
	return equal
}

// round looks at each term once. It merges the term with the terms that it is congruent to, and an equality of equal
// terms with true. again reports whether something changed.
func (c *closure) round() (again, conflict bool) {
	look := make(map[uint64][]*smt.Term, len(c.terms))
terms:
	for _, t := range c.terms {
		if t.NumArgs() == 0 {
			continue
		}
		if t.Op() == smt.OpEq && c.find(t.Arg(0)) == c.find(t.Arg(1)) && c.find(t) != c.find(c.b.True()) {
			again = true
			if c.merge(&edge{u: t, v: c.b.True(), pairs: [][2]*smt.Term{{t.Arg(0), t.Arg(1)}}}) {
				return true, true
			}
		}
		h := c.hash(t)
		for _, u := range look[h] {
			if !c.congruent(t, u) {
				continue
			}
			if c.find(t) != c.find(u) {
				again = true
				e := &edge{u: u, v: t}
				for i, x := range u.Args() {
					e.pairs = append(e.pairs, [2]*smt.Term{x, t.Arg(i)})
				}
				if c.merge(e) {
					return true, true
				}
			}
			continue terms
		}
		look[h] = append(look[h], t)
	}
	return again, false
}

// find returns the representative of the class of t.
func (c *closure) find(t *smt.Term) *smt.Term {
	for c.class[t] != t {
		c.class[t] = c.class[c.class[t]]
		t = c.class[t]
	}
	return t
}

// merge connects the two ends of an edge. It returns true if their classes have different values.
func (c *closure) merge(e *edge) (conflict bool) {
	x, y := c.find(e.u), c.find(e.v)
	if x == y {
		return false
	}
	// Reverse the edges from u to its root, so that u becomes the root of its tree.
	for t, in := e.u, e; in != nil; {
		out := c.up[t]
		c.up[t] = in
		if out == nil {
			break
		}
		t, in = out.other(t), out
	}
	vx, vy := c.value[x], c.value[y]
	c.class[x] = y
	if vy == nil {
		c.value[y] = vx
	}
	if vx != nil && vy != nil {
		c.from, c.to = vx, vy
		return true
	}
	return false
}

// hash returns a hash that congruent terms share.
func (c *closure) hash(t *smt.Term) uint64 {
	h := uint64(t.Op()) + 1
	for _, a := range t.Args() {
		h = (h ^ uint64(c.find(a).ID())) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// congruent reports whether two terms have the same operator and arguments in the same classes.
func (c *closure) congruent(t, u *smt.Term) bool {
	if t.Op() != u.Op() || t.Sort() != u.Sort() || t.Func() != u.Func() || t.I() != u.I() || t.J() != u.J() ||
		t.NumArgs() != u.NumArgs() || !t.Value().Equal(u.Value()) {
		return false
	}
	for i, a := range t.Args() {
		if c.find(a) != c.find(u.Arg(i)) || t.Op() == smt.OpSum && !t.Coef(i).Equal(u.Coef(i)) {
			return false
		}
	}
	return true
}

// path returns the path from u to v through the forest: the edges, and for each the end that comes first.
func (c *closure) path(u, v *smt.Term) (edges []*edge, from []*smt.Term) {
	depth := func(t *smt.Term) (n int) {
		for c.up[t] != nil {
			t = c.up[t].other(t)
			n++
		}
		return n
	}
	var back []*edge
	var backTo []*smt.Term
	du, dv := depth(u), depth(v)
	for u != v {
		if du >= dv {
			e := c.up[u]
			edges, from = append(edges, e), append(from, u)
			u = e.other(u)
			du--
		} else {
			e := c.up[v]
			v = e.other(v)
			back, backTo = append(back, e), append(backTo, v)
			dv--
		}
	}
	slices.Reverse(back)
	slices.Reverse(backTo)
	return append(edges, back...), append(from, backTo...)
}
