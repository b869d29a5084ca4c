// The explorer.

package mc

import (
	"context"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
)

// Options are the options of an exploration.
type Options struct {
	Order Order
	// Work is the cost of an expansion, in units of package effort, in addition to the check of the context.
	Work     int
	MaxNodes int              // the most nodes, covered ones included, that are in the graph at once; 0: no limit
	Pause    int              // the number of nodes that one call of Run expands; 0: no limit
	Delays   Delays           // the delays of widenings
	Progress func(p Progress) // a function that Run calls from time to time
}

// Progress describes the progress of a running exploration.
type Progress struct {
	Nodes    int // the number of nodes that are not pruned
	Frontier int
}

// Stats are counters over all calls of Run.
type Stats struct {
	Nodes       int // nodes made
	Covered     int
	Merged      int
	Pruned      int
	Activations int // activations made
	SummaryHits int // calls that entered an existing activation
	Posts       int // successor computations
}

// ResultKind is the reason why Run returned.
type ResultKind int

const (
	Exhausted ResultKind = iota // no nodes are left: the graph contains all reachable states
	Found                       // an error location was reached
	Stopped                     // the budget is spent or the context is cancelled
	Paused                      // Options.Pause nodes were expanded; more are left
)

// Result is the result of a call of Run.
type Result struct {
	Kind   ResultKind
	Node   *Node         // if Found: the node at the error location
	Reason reason.Reason // if Stopped: why Run stopped
}

// Explorer owns a reached graph and extends it.
//
// Invariants between calls of Run:
//
//   - Every uncovered node that is not in the worklist has been expanded. For every edge out of its
//     location, every state of Post is the state of a node in Out or covered by one. For every call edge,
//     the node is a site of an activation whose entry covers the state that Enter returns.
//   - Every pair of a site and an expanded exit of an activation has been returned.
//   - In[0].From and In[0].Exit of a node are older than the node and not pruned, and the chain of
//     first sites of each activation leads to the start. So paths are well founded.
type Explorer struct {
	g     *Graph
	dom   Domain
	opt   Options
	work  worklist
	acts  map[actKey][]*Activation
	place []int32 // position of a location in its procedure, by Loc.ID
	alone []bool  // by Loc.ID: whether the domain has no index for the location
	errs  []*Node // error nodes that have not been reported yet
	widen widenings

	nextNode, nextAct int
	alive             int
	epoch             uint32
	ticks             int
	stats             Stats
}

type actKey struct {
	proc int
	key  uint64
}

// New returns an explorer in which nothing is explored. Finish must have been called on the program p.
func New(p *cfa.Program, dom Domain, opt Options) *Explorer {
	x := &Explorer{dom: dom, opt: opt, place: make([]int32, len(p.Locs)), alone: make([]bool, len(p.Locs))}
	for _, q := range p.Procs {
		for i, l := range q.Locs {
			x.place[l.ID] = int32(i)
		}
	}
	x.g = &Graph{Program: p}
	x.Restart()
	return x
}

// Restart deletes the graph. Statistics are kept.
func (x *Explorer) Restart() {
	for _, n := range x.g.Nodes {
		if !n.Gone {
			n.Gone = true
			x.stats.Pruned++
		}
	}
	x.alive = 0
	*x.g = Graph{Program: x.g.Program}
	x.work = newWorklist(x.opt.Order)
	x.acts = map[actKey][]*Activation{}
	x.errs = nil
	x.widen = newWidenings(x.dom, x.opt.Delays)
	x.activation(x.g.Program.Start, x.dom.Start(x.g.Program), nil, nil)
}

// Graph returns the graph explored so far. The next call of Run or Prune changes it.
func (x *Explorer) Graph() *Graph { x.g.compact(); return x.g }

// Stats returns the counters.
func (x *Explorer) Stats() Stats { return x.stats }

// Delay sets Options.Delays. The new delays are used from the next Restart on.
func (x *Explorer) Delay(d Delays) { x.opt.Delays = d }

