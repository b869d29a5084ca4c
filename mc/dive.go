package mc

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/google/btree"

	"github.com/whet-mc/whet/internal/heap"
)

// Reverse postorder finishes a loop before it looks at what lies behind. A loop that has no end, as
// one that counts what is tracked and leaves when an input says so, is never finished: states of
// one round after the other are explored, while the bug, or the path that would teach something,
// waits at the loop's exit. So a part of all expansions is spent on dives: a dive begins with the
// node that has waited longest and goes on depth first, at each branch with the location that comes
// last in reverse postorder: out of loops, towards the exit. Every node is the one that has waited
// longest some time, so that each is expanded in the end, as in breadth first search, but errors
// that lie many steps after an exit are soon found.
//
// The order of expansion changes nothing in what an exploration means, only when it finds what.

// Expansions. Tests make them small.
var (
	beforeDives = 4000 // before the first dive: most explorations are over by then
	diveUnit    = 250  // of the shortest dive
	betweenUnit = 750  // between two dives, for each unit of the last one
)

// dives decides when a dive is due, and holds the nodes that were reached in the one going on.
type dives struct {
	stack []*Node // reached in this dive and not expanded, if they are queued
	// nodes on the stack when the last one was taken: those above are its successors
	last int
	held int // queued nodes on the stack
	// all that wait, the oldest first, and some that do not wait any more. New ones are the
	// youngest: pushing costs nothing
	ages  heap.Heap[*Node]
	count int // dives begun
	left  int // expansions left in this dive; 0: none goes on
	until int // expansions until the next one
}

func newDives() *dives {
	return &dives{until: beforeDives, ages: heap.New(func(a, b *Node) bool { return a.ID < b.ID })}
}

// wait records a node that begins to wait, and how many others wait.
func (d *dives) wait(n *Node, others int) {
	if d.ages.Len() > 4*others+1024 { // most have been expanded
		d.ages.Keep(func(m *Node) bool { return m.queued && m != n })
	}
	d.ages.Push(n)
}

// hold puts a node on the stack.
func (d *dives) hold(n *Node) {
	d.stack = append(d.stack, n)
	d.held++
}

// next returns the node that a dive expands next, taken out of the tree where it is; nil where none
// is due.
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

// take takes the successor of the last node that lies nearest to the exit, or goes back.
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

// end puts what a dive did not come to with the rest.
func (d *dives) end(rest *btree.BTreeG[*Node]) {
	for _, n := range d.stack {
		if n.queued {
			rest.ReplaceOrInsert(n)
		}
	}
	clear(d.stack)
	d.stack, d.last, d.held, d.left = d.stack[:0], 0, 0, 0
}

// luby is the i-th number, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
func luby(i int) int {
	for {
		k := bits.Len(uint(i))
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
