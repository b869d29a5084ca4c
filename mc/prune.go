// Removal of nodes whose states are too coarse.

package mc

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Prune removes a node and everything that depends on it. The edges that led there are taken again, at the
// domain's new precision. These depend on a node:
//
//   - nodes that were first reached from it, or by returning from it if it is an exit;
//   - nodes that it covers, since their states are no longer in the graph;
//   - the activation whose root it is, and activations that were entered by removed nodes only.
//
// Every edge from a node that stays to a removed node is taken again. If a node was first reached by a
// removed link and also by links that stay, it is removed as well, and reached again by these links. To
// keep it, Prune would have to search whether the other links are independent of the node itself. It makes
// this search for activations only, of which there are few.
//
// Pruning the start is Restart. The cost is proportional to the number of removed nodes and their
// neighbours.
func (x *Explorer) Prune(n *Node) {
	if n.Gone {
		return
	}
	if n == x.g.Activations[0].Root {
		x.Restart()
		return
	}
	x.epoch++
	p := &pruning{x: x}
	p.doom(n)
	p.run()
	p.settle()
	if len(x.g.Nodes) > 2*x.alive+1024 {
		x.g.compact()
	}
}

// pruning is the state of one call of Prune.
type pruning struct {
	x       *Explorer
	stack   []*Node
	removed []*Node
	touched []*Node       // nodes that were alive when visited; their lists may contain removed nodes
	acts    []*Activation // activations that have lost a site or an exit
	redo    []Link        // the edges to take again: of each link, only From and Edge are set
	lost    []*Activation // the activations that were removed
}

func (p *pruning) doom(n *Node) {
	if !n.Gone {
		n.Gone = true
		p.stack = append(p.stack, n)
	}
}

func (p *pruning) touch(n *Node) {
	if n.mark != p.x.epoch {
		n.mark = p.x.epoch
		p.touched = append(p.touched, n)
	}
}

// run removes nodes until none depends on a removed one.
func (p *pruning) run() {
	for {
		for len(p.stack) > 0 {
			n := p.stack[len(p.stack)-1]
			p.stack = p.stack[:len(p.stack)-1]
			p.remove(n)
		}
		if !p.orphans() {
			return
		}
	}
}

func (p *pruning) remove(n *Node) {
	x := p.x
	p.removed = append(p.removed, n)
	x.alive--
	x.stats.Pruned++
	x.work.drop(n)
	if n.By == nil {
		if ix := x.index(n.Act, n.Loc); ix != nil {
			ix.Remove(n)
		}
		if n.isExit() {
			p.acts = append(p.acts, n.Act)
		}
	} else {
		p.touch(n.By)
		for _, m := range n.Also() {
			p.touch(m)
		}
	}
	for _, l := range n.In {
		p.redo = append(p.redo, l)
		p.touch(l.From)
		if l.Exit != nil {
			p.touch(l.Exit)
		}
	}
	for _, c := range n.Out {
		if c.In[0].From == n {
			p.doom(c)
		} else {
			p.touch(c)
		}
	}
	if m := n.more; m != nil {
		for _, c := range m.returns {
			if c.In[0].Exit == n {
				p.doom(c)
			} else {
				p.touch(c)
			}
		}
		for _, c := range m.covers {
			p.doom(c)
		}
		p.acts = append(p.acts, m.entered...)
	}
	if n == n.Act.Root {
		p.acts = append(p.acts, n.Act)
	}
}

// orphans handles activations that have lost their first site. Another site takes its place if that site's
// activation is reached without passing through an orphan. Otherwise the activation is removed. orphans
// reports whether any activation was removed.
func (p *pruning) orphans() bool {
	var orphans []*Activation
	seen := map[*Activation]bool{}
	for _, a := range p.acts {
		if a.gone || seen[a] {
			continue
		}
		seen[a] = true
		if a.Root.Gone {
			p.discard(a)
		} else if len(a.Sites) > 0 && a.Sites[0].Gone {
			orphans = append(orphans, a)
		}
	}
	for again := true; again; {
		again = false
		for i, a := range orphans {
			if a != nil && p.adopt(a) {
				orphans[i], again = nil, true
			}
		}
	}
	for _, a := range orphans {
		if a != nil {
			p.doom(a.Root)
		}
	}
	return len(p.stack) > 0
}

