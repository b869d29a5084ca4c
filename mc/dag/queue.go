package dag

import (
	"cmp"
	"slices"
)

// slot collects the links that lead to one place in one round; in a tree, those that one step makes of one state.
type slot[E any] struct {
	key   [2]int
	at    rank
	links []*Link[E]
}

// rank orders what is to be done: rounds first, and the weak topological order within a round, so that when a slot's turn
// comes all its links have arrived. In a tree it is the depth.
type rank struct {
	level int
	order []int
	seq   int
}

func (x *Explorer[E]) rank(p *Place[E], round, depth int) rank {
	x.seq++
	if x.opt.Tree {
		return rank{depth, nil, x.seq}
	}
	return rank{round, p.order, x.seq}
}

func (a rank) cmp(b rank) int {
	return cmp.Or(cmp.Compare(a.level, b.level), slices.Compare(a.order, b.order), cmp.Compare(a.seq, b.seq))
}

// item is a slot to be settled or a node to be expanded.
type item[E any] struct {
	at   rank
	slot *slot[E]
	node *Node[E]
}

type queue[E any] []*item[E]

func (q queue[E]) Len() int           { return len(q) }
func (q queue[E]) Less(i, j int) bool { return q[i].at.cmp(q[j].at) < 0 }
func (q queue[E]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue[E]) Push(x any)        { *q = append(*q, x.(*item[E])) }

func (q *queue[E]) Pop() any {
	old := *q
	it := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return it
}
