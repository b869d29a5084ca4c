package partition

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// Instance says that what is known for all values of a ghost is to be used for the value of a term,
// on an edge.
//
// Let R be the set of states (s, g) that the parts of a place stand for, s the program's variables
// and arrays, g the ghost. If no operation on any way to the place has read g, which only ever gets
// its value as an input, then a run that reaches the place with s can do so with each value of g;
// so as R contains all that are reached, (s, t(s)) is in R for every (s, g) that is reached, and
// (s, g) can be met with the set of those for which it is. While parts still grow, that leaves out
// states which will have to be looked at once more when they do; in the end R is above what it is
// made of, which Closed verifies, and by induction over the length of runs it contains what is
// reached.
//
// Who gives instances answers for what is said above of the place; Quantifiable does.
type Instance struct {
	Edge  *cfa.Edge
	Ghost *cfa.Var
	Term  *cells.Term
}

// instance is one at a place.
type instance[E any] struct {
	ghost  int
	term   linear.Expr
	equal  []linear.Constraint // the ghost is the term, and its cells are those at the term
	forget []int               // the ghost and its cells
	within []linear.Constraint // the term has a value that the ghost can have
	rest   []bool              // by sign of the place: the sign is not one of the ghost
	held   []bool              // by sign of the place: it is one of what the ghost's cells hold
	// What is known, by the signs of rest: these are those of the state that it is used for, too,
	// so that parts with other ones have nothing to say of it. Then by the signs of held: what is
	// distinguished stays so, and one of these elements has the state.
	known map[string]map[string]E
}

// others is a key without the signs of the ghost.
func (c *instance[E]) others(key string) string { return those(key, c.rest) }

// those are the signs of a key that are chosen.
func those(key string, chosen []bool) string {
	out := make([]byte, 0, len(key))
	for i := range key {
		if chosen[i] {
			out = append(out, key[i])
		}
	}
	return string(out)
}

// usesAt are the instances of a place's edges.
func (x *Explorer[E]) usesAt(p *Place[E]) map[*cfa.Edge][]*instance[E] {
	if p.uses != nil {
		return p.uses
	}
	p.uses = map[*cfa.Edge][]*instance[E]{}
	for _, i := range x.insts {
		if i.Edge.From != p.Loc {
			continue
		}
		if c := x.compile(p, i); c != nil {
			p.uses[i.Edge] = append(p.uses[i.Edge], c)
		}
	}
	return p.uses
}

func (x *Explorer[E]) compile(p *Place[E], i Instance) *instance[E] {
	g, ok := x.lay.Var(i.Ghost)
	if !ok {
		return nil
	}
	t, ok := i.Term.Linear(x.lay)
	if !ok || i.Term.Mentions(i.Ghost) {
		return nil
	}
	c := &instance[E]{ghost: g, term: t, known: map[string]map[string]E{}, equal: []linear.Constraint{linear.X(g).EQ(t)}, forget: []int{g}}
	for d, s := range x.lay.Slots {
		if s.DerivedFrom(func(v *cfa.Var) bool { return v == i.Ghost }) {
			c.forget = append(c.forget, d)
		}
		if s.Var != nil {
			continue
		}
		at, ok := s.Idx.Linear(x.lay)
		if !ok || at.Coef(g).IsZero() {
			continue
		}
		c.forget = append(c.forget, d)
		// The cell of the same array that lies where this one does once the ghost is the term.
		want := at.Substitute(g, t)
		for e, o := range x.lay.Slots {
			if o.Var != nil || o.Arr != s.Arr || e == d {
				continue
			}
			if w, ok := o.Idx.Linear(x.lay); ok && w.Equal(want) {
				c.equal = append(c.equal, linear.X(d).EQ(linear.X(e)))
			}
		}
	}
	for _, k := range p.signs {
		mentions := func(d int) bool { return !x.signs[k].Term.Coef(d).IsZero() }
		c.rest = append(c.rest, !slices.ContainsFunc(c.forget, mentions))
		c.held = append(c.held, slices.ContainsFunc(c.forget, func(d int) bool { return x.lay.Slots[d].Arr != nil && mentions(d) }))
	}
	lo, hasLo, hi, hasHi := i.Ghost.Range.Bounds()
	if hasLo {
		c.within = append(c.within, t.GE(linear.Const(num.RatOfInt(lo))))
	}
	if hasHi {
		c.within = append(c.within, t.LE(linear.Const(num.RatOfInt(hi))))
	}
	return c
}

// tell makes the place's instances know a part that has grown, and passes on those that use what
// has changed.
func (x *Explorer[E]) tell(p *Place[E], r *Part[E], changed func(*Part[E])) {
	for _, cs := range x.usesAt(p) {
		for _, c := range cs {
			t := r.State.Assume(c.equal...)
			if t.IsBottom() {
				continue
			}
			t = t.Havoc(c.forget...)
			key, held := c.others(r.key), those(r.key, c.held)
			known := c.known[key]
			if known == nil {
				known = map[string]E{}
				c.known[key] = known
			}
			old, ok := known[held]
			if ok {
				if t.Leq(old) {
					continue
				}
				t = old.Join(t)
			}
			known[held] = t
			for _, k := range p.keys {
				if c.others(k) == key {
					changed(p.parts[k])
				}
			}
		}
	}
}

// retell makes all instances know what the parts are now.
func (x *Explorer[E]) retell() {
	for _, p := range x.space.All() {
		for _, cs := range x.usesAt(p) {
			for _, c := range cs {
				clear(c.known)
			}
		}
		for _, r := range p.Parts() {
			x.tell(p, r, func(*Part[E]) {})
		}
	}
}

// mostInstances is how many elements the instances of an edge may make of one.
const mostInstances = 32

// instances returns elements that together contain all states of a part that are reached; none
// where there are no such states.
func (x *Explorer[E]) instances(r *Part[E], e *cfa.Edge) []E {
	out := []E{r.State}
	for _, c := range x.usesAt(r.Place)[e] {
		known := c.known[c.others(r.key)]
		keys := slices.Sorted(maps.Keys(known))
		var next []E
		for _, s := range out {
			if slices.ContainsFunc(c.within, func(w linear.Constraint) bool { return !s.Entails(w) }) {
				next = append(next, s) // the term may be what the ghost cannot
				continue
			}
			for _, k := range keys {
				if t := s.Meet(known[k]); !t.IsBottom() {
					next = append(next, t)
				}
			}
		}
		if len(next) > mostInstances {
			continue // without this one
		}
		out = next
	}
	return out
}
