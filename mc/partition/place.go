// Places and their parts.

package partition

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/fixpoint"
)

// Place is a location within a context, as in the program with all calls inlined.
type Place[E any] struct {
	callstring.Point

	parts map[string]*Part[E]          // the parts, by keys with one character for each of signs
	keys  []string                     // the keys of parts, ascending
	signs []int                        // the indexes of the signs in Explorer.signs that have a meaning here
	uses  map[*cfa.Edge][]*instance[E] // see usesAt
}

// Parts returns the parts that have been reached, in the order of their signs.
func (p *Place[E]) Parts() []*Part[E] {
	out := make([]*Part[E], len(p.keys))
	for i, k := range p.keys {
		out[i] = p.parts[k]
	}
	return out
}

// Part is an element at a place.
type Part[E any] struct {
	fixpoint.Unknown[E]
	Place *Place[E]
	key   string // the signs of the part
	// From and Step are the first step that led to this part. From may have grown since then.
	From *Part[E]
	Step cfa.Step
	Skip bool // Step is a call that is not followed
}

// Places returns the places that have been reached, in the weak topological order.
func (x *Explorer[E]) Places() []*Place[E] { return x.space.Sorted() }

// step is a step out of a place.
type step[E any] = callstring.Step[*Place[E]]

// steps returns the steps out of a place. Errors have no steps.
func (x *Explorer[E]) steps(p *Place[E]) []step[E] {
	if p.Loc.Error != nil {
		return nil
	}
	return x.space.Steps(&p.Point)
}

// alive reports whether a variable's value may still be read at a place, by the procedure or by a caller.
func (x *Explorer[E]) alive(p *Place[E], v *cfa.Var) bool {
	if v.Proc == nil || v.Ghost {
		return v.Ghost || x.liveAt(p.Loc).Has(v)
	}
	if v.Proc == p.Loc.Proc {
		return x.liveAt(p.Loc).Has(v)
	}
	for c := p.Ctx; c.Parent != nil; c = c.Parent {
		if c.Call.From.Proc == v.Proc {
			return x.liveAt(c.Call.To).Has(v)
		}
	}
	return false
}

// liveAt returns the variables that are live at a location.
func (x *Explorer[E]) liveAt(l *cfa.Loc) *cfa.VarSet {
	s := x.live[l]
	if s == nil {
		set := x.liveness.LiveAt(l)
		s = &set
		x.live[l] = s
	}
	return s
}
