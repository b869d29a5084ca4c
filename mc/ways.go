// Enumeration of the graph's paths to a node.

package mc

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/heap"
)

// Ways enumerates the paths of the graph to a node. ErrorPath returns only the path by which a node was
// first reached. Where states of several paths were merged or covered, there are other paths, and a run may
// take one of these if it cannot take the first. On all paths, calls return to their callers.
//
// Each path branches off from an earlier one at a step at or before the end of the prefix that is known to
// be infeasible. Ways prefers branches to an edge to which paths have branched least often, so that a loop
// that must be left is not unrolled forever. Among these, it prefers the shortest path in total.
//
// The graph must not change meanwhile.
type Ways struct {
	goal *Node
	// far has, for each node aimed at, lower bounds of the numbers of steps from the nodes that reach it. A call
	// counts as one step.
	far  map[*Node]map[*Node]int32
	last []*turn  // the turns that the last path does not share with earlier paths
	path cfa.Path // the last path
	// taboo has the hashes of prefixes that no path may have. Several sequences of turns can be the same path.
	taboo map[uint64]bool
	queue heap.Heap[branch]
	tries map[*cfa.Edge]int // how often paths branched to the edge
	fuel  int               // the number of turns that may still be made
	made  int               // the number of branches queued
}

// turn is a position on a path.
type turn struct {
	from  *turn // the turn before; nil at the start
	at    *Node
	aims  *aim
	by    *cfa.Step // the step that leads here; nil if there is no step, because this node covers the one before
	steps int       // the number of steps up to here
	hash  uint64    // the hash of the steps up to here
	rest  []branch  // branches other than the nearest one, until they are queued
}

// aim is a node to reach. If it is the exit of a call, back is the step that returns from it, and next is
// the aim after the return.
type aim struct {
	node *Node
	back branch
	next *aim // nil if node is the goal
}

// branch is a way to continue a path.
type branch struct {
	from *turn
	step *cfa.Step
	to   *Node
	aims *aim
	far  int32

	tries, made int
}

const (
	maxNear  = 200_000 // the most nodes that are visited to compute the distances to a node
	waysFuel = 200_000 // the most turns that are made
)

// Ways returns the paths to n. The first path costs a visit of the nodes from which n is reached, at most
// maxNear for each call on the way.
func (x *Explorer) Ways(n *Node) *Ways {
	w := &Ways{goal: n, far: map[*Node]map[*Node]int32{}, tries: map[*cfa.Edge]int{}, taboo: map[uint64]bool{}, fuel: waysFuel}
	w.queue = heap.New(branch.before)
	w.queue.Push(branch{to: x.g.Activations[0].Root, aims: &aim{node: n}})
	return w
}

// Next returns a path of at most max steps that it has not returned before, or nil if it finds none. If k
// >= 0, the steps 0 … k of the last path are infeasible, and Next returns a path that does not begin with
// them.
func (w *Ways) Next(k, max int) cfa.Path {
	if w.path != nil {
		if k < 0 || k >= len(w.path) {
			k = len(w.path) - 1
		}
		h := uint64(0)
		for _, s := range w.path[:k+1] {
			h = hashStep(h, s)
		}
		w.taboo[h] = true
		w.keep(w.last, k)
		w.last, w.path = nil, nil
	}
	for w.queue.Len() > 0 && w.fuel > 0 {
		b := w.queue.Pop()
		if tries := w.tries[b.edge()]; tries != b.tries { // the count is out of date
			w.push(b)
			continue
		}
		if b.forbidden(w.taboo) {
			continue
		}
		w.tries[b.edge()]++
		way, path := w.follow(b, max)
		if path != nil {
			w.last, w.path = way, path
			return path
		}
		w.keep(way, max)
	}
	return nil
}

// forbidden reports whether all paths by the branch begin with a prefix in taboo.
func (b *branch) forbidden(taboo map[uint64]bool) bool {
	for t := b.from; t != nil; t = t.from {
		if taboo[t.hash] {
			return true
		}
	}
	return false
}

// keep queues the branches at turns with at most k steps before them.
func (w *Ways) keep(way []*turn, k int) {
	for _, t := range way {
		if t.steps > k {
			return
		}
		for _, b := range t.rest {
			w.push(b)
		}
	}
}

func hashStep(h uint64, s cfa.Step) uint64 {
	h = (h^uint64(s.Edge.ID)<<2^uint64(s.Kind))*0x9e3779b97f4a7c15 + 1
	return h ^ h>>29
}

