// Instances use what is known for all values of a ghost for one value, that of a term. For each instance (ghost,
// term) at a place, the explorer keeps the join of the parts, restricted to ghost == term, without the dimensions of
// the ghost. A part is met with this join before its image is computed.

package partition

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// Instance requests that what is known for all values of a ghost is used for the value of a term, on an edge.
//
// Let R be the set of states (s, g) in the parts of a place, where s are the values of the program's variables and
// arrays, and g is the ghost. Assume that no operation on any path to the place has read g, which only gets a value
// as an input. Then a run that reaches the place with s can do so with each value of g. R contains all reached
// states. So if (s, g) is reached, (s, t(s)) is in R, and R can be restricted to the (s, g) with (s, t(s)) in R.
// While parts still grow, this leaves out states that have to be considered again when R has grown. In the end R
// contains the images of what remains, which Closed verifies; by induction over the length of runs it contains all
// reached states.
//
// The client is responsible for the assumption on the place; package refine/indexes checks it (Plan.Quantifiable).
type Instance struct {
	Edge  *cfa.Edge
	Ghost *cfa.Var
	Term  *cells.Term
}

// instance is an Instance at a place, over the dimensions of the layout.
type instance[E any] struct {
	ghost  int // the dimension of the ghost
	term   linear.Expr
	equal  []linear.Constraint // constraints that the ghost equals the term, and the ghost's cells equal the cells at the term
	forget []int               // the dimensions of the ghost, of its cells, and of values derived from the ghost
	within []linear.Constraint // constraints that the value of the term is in the range of the ghost
	rest   []bool              // for each sign of the place, whether it does not depend on the ghost
	held   []bool              // for each sign of the place, whether it depends on the contents of the ghost's cells
	// known has what the parts say about the other dimensions, given that the ghost equals the term. The keys are the
	// signs in rest, then the signs in held. Only the entry with a part's own signs in rest restricts the states of
	// that part: each such state lies in one of the elements of the entry, one element for each choice of the signs
	// in held.
	known map[string]map[string]E
}

// others returns the signs of a key that do not depend on the ghost.
func (c *instance[E]) others(key string) string { return those(key, c.rest) }

// those returns the chosen signs of a key.
func those(key string, chosen []bool) string {
	out := make([]byte, 0, len(key))
	for i := range key {
		if chosen[i] {
			out = append(out, key[i])
		}
	}
	return string(out)
}

// usesAt returns the instances of a place's edges, and compiles them on the first call.
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

// compile returns an instance over the dimensions of the layout. It returns nil if the ghost or a variable of the
// term has no dimension, or if the term contains the ghost.
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
		// Look for the cell of the same array that is this cell if the ghost is equal to the term.
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

// tell updates the place's instances after the part r has grown. It calls changed for the parts whose instances have
// changed.
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

// retell computes what all instances know from the current parts.
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

// mostInstances bounds the elements that the instances of an edge may split one element into.
const mostInstances = 32

// instances returns elements whose union contains all reached states of a part, for an image under the edge e. The
// list may be empty.
func (x *Explorer[E]) instances(r *Part[E], e *cfa.Edge) []E {
	out := []E{r.State}
	for _, c := range x.usesAt(r.Place)[e] {
		known := c.known[c.others(r.key)]
		keys := slices.Sorted(maps.Keys(known))
		var next []E
		for _, s := range out {
			if slices.ContainsFunc(c.within, func(w linear.Constraint) bool { return !s.Entails(w) }) {
				next = append(next, s) // the term may be outside of the ghost's range
				continue
			}
			for _, k := range keys {
				if t := s.Meet(known[k]); !t.IsBottom() {
					next = append(next, t)
				}
			}
		}
		if len(next) > mostInstances {
			continue // too many elements: leave out this instance
		}
		out = next
	}
	return out
}