// Limit sets Options.MaxNodes.
func (x *Explorer) Limit(nodes int) { x.opt.MaxNodes = nodes }

// Frontier returns the number of nodes that wait to be expanded.
func (x *Explorer) Frontier() int { return x.work.len() }

// Alive returns the number of nodes that are not pruned.
func (x *Explorer) Alive() int { return x.alive }

// Run explores until the graph is exhausted, an error location is reached, or a limit is met (see
// ResultKind). If it returns an error node, the next call returns the same node again, unless the node was
// pruned or is ignored.
func (x *Explorer) Run(ctx context.Context) Result {
	for n := 0; ; n++ {
		if n := x.nextError(); n != nil {
			return Result{Kind: Found, Node: n}
		}
		if r := reason.Ended(ctx); r.Given() {
			return Result{Kind: Stopped, Reason: r}
		}
		effort.Charge(ctx, x.opt.Work)
		if x.opt.MaxNodes > 0 && x.alive >= x.opt.MaxNodes {
			return Result{Kind: Stopped, Reason: reason.New(reason.Limit, "limit on abstract states reached").Reached(strconv.Itoa(x.opt.MaxNodes))}
		}
		if x.opt.Pause > 0 && n == x.opt.Pause && x.work.len() > 0 {
			return Result{Kind: Paused}
		}
		if x.ticks++; x.ticks%1024 == 0 && x.opt.Progress != nil {
			x.opt.Progress(Progress{x.alive, x.work.len()})
		}
		n := x.work.pop()
		if n == nil {
			return Result{Kind: Exhausted}
		}
		if !x.coveredSince(n) {
			x.expand(n)
		}
	}
}

func (x *Explorer) nextError() *Node {
	for len(x.errs) > 0 {
		n := x.errs[0]
		if !n.Gone && !n.Ignored() {
			return n
		}
		x.errs = x.errs[1:]
	}
	return nil
}

// Ignore makes Run continue after the error node n, which stays in the graph. Error nodes that n covers are
// reported instead of it.
func (x *Explorer) Ignore(n *Node) {
	n.extra().ignored = true
	for _, m := range n.more.covers {
		if !m.Ignored() {
			x.errs = append(x.errs, m)
		}
	}
}

// Ignored reports whether Ignore was called on the node.
func (n *Node) Ignored() bool { return n.more != nil && n.more.ignored }

// coveredSince checks whether a node that waited to be expanded is now covered, because a larger state has
// reached its location meanwhile. If so, it marks the node as covered and returns true. In reverse
// postorder, all states at a merge point wait for those that are still on their way there. So the order in
// which they arrive does not matter.
func (x *Explorer) coveredSince(n *Node) bool {
	if !n.fresh || len(n.Loc.In) < 2 || len(n.In) == 0 || n.Loc.Error != nil {
		return false
	}
	ix := x.index(n.Act, n.Loc)
	if ix == nil {
		return false
	}
	ix.Remove(n)
	m := ix.Find(n.State)
	if m == nil {
		ix.Insert(n)
		return false
	}
	n.fresh = false
	x.stats.Covered++
	for _, c := range n.covers() {
		if c.By == n {
			c.By = m
		} else {
			c.more.also[slices.Index(c.more.also, n)] = m
		}
		m.extra().covers = append(m.more.covers, c)
	}
	if n.more != nil {
		n.more.covers = nil
	}
	n.cover([]*Node{m})
	return true
}

func (x *Explorer) expand(n *Node) {
	edges, first, grown := n.Loc.Out, n.fresh, n.grown
	if m := n.more; m != nil {
		if !first && !grown {
			edges = m.again
		}
		m.again = nil
	}
	n.fresh, n.grown = false, false
	for _, e := range edges {
		if _, ok := e.Op.(*cfa.Call); ok {
			x.call(n, e, grown)
			continue
		}
		x.stats.Posts++
		for _, s := range x.dom.Post(n.State, e) {
			x.add(n.Act, e.To, s, Link{From: n, Edge: e})
		}
	}
	if first && n.isExit() {
		n.Act.Exits = append(n.Act.Exits, n)
		for i, site := range n.Act.Sites { // sites added later find the exit in the list
			x.back(site, n.Act.siteEdges[i], n.Act, n)
		}
	}
}

