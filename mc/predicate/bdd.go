// Sets of valuations of predicates as reduced ordered binary decision diagrams (Bryant: "Graph-Based Algorithms for
// Boolean Function Manipulation", 1986). Nodes are shared and never deleted; equal sets have equal numbers. All
// operations are built from ite.

package predicate

import "github.com/whet-mc/whet/smt"

// Set is a set of valuations of predicates, as the number of a node of a decision diagram. Equal sets have equal
// numbers, so abstract states are compared and looked up without the solver, and one covers another if an implication
// of diagrams holds. The variables of the diagrams are the predicates in the order in which they were learnt.
type Set int32

const (
	none Set = 0 // the empty set
	all  Set = 1 // the set of all valuations
)

// bddNode is a branch on the predicate with the number pred.
type bddNode struct {
	pred   int32
	lo, hi Set // the set if the predicate does not hold, and the set if it holds
}

type iteKey struct{ c, t, e Set }

// sets makes the diagrams, and holds their nodes.
type sets struct {
	nodes  []bddNode
	unique map[bddNode]Set   // the number of each node
	ites   map[iteKey]Set    // the results of the method ite
	terms  map[Set]*smt.Term // see Domain.Term
}

// cacheLimit bounds a cache; a full one is emptied.
const cacheLimit = 1 << 20

// last is the pred of the two leaves, greater than the number of each predicate.
const last = 1 << 30

func newSets() *sets {
	return &sets{
		nodes:  []bddNode{{pred: last}, {pred: last}},
		unique: map[bddNode]Set{}, ites: map[iteKey]Set{}, terms: map[Set]*smt.Term{},
	}
}

// node returns the set with the subsets lo and hi, which branch only on predicates after pred.
func (s *sets) node(pred int, lo, hi Set) Set {
	if lo == hi {
		return lo
	}
	n := bddNode{int32(pred), lo, hi}
	x, ok := s.unique[n]
	if !ok {
		x = Set(len(s.nodes))
		s.nodes = append(s.nodes, n)
		s.unique[n] = x
	}
	return x
}

// literal returns the valuations in which the predicate holds, or in which it does not.
func (s *sets) literal(pred int, holds bool) Set {
	if holds {
		return s.node(pred, none, all)
	}
	return s.node(pred, all, none)
}

// ite returns the set that agrees with t inside of c and with e outside.
func (s *sets) ite(c, t, e Set) Set {
	switch {
	case c == all || t == e:
		return t
	case c == none:
		return e
	case t == all && e == none:
		return c
	}
	k := iteKey{c, t, e}
	if x, ok := s.ites[k]; ok {
		return x
	}
	pred := min(s.nodes[c].pred, s.nodes[t].pred, s.nodes[e].pred)
	c0, c1 := s.below(c, pred)
	t0, t1 := s.below(t, pred)
	e0, e1 := s.below(e, pred)
	x := s.node(int(pred), s.ite(c0, t0, e0), s.ite(c1, t1, e1))
	if len(s.ites) >= cacheLimit {
		clear(s.ites)
	}
	s.ites[k] = x
	return x
}

// below returns the subsets of x where pred does not hold, and where it holds. x must not branch on earlier
// predicates.
func (s *sets) below(x Set, pred int32) (lo, hi Set) {
	if n := s.nodes[x]; n.pred == pred {
		return n.lo, n.hi
	}
	return x, x
}

func (s *sets) and(x, y Set) Set { return s.ite(x, y, none) }
func (s *sets) or(x, y Set) Set  { return s.ite(x, all, y) }
func (s *sets) not(x Set) Set    { return s.ite(x, none, all) }

// within reports whether x is a subset of y.
func (s *sets) within(x, y Set) bool {
	return x == y || x == none || y == all || s.ite(x, s.not(y), none) == none
}

// cube returns the valuations with the given values of some predicates, whose numbers ascend.
func (s *sets) cube(preds []int, holds []bool) Set {
	x := all
	for i := len(preds) - 1; i >= 0; i-- {
		if holds[i] {
			x = s.node(preds[i], none, x)
		} else {
			x = s.node(preds[i], x, none)
		}
	}
	return x
}

// fixed reports whether a predicate has the same value in all valuations of x (known), and this value.
func (s *sets) fixed(x Set, pred int) (holds, known bool) {
	switch {
	case s.within(x, s.literal(pred, true)):
		return true, true
	case s.within(x, s.literal(pred, false)):
		return false, true
	}
	return false, false
}
