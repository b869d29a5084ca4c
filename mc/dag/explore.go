// The exploration. The queue holds nodes, whose images are computed when their turn comes (expand), and slots, whose
// links are covered or merged into nodes (settle). Invariant: each link of a node that exists and has been expanded
// leads to a node that contains its image, or waits in a slot.

package dag

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/numeric"
)

// Options of an exploration.
type Options struct {
	Tree    bool // only states that one step makes of one state are merged
	Plain   bool // widening uses only the bounds of the words, not those of the places
	Cache   bool // error preimages are cached (cache.go)
	Seed    bool // every widening keeps the program's conditions if they hold
	Guard   bool // words are assumed not to wrap around, and the assumption is checked (precision.go)
	Numbers linear.Numbers
	Relaxed bool // Numbers are rationals, but the program computes with integers
	// Approximated is as in cells.Transfer.
	Approximated func(e *cfa.Edge, what cfa.Expr)
}

// Stats are counts.
type Stats struct {
	Nodes   int // nodes made, including deleted ones
	Covered int // links whose image an existing node contained
	Gone    int // nodes deleted
	Posts   int // images computed
	Pres    int // preimages computed
	Widened int // nodes whose state was widened
}

// Explorer explores a program. It is not safe for concurrent use.
type Explorer[E numeric.Element[E]] struct {
	Stats Stats

	// Moves is an option of the refinement: it also moves steps and places into the finer domain where the coarse
	// domain has a repair.
	Moves bool

	prog  *cfa.Program
	opt   Options
	lay   *cells.Layout
	trans cells.Transfer[E]
	dead  *cfa.Deaths
	words []linear.Constraint // constraints that every widening keeps: the ranges of words, and with Options.Seed the program's conditions

	root       *Node[E]
	space      *callstring.Space[*Place[E]]
	tags       map[string]*tag // all tags, by their passes
	keys       map[[4]int]int  // see keyOf
	hints      map[int][]E     // states from refinements, by Node.key
	precisions map[way]precision
	moved      bool               // some step or place is in the finer domain
	open       map[*cfa.Edge]bool // edges whose images were approximated

	queue    heap.Heap[*item[E]]
	slots    map[[2]int]*slot[E] // the slots in the queue, by slot.key
	compared int                 // the number of comparisons of images with states of nodes that were not charged as work yet
	seq      int                 // the last number used in a rank
	ids      int                 // the next Node.ID
	alive    int                 // the number of nodes that exist
}

// New returns an explorer of a finished program at a precision, which must not change. Its graph has only the root.
func New[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], prec *cells.Precision, o Options) *Explorer[E] {
	x := &Explorer[E]{
		prog: p, opt: o,
		lay:        cells.Whole(p, prec),
		trans:      cells.Transfer[E]{Domain: d, Numbers: o.Numbers, Relaxed: o.Relaxed},
		dead:       p.Liveness().Deaths(),
		space:      callstring.NewSpace(p, func(at callstring.Point) *Place[E] { return &Place[E]{Point: at} }),
		queue:      heap.New((*item[E]).before),
		tags:       map[string]*tag{},
		keys:       map[[4]int]int{},
		hints:      map[int][]E{},
		slots:      map[[2]int]*slot[E]{},
		precisions: map[way]precision{},
		open:       map[*cfa.Edge]bool{},
	}
	x.trans.Approximated = func(e *cfa.Edge, what cfa.Expr) {
		x.open[e] = true
		if o.Approximated != nil {
			o.Approximated(e, what)
		}
	}
	x.words = x.lay.Ranges()
	if o.Seed {
		x.words = append(x.words, x.lay.Conditions(p)...)
	}
	x.root = &Node[E]{
		Place: x.space.Start(), State: d.Top(x.lay.Dims(), o.Numbers), tag: x.tagOf(nil), key: x.keyOf(-1, 0, 0, 0),
	}
	x.root.Joined = x.root.State
	x.add(x.root)
	return x
}

// Layout returns the meaning of the states' dimensions.
func (x *Explorer[E]) Layout() *cells.Layout { return x.lay }

// Root returns the node at the program's entry.
func (x *Explorer[E]) Root() *Node[E] { return x.root }