// call enters the callee and returns from the exits known so far. If the call has been made before and
// entered an activation whose entry contains the new entry state, that activation is kept. A sharper
// precision at the callee's entry alone is no reason to explore the callee again.
func (x *Explorer) call(n *Node, e *cfa.Edge, grown bool) {
	x.stats.Posts++
	s, ok := x.dom.Enter(n.State, e)
	if !ok {
		return
	}
	a, old := n.entered(e), true
	if a == nil || !x.dom.Covers(a.Entry, s) {
		old = false
		q := e.Op.(*cfa.Call).Callee
		if a = x.lookup(q, s); a == nil {
			s = x.entry(q, s)
			a = x.lookup(q, s)
		}
		if a == nil {
			x.activation(q, s, n, e)
			return
		}
		x.stats.SummaryHits++
		x.addSite(a, n, e)
	}
	for _, exit := range a.Exits {
		if !old || grown || !n.returned(e, exit) {
			x.back(n, e, a, exit)
		}
	}
}

// entered returns the activation that the call edge e entered from n, the latest if there are several.
func (n *Node) entered(e *cfa.Edge) (found *Activation) {
	if n.more == nil {
		return nil
	}
	for _, a := range n.more.entered {
		if a.Proc != e.Op.(*cfa.Call).Callee {
			continue
		}
		if len(n.Loc.Out) == 1 {
			found = a
			continue
		}
		for i, s := range a.Sites {
			if s == n && a.siteEdges[i] == e {
				found = a
			}
		}
	}
	return found
}

func (x *Explorer) addSite(a *Activation, n *Node, e *cfa.Edge) {
	a.Sites = append(a.Sites, n)
	a.siteEdges = append(a.siteEdges, e)
	n.extra().entered = append(n.more.entered, a)
}

// returned reports whether a node after the call e was reached by returning from exit.
func (n *Node) returned(e *cfa.Edge, exit *Node) bool {
	for _, m := range n.Out {
		for _, l := range m.In {
			if l.From == n && l.Exit == exit && l.Edge == e {
				return true
			}
		}
	}
	return false
}

// back returns from an exit to the location after the call.
func (x *Explorer) back(n *Node, e *cfa.Edge, a *Activation, exit *Node) {
	x.stats.Posts++
	for _, s := range x.dom.Return(n.State, e, a.Entry, exit.State) {
		x.add(n.Act, e.To, s, Link{From: n, Edge: e, Exit: exit})
	}
}

func (x *Explorer) lookup(q *cfa.Proc, entry State) *Activation {
	for _, a := range x.acts[actKey{q.ID, x.dom.Key(entry)}] {
		if x.dom.Equal(a.Entry, entry) {
			return a
		}
	}
	return nil
}

func (x *Explorer) activation(q *cfa.Proc, entry State, site *Node, e *cfa.Edge) {
	a := &Activation{ID: x.nextAct, Proc: q, Entry: entry, index: make([]Index, len(q.Locs))}
	x.nextAct++
	x.stats.Activations++
	if site != nil {
		a.depth = site.Act.depth + 1
		x.addSite(a, site, e)
	}
	k := actKey{q.ID, x.dom.Key(entry)}
	x.acts[k] = append(x.acts[k], a)
	x.g.Activations = append(x.g.Activations, a)
	a.Root = x.node(a, q.Entry, entry)
	x.admit(a.Root)
}

func (x *Explorer) node(a *Activation, l *cfa.Loc, s State) *Node {
	n := &Node{ID: x.nextNode, Loc: l, State: s, Act: a}
	n.In, n.Out = n.in0[:0], n.out0[:0]
	x.nextNode++
	x.alive++
	x.stats.Nodes++
	x.g.Nodes = append(x.g.Nodes, n)
	return n
}

