package value

import (
	"slices"
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// NewIndex returns an index that finds covering states without comparing with all: it sorts them by
// what they know something of (their support). A state covers s exactly if s, cut down to its
// support, is equal to it; so for each support there is one look-up by hash. There are far fewer
// supports than states in most programs; where there are many, only the least ones, which cover
// most, are looked at. (A state that is covered and not found to be is explored for nothing, and
// that is all.)
//
// Where a location is reached by one edge, from a location where what could be covered was, looking
// for more is not worth the time and the space.
func (d *Domain) NewIndex(at *cfa.Loc) mc.Index {
	if len(at.In) == 1 && !at.LoopHead && at.Error == nil && at != at.Proc.Exit && at != at.Proc.Entry {
		if _, call := at.In[0].Op.(*cfa.Call); !call {
			return nil
		}
	}
	return &index{byKeys: map[uint64][]*group{}}
}

const maxGroups = 200

type index struct {
	groups []*group            // the least supports first
	byKeys map[uint64][]*group // by hash of the support
}

// group is the states with one support.
type group struct {
	example *State // any of them: its keys are the support
	bloom   uint64
	size    int
	nodes   map[uint64][]*mc.Node // by hash of the state
}

// keysHash is equal for states with equal support.
func (s *State) keysHash() uint64 {
	h := hashOf(s.glob.keysHash(), s.loc.keysHash(), s.arrs.keysHash())
	s.arrs.each(func(_ uint64, c *cells) bool {
		if len(c.fills) == 0 {
			h = mix(h + c.at.keysHash())
		} else {
			h = mix(h ^ c.hash) // an array with fills is compared as a whole
		}
		return true
	})
	return h
}

func (x *index) find(s *State) *group {
	for _, g := range x.byKeys[s.keysHash()] {
		if h, ok := g.restricted(s); ok && h == s.hash() {
			return g
		}
	}
	return nil
}

// Insert: see mc.Index.
func (x *index) Insert(n *mc.Node) {
	s := n.State.(*State)
	g := x.find(s)
	if g == nil {
		g = &group{example: s, bloom: s.glob.bloom() | s.loc.bloom(), size: s.glob.size() + s.loc.size(), nodes: map[uint64][]*mc.Node{}}
		k := sort.Search(len(x.groups), func(i int) bool { return x.groups[i].size > g.size })
		x.groups = slices.Insert(x.groups, k, g)
		x.byKeys[s.keysHash()] = append(x.byKeys[s.keysHash()], g)
	}
	g.nodes[s.hash()] = append(g.nodes[s.hash()], n)
}

// Remove: see mc.Index.
func (x *index) Remove(n *mc.Node) {
	s := n.State.(*State)
	g := x.find(s)
	if g == nil {
		return
	}
	ns := g.nodes[s.hash()]
	for i, m := range ns {
		if m == n {
			ns = append(ns[:i:i], ns[i+1:]...)
			break
		}
	}
	if len(ns) > 0 {
		g.nodes[s.hash()] = ns
		return
	}
	delete(g.nodes, s.hash())
}

// Find: see mc.Index.
func (x *index) Find(st mc.State) *mc.Node {
	s := st.(*State)
	own := x.find(s)
	if own != nil {
		for _, n := range own.nodes[s.hash()] {
			if n.State.(*State).equal(s) {
				return n
			}
		}
	}
	bloom, size := s.glob.bloom()|s.loc.bloom(), s.glob.size()+s.loc.size()
	for i, g := range x.groups {
		if g.size > size || i == maxGroups {
			break
		}
		if g == own || g.bloom&^bloom != 0 || len(g.nodes) == 0 {
			continue
		}
		if h, ok := g.restricted(s); ok {
			for _, n := range g.nodes[h] {
				if s.implies(n.State.(*State)) {
					return n
				}
			}
		}
	}
	return nil
}

// Mergeable: states are kept apart.
func (x *index) Mergeable(mc.State) []*mc.Node { return nil }

// restricted is the hash that s has when cut down to the support of g, and whether s knows all of
// that.
func (g *group) restricted(s *State) (uint64, bool) {
	e := g.example
	glob, ok := restrictedHash(e.glob.root, s.glob)
	if !ok {
		return 0, false
	}
	loc, ok := restrictedHash(e.loc.root, s.loc)
	if !ok {
		return 0, false
	}
	var arrs uint64
	e.arrs.each(func(id uint64, c *cells) bool {
		d, known := s.arrs.get(id)
		if ok = known; !ok {
			return false
		}
		if len(c.fills) > 0 || len(d.fills) > 0 {
			ok = c.Equal(d)
			arrs += entryHash(id, c.hash)
			return ok
		}
		h, all := restrictedHash(c.at.root, d.at)
		ok = all
		arrs += entryHash(id, h)
		return ok
	})
	return hashOf(glob, loc, arrs), ok
}

func restrictedHash[V elem[V]](e *pnode[V], s pmap[V]) (uint64, bool) {
	if e == nil {
		return 0, true
	}
	if e == s.root {
		return e.hash, true
	}
	if e.bit == 0 {
		v, ok := s.get(e.key)
		if !ok {
			return 0, false
		}
		return entryHash(e.key, v.Hash()), true
	}
	// Below a node that has the same keys, the hashes are the same as for s itself.
	n := s.root
	for n != nil && n.bit > e.bit && n.holds(e.key) {
		if e.key&n.bit == 0 {
			n = n.left
		} else {
			n = n.right
		}
	}
	if n == nil || n.size < e.size {
		return 0, false
	}
	if n.keys == e.keys && n.size == e.size && n.bit == e.bit && n.key == e.key {
		return n.hash, true
	}
	l, ok := restrictedHash(e.left, pmap[V]{n})
	if !ok {
		return 0, false
	}
	r, ok := restrictedHash(e.right, pmap[V]{n})
	return l + r, ok
}