// Options returns the options given to New.
func (x *Explorer[E]) Options() Options { return x.opt }

// Frontier returns the number of nodes and slots in the queue.
func (x *Explorer[E]) Frontier() int { return x.queue.Len() }

// Skipped returns the recursive calls that were not followed.
func (x *Explorer[E]) Skipped() []*cfa.Edge { return x.space.Skipped() }

// Result is the reason why Run ended.
type Result int

// The results.
const (
	Exhausted Result = iota // everything is explored: the graph is closed
	Found                   // an error node was reached
	Near                    // a node was reached that meets a cached error preimage (Known)
	Paused                  // as many nodes as allowed have been made
	Stopped                 // the budget is spent
)

// stepWork is the cost of a step in units of package effort, in addition to its comparisons.
const stepWork = 20

// comparisons is the number of comparisons of an image with a node's state that cost one unit of package effort. At a
// place with many nodes, comparisons take nearly all the time.
const comparisons = 4

// Run explores until it reaches an error node, nothing is left, ctx or its budget ends, or the number of nodes made
// since New reaches the argument nodes. With Found and Near it also returns the node.
func (x *Explorer[E]) Run(ctx context.Context, nodes int) (Result, *Node[E]) {
	x.trans.Context = ctx
	for x.queue.Len() > 0 {
		effort.Charge(ctx, stepWork+x.compared/comparisons)
		x.compared %= comparisons
		if effort.Done(ctx) {
			return Stopped, nil
		}
		if x.Stats.Nodes >= nodes {
			return Paused, nil
		}
		it := x.queue.Pop()
		if it.node != nil {
			if !it.node.Gone {
				x.expand(it.node)
			}
			continue
		}
		s := it.slot
		delete(x.slots, s.key)
		for len(s.links) > 0 {
			n := x.settle(s)
			if n == nil {
				continue
			}
			found := n.Place.Target() && !n.ignored
			if !found && (len(n.Place.errors) == 0 || len(x.Known(n)) == 0) {
				continue
			}
			if len(s.links) > 0 {
				x.push(s)
			}
			if found {
				return Found, n
			}
			return Near, n
		}
	}
	return Exhausted, nil
}

// Ignore keeps an error node in the graph, but it will not be reported again.
func (x *Explorer[E]) Ignore(n *Node[E]) { n.ignored = true }

// add puts a node into the graph and queues it for expansion.
func (x *Explorer[E]) add(n *Node[E]) {
	n.ID = x.ids
	x.ids++
	x.Stats.Nodes++
	x.alive++
	p := n.Place
	p.Nodes = append(p.Nodes, n)
	if p.Loc.LoopHead {
		p.top = slices.DeleteFunc(p.top, func(m *Node[E]) bool { return m.State.Leq(n.State) })
	}
	p.top = append(p.top, n)
	x.later(n)
}

// later queues a node for expansion, unless it is queued already or is a target.
func (x *Explorer[E]) later(n *Node[E]) {
	if !n.Place.Target() && !n.queued {
		n.queued = true
		x.queue.Push(&item[E]{at: x.rank(n.Place, n.Round, n.Depth), node: n})
	}
}

// expand computes all images of a node.
func (x *Explorer[E]) expand(n *Node[E]) {
	n.queued = false
	for _, st := range x.steps(n.Place) {
		x.follow(n, st)
	}
}

// follow makes the links of one step from a node: to the step's place, and to the guard if words may wrap around.
func (x *Explorer[E]) follow(n *Node[E], st step[E]) {
	link := func(i int, u E, to *Place[E], wrap bool) {
		l := &Link[E]{From: n, Edge: st.Edge, Kind: st.Kind, Skip: st.Skip, Wrap: wrap, Case: i, Image: u, place: to, round: n.Round}
		if n.Place.Closes(&to.Point) {
			l.round++
		}
		n.Out = append(n.Out, l)
		x.enqueue(l)
	}
	images, wraps := x.images(n.Place, n.State, st)
	for i, u := range images {
		link(i, u, st.To, false)
	}
	for i, u := range wraps {
		link(i, u, x.guard(n.Place, st), true)
	}
}

