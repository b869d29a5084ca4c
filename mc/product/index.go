package product

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// maxCompared is how many states with other values a new one is compared with: one that is covered
// and not found to be is explored for nothing, and that is all.
const maxCompared = 400

// NewIndex implements mc.Indexer: states with the same values are looked up, and where blocks end,
// those with fewer known values are compared, the latest first. Where there is one way to a
// location and nothing ends, none is looked for.
func (d *Domain) NewIndex(at *cfa.Loc) mc.Index {
	ends := d.blocks.Abstract(at)
	if !ends && len(at.In) == 1 && at != at.Proc.Exit && at != at.Proc.Entry {
		if _, call := at.In[0].Op.(*cfa.Call); !call {
			return nil
		}
	}
	return &index{dom: d, ends: ends, nodes: map[uint64][]*mc.Node{}, place: map[*mc.Node]int{}}
}

type index struct {
	dom   *Domain
	ends  bool
	nodes map[uint64][]*mc.Node // by values
	// all, where blocks end, in the order in which they came; nil where one was removed
	list  []*mc.Node
	place map[*mc.Node]int // in list
	gone  int              // removed, and still a place in list
}

func (x *index) key(s mc.State) uint64 {
	t := s.(*State)
	if x.ends { // there the values are those that the block began with
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

// compact closes the gaps that removals have left: a scan of the list for each would take most of
// the time where procedures are explored with many entries.
func (x *index) compact() {
	x.list = slices.DeleteFunc(x.list, func(m *mc.Node) bool { return m == nil })
	for i, m := range x.list {
		x.place[m] = i
	}
	x.gone = 0
}

// Find implements mc.Index.
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
