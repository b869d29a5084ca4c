package mc

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/heap"
)

// Ways goes through the paths of the graph to a node, one after the other. ErrorPath tells how a
// node was reached first; where the states of several paths met there are others, and a run may
// take one of these where it cannot take the first. Calls return to where they were made.
//
// Each path turns off from one before, at a step before which that one was not known to contradict
// itself: by an edge that was turned to least often, so that a loop that has to be left is not gone
// round for ever; of these on the way that is the shortest in all.
//
// The graph must not change meanwhile.
type Ways struct {
	goal *Node
	// to each node aimed at: a lower bound of the steps from those that reach it, a call being one
	far  map[*Node]map[*Node]int32
	last []*turn  // the turns of the last path that are its own
	path cfa.Path // the last path
	// hashes of what no path is to begin with: several ways can be one path
	taboo map[uint64]bool
	queue heap.Heap[branch]
	tries map[*cfa.Edge]int // how often paths turned to the edge
	fuel  int
	made  int // branches queued
}

// turn is a place on the way.
type turn struct {
	from  *turn // nil: the start
	at    *Node
	aims  *aim
	by    *cfa.Step // the step that led here; nil: none, the node before is covered by this one
	steps int       // up to here
	hash  uint64    // of these
	rest  []branch  // ways to go on other than the nearest, until they are queued
}

// aim is a node to reach, and how to go on there: where it is the exit of a call, by returning.
type aim struct {
	node *Node
	back branch
	next *aim // nil: it is the goal
}

// branch is a way to go on.
type branch struct {
	from *turn
	step *cfa.Step
	to   *Node
	aims *aim
	far  int32

	tries, made int
}

const (
	maxNear  = 200_000 // nodes that are looked at for the distances to a node
	waysFuel = 200_000 // places that are passed
)

// Ways returns the paths to n. The cost of its first path is that of looking at the nodes from
// which n is reached, no more than maxNear for each call that is passed.
func (x *Explorer) Ways(n *Node) *Ways {
	w := &Ways{goal: n, far: map[*Node]map[*Node]int32{}, tries: map[*cfa.Edge]int{}, taboo: map[uint64]bool{}, fuel: waysFuel}
	w.queue = heap.New(branch.before)
	w.queue.Push(branch{to: x.g.Activations[0].Root, aims: &aim{node: n}})
	return w
}

// Next returns a path of no more than max steps, other than those that it returned before; nil: no
// other was found. If k >= 0, it is one that does not begin with the steps 0 … k of the last one:
// those contradict each other.
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
		if tries := w.tries[b.edge()]; tries != b.tries { // out of date
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

// forbidden reports whether paths by the branch begin with what is taboo.
func (b *branch) forbidden(taboo map[uint64]bool) bool {
	for t := b.from; t != nil; t = t.from {
		if taboo[t.hash] {
			return true
		}
	}
	return false
}

// keep queues the ways to turn off before the step k is taken, or in its place.
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

// follow goes the nearest way from a branch. The path is nil where it does not lead to the goal, is
// too long, or begins with what is taboo.
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

// onward are the ways to go on, the nearest first.
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
		if slices.Contains(n.Out[:i], c) { // reached in several ways
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
	if aims.next == nil && n.more != nil { // it may lie in a call
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

// distances looks backwards from the node aimed at, for a goal through the entries of its
// activations as well.
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

// before is the order in which branches are followed.
func (b branch) before(o branch) bool {
	return cmp.Or(cmp.Compare(b.tries, o.tries), cmp.Compare(b.length(), o.length()), cmp.Compare(b.made, o.made)) < 0
}

// length is the least number of steps of a path by the branch.
func (b *branch) length() int {
	if b.from == nil {
		return int(b.far)
	}
	return b.from.steps + int(b.far)
}
