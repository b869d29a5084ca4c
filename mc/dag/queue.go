// The order of the exploration: rounds first, then the weak topological order of the places, then the order of
// arrival.

package dag

import (
	"cmp"

	"github.com/whet-mc/whet/mc/callstring"
)

// slot collects the links that lead to one place in one round. In a tree, it collects the links that one step makes
// of one state.
type slot[E any] struct {
	key   [2]int // the key that identifies the slot (see enqueue)
	at    rank
	links []*Link[E]
}

// rank orders the queue: by rounds, and within a round by the weak topological order, so that all links of a slot
// have arrived when its turn comes. In a tree it is the depth.
type rank struct {
	level int               // the round; in a tree, the depth
	at    *callstring.Point // the place of the slot; nil in a tree
	seq   int               // a number in the order of arrival
}

// rank returns a new rank for the place p. Ranks of equal round and place keep the order in which they were made.
func (x *Explorer[E]) rank(p *Place[E], round, depth int) rank {
	x.seq++
	if x.opt.Tree {
		return rank{depth, nil, x.seq}
	}
	return rank{round, &p.Point, x.seq}
}

// item is a slot to be settled or a node to be expanded.
type item[E any] struct {
	at   rank
	slot *slot[E]
	node *Node[E]
}

// before reports whether a comes before b in the queue.
func (a *item[E]) before(b *item[E]) bool {
	c := cmp.Compare(a.at.level, b.at.level)
	if c == 0 && a.at.at != nil {
		c = a.at.at.Cmp(b.at.at)
	}
	return cmp.Or(c, cmp.Compare(a.at.seq, b.at.seq)) < 0
}
