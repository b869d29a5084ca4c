package dag

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
)

// Context is a call stack: the calls that have been entered and not left.
type Context struct {
	Parent *Context // nil: no call has been entered
	Call   *cfa.Edge

	id    int
	order []int // positions of the calls in their procedures
	below map[*cfa.Edge]*Context
}

// active reports whether an activation of the procedure is on the stack, the innermost one included.
func (c *Context) active(start, q *cfa.Proc) bool {
	for ; c.Parent != nil; c = c.Parent {
		if c.Call.Op.(*cfa.Call).Callee == q {
			return true
		}
	}
	return q == start
}

// enter is the context within a call.
func (x *Explorer[E]) enter(c *Context, call *cfa.Edge) *Context {
	d := c.below[call]
	if d == nil {
		d = &Context{
			Parent: c, Call: call, id: x.contexts,
			order: append(slices.Clip(c.order), call.From.Index),
			below: map[*cfa.Edge]*Context{},
		}
		x.contexts++
		c.below[call] = d
	}
	return d
}

// Place is a location within a context: the locations of the program with all calls written out.
type Place[E any] struct {
	Loc   *cfa.Loc
	Ctx   *Context
	Guard *cfa.Edge  // not nil: no location, but where runs go in which a word wraps around on that edge from Loc
	Nodes []*Node[E] // those that are there now, in the order in which they were made

	// Bounds is the paper's T at this place.
	Bounds []linear.Constraint

	id     int
	order  []int        // its position: the calls', then its own
	keep   int          // how many of the last passes here are told apart
	fine   bool         // what comes here is joined and widened in the finer domain
	kind   cfa.StepKind // of Guard
	errors []*Remembered[E]
	top    []*Node[E] // those of Nodes whose states are not below others', as far as is known
}

type placeKey struct {
	ctx   *Context
	loc   *cfa.Loc
	guard *cfa.Edge
}

// Target reports whether exploration is to find out if the place can be reached: it is an error or a guard.
func (p *Place[E]) Target() bool { return p.Loc.Error != nil || p.Guard != nil }

func (x *Explorer[E]) place(c *Context, l *cfa.Loc) *Place[E] {
	k := placeKey{c, l, nil}
	p := x.places[k]
	if p == nil {
		p = &Place[E]{Loc: l, Ctx: c, id: len(x.order), order: append(slices.Clip(c.order), l.Index)}
		x.places[k] = p
		x.order = append(x.order, p)
	}
	return p
}

// Places lists the places that have been reached, in the order of the program.
func (x *Explorer[E]) Places() []*Place[E] {
	ps := slices.Clone(x.order)
	slices.SortStableFunc(ps, func(p, q *Place[E]) int { return slices.Compare(p.order, q.order) })
	return ps
}

// retreats reports whether a step goes against the weak topological order, that is, to the head of a loop around it.
func retreats[E any](from, to *Place[E]) bool { return slices.Compare(to.order, from.order) <= 0 }

// tag tells apart nodes that must not be merged: by how the last passes through places went whose merges were undone.
// Equal tags are identical.
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
	i, found := slices.BinarySearchFunc(passes, to.id, func(p pass, id int) int { return cmp.Compare(p.place, id) })
	if !found {
		passes = slices.Insert(passes, i, pass{place: to.id})
	}
	last := append(slices.Clone(passes[i].last), branch{l.From.Place.id, l.Edge.ID, l.Case})
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
