package mc

import "github.com/whet-mc/whet/cfa"

// What makes an exploration end in a domain with infinite chains (Widening): states at a place, and
// those that a recursive procedure is entered with, are merged or kept apart for a while, and
// widened then (delayed widening: Blanchet et al., "A static analyzer for large safety-critical
// software", PLDI 2003).

// Delays say how often that is done before states are widened.
type Delays struct {
	Merges  int // of a state at a place
	Entries int // states that a recursive procedure is entered with as they are
	Apart   int // states at a place that are not merged with others, over all activations
}

// widenings are what an exploration remembers.
type widenings struct {
	dom     Widening // nil: none
	delays  Delays
	apart   map[*cfa.Loc]int
	entries map[*cfa.Proc]*entries
}

// entries are the states that a recursive procedure was entered with.
type entries struct {
	exact []State
	last  State // not nil: all further ones are widened into it
}

func newWidenings(d Domain, o Delays) widenings {
	w, _ := d.(Widening)
	return widenings{w, o, map[*cfa.Loc]int{}, map[*cfa.Proc]*entries{}}
}

func (w *widenings) at(l *cfa.Loc) bool { return w.dom != nil && w.dom.Widens(l) }

// keepApart reports whether one more state at a location is not to be merged with those that there
// are.
func (w *widenings) keepApart(l *cfa.Loc) bool {
	if !w.at(l) || w.apart[l] >= w.delays.Apart {
		return false
	}
	w.apart[l]++
	return true
}

// merged returns a state for that of a node and another.
func (x *Explorer) merged(n *Node, s State) (State, bool) {
	if !x.widen.at(n.Loc) {
		return x.dom.Merge(n.State, s, n.Loc)
	}
	n.extra().merges++
	if n.more.merges > x.widen.delays.Merges {
		return x.widen.dom.Widen(n.State, s, n.Loc), true
	}
	return x.dom.Merge(n.State, s, n.Loc)
}

// entry is what a procedure is entered with for a call that would enter it with s, for which there
// is no activation: a state that contains s, of which there are finitely many.
func (x *Explorer) entry(q *cfa.Proc, s State) State {
	w := &x.widen
	if w.dom == nil || !q.Recursive {
		return s
	}
	e := w.entries[q]
	if e == nil {
		e = &entries{}
		w.entries[q] = e
	}
	switch {
	case e.last == nil && len(e.exact) < w.delays.Entries:
		e.exact = append(e.exact, s)
		return s
	case e.last == nil:
		e.last = s
		for _, t := range e.exact {
			if u, ok := x.dom.Merge(e.last, t, q.Entry); ok {
				e.last = u
			}
		}
	case !x.dom.Covers(e.last, s):
		e.last = w.dom.Widen(e.last, s, q.Entry)
	}
	return e.last
}
