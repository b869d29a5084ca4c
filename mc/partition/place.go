package partition

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/fixpoint"
)

// Place is a location within a context: the locations of the program with all calls written out.
type Place[E any] struct {
	callstring.Point

	parts map[string]*Part[E]
	keys  []string // of parts, ascending
	signs []int    // of Explorer.signs, those that mean something here
	uses  map[*cfa.Edge][]*instance[E]
}

// Parts lists what is reached at the place.
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
	key   string
	// The first step that led here, from what was then a part of From.
	From *Part[E]
	Step cfa.Step
	Skip bool // a call that is not followed
}

// Places lists the places that have been reached, in the order of the program.
func (x *Explorer[E]) Places() []*Place[E] { return x.space.Sorted() }

// step is a way out of a place.
type step[E any] = callstring.Step[*Place[E]]

// steps lists the ways out.
func (x *Explorer[E]) steps(p *Place[E]) []step[E] {
	if p.Loc.Error != nil {
		return nil
	}
	return x.space.Steps(&p.Point)
}

// alive reports whether a variable's value may still be read at a place, there or in a caller.
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

func (x *Explorer[E]) liveAt(l *cfa.Loc) *cfa.VarSet {
	s := x.live[l]
	if s == nil {
		set := x.liveness.LiveAt(l)
		s = &set
		x.live[l] = s
	}
	return s
}