func (b *branch) edge() *cfa.Edge {
	if b.step == nil {
		return nil
	}
	return b.step.Edge
}

func (w *Ways) push(b branch) {
	b.tries, b.made = w.tries[b.edge()], w.made
	w.made++
	w.queue.Push(b)
}

// follow continues a path from b by the nearest branches. The path is nil if it does not reach the goal, is
// too long, or has a prefix in w.taboo.
func (w *Ways) follow(b branch, max int) (way []*turn, path cfa.Path) {
	for w.fuel > 0 {
		w.fuel--
		t := &turn{from: b.from, at: b.to, aims: b.aims, by: b.step}
		if t.from != nil {
			t.steps, t.hash = t.from.steps, t.from.hash
		}
		if t.by != nil {
			t.steps, t.hash = t.steps+1, hashStep(t.hash, *t.by)
		}
		if w.taboo[t.hash] {
			break
		}
		way = append(way, t)
		if t.at == w.goal && t.aims.next == nil {
			path = make(cfa.Path, t.steps)
			for i := t.steps; t != nil; t = t.from {
				if t.by != nil {
					i--
					path[i] = *t.by
				}
			}
			return way, path
		}
		rest := w.onward(t)
		if len(rest) == 0 || t.steps >= max {
			break
		}
		b, t.rest = rest[0], rest[1:]
	}
	return way, nil
}

// onward returns the branches at t, the nearest first.
func (w *Ways) onward(t *turn) []branch {
	switch far := w.distances(t.aims); {
	case t.at != t.aims.node:
		return w.branches(t, far)
	case t.aims.next != nil:
		b := t.aims.back
		b.from = t
		return []branch{b}
	}
	return nil
}

func (w *Ways) branches(t *turn, far map[*Node]int32) (out []branch) {
	n, aims := t.at, t.aims
	add := func(step *cfa.Step, to *Node, towards *aim, near *Node) {
		if d, ok := far[near]; ok {
			out = append(out, branch{from: t, step: step, to: to, aims: towards, far: d})
		}
	}
	if n.By != nil {
		add(nil, n.By, aims, n.By)
		for _, m := range n.Also() {
			add(nil, m, aims, m)
		}
		return out
	}
	for i, c := range n.Out {
		if slices.Contains(n.Out[:i], c) { // the node was reached by several links
			continue
		}
		for _, l := range c.In {
			switch {
			case l.From != n:
			case l.Exit == nil:
				add(&cfa.Step{Edge: l.Edge}, c, aims, c)
			default:
				back := branch{step: &cfa.Step{Edge: l.Edge, Kind: cfa.Return}, to: c, aims: aims}
				add(&cfa.Step{Edge: l.Edge, Kind: cfa.Enter}, l.Exit.Act.Root, &aim{l.Exit, back, aims}, c)
			}
		}
	}
	if aims.next == nil && n.more != nil { // the goal may be in a call that is entered here
		for i, a := range n.more.entered {
			if slices.Contains(n.more.entered[:i], a) {
				continue
			}
			for k, s := range a.Sites {
				if s == n {
					add(&cfa.Step{Edge: a.siteEdges[k], Kind: cfa.Enter}, a.Root, aims, a.Root)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b branch) int { return cmp.Compare(a.far, b.far) })
	return out
}

// distances computes distances by a backward search from the node of aims. If this is the goal, the search
// also goes through the entries of activations to their sites.
func (w *Ways) distances(aims *aim) map[*Node]int32 {
	if far := w.far[aims.node]; far != nil {
		return far
	}
	far := map[*Node]int32{aims.node: 0}
	w.far[aims.node] = far
	work := []*Node{aims.node}
	for i := 0; i < len(work) && len(far) < maxNear; i++ {
		n := work[i]
		reach := func(m *Node) {
			if _, ok := far[m]; !ok {
				far[m] = far[n] + 1
				work = append(work, m)
			}
		}
		for _, l := range n.In {
			reach(l.From)
		}
		for _, c := range n.covers() {
			reach(c)
		}
		if aims.next == nil && n == n.Act.Root {
			for _, s := range n.Act.Sites {
				reach(s)
			}
		}
	}
	return far
}

// before orders branches: the first in this order is followed first.
func (b branch) before(o branch) bool {
	return cmp.Or(cmp.Compare(b.tries, o.tries), cmp.Compare(b.length(), o.length()), cmp.Compare(b.made, o.made)) < 0
}

// length returns a lower bound of the number of steps of paths by the branch.
func (b *branch) length() int {
	if b.from == nil {
		return int(b.far)
	}
	return b.from.steps + int(b.far)
}
