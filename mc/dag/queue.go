package dag

import (
	"cmp"

	"github.com/whet-mc/whet/mc/callstring"
)

// slot collects the links that lead to one place in one round; in a tree, those that one step makes
// of one state.
type slot[E any] struct {
	key   [2]int
	at    rank
	links []*Link[E]
}

// rank orders what is to be done: rounds first, and the weak topological order within a round, so
// that when a slot's turn comes all its links have arrived. In a tree it is the depth.
type rank struct {
	level int
	at    *callstring.Point // nil in a tree
	seq   int
}

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

// before is the order of the queue.
func (a *item[E]) before(b *item[E]) bool {
	c := cmp.Compare(a.at.level, b.at.level)
	if c == 0 && a.at.at != nil {
		c = a.at.at.Cmp(b.at.at)
	}
	return cmp.Or(c, cmp.Compare(a.at.seq, b.at.seq)) < 0
}
