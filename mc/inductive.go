// An independent check that a finished graph is closed.

package mc

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// CheckInductive verifies that a finished graph is closed. The start is in it. Every successor of every
// uncovered node is covered by uncovered nodes at the same location and activation. Every call enters an
// activation of which the node is a site, and every state that an exit returns to a site is covered. Every
// node marked as covered is covered. No pruned node is referred to. CheckInductive uses only the domain and
// the graph, and shares no code with the explorer. The argument allowErrors says whether error locations
// may be reached.
func CheckInductive(g *Graph, dom Domain, allowErrors bool) error {
	c := &closure{g, dom, map[place][]*Node{}}
	for _, check := range []func() error{func() error { return c.nodes(allowErrors) }, c.activations, c.successors} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// place is a location in an activation.
type place struct {
	act *Activation
	loc *cfa.Loc
}

// closure is one check of a graph.
type closure struct {
	g   *Graph
	dom Domain
	at  map[place][]*Node // the uncovered nodes
}

// nodes verifies each node by itself: how it was reached, and, if it is marked as covered, that it is
// covered.
func (c *closure) nodes(allowErrors bool) error {
	acts := map[*Activation]bool{}
	for _, a := range c.g.Activations {
		acts[a] = true
	}
	for _, n := range c.g.Nodes {
		if n.Gone {
			continue
		}
		if n.Loc.Error != nil && !allowErrors {
			return fmt.Errorf("error location %v is reached", n.Loc.Pos)
		}
		if !acts[n.Act] {
			return fmt.Errorf("node %d is of an activation that is gone", n.ID)
		}
		if n.By == nil {
			at := place{n.Act, n.Loc}
			c.at[at] = append(c.at[at], n)
		} else if err := coveredBy(c.dom, n); err != nil {
			return err
		}
		for i, l := range n.In {
			if l.From.Gone || l.Exit != nil && l.Exit.Gone || i == 0 && l.From.ID >= n.ID {
				return fmt.Errorf("node %d was reached from node %d", n.ID, l.From.ID)
			}
		}
		for _, m := range n.Out {
			if m.Gone || !slices.ContainsFunc(m.In, func(l Link) bool { return l.From == n }) {
				return fmt.Errorf("node %d is not reached from node %d", m.ID, n.ID)
			}
		}
	}
	return nil
}

// covered reports whether the uncovered nodes at a place cover s.
func (c *closure) covered(a *Activation, l *cfa.Loc, s State) bool {
	var states []State
	for _, n := range c.at[place{a, l}] {
		if c.dom.Covers(n.State, s) {
			return true
		}
		states = append(states, n.State)
	}
	return together(c.dom, states, s)
}

// activations verifies that the start is in the graph, that summaries contain all exits, and that the
// states that exits return are covered.
func (c *closure) activations() error {
	started := false
	for _, a := range c.g.Activations {
		if a.Root == nil || a.Root.Gone || !c.dom.Equal(a.Root.State, a.Entry) {
			return fmt.Errorf("activation %d of %s has no root", a.ID, a.Proc.Name)
		}
		started = started || a.Proc == c.g.Program.Start && c.dom.Covers(a.Entry, c.dom.Start(c.g.Program))
		exits := map[*Node]bool{}
		for _, e := range a.Exits {
			exits[e] = true
		}
		for _, e := range c.at[place{a, a.Proc.Exit}] {
			if !exits[e] {
				return fmt.Errorf("exit %d is not in the summary of activation %d", e.ID, a.ID)
			}
		}
		for i, s := range a.Sites {
			if s.Gone {
				return fmt.Errorf("site of activation %d is gone", a.ID)
			}
			for _, e := range a.Exits {
				for _, t := range c.dom.Return(s.State, a.siteEdges[i], a.Entry, e.State) {
					if !c.covered(s.Act, a.siteEdges[i].To, t) {
						return fmt.Errorf("return of node %d from exit %d is not covered: %v", s.ID, e.ID, t)
					}
				}
			}
		}
	}
	if !started {
		return fmt.Errorf("the start is not covered")
	}
	return nil
}

// successors verifies that the successors of uncovered nodes are covered, and that their calls have entered
// activations.
func (c *closure) successors() error {
	type call struct {
		n *Node
		e *cfa.Edge
	}
	entered := map[call][]*Activation{}
	for _, a := range c.g.Activations {
		for i, s := range a.Sites {
			entered[call{s, a.siteEdges[i]}] = append(entered[call{s, a.siteEdges[i]}], a)
		}
	}
	for _, n := range c.g.Nodes {
		if n.Gone || n.By != nil {
			continue
		}
		for _, e := range n.Loc.Out {
			if _, ok := e.Op.(*cfa.Call); ok {
				s, ok := c.dom.Enter(n.State, e)
				if !ok {
					continue
				}
				if !slices.ContainsFunc(entered[call{n, e}], func(a *Activation) bool { return c.dom.Covers(a.Entry, s) }) {
					return fmt.Errorf("call at node %d has no activation for %v", n.ID, s)
				}
				continue
			}
			for _, s := range c.dom.Post(n.State, e) {
				if !c.covered(n.Act, e.To, s) {
					return fmt.Errorf("successor %v of node %d by edge %d is not covered", s, n.ID, e.ID)
				}
			}
		}
	}
	return nil
}

// coveredBy verifies that n, which is marked as covered, is covered.
func coveredBy(dom Domain, n *Node) error {
	by := append([]*Node{n.By}, n.Also()...)
	var states []State
	for _, m := range by {
		if m.Gone || m.By != nil || m.Loc != n.Loc || m.Act != n.Act {
			return fmt.Errorf("node %d is not covered by node %d", n.ID, m.ID)
		}
		states = append(states, m.State)
	}
	if len(by) == 1 && dom.Covers(n.By.State, n.State) || together(dom, states, n.State) {
		return nil
	}
	return fmt.Errorf("node %d is not covered by node %d", n.ID, n.By.ID)
}

// together reports whether the union of the states old covers s, as far as the domain can tell.
func together(dom Domain, old []State, s State) bool {
	u, ok := dom.(UnionCover)
	return ok && u.CoveredByUnion(old, s) != nil
}
