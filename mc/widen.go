package mc

import "github.com/whet-mc/whet/cfa"

// Widening makes an exploration end in a domain with infinite chains (Widening). States at a location, and
// entry states of a recursive procedure, are merged or kept apart for a while, and are widened then
// (delayed widening: Blanchet et al., "A static analyzer for large safety-critical software", PLDI 2003).

// Delays are the numbers of operations that are done exactly before states are widened.
type Delays struct {
	Merges  int // the number of merges into a node's state
	Entries int // the number of entry states of a recursive procedure that are used unchanged
	Apart   int // the number of states at a location, over all activations, that are not merged with others
}

// widenings is the state of widening in an exploration.
type widenings struct {
	dom     Widening // the domain; nil if it does not widen
	delays  Delays
	apart   map[*cfa.Loc]int
	entries map[*cfa.Proc]*entries
}

// entries are the entry states of a recursive procedure.
type entries struct {
	exact []State
	last  State // if not nil, all further states are widened into it
}

func newWidenings(d Domain, o Delays) widenings {
	w, _ := d.(Widening)
	return widenings{w, o, map[*cfa.Loc]int{}, map[*cfa.Proc]*entries{}}
}

func (w *widenings) at(l *cfa.Loc) bool { return w.dom != nil && w.dom.Widens(l) }

// keepApart reports whether the next state at l is not merged with the states that are there, and counts it
// if so.
func (w *widenings) keepApart(l *cfa.Loc) bool {
	if !w.at(l) || w.apart[l] >= w.delays.Apart {
		return false
	}
	w.apart[l]++
	return true
}

// merged returns the merge or the widening of n's state with s, and whether there is one.
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

// entry returns a state that contains s, for a call of q with the entry state s for which there is no
// activation yet. For each procedure, entry returns finitely many different states, if the domain widens.
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