// admit makes n a node that is expanded and can cover others.
func (x *Explorer) admit(n *Node) {
	n.fresh = true
	if ix := x.index(n.Act, n.Loc); ix != nil {
		ix.Insert(n)
	}
	if n.Loc.Error != nil {
		x.errs = append(x.errs, n)
	}
	x.work.push(n)
}

func (x *Explorer) index(a *Activation, l *cfa.Loc) Index {
	i := x.place[l.ID]
	if a.index[i] == nil && !x.alone[l.ID] {
		if a.index[i] = newIndex(x.dom, l); a.index[i] == nil {
			x.alone[l.ID] = true
		}
	}
	return a.index[i]
}

// add adds the state s at the location l of the activation a to the graph. The link `by` says how s was
// reached.
func (x *Explorer) add(a *Activation, l *cfa.Loc, s State, by Link) {
	ix := x.index(a, l)
	if ix == nil {
		n := x.node(a, l, s)
		x.link(n, by)
		x.admit(n)
		return
	}
	if m := ix.Find(s); m != nil {
		// Each way to an error location is a separate node, because one may be a bug and another not.
		if l.Error == nil && x.dom.Equal(m.State, s) {
			x.link(m, by)
			return
		}
		x.covered(a, l, s, by, []*Node{m})
		return
	}
	if u, ok := x.dom.(UnionCover); ok {
		all := ix.Mergeable(s)
		olds := make([]State, len(all))
		for i, m := range all {
			olds[i] = m.State
		}
		if some := u.CoveredByUnion(olds, s); some != nil {
			ms := make([]*Node, len(some))
			for i, k := range some {
				ms[i] = all[k]
			}
			x.covered(a, l, s, by, ms)
			return
		}
	}
	if with := ix.Mergeable(s); len(with) > 0 && !x.widen.keepApart(l) && x.merge(with, s, by) {
		return
	}
	n := x.node(a, l, s)
	x.link(n, by)
	x.admit(n)
}

// merge goes through the list `with` of nodes, and merges s with the first node that it can be merged with.
// It returns false if there is no such node.
func (x *Explorer) merge(with []*Node, s State, by Link) bool {
	for _, m := range with {
		t, ok := x.merged(m, s)
		if !ok {
			continue
		}
		x.link(m, by)
		if !x.dom.Equal(m.State, t) {
			x.stats.Merged++
			x.grow(m, t)
		}
		return true
	}
	return false
}

// covered adds a node with the state s to the graph, and records that the nodes ms cover it.
func (x *Explorer) covered(a *Activation, l *cfa.Loc, s State, by Link, ms []*Node) {
	n := x.node(a, l, s)
	n.cover(ms)
	x.stats.Covered++
	x.link(n, by)
	if l.Error != nil && slices.ContainsFunc(ms, (*Node).Ignored) {
		x.errs = append(x.errs, n)
	}
}

// grow replaces the state of n by a larger one. Covered nodes stay covered, and all edges are taken again.
// Nodes that were reached from the smaller state stay in the graph, because they are reachable from the
// larger one, too.
func (x *Explorer) grow(n *Node, s State) {
	ix := x.index(n.Act, n.Loc)
	ix.Remove(n)
	n.State = s
	ix.Insert(n)
	if n.fresh {
		return
	}
	n.grown = true
	x.work.push(n)
	if n.isExit() {
		for i, site := range n.Act.Sites {
			x.back(site, n.Act.siteEdges[i], n.Act, n)
		}
	}
}

func (x *Explorer) link(n *Node, by Link) {
	for _, l := range n.In {
		if l == by {
			return
		}
	}
	if len(n.In) == 0 {
		n.Depth = by.From.Depth + 1
	}
	n.In = append(n.In, by)
	by.From.Out = append(by.From.Out, n)
	if by.Exit != nil {
		by.Exit.extra().returns = append(by.Exit.more.returns, n)
	}
}
