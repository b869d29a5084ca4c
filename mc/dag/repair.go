package dag

import "slices"

// Restate gives a node another state, which contains its links' images, and deletes what was made from the old one. The node is
// not made worse again by later explorations.
func (x *Explorer[E]) Restate(n *Node[E], s E) {
	x.hints[n.key] = append(x.hints[n.key], s)
	for _, l := range n.Out {
		l.dead = true
	}
	x.drop(n)
	n.State = s
	n.Out = nil
	n.Place.uncover(n)
	covers := n.covers
	n.covers = nil
	for _, l := range covers {
		x.again(l)
	}
	x.later(n)
}

// Split undoes the merge that a node is, and tells its links apart whenever they come to the place.
func (x *Explorer[E]) Split(n *Node[E]) {
	n.Place.keep++
	x.remove(n)
	x.drop(n)
	for _, l := range n.In {
		x.again(l)
	}
	for _, l := range n.covers {
		x.again(l)
	}
}

// drop deletes the descendants of a node that is gone, or whose links are dead. Links of nodes that stay look for a new node.
func (x *Explorer[E]) drop(n *Node[E]) {
	gone := []*Node[E]{n}
	for i := 0; i < len(gone); i++ {
		for _, l := range gone[i].Out {
			if to := l.To; to != nil && !to.Gone && to != n && l.leads() {
				x.remove(to)
				gone = append(gone, to)
			}
		}
	}
	for _, m := range gone[1:] {
		for _, l := range m.In {
			x.again(l)
		}
		for _, l := range m.covers {
			x.again(l)
		}
	}
}

// uncover makes the list of greatest states right after a node has gone or has less states: what was below it may be among
// them now.
func (p *Place[E]) uncover(n *Node[E]) {
	if slices.Contains(p.top, n) {
		p.top = slices.Clone(p.Nodes)
	}
}

// leads reports whether the node that the link leads to was made from it, and does not only cover it.
func (l *Link[E]) leads() bool { return slices.Contains(l.To.In, l) }

func (x *Explorer[E]) remove(n *Node[E]) {
	n.Gone = true
	x.Stats.Gone++
	x.alive--
	p := n.Place
	i := slices.Index(p.Nodes, n)
	p.Nodes = slices.Delete(p.Nodes, i, i+1)
	p.uncover(n)
}

// again puts a link whose node is gone back into the queue.
func (x *Explorer[E]) again(l *Link[E]) {
	if !l.From.Gone && !l.dead {
		x.enqueue(l)
	}
}
