package euf

// Two hash tables of applications. Hashing has no random seed: the graph is the same in every run.

const (
	hashMul  = 0x9e3779b97f4a7c15
	minTable = 64
)

func mix(h, x uint64) uint64 {
	h = (h ^ x) * hashMul
	return h ^ h>>29
}

func finish(h uint64) uint32 { return uint32(h * hashMul >> 32) }

func hashApp(fn int, args []Node) uint32 {
	h := mix(hashMul, uint64(fn))
	for _, a := range args {
		h = mix(h, uint64(a))
	}
	return finish(h)
}

// A consTable finds an application by its function and arguments. Nothing is ever removed from it.
type consTable struct {
	slots []consSlot // open addressing, a power of two of them
	n     int
}

type consSlot struct {
	hash uint32
	node Node // node plus one, so that the zero value is a free slot
}

func (g *Graph) findApp(h uint32, fn int, args []Node) Node {
	t := &g.same
	if len(t.slots) == 0 {
		return none
	}
	mask := uint32(len(t.slots) - 1)
	for i := h & mask; t.slots[i].node != 0; i = (i + 1) & mask {
		if t.slots[i].hash != h {
			continue
		}
		if n := t.slots[i].node - 1; g.terms[n].fn == fn && equal(g.Args(n), args) {
			return n
		}
	}
	return none
}

func equal(a, b []Node) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (t *consTable) add(h uint32, n Node) {
	if 4*(t.n+1) > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]consSlot, max(minTable, 2*len(old)))
		for _, s := range old {
			if s.node != 0 {
				t.place(s)
			}
		}
	}
	t.n++
	t.place(consSlot{h, n + 1})
}

func (t *consTable) place(s consSlot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].node != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

// A sigTable holds every application under its signature. Applications with the same signature form a ring. One of
// them, the leader, is in the chain of the bucket. Because no application is left out, the table is a function of the
// classes alone: a union and its undoing are the same work, and applications made in between need no special treatment.
type sigTable struct {
	heads []Node    // by bucket: the first leader plus one
	links []sigLink // by node: its links
	n     int       // leaders
}

type sigLink struct {
	hash       uint32
	in, leader bool
	prev, next Node // the neighbours in the ring
	down, up   Node // for a leader: its neighbours in the chain, plus one; up is 0 for the first leader
}

// file inserts p under its signature and queues its congruence with an application that is already there. It does
// nothing if p is already in the table.
func (g *Graph) file(p Node) {
	if q := g.fileQuietly(p); q != none && !g.Same(p, q) {
		g.queue = append(g.queue, assertion{a: p, b: q, why: congruence})
	}
}

// fileQuietly does what file does without the queueing. It returns the leader of the ring that p joined, or none.
func (g *Graph) fileQuietly(p Node) Node {
	t := &g.sigs
	l := &t.links[p]
	if l.in {
		return none
	}
	tp := &g.terms[p]
	h := mix(hashMul, uint64(tp.fn))
	for _, a := range g.args[tp.lo:tp.hi] {
		h = mix(h, uint64(g.classes[a].root))
	}
	l.in, l.leader, l.hash = true, false, finish(h)
	if t.n >= len(t.heads) {
		t.grow()
	}
	head := &t.heads[l.hash&uint32(len(t.heads)-1)]
	for q := *head; q != 0; q = t.links[q-1].down {
		if lq := &t.links[q-1]; lq.hash == l.hash && g.congruent(p, q-1) {
			l.prev, l.next = q-1, lq.next
			t.links[lq.next].prev = p
			lq.next = p
			return q - 1
		}
	}
	l.leader, l.prev, l.next = true, p, p
	t.n++
	t.chain(p)
	return none
}

// congruent reports whether two applications have the same signature.
func (g *Graph) congruent(p, q Node) bool {
	tp, tq := &g.terms[p], &g.terms[q]
	if tp.fn != tq.fn || tp.hi-tp.lo != tq.hi-tq.lo {
		return false
	}
	for i := range tp.hi - tp.lo {
		if !g.Same(g.args[tp.lo+i], g.args[tq.lo+i]) {
			return false
		}
	}
	return true
}

// chain makes p the first of its bucket.
func (t *sigTable) chain(p Node) {
	head := &t.heads[t.links[p].hash&uint32(len(t.heads)-1)]
	t.links[p].up, t.links[p].down = 0, *head
	if *head != 0 {
		t.links[*head-1].up = p + 1
	}
	*head = p + 1
}

// remove removes p, if it is in the table.
func (t *sigTable) remove(p Node) {
	l := &t.links[p]
	if !l.in {
		return
	}
	l.in = false
	heir := l.next
	t.links[l.prev].next, t.links[l.next].prev = l.next, l.prev
	if !l.leader {
		return
	}
	here := l.down // the node that takes p's place in the chain
	if heir != p {
		h := &t.links[heir]
		h.leader, h.up, h.down = true, l.up, l.down
		here = heir + 1
		if l.down != 0 {
			t.links[l.down-1].up = here
		}
	} else {
		t.n--
		if l.down != 0 {
			t.links[l.down-1].up = l.up
		}
	}
	if l.up != 0 {
		t.links[l.up-1].down = here
	} else {
		t.heads[l.hash&uint32(len(t.heads)-1)] = here
	}
}

func (t *sigTable) grow() {
	old := t.heads
	t.heads = make([]Node, max(minTable, 2*len(old)))
	for _, p := range old {
		for p != 0 {
			below := t.links[p-1].down
			t.chain(p - 1)
			p = below
		}
	}
}
