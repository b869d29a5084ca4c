package mc

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/google/btree"

	"github.com/whet-mc/whet/internal/heap"
)

// Reverse postorder finishes a loop before it explores what follows the loop. Some loops have no end in the
// abstraction: for example, a loop that increments a tracked counter and that an input ends. Such a loop is
// never finished. Its rounds are explored one after another, while the bug, or the path from which
// refinement could learn something, waits at the loop's exit. So part of the expansions is spent on dives.
// A dive begins with the node that has waited longest and goes on depth first. At each branch it prefers
// the location that comes last in reverse postorder: out of loops, towards the exit. As in breadth-first
// search, every node is at some time the one that has waited longest, so each node is expanded at last. But
// errors many steps after a loop's exit are found soon.
//
// Any order of expansion is sound. The order decides only how soon a state or an error is reached.

// Numbers of expansions. Tests make them small.
var (
	beforeDives = 4000 // expansions before the first dive; most explorations end earlier
	diveUnit    = 250  // expansions in the shortest dive
	betweenUnit = 750  // expansions between two dives, for each diveUnit of the last dive
)

// dives decides when a dive begins, and holds the nodes that the current dive has reached.
type dives struct {
	stack []*Node // nodes reached in this dive; those still queued are not expanded yet
	// last is the length of the stack after a node was last taken. The nodes from this index on are the
	// successors of that node.
	last int
	held int // the number of queued nodes on the stack
	// ages has all waiting nodes, the oldest first, and some that do not wait any more. New nodes are the
	// youngest, so pushing takes constant time.
	ages  heap.Heap[*Node]
	count int // the number of dives begun
	left  int // the number of expansions left in this dive; 0: no dive is going on
	until int // the number of expansions until the next dive
}

func newDives() *dives {
	return &dives{until: beforeDives, ages: heap.New(func(a, b *Node) bool { return a.ID < b.ID })}
}

// wait records that n begins to wait. The number of other waiting nodes is `others`.
func (d *dives) wait(n *Node, others int) {
	if d.ages.Len() > 4*others+1024 { // most nodes in ages have been expanded
		d.ages.Keep(func(m *Node) bool { return m.queued && m != n })
	}
	d.ages.Push(n)
}

// hold puts a node on the stack.
func (d *dives) hold(n *Node) {
	d.stack = append(d.stack, n)
	d.held++
}

// next returns the node that a dive expands next, or nil if no dive is due. If this node is in the tree
// `rest`, next removes it from rest.
func (d *dives) next(rest *btree.BTreeG[*Node]) *Node {
	if d.left > 0 {
		if d.left--; d.left > 0 {
			if n := d.take(); n != nil {
				return n
			}
		}
		d.end(rest)
	}
	if d.until--; d.until > 0 {
		return nil
	}
	for d.ages.Len() > 0 {
		n := d.ages.Pop()
		if !n.queued {
			continue
		}
		if _, found := rest.Delete(n); !found {
			continue
		}
		d.count++
		// Lengths as 1 1 2 1 1 2 4 …: many short dives, few long ones, and about the same work for
		// each length (Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, IPL 47,
		// 1993).
		d.left = diveUnit * luby(d.count)
		d.until = betweenUnit * luby(d.count)
		return n
	}
	d.until = betweenUnit
	return nil
}

// take removes the next node from the stack: the successor of the last node that is nearest to the exit, or
// else an older node.
func (d *dives) take() *Node {
	slices.SortStableFunc(d.stack[min(d.last, len(d.stack)):], func(a, b *Node) int { return cmp.Compare(a.Loc.Index, b.Loc.Index) })
	for k := len(d.stack) - 1; k >= 0; k-- {
		n := d.stack[k]
		d.stack[k] = nil
		d.stack = d.stack[:k]
		if n.queued {
			d.held--
			d.last = k
			return n
		}
	}
	d.last = 0
	return nil
}

// end moves the nodes that a dive has not expanded back into the tree `rest`.
func (d *dives) end(rest *btree.BTreeG[*Node]) {
	for _, n := range d.stack {
		if n.queued {
			rest.ReplaceOrInsert(n)
		}
	}
	clear(d.stack)
	d.stack, d.last, d.held, d.left = d.stack[:0], 0, 0, 0
}

// luby returns the i-th number, counting from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
func luby(i int) int {
	for {
		k := bits.Len(uint(i))
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