// enqueue puts a link into the slot where it waits for other links to the same place.
func (x *Explorer[E]) enqueue(l *Link[E]) {
	l.To = nil
	key := [2]int{l.place.ID, l.round}
	if x.opt.Tree {
		key = [2]int{-1 - l.From.ID, l.Edge.ID<<3 | int(l.Kind)<<1}
		if l.Wrap {
			key[1]++
		}
	}
	s := x.slots[key]
	if s == nil {
		s = &slot[E]{key: key, at: x.rank(l.place, l.round, l.From.Depth+1)}
		x.push(s)
	}
	s.links = append(s.links, l)
}

// push puts the slot s into the queue. If another slot with the same key is waiting, push adds the links of s to that
// one.
func (x *Explorer[E]) push(s *slot[E]) {
	if old := x.slots[s.key]; old != nil && old != s {
		old.links = append(old.links, s.links...)
		return
	}
	x.slots[s.key] = s
	x.queue.Push(&item[E]{at: s.at, slot: s})
}

// settle handles the first link of a slot together with the links that are merged with it. It returns the node that
// it made, or nil if all links of the slot were covered.
func (x *Explorer[E]) settle(s *slot[E]) *Node[E] {
	p := s.links[0].place
	x.cover(s, p)
	if len(s.links) == 0 {
		return nil
	}
	var group, rest []*Link[E]
	first := s.links[0]
	t := x.after(first, p)
	for _, l := range s.links {
		if x.after(l, p) == t && x.merges(first, l, p) {
			group = append(group, l)
		} else {
			rest = append(rest, l)
		}
	}
	s.links = rest
	return x.make(p, t, group)
}

// merges reports whether links with equal tags go into one node.
func (x *Explorer[E]) merges(a, b *Link[E], p *Place[E]) bool {
	switch {
	case a == b:
		return true
	// The elements of one state at a call are kept apart: whether the argument of an assertion is 0 matters.
	case a.Kind == cfa.Enter && a.From == b.From:
		return false
	case x.opt.Tree:
		return p.keep == 0
	}
	return true
}

// cover removes links of deleted nodes from a slot, and links whose images existing nodes contain.
func (x *Explorer[E]) cover(s *slot[E], p *Place[E]) {
	s.links = slices.DeleteFunc(s.links, func(l *Link[E]) bool {
		if l.From.Gone || l.dead {
			return true
		}
		for i := len(p.top) - 1; i >= 0; i-- {
			x.compared++
			if n := p.top[i]; l.Image.Leq(n.State) {
				l.To = n
				n.covers = append(n.covers, l)
				x.Stats.Covered++
				return true
			}
		}
		return false
	})
}

// make makes a node at the place p with the tag t from links, whose images it joins.
func (x *Explorer[E]) make(p *Place[E], t *tag, links []*Link[E]) *Node[E] {
	n := &Node[E]{Place: p, In: links, Round: links[0].round, tag: t}
	back := false
	fine := x.keepsFine(p, links)
	for i, l := range links {
		l.To = n
		n.Depth = max(n.Depth, l.From.Depth+1)
		back = back || l.round > l.From.Round
		u := x.graded(l.Image, fine)
		if i == 0 {
			n.Joined = u
		} else if !u.Leq(n.Joined) {
			n.Joined = cells.Join(x.lay, n.Joined, u)
		}
	}
	if l := links[0]; x.opt.Tree {
		part := -1
		if p.keep > 0 {
			part = l.Case
		}
		kind := int(l.Kind) << 1
		if l.Wrap {
			kind++
		}
		n.key = x.keyOf(l.From.key, l.Edge.ID, kind, part)
	} else {
		n.key = x.keyOf(-2, p.ID, n.Round, t.id)
	}
	n.State = n.Joined
	if back {
		x.widen(n)
	}
	x.hint(n)
	x.add(n)
	return n
}

// keyOf numbers the positions for which hints are kept. A node that is made again has the same number as before.
func (x *Explorer[E]) keyOf(a, b, c, d int) int {
	k := [4]int{a, b, c, d}
	id, ok := x.keys[k]
	if !ok {
		id = len(x.keys)
		x.keys[k] = id
	}
	return id
}

// Top returns the greatest element: nothing is known.
func (x *Explorer[E]) Top() E { return x.trans.Domain.Top(x.lay.Dims(), x.opt.Numbers) }
