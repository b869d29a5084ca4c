package regions

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// Instance says that what is known for all values of a ghost is to be used for the value of a term, on an edge.
//
// Let R be the set of states (s, g) that the regions of a place stand for, s the program's variables and arrays, g the ghost. If no
// operation on any way to the place has read g, which only ever gets its value as an input, then a run that
// reaches the place with s can do so with each value of g; so as R contains all that are reached, (s, t(s)) is in R for
// every (s, g) that is reached, and (s, g) can be met with the set of those for which it is. While regions still grow,
// that leaves out states which will have to be looked at once more when they do; in the end R is above what it is made
// of, which Closed verifies, and by induction over the length of runs it contains what is reached.
//
// Who gives instances answers for what is said above of the place; Quantifiable does.
type Instance struct {
	Edge  *cfa.Edge
	Ghost *cfa.Var
	Term  *cells.Term
}

// instance is one with its dimensions.
type instance struct {
	ghost  int
	term   linear.Expr
	equal  []linear.Constraint // the ghost is the term, and its cells are those at the term
	forget []int               // the ghost and its cells
	within []linear.Constraint // the term has a value that the ghost can have
}

// usesAt are the instances of a place's edges.
func (x *Explorer[E]) usesAt(p *Place[E]) map[*cfa.Edge][]*instance {
	if p.uses != nil {
		return p.uses
	}
	p.uses = map[*cfa.Edge][]*instance{}
	for _, i := range x.insts {
		if i.Edge.From != p.Loc {
			continue
		}
		if c := x.compile(i); c != nil {
			p.uses[i.Edge] = append(p.uses[i.Edge], c)
		}
	}
	return p.uses
}

func (x *Explorer[E]) compile(i Instance) *instance {
	g, ok := x.lay.Var(i.Ghost)
	if !ok {
		return nil
	}
	t, ok := i.Term.Linear(x.lay)
	if !ok || i.Term.Mentions(i.Ghost) {
		return nil
	}
	c := &instance{ghost: g, term: t, equal: []linear.Constraint{linear.X(g).EQ(t)}, forget: []int{g}}
	for d, s := range x.lay.Slots {
		if s.Var != nil {
			continue
		}
		at, ok := indexOf(s.Idx, x.lay)
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
			if w, ok := indexOf(o.Idx, x.lay); ok && w.Equal(want) {
				c.equal = append(c.equal, linear.X(d).EQ(linear.X(e)))
			}
		}
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

func indexOf(i cells.Index, l *cells.Layout) (linear.Expr, bool) {
	switch {
	case i.Ghost != nil:
		d, ok := l.Var(i.Ghost)
		return linear.X(d), ok
	case i.Term != nil:
		return i.Term.Linear(l)
	}
	return linear.Const(num.RatOfInt(i.Num)), true
}

// instances returns elements that together contain all states of a region that are reached.
func (x *Explorer[E]) instances(r *Region[E], st step[E]) []E {
	out := []E{r.State}
	for _, c := range x.usesAt(r.Place)[st.edge] {
		var known []E // where the state is with the ghost at the term, the ghost forgotten
		for _, k := range r.Place.keys {
			t := r.Place.regions[k].State.Assume(c.equal...)
			if t.IsBottom() {
				continue
			}
			t = t.Havoc(c.forget...)
			covered := false
			for _, o := range known {
				covered = covered || t.Leq(o)
			}
			if !covered {
				known = append(known, t)
			}
		}
		var next []E
		for _, s := range out {
			if slices.ContainsFunc(c.within, func(w linear.Constraint) bool { return !s.Entails(w) }) {
				next = append(next, s) // the term may be what the ghost cannot
				continue
			}
			var all *E
			for _, t := range known {
				u := s.Meet(t)
				if u.IsBottom() {
					continue
				}
				if all == nil {
					all = &u
				} else {
					j := (*all).Join(u)
					all = &j
				}
			}
			if all != nil {
				next = append(next, *all)
			}
		}
		out = next
	}
	return out
}
