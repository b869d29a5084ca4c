package dag

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/callstring"
)

// Place is a location within a context: the locations of the program with all calls written out.
type Place[E any] struct {
	callstring.Point
	// not nil: no location, but where runs go in which a word wraps around on that edge from Loc
	Guard *cfa.Edge
	Nodes []*Node[E] // those that are there now, in the order in which they were made

	// Bounds is the paper's T at this place.
	Bounds []linear.Constraint

	keep   int          // how many of the last passes here are distinguished
	fine   bool         // what comes here is joined and widened in the finer domain
	kind   cfa.StepKind // of Guard
	errors []*Remembered[E]
	top    []*Node[E] // those of Nodes whose states are not below others', as far as is known
}

// Target reports whether exploration is to find out if the place can be reached: it is an error or
// a guard.
func (p *Place[E]) Target() bool { return p.Loc.Error != nil || p.Guard != nil }

// Places lists the places that have been reached, in the order of the program.
func (x *Explorer[E]) Places() []*Place[E] { return x.space.Sorted() }

// tag tells apart nodes that must not be merged: by how the last passes through places went whose
// merges were undone. Equal tags are identical.
type tag struct {
	id     int
	passes []pass // by place
}

type pass struct {
	place int
	last  []branch // newest last
}

type branch struct{ from, edge, part int }

// after is the tag of what comes to a place by a link.
func (x *Explorer[E]) after(l *Link[E], to *Place[E]) *tag {
	t := l.From.tag
	if to.keep == 0 {
		return t
	}
	passes := slices.Clone(t.passes)
	i, found := slices.BinarySearchFunc(passes, to.ID, func(p pass, id int) int { return cmp.Compare(p.place, id) })
	if !found {
		passes = slices.Insert(passes, i, pass{place: to.ID})
	}
	last := append(slices.Clone(passes[i].last), branch{l.From.Place.ID, l.Edge.ID, l.Case})
	if n := len(last) - to.keep; n > 0 {
		last = last[n:]
	}
	passes[i].last = last
	return x.tagOf(passes)
}

func (x *Explorer[E]) tagOf(passes []pass) *tag {
	var key []byte
	for _, p := range passes {
		key = appendInts(key, p.place, len(p.last))
		for _, b := range p.last {
			key = appendInts(key, b.from, b.edge, b.part)
		}
	}
	t := x.tags[string(key)]
	if t == nil {
		t = &tag{id: len(x.tags), passes: passes}
		x.tags[string(key)] = t
	}
	return t
}

func appendInts(to []byte, xs ...int) []byte {
	for _, x := range xs {
		to = append(to, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return to
}
