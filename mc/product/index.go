package product

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// maxCompared is how many states with other values a new one is compared with: one that is covered and not found to be is explored for nothing, and
// that is all.
const maxCompared = 400

// NewIndex implements mc.Indexer: states with the same values are looked up, and where blocks end, those with fewer known values are compared, the
// latest first. Where there is one way to a location and nothing ends, none is looked for.
func (d *Domain) NewIndex(at *cfa.Loc) mc.Index {
	ends := d.blocks.Abstract(at)
	if !ends && len(at.In) == 1 && at != at.Proc.Exit && at != at.Proc.Entry {
		if _, call := at.In[0].Op.(*cfa.Call); !call {
			return nil
		}
	}
	return &index{dom: d, ends: ends, nodes: map[uint64][]*mc.Node{}}
}

type index struct {
	dom   *Domain
	ends  bool
	nodes map[uint64][]*mc.Node // by values
	list  []*mc.Node            // all, where blocks end
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
	if x.ends {
		x.list = slices.DeleteFunc(x.list, same)
	}
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
	for i := len(x.list) - 1; i >= max(0, len(x.list)-maxCompared); i-- {
		if n := x.list[i]; x.dom.Covers(n.State, s) {
			return n
		}
	}
	return nil
}

// Mergeable implements mc.Index.
func (x *index) Mergeable(mc.State) []*mc.Node { return nil }
