// Places and tags. A place is a location in a call string. Tags implement the paper's selective merging: two links to
// a place are merged only if their tags are equal.

package dag

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/callstring"
)

// Place is a location within a context, as in the program with all calls inlined.
type Place[E any] struct {
	callstring.Point
	// Guard, if not nil, is an edge out of Loc. The place then stands for the runs in which a word wraps around on
	// it.
	Guard *cfa.Edge
	Nodes []*Node[E] // existing nodes, in the order in which they were made

	// Bounds is the paper's T at this place: constraints that widening keeps if they hold.
	Bounds []linear.Constraint

	keep   int              // how many last passes through the place tags distinguish; 0: merges were never undone here
	fine   bool             // states are joined and widened here in the finer domain
	kind   cfa.StepKind     // the kind of the step on Guard
	errors []*Remembered[E] // cached error preimages
	top    []*Node[E]       // the nodes in Nodes, perhaps without some whose states are contained in those of other nodes
}

// Target reports whether the exploration asks if the place can be reached: it is an error or a guard.
func (p *Place[E]) Target() bool { return p.Loc.Error != nil || p.Guard != nil }

// Places returns the places that have been reached, in the weak topological order.
func (x *Explorer[E]) Places() []*Place[E] { return x.space.Sorted() }

// tag distinguishes nodes that must not be merged, by their last passes through the places where merges were undone.
// Equal tags are identical.
type tag struct {
	id     int
	passes []pass // the last passes, one entry for each place
}

// pass records by which links a path came to a place the last few times.
type pass struct {
	place int
	last  []branch // the links of the last passes, newest last
}

// branch is a link: the place it comes from, its edge and its case.
type branch struct{ from, edge, part int }

// after returns the tag of a path that reaches the place `to` by the link l.
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

// tagOf returns the tag with these passes.
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

// appendInts appends the low 32 bits of each number.
func appendInts(to []byte, xs ...int) []byte {
	for _, x := range xs {
		to = append(to, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return to
}
