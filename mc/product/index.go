// The index of pairs at a location. It first looks for pairs with equal values. Where blocks end, it then compares a
// bounded number of recent pairs with other values.

package product

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// maxCompared bounds the states with other values that a new one is compared with. A covered state that is not
// recognized as such is explored in vain; nothing else depends on it.
const maxCompared = 400

// NewIndex implements mc.Indexer. At a location with a single edge into it where no block ends, states are not looked
// up: it returns nil.
func (d *Domain) NewIndex(at *cfa.Loc) mc.Index {
	ends := d.blocks.Abstract(at)
	if !ends && len(at.In) == 1 && at != at.Proc.Exit && at != at.Proc.Entry {
		if _, call := at.In[0].Op.(*cfa.Call); !call {
			return nil
		}
	}
	return &index{dom: d, ends: ends, nodes: map[uint64][]*mc.Node{}, place: map[*mc.Node]int{}}
}

// index holds the nodes at a location.
type index struct {
	dom   *Domain
	ends  bool                  // a block ends at the location
	nodes map[uint64][]*mc.Node // the nodes by the key of their state
	// list holds all nodes in the order of insertion, if blocks end here; nil where one was removed.
	list  []*mc.Node
	place map[*mc.Node]int // the index of each node in list
	gone  int              // the number of nils in list
}

// key returns the hash by which the nodes of s are found.
func (x *index) key(s mc.State) uint64 {
	t := s.(*State)
	if x.ends { // Values and From are the same here
		return x.dom.values.Key(t.Values)
	}
	return x.dom.Key(s)
}

// Insert implements mc.Index.
func (x *index) Insert(n *mc.Node) {
	k := x.key(n.State)
	x.nodes[k] = append(x.nodes[k], n)
	if x.ends {
		x.place[n] = len(x.list)
		x.list = append(x.list, n)
	}
}

// Remove implements mc.Index.
func (x *index) Remove(n *mc.Node) {
	k := x.key(n.State)
	same := func(m *mc.Node) bool { return m == n }
	if x.nodes[k] = slices.DeleteFunc(x.nodes[k], same); len(x.nodes[k]) == 0 {
		delete(x.nodes, k)
	}
	if i, ok := x.place[n]; ok {
		delete(x.place, n)
		x.list[i] = nil
		if x.gone++; 2*x.gone > len(x.list) {
			x.compact()
		}
	}
}

// compact removes the gaps that Remove has left. To remove nodes from the list at once would take most of the time if
// procedures are explored with many entries.
func (x *index) compact() {
	x.list = slices.DeleteFunc(x.list, func(m *mc.Node) bool { return m == nil })
	for i, m := range x.list {
		x.place[m] = i
	}
	x.gone = 0
}

// Find implements mc.Index: it prefers an equal state, then one with the same values, then the latest that covers s.
func (x *index) Find(s mc.State) *mc.Node {
	same := x.nodes[x.key(s)]
	for _, n := range same {
		if x.dom.Equal(n.State, s) {
			return n
		}
	}
	if !x.ends {
		return nil
	}
	for _, n := range same {
		if x.dom.Covers(n.State, s) {
			return n
		}
	}
	compared := 0
	for i := len(x.list) - 1; i >= 0 && compared < maxCompared; i-- {
		n := x.list[i]
		if n == nil {
			continue
		}
		if compared++; x.dom.Covers(n.State, s) {
			return n
		}
	}
	return nil
}

// Mergeable implements mc.Index.
func (x *index) Mergeable(mc.State) []*mc.Node { return nil }
