// Changes to the explored part of the graph. A refinement gives a node a smaller state or undoes a merge. What was
// made from the node is deleted, recursively. Links of remaining nodes that led to deleted nodes, or were covered by
// them, go back into the queue.

package dag

import "slices"

// Restate gives the node n the state s, which must contain the images of its links, and deletes what was made from
// the old state. s is kept as a hint, so that later explorations do not lose it.
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

// Split undoes the merge at the node n: from now on, links to its place are distinguished by one more of their last
// passes.
func (x *Explorer[E]) Split(n *Node[E]) {
	n.Place.keep++
	x.remake(n)
}

// remake deletes a node and what was made from it, and queues its links again.
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

// drop deletes what was made from the given links, which are dead or belong to a deleted node. Links of remaining
// nodes to the deleted ones are queued again.
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

// uncover corrects the list of greatest states after the node n was deleted or got a smaller state: states below the
// old one may be greatest now.
func (p *Place[E]) uncover(n *Node[E]) {
	if slices.Contains(p.top, n) {
		p.top = slices.Clone(p.Nodes)
	}
}

// leads reports whether the node l.To was made from the link, and does not only cover it.
func (l *Link[E]) leads() bool { return slices.Contains(l.To.In, l) }

// remove deletes a node from the list of its place. Its links stay with it.
func (x *Explorer[E]) remove(n *Node[E]) {
	n.Gone = true
	x.Stats.Gone++
	x.alive--
	p := n.Place
	i := slices.Index(p.Nodes, n)
	p.Nodes = slices.Delete(p.Nodes, i, i+1)
	p.uncover(n)
}

// again queues a link again, unless it is dead or its source is deleted.
func (x *Explorer[E]) again(l *Link[E]) {
	if !l.From.Gone && !l.dead {
		x.enqueue(l)
	}
}
