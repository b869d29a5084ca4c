// Disequalities between classes, watched pairs and their events.

package euf

import "fmt"

// A diseq is a disequality that Close has processed.
type diseq struct {
	a, b Node
	why  Reason
}

// A watch is a pair of nodes whose equality or disequality the caller wants to be notified of.
type watch struct {
	a, b  Node
	tag   int
	state state
	cause int32 // if state is isApart: the index of a disequality, or byValues
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

// byValues is the cause of a disequality between classes with different values.
const byValues int32 = -1

func pairOf(a, b Node) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// Apart reports whether a ≠ b is known, because of a disequality between members of their classes or because the
// classes have different values.
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

// separate adds a disequality. If the classes are already known to be distinct, it adds nothing, and need not do so
// later: the cause of that knowledge is undone no earlier than this disequality.
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

// inherit gives kept the disequalities of gone, the class just absorbed, and checks the watches that this may decide.
// The entries of gone in pairs stay, for when the union is undone.
//
// A union decides a watch if one side is in gone (and is now equal to kept, or apart from the other side by a fact
// about kept), or if one side was in kept and a fact about gone concerns it: a value, or a disequality with the class
// of the other side.
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

// scanBetween checks the watches between two classes, by scanning the lighter one.
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

// look decides a watch, if possible. The event records the cause of a disequality: later unions may add another
// disequality between the same classes, whose explanation would use equalities made after the event.
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

// Watch requests an event for when a and b become equal or known as distinct. If they already are, the event is
// immediate. A tag belongs to one pair permanently; watching the pair again changes nothing.
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

// Events returns the events of watched pairs since the last call. Pop retracts the events of the levels that it leaves.
// An event of a lower level that was first returned at such a level is returned again, because the caller's reaction to
// it is undone with that level. The slice is valid until the graph is changed.
func (g *Graph) Events() []Event {
	out := g.events[g.drained:len(g.events):len(g.events)]
	g.drained = len(g.events)
	return out
}

// ExplainWatch returns assertions that imply the event of the tag. All were made before the event.
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
