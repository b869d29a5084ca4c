package euf

import "fmt"

// A diseq is a disequality that Close came to.
type diseq struct {
	a, b Node
	why  Reason
}

// A watch is a pair that the caller wants to hear of.
type watch struct {
	a, b  Node
	tag   int
	state state
	cause int32 // of isApart: a disequality, or byValues
}

type state uint8

const (
	open state = iota
	isEqual
	isApart
)

// Event says that a watched pair became equal, or known as distinct.
type Event struct {
	Tag   int
	Equal bool
}

// byValues stands for a disequality where two classes have different values.
const byValues int32 = -1

func pairOf(a, b Node) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// Apart reports whether a ≠ b is known: by a disequality between members of
// their classes, or since these hold different values.
func (g *Graph) Apart(a, b Node) bool {
	_, ok := g.apartBy(g.Find(a), g.Find(b))
	return ok
}

func (g *Graph) apartBy(ra, rb Node) (cause int32, ok bool) {
	if ra == rb {
		return 0, false
	}
	if g.classes[ra].value != none && g.classes[rb].value != none {
		return byValues, true
	}
	cause, ok = g.pairs[pairOf(ra, rb)]
	return cause, ok
}

// separate adds a disequality. One between classes that are known as distinct
// adds nothing, and never will: what makes it known is undone later than it would be.
func (g *Graph) separate(as assertion) {
	ra, rb := g.Find(as.a), g.Find(as.b)
	if ra == rb {
		g.clash = conflict{on: true, edge: as}
		return
	}
	if _, ok := g.apartBy(ra, rb); ok {
		return
	}
	d := int32(len(g.diseqs))
	g.diseqs = append(g.diseqs, diseq{as.a, as.b, as.why})
	for _, n := range [...]Node{as.a, as.b} {
		g.apart[n] = append(g.apart[n], d)
		g.addWeight(n, 1)
	}
	g.trail = append(g.trail, change{kind: added})
	g.setApart(ra, rb, d)
	g.scanBetween(ra, rb)
}

func (g *Graph) unseparate() {
	d := g.diseqs[len(g.diseqs)-1]
	g.diseqs = g.diseqs[:len(g.diseqs)-1]
	for _, n := range [...]Node{d.a, d.b} {
		g.apart[n] = g.apart[n][:len(g.apart[n])-1]
		g.addWeight(n, -1)
	}
}

func (g *Graph) setApart(ra, rb Node, d int32) {
	key := pairOf(ra, rb)
	g.pairs[key] = d
	g.trail = append(g.trail, change{kind: apart, pair: key})
}

// inherit gives kept the disequalities of gone, just absorbed, and looks at
// the watches that this may decide. The entries of gone in pairs stay, for when it is split off.
//
// A watch becomes decided by a union if one side is in gone (equal to kept, or
// apart from it by what kept had), or one side was in kept and what gone
// had concerns it: a value, or a disequality with the class of the other side.
func (g *Graph) inherit(kept, gone Node, valued bool) {
	g.fresh = g.fresh[:0]
	for m := g.classes[kept].next; ; m = g.classes[m].next {
		for _, d := range g.apart[m] {
			o := g.Find(g.diseqs[d].a)
			if o == kept {
				o = g.Find(g.diseqs[d].b)
			}
			if _, ok := g.pairs[pairOf(kept, o)]; !ok {
				g.setApart(kept, o, d)
				g.fresh = append(g.fresh, int32(o))
			}
		}
		if m == gone {
			break
		}
	}
	for m := g.classes[kept].next; ; m = g.classes[m].next {
		g.lookAll(m)
		if m == gone {
			break
		}
	}
	if valued {
		for m := g.classes[gone].next; ; m = g.classes[m].next {
			g.lookAll(m)
			if m == kept {
				break
			}
		}
	}
	for _, o := range g.fresh {
		g.scanBetween(kept, Node(o))
	}
}

// scanBetween looks at the watches between two classes, from the lighter one.
func (g *Graph) scanBetween(a, b Node) {
	if g.classes[a].weight > g.classes[b].weight {
		a, b = b, a
	}
	for m := range g.Class(a) {
		for _, w := range g.watched[m] {
			if wt := &g.watches[w]; g.Find(wt.a) == b || g.Find(wt.b) == b {
				g.look(w)
			}
		}
	}
}

func (g *Graph) lookAll(m Node) {
	for _, w := range g.watched[m] {
		g.look(w)
	}
}

// look decides a watch, if it can be. The event keeps the cause of a
// disequality: later unions may bring another one between the same classes,
// whose explanation would use equalities from after the event.
func (g *Graph) look(i int32) {
	w := &g.watches[i]
	if w.state != open {
		return
	}
	ra, rb := g.Find(w.a), g.Find(w.b)
	if ra == rb {
		w.state = isEqual
	} else if cause, ok := g.apartBy(ra, rb); ok {
		w.state, w.cause = isApart, cause
	} else {
		return
	}
	g.events = append(g.events, Event{Tag: w.tag, Equal: w.state == isEqual})
}

// Watch asks for an event when a and b become equal or known as distinct; if
// they are, there is one at once. A tag belongs to one pair, for good; watching
// it again changes nothing.
func (g *Graph) Watch(a, b Node, tag int) {
	if i, ok := g.tags[tag]; ok {
		if w := g.watches[i]; w.a != a || w.b != b {
			panic(fmt.Sprintf("euf: tag %d belongs to another pair", tag))
		}
		return
	}
	i := int32(len(g.watches))
	g.watches = append(g.watches, watch{a: a, b: b, tag: tag})
	g.tags[tag] = i
	g.watched[a] = append(g.watched[a], i)
	g.addWeight(a, 1)
	if a != b {
		g.watched[b] = append(g.watched[b], i)
		g.addWeight(b, 1)
	}
	g.look(i)
}

// Events returns what happened to watched pairs since the last call. Pop
// withdraws events of the levels that it leaves; one from below that was first
// handed out at such a level comes again, since what the caller did with it is
// undone with that level. The slice is valid until the graph is changed.
func (g *Graph) Events() []Event {
	out := g.events[g.drained:len(g.events):len(g.events)]
	g.drained = len(g.events)
	return out
}

// ExplainWatch returns the assertions from which the event of the tag follows.
// All were made before the event.
func (g *Graph) ExplainWatch(tag int) []Reason {
	i, ok := g.tags[tag]
	if !ok {
		panic(fmt.Sprintf("euf: tag %d watches nothing", tag))
	}
	switch w := g.watches[i]; w.state {
	case isEqual:
		return g.Explain(w.a, w.b)
	case isApart:
		return g.explainApart(w.a, w.b, w.cause)
	}
	panic(fmt.Sprintf("euf: the pair of tag %d is undecided", tag))
}
