// The queue of assertions, unions, levels and undoing.

package euf

import "fmt"

// An assertion is an equality or disequality that Close has to process. Assertions of older levels stay in the queue:
// if one was still waiting at a Push, its union belongs to the newer level and must be repeated after Pop.
type assertion struct {
	a, b     Node
	why      Reason // the caller's reason, or congruence
	distinct bool
}

// A change is undone by Pop.
type change struct {
	kind changeKind
	a, b Node   // union: the ends of the edge in the proof forest
	gone Node   // union: the absorbed representative
	pair uint64 // apart: the key in pairs
}

type changeKind uint8

const (
	union changeKind = iota
	added            // the last disequality was added
	apart            // two representatives became known as distinct
)

// A frame is the state saved by Push.
type frame struct {
	trail, queue, head int
	nodes, watches     int
	events, drained    int
	clash              conflict
}

// Merge asserts a = b.
func (g *Graph) Merge(a, b Node, r Reason) { g.assert(a, b, r, false) }

// Distinct asserts a ≠ b.
func (g *Graph) Distinct(a, b Node, r Reason) { g.assert(a, b, r, true) }

func (g *Graph) assert(a, b Node, r Reason, distinct bool) {
	if r < 0 {
		panic(fmt.Sprintf("euf: negative reason %d", r))
	}
	g.queue = append(g.queue, assertion{a: a, b: b, why: r, distinct: distinct})
}

// Close computes all consequences of the assertions. It returns false if there is a contradiction, which Conflict
// explains; it then returns false until Pop.
func (g *Graph) Close() bool {
	const often = 256
	for n := 1; g.head < len(g.queue) && !g.clash.on; n++ {
		if n%often == 0 && g.Stop != nil && g.Stop() {
			return true
		}
		as := g.queue[g.head]
		g.head++
		switch {
		case as.distinct:
			g.separate(as)
		case !g.Same(as.a, as.b):
			g.unite(as)
		}
	}
	return !g.clash.on
}

// Closed reports whether no assertion waits for Close.
func (g *Graph) Closed() bool { return g.head == len(g.queue) }

// unite merges two classes.
func (g *Graph) unite(as assertion) {
	kept, gone := g.Find(as.a), g.Find(as.b)
	ck, cg := &g.classes[kept], &g.classes[gone]
	if ck.value != none && cg.value != none {
		g.clash = conflict{on: true, values: true, edge: as,
			paths: [2][2]Node{{as.a, ck.value}, {as.b, cg.value}}}
		return
	}
	if d, ok := g.pairs[pairOf(kept, gone)]; ok {
		g.clash = conflict{on: true, edge: as, ne: g.diseqs[d].why,
			paths: [2][2]Node{{as.a, g.diseqs[d].a}, {as.b, g.diseqs[d].b}}}
		if g.Find(g.diseqs[d].a) != kept {
			g.clash.paths = [2][2]Node{{as.a, g.diseqs[d].b}, {as.b, g.diseqs[d].a}}
		}
		return
	}
	from, to := as.b, as.a
	if ck.weight < cg.weight {
		kept, gone, ck, cg = gone, kept, cg, ck
		from, to = to, from
	}
	g.connect(from, to, as.why)
	g.trail = append(g.trail, change{kind: union, a: from, b: to, gone: gone})

	for m := range g.Class(gone) {
		for _, p := range g.uses[m] {
			g.sigs.remove(p)
		}
		g.classes[m].root = kept
	}
	cg.into = kept
	ck.next, cg.next = cg.next, ck.next // one circle; the absorbed members run from kept's next to gone
	ck.size += cg.size
	ck.weight += cg.weight
	valued := ck.value == none && cg.value != none
	if valued {
		ck.value = cg.value
	}
	first := ck.next
	for m := first; ; m = g.classes[m].next {
		for _, p := range g.uses[m] {
			g.file(p)
		}
		if m == gone {
			break
		}
	}
	g.inherit(kept, gone, valued)
	for _, f := range g.onMerge {
		f(kept, gone, Union{as.a, as.b, as.why == congruence})
	}
}

// split undoes a union.
func (g *Graph) split(ch change) {
	g.disconnect(ch.a, ch.b)
	gone := ch.gone
	kept := g.classes[gone].into
	ck, cg := &g.classes[kept], &g.classes[gone]
	ck.next, cg.next = cg.next, ck.next
	for m := range g.Class(gone) {
		for _, p := range g.uses[m] {
			g.sigs.remove(p)
		}
		g.classes[m].root = gone
	}
	cg.into = gone
	ck.size -= cg.size
	ck.weight -= cg.weight
	if cg.value != none {
		ck.value = none // classes that both have a value are never merged, so the value of kept came from gone
	}
	for m := range g.Class(gone) {
		for _, p := range g.uses[m] {
			g.fileQuietly(p)
		}
	}
}

// Push saves the state for Pop.
func (g *Graph) Push() {
	g.frames = append(g.frames, frame{
		trail: len(g.trail), queue: len(g.queue), head: g.head,
		nodes: len(g.terms), watches: len(g.watches),
		events: len(g.events), drained: g.drained,
		clash: g.clash,
	})
}

// Pop undoes everything asserted since the n-th last Push. Nodes and watched pairs remain.
func (g *Graph) Pop(n int) {
	if n <= 0 {
		return
	}
	f := g.frames[len(g.frames)-n]
	g.frames = g.frames[:len(g.frames)-n]
	for i := len(g.trail) - 1; i >= f.trail; i-- {
		switch ch := g.trail[i]; ch.kind {
		case union:
			g.split(ch)
		case added:
			g.unseparate()
		case apart:
			delete(g.pairs, ch.pair)
		}
	}
	g.trail = g.trail[:f.trail]
	g.queue, g.head = g.queue[:f.queue], f.head
	g.clash = f.clash
	for _, e := range g.events[f.events:] {
		g.watches[g.tags[e.Tag]].state = open
	}
	g.events, g.drained = g.events[:f.events], f.drained

	// Any two applications in a ring that existed at Push are in one class, or the queue has an assertion that connects
	// them. An application made later may have been connected at a level that is gone. Connecting it to its neighbour
	// makes every ring connected again.
	for p := f.nodes; p < len(g.terms); p++ {
		if l := g.sigs.links[p]; l.in && !g.Same(Node(p), l.next) {
			g.queue = append(g.queue, assertion{a: Node(p), b: l.next, why: congruence})
		}
	}
	for w := f.watches; w < len(g.watches); w++ {
		g.look(int32(w))
	}
}
