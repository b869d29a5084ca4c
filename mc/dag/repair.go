package dag

import "slices"

// Restate gives a node another state, which contains its links' images, and deletes what was made
// from the old one. The node is not made worse again by later explorations.
func (x *Explorer[E]) Restate(n *Node[E], s E) {
	x.hints[n.key] = append(x.hints[n.key], s)
	for _, l := range n.Out {
		l.dead = true
	}
	x.drop(n.Out)
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
	x.remake(n)
}

// remake deletes a node and what was made from it; its links find another.
func (x *Explorer[E]) remake(n *Node[E]) {
	x.remove(n)
	x.drop(n.Out)
	for _, l := range n.In {
		x.again(l)
	}
	for _, l := range n.covers {
		x.again(l)
	}
}

// drop deletes what was made from links, which are dead or those of a node that is gone. Links of
// nodes that stay look for a new node.
func (x *Explorer[E]) drop(links []*Link[E]) {
	var gone []*Node[E]
	fell := func(links []*Link[E]) {
		for _, l := range links {
			if to := l.To; to != nil && !to.Gone && l.leads() {
				x.remove(to)
				gone = append(gone, to)
			}
		}
	}
	fell(links)
	for i := 0; i < len(gone); i++ {
		fell(gone[i].Out)
	}
	for _, m := range gone {
		for _, l := range m.In {
			x.again(l)
		}
		for _, l := range m.covers {
			x.again(l)
		}
	}
}

// uncover makes the list of greatest states right after a node has gone or has less states: what
// was below it may be among them now.
func (p *Place[E]) uncover(n *Node[E]) {
	if slices.Contains(p.top, n) {
		p.top = slices.Clone(p.Nodes)
	}
}

// leads reports whether the node that the link leads to was made from it, and does not only cover
// it.
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
