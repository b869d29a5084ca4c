package mc

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// CheckInductive verifies that a finished graph is closed: the start is in it; every successor of
// every uncovered node is covered by an uncovered node at the same place; every call enters an
// activation of which it is a site, and what every exit returns to every site is covered; every
// covered node is covered; nothing names what was pruned. It looks at the domain and the graph only
// and shares no code with the explorer. allowErrors says whether error locations may be reached.
func CheckInductive(g *Graph, dom Domain, allowErrors bool) error {
	type place struct {
		act *Activation
		loc *cfa.Loc
	}
	at := map[place][]*Node{}
	acts := map[*Activation]bool{}
	for _, a := range g.Activations {
		acts[a] = true
	}
	for _, n := range g.Nodes {
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
			at[place{n.Act, n.Loc}] = append(at[place{n.Act, n.Loc}], n)
		} else if err := coveredBy(dom, n); err != nil {
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
	covered := func(a *Activation, l *cfa.Loc, s State) bool {
		var states []State
		for _, n := range at[place{a, l}] {
			if dom.Covers(n.State, s) {
				return true
			}
			states = append(states, n.State)
		}
		return together(dom, states, s)
	}
	started := false
	for _, a := range g.Activations {
		if a.Root == nil || a.Root.Gone || !dom.Equal(a.Root.State, a.Entry) {
			return fmt.Errorf("activation %d of %s has no root", a.ID, a.Proc.Name)
		}
		started = started || a.Proc == g.Program.Start && dom.Covers(a.Entry, dom.Start(g.Program))
		exits := map[*Node]bool{}
		for _, e := range a.Exits {
			exits[e] = true
		}
		for _, e := range at[place{a, a.Proc.Exit}] {
			if !exits[e] {
				return fmt.Errorf("exit %d is not in the summary of activation %d", e.ID, a.ID)
			}
		}
		for i, s := range a.Sites {
			if s.Gone {
				return fmt.Errorf("site of activation %d is gone", a.ID)
			}
			for _, e := range a.Exits {
				for _, t := range dom.Return(s.State, a.siteEdges[i], a.Entry, e.State) {
					if !covered(s.Act, a.siteEdges[i].To, t) {
						return fmt.Errorf("return of node %d from exit %d is not covered: %v", s.ID, e.ID, t)
					}
				}
			}
		}
	}
	if !started {
		return fmt.Errorf("the start is not covered")
	}
	type call struct {
		n *Node
		e *cfa.Edge
	}
	entered := map[call][]*Activation{}
	for _, a := range g.Activations {
		for i, s := range a.Sites {
			entered[call{s, a.siteEdges[i]}] = append(entered[call{s, a.siteEdges[i]}], a)
		}
	}
	for _, n := range g.Nodes {
		if n.Gone || n.By != nil {
			continue
		}
		for _, e := range n.Loc.Out {
			if _, ok := e.Op.(*cfa.Call); ok {
				s, ok := dom.Enter(n.State, e)
				if !ok {
					continue
				}
				if !slices.ContainsFunc(entered[call{n, e}], func(a *Activation) bool { return dom.Covers(a.Entry, s) }) {
					return fmt.Errorf("call at node %d has no activation for %v", n.ID, s)
				}
				continue
			}
			for _, s := range dom.Post(n.State, e) {
				if !covered(n.Act, e.To, s) {
					return fmt.Errorf("successor %v of node %d by edge %d is not covered", s, n.ID, e.ID)
				}
			}
		}
	}
	return nil
}

// coveredBy verifies that a covered node is.
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

// together reports whether a union of states covers one.
func together(dom Domain, old []State, s State) bool {
	u, ok := dom.(UnionCover)
	return ok && u.CoveredByUnion(old, s) != nil
}