func (p *pruning) adopt(a *Activation) bool {
	for i, s := range a.Sites {
		if !s.Gone && grounded(s.Act) {
			a.Sites[0], a.Sites[i] = a.Sites[i], a.Sites[0]
			a.siteEdges[0], a.siteEdges[i] = a.siteEdges[i], a.siteEdges[0]
			return true
		}
	}
	return false
}

// grounded reports whether the chain of first sites of a leads to the start.
func grounded(a *Activation) bool {
	for !a.gone && !a.Root.Gone {
		if len(a.Sites) == 0 {
			return true // a is the activation of the start procedure
		}
		if a.Sites[0].Gone {
			return false
		}
		a = a.Sites[0].Act
	}
	return false
}

// discard removes an activation whose root is removed. Calls that entered it are made again.
func (p *pruning) discard(a *Activation) {
	a.gone = true
	p.lost = append(p.lost, a)
	for i, s := range a.Sites {
		p.redo = append(p.redo, Link{From: s, Edge: a.siteEdges[i]})
		p.touch(s)
	}
	k := actKey{a.Proc.ID, p.x.dom.Key(a.Entry)}
	as := p.x.acts[k]
	for i, b := range as {
		if a == b {
			p.x.acts[k] = append(as[:i:i], as[i+1:]...)
			break
		}
	}
}

// settle takes removed nodes out of the lists of other nodes, and queues the edges that are to be taken
// again.
func (p *pruning) settle() {
	for _, n := range p.touched {
		if n.Gone {
			continue
		}
		n.Out = alive(n.Out)
		k := 0
		for _, l := range n.In {
			if !l.From.Gone && (l.Exit == nil || !l.Exit.Gone) {
				n.In[k] = l
				k++
			} else if !l.From.Gone {
				// The exit is removed and the site stays, so there is one link less between site and n. A
				// new exit will be returned to all sites.
				l.From.Out = without(l.From.Out, n)
			} else if l.Exit != nil && !l.Exit.Gone {
				l.Exit.more.returns = without(l.Exit.more.returns, n)
			}
		}
		clear(n.In[k:])
		n.In = n.In[:k]
		if m := n.more; m != nil {
			m.covers, m.returns = alive(m.covers), alive(m.returns)
			k := 0
			for _, a := range m.entered {
				if !a.gone {
					m.entered[k] = a
					k++
				}
			}
			m.entered = m.entered[:k]
		}
	}
	for _, a := range p.acts {
		if a.gone {
			continue
		}
		a.Exits = alive(a.Exits)
		k := 0
		for i, s := range a.Sites {
			if !s.Gone {
				a.Sites[k], a.siteEdges[k] = s, a.siteEdges[i]
				k++
			}
		}
		a.Sites, a.siteEdges = a.Sites[:k], a.siteEdges[:k]
	}
	for _, l := range p.redo {
		p.x.again(l.From, l.Edge)
	}
	for _, n := range p.removed { // release the memory
		n.State, n.In, n.Out, n.more, n.By = nil, nil, nil, nil, nil
	}
}

func alive(ns []*Node) []*Node {
	k := 0
	for _, n := range ns {
		if !n.Gone {
			ns[k] = n
			k++
		}
	}
	clear(ns[k:])
	return ns[:k]
}

// again queues an edge out of n to be taken again.
func (x *Explorer) again(n *Node, e *cfa.Edge) {
	if n.Gone {
		return
	}
	if !n.fresh && !n.grown {
		m := n.extra()
		if slices.Contains(m.again, e) {
			return
		}
		m.again = append(m.again, e)
	}
	x.work.push(n)
}
