// The index of states at a location. The support of a state is the set of variables and cells that it knows. States
// are grouped by support, and each group is searched by hash, so that a covering state is found without comparing all
// states.

package value

import (
	"slices"
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// NewIndex implements mc.Indexer. A state t covers s exactly if s, restricted to the support of t, is equal to t; so
// one look-up by hash for each support finds a covering state. Most programs have far fewer supports than states. If
// there are many supports, only the smallest, which cover most, are searched. A covered state that is not recognized
// as such is explored in vain; nothing else depends on it.
//
// At a location with a single edge into it, from a location where a search was made, another search would not be
// worth its time and space: NewIndex returns nil.
func (d *Domain) NewIndex(at *cfa.Loc) mc.Index {
	if len(at.In) == 1 && !at.LoopHead && at.Error == nil && at != at.Proc.Exit && at != at.Proc.Entry {
		if _, call := at.In[0].Op.(*cfa.Call); !call {
			return nil
		}
	}
	return &index{byKeys: map[uint64][]*group{}}
}

// maxGroups bounds the supports that Find searches.
const maxGroups = 200

// index holds the states at a location.
type index struct {
	groups []*group            // the groups, those with the smallest supports first
	byKeys map[uint64][]*group // the groups, by the hash of the support
}

// group holds the states with one support.
type group struct {
	example *State                // one of the states; its keys are the support
	bloom   uint64                // a Bloom filter of the variables in the support
	size    int                   // the number of variables in the support
	nodes   map[uint64][]*mc.Node // the nodes, by the hash of the state
}

// keysHash returns a hash of the support: states with equal support have equal hashes. An array with fills counts
// with its values.
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

// find returns the group with the support of s, or nil.
func (x *index) find(s *State) *group {
	for _, g := range x.byKeys[s.keysHash()] {
		if h, ok := g.restricted(s); ok && h == s.hash() {
			return g
		}
	}
	return nil
}

// Insert implements mc.Index.
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

// Remove implements mc.Index.
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

// Find implements mc.Index: it prefers an equal state.
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

// Mergeable implements mc.Index: states are kept apart.
func (x *index) Mergeable(mc.State) []*mc.Node { return nil }

// restricted returns the hash of s restricted to the support of g, and whether s knows all of the support.
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

// restrictedHash returns the hash of s restricted to the keys of e, and whether s has all these keys.
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
	// If a node of s has the same keys as e, its hash is the result.
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
