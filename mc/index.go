// Indexes that find covering nodes.

package mc

import "github.com/whet-mc/whet/cfa"

// Index holds the uncovered nodes at one location of one activation.
type Index interface {
	Insert(n *Node)
	Remove(n *Node) // n is in the index, with the state that it had when it was inserted
	// Find returns a node whose state covers s, or nil. It prefers a node whose state equals s.
	Find(s State) *Node
	// Mergeable lists the nodes that s may be merged with, in a fixed order. The list is empty for domains
	// that never merge.
	Mergeable(s State) []*Node
}

// Indexer is optional. A domain implements it if it can find a covering state faster than by comparing with
// all states that have the same cover key. NewIndex may return nil for a location; then nothing is covered
// or merged there. But every cycle must contain a location with an index, and the target of every call edge
// must have one. A domain that merges must provide an index at every location.
type Indexer interface {
	NewIndex(at *cfa.Loc) Index
}

// hashIndex is the index for domains without an Indexer. If the domain has a CoverIndex, only nodes with
// the same CoverKey are compared. Otherwise nodes with an equal state are found by Key, and the list of all
// nodes is searched for a covering one.
type hashIndex struct {
	dom   Domain
	cover CoverIndex // the domain as a CoverIndex; nil if the domain does not implement it
	at    *cfa.Loc
	byKey map[uint64][]*Node
	all   []*Node
}

func newIndex(dom Domain, at *cfa.Loc) Index {
	if x, ok := dom.(Indexer); ok {
		return x.NewIndex(at)
	}
	x := &hashIndex{dom: dom, at: at, byKey: map[uint64][]*Node{}}
	x.cover, _ = dom.(CoverIndex)
	return x
}

func (x *hashIndex) key(s State) uint64 {
	if x.cover != nil {
		return x.cover.CoverKey(s, x.at)
	}
	return x.dom.Key(s)
}

func (x *hashIndex) Insert(n *Node) {
	k := x.key(n.State)
	x.byKey[k] = append(x.byKey[k], n)
	x.all = append(x.all, n)
}

func (x *hashIndex) Remove(n *Node) {
	k := x.key(n.State)
	if x.byKey[k] = without(x.byKey[k], n); len(x.byKey[k]) == 0 {
		delete(x.byKey, k)
	}
	x.all = without(x.all, n)
}

func without(ns []*Node, n *Node) []*Node {
	for i, m := range ns {
		if m == n {
			return append(ns[:i], ns[i+1:]...)
		}
	}
	return ns
}

func (x *hashIndex) Find(s State) *Node {
	same := x.byKey[x.key(s)]
	for _, n := range same {
		if x.dom.Equal(n.State, s) {
			return n
		}
	}
	if x.cover == nil {
		same = x.all
	}
	for _, n := range same {
		if x.dom.Covers(n.State, s) {
			return n
		}
	}
	return nil
}

func (x *hashIndex) Mergeable(State) []*Node { return x.all }
