// The worklist: the order in which nodes are expanded.

package mc

import (
	"github.com/google/btree"
)

// Order is the order in which nodes are expanded.
type Order int

const (
	// RPO takes the deepest call first, then locations in reverse postorder, then the oldest node. So the
	// results of a procedure are known before its caller goes on, an inner loop is finished before what
	// follows it, and states are joined at a merge point before they go on. Dives (dive.go) ensure that
	// loops without an end do not delay what follows them forever.
	RPO Order = iota
	BFS       // the oldest node first: finds short error paths
	DFS       // the newest node first: finds long error paths soon
)

func (o Order) String() string { return [...]string{"rpo", "bfs", "dfs"}[o] }

// worklist holds the nodes that are to be expanded, each once. Pruned nodes are removed from it.
type worklist struct {
	tree *btree.BTreeG[*Node]
	dive *dives // the dives; nil: the search makes no dives
}

func newWorklist(o Order) worklist {
	less := func(a, b *Node) bool { return a.ID < b.ID }
	var d *dives
	switch o {
	case DFS:
		less = func(a, b *Node) bool { return a.ID > b.ID }
	case RPO:
		less = func(a, b *Node) bool {
			if a.Act != b.Act {
				if a.Act.depth != b.Act.depth {
					return a.Act.depth > b.Act.depth
				}
				return a.Act.ID < b.Act.ID
			}
			if a.Loc.Index != b.Loc.Index {
				return a.Loc.Index < b.Loc.Index
			}
			return a.ID < b.ID
		}
		d = newDives()
	}
	return worklist{btree.NewG(16, less), d}
}

func (w worklist) push(n *Node) {
	if n.queued {
		return
	}
	n.queued = true
	if w.dive != nil {
		w.dive.wait(n, w.len())
		if w.dive.left > 0 {
			w.dive.hold(n)
			return
		}
	}
	w.tree.ReplaceOrInsert(n)
}

func (w worklist) pop() *Node {
	n, ok := w.next()
	if !ok {
		return nil
	}
	n.queued = false
	return n
}

func (w worklist) next() (*Node, bool) {
	if w.dive != nil {
		if n := w.dive.next(w.tree); n != nil {
			return n, true
		}
	}
	return w.tree.DeleteMin()
}

func (w worklist) drop(n *Node) {
	if n.queued {
		n.queued = false
		if _, found := w.tree.Delete(n); !found && w.dive != nil {
			w.dive.held--
		}
	}
}

func (w worklist) len() int {
	if w.dive != nil {
		return w.tree.Len() + w.dive.held
	}
	return w.tree.Len()
}
