// The index of states at a location.

package predicate

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// index holds the states of a location by their contents, and at abstraction locations also in a list, to find one
// that covers another.
type index struct {
	dom   *Domain
	cover bool // the location is an abstraction location
	nodes map[stateKey][]*mc.Node
	list  []*mc.Node // all nodes, if cover is set
}

type stateKey struct {
	set Set
	at  *cfa.Loc
	way *Way
}

func keyOf(s mc.State) stateKey {
	t := s.(*State)
	return stateKey{t.Set, t.At, t.Way}
}

// Insert implements mc.Index.
func (x *index) Insert(n *mc.Node) {
	k := keyOf(n.State)
	x.nodes[k] = append(x.nodes[k], n)
	if x.cover {
		x.list = append(x.list, n)
	}
}

// Remove implements mc.Index.
func (x *index) Remove(n *mc.Node) {
	k := keyOf(n.State)
	same := func(m *mc.Node) bool { return m == n }
	if x.nodes[k] = slices.DeleteFunc(x.nodes[k], same); len(x.nodes[k]) == 0 {
		delete(x.nodes, k)
	}
	if x.cover {
		x.list = slices.DeleteFunc(x.list, same)
	}
}

// Find implements mc.Index: it prefers an equal state, then one whose diagram contains s, then asks the solver.
func (x *index) Find(s mc.State) *mc.Node {
	if ns := x.nodes[keyOf(s)]; len(ns) > 0 {
		return ns[0]
	}
	t := s.(*State)
	for _, n := range x.list { // first, the nodes that need no solver
		if o := n.State.(*State); o.At == t.At && o.Way == t.Way && x.dom.sets.within(t.Set, o.Set) {
			return n
		}
	}
	for _, n := range x.list {
		if x.dom.Covers(n.State, s) {
			return n
		}
	}
	return nil
}

// Mergeable implements mc.Index.
func (x *index) Mergeable(mc.State) []*mc.Node { return nil }
