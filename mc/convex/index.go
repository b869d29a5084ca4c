// Search for a covering state. A state covers another only if every dimension with a single value in the first has
// the same single value in the second. So the index groups states by these dimensions and their values, and compares
// only states that agree on them.

package convex

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// signature holds the dimensions of an element that have a single value (its points), and these values. A state
// covers another only if all its points are points of the other, too. An unrolled loop makes one state after another
// that differ in the values of counters, so most pairs need no other comparison.
type signature struct {
	dims   []int     // the dimensions with a single value, ascending
	values []num.Rat // the values of dims
	hash   uint64
}

// Points returns the dimensions in which the state has a single value, in ascending order, and these values.
func (s *State[E]) Points() (dims []int, values []num.Rat) {
	g := s.signature()
	return g.dims, g.values
}

// signature returns the state's signature, and computes it on the first call.
func (s *State[E]) signature() *signature {
	if s.sig == nil {
		n := s.Elem.Dims()
		g := &signature{dims: make([]int, 0, n), values: make([]num.Rat, 0, n)} // room for n: most dimensions have a single value
		for d := range n {
			if i, ok := s.Elem.Bounds(linear.X(d)); ok && i.IsPoint() {
				g.dims, g.values = append(g.dims, d), append(g.values, i.Lo.At)
			}
		}
		g.hash = hashOf(g.dims, g.values)
		s.sig = g
	}
	return s.sig
}

// hashOf returns the hash of the points of a signature.
func hashOf(dims []int, values []num.Rat) uint64 {
	h := uint64(len(dims))
	for i, d := range dims {
		h = mix(h, d, values[i])
	}
	return h
}

func mix(h uint64, dim int, value num.Rat) uint64 {
	h = (h ^ uint64(dim)) * 0x9e3779b97f4a7c15
	h = (h ^ value.Hash()) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

func (g *signature) equal(h *signature) bool {
	return g.hash == h.hash && slices.Equal(g.dims, h.dims) &&
		slices.EqualFunc(g.values, h.values, num.Rat.Equal)
}

// mayCover reports whether an element with the points g may contain one with the points h: all of g's points are
// points of h.
func (g *signature) mayCover(h *signature) bool {
	if len(g.dims) > len(h.dims) {
		return false
	}
	at := 0
	for i, d := range g.dims {
		for at < len(h.dims) && h.dims[at] < d {
			at++
		}
		if at == len(h.dims) || h.dims[at] != d || !g.values[i].Equal(h.values[at]) {
			return false
		}
		at++
	}
	return true
}

// restricted returns the hash of g's points in the dimensions dims, as hashOf computes it, and whether each of dims
// is a point of g.
func (g *signature) restricted(dims []int) (uint64, bool) {
	if len(dims) > len(g.dims) {
		return 0, false
	}
	h, at := uint64(len(dims)), 0
	for _, d := range dims {
		for at < len(g.dims) && g.dims[at] < d {
			at++
		}
		if at == len(g.dims) || g.dims[at] != d {
			return 0, false
		}
		h = mix(h, d, g.values[at])
	}
	return h, true
}

// index holds the states at one location of one activation, in one shelf for each set of dimensions that are points,
// and within the shelf by their values.
type index[E numeric.Element[E]] struct {
	dom     mc.Domain
	shelves []*shelf
}

// shelf holds the nodes whose states have points in exactly the dimensions dims.
type shelf struct {
	dims  []int
	nodes map[uint64][]*mc.Node // the nodes, by the hash of their signature
}

// NewIndex returns an index for the domain d, which must merge states only if they have the same points.
func NewIndex[E numeric.Element[E]](d mc.Domain) mc.Index { return &index[E]{dom: d} }

// shelf returns the shelf for the dimensions dims, and makes it if it is new.
func (x *index[E]) shelf(dims []int) *shelf {
	for _, s := range x.shelves {
		if slices.Equal(s.dims, dims) {
			return s
		}
	}
	s := &shelf{dims, map[uint64][]*mc.Node{}}
	x.shelves = append(x.shelves, s)
	return s
}

// Insert implements mc.Index.
func (x *index[E]) Insert(n *mc.Node) {
	g := n.State.(*State[E]).signature()
	s := x.shelf(g.dims)
	s.nodes[g.hash] = append(s.nodes[g.hash], n)
}

// Remove implements mc.Index.
func (x *index[E]) Remove(n *mc.Node) {
	g := n.State.(*State[E]).signature()
	s := x.shelf(g.dims)
	ns := s.nodes[g.hash]
	if i := slices.Index(ns, n); i >= 0 {
		ns = slices.Delete(ns, i, i+1)
	}
	if len(ns) == 0 {
		delete(s.nodes, g.hash)
	} else {
		s.nodes[g.hash] = ns
	}
}

// Find implements mc.Index: it prefers a node with an equal state to other nodes that cover s.
func (x *index[E]) Find(s mc.State) *mc.Node {
	g := s.(*State[E]).signature()
	var cover *mc.Node
	for _, sh := range x.shelves {
		h, ok := g.restricted(sh.dims)
		if !ok {
			continue
		}
		for _, n := range sh.nodes[h] {
			if cover == nil && x.dom.Covers(n.State, s) {
				cover = n
			}
			if cover == n && len(sh.dims) == len(g.dims) && x.dom.Equal(n.State, s) {
				return n
			}
		}
	}
	return cover
}

// Mergeable implements mc.Index: it returns the nodes whose points are points of s, too.
func (x *index[E]) Mergeable(s mc.State) []*mc.Node {
	g := s.(*State[E]).signature()
	var out []*mc.Node
	for _, sh := range x.shelves {
		if h, ok := g.restricted(sh.dims); ok {
			out = append(out, sh.nodes[h]...)
		}
	}
	return out
}
