package mc

import (
	"context"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
)

// Options direct an exploration.
type Options struct {
	Order Order
	// what an expansion takes beside the look at the context, in units of package effort
	Work     int
	MaxNodes int              // uncovered and covered nodes held at once; 0: no limit
	Pause    int              // nodes that one call of Run expands; 0: no limit
	Delays   Delays           // of widenings
	Progress func(p Progress) // called now and then
}

// Progress is a look at a running exploration.
type Progress struct {
	Nodes    int // alive
	Frontier int
}

// Stats count what an exploration did, over all calls of Run.
type Stats struct {
	Nodes       int // made
	Covered     int
	Merged      int
	Pruned      int
	Activations int // made
	SummaryHits int // calls that entered an activation that was there
	Posts       int // successor computations
}

// ResultKind says why Run returned.
type ResultKind int

const (
	Exhausted ResultKind = iota // nothing is left: the graph contains all that is reachable
	Found                       // an error location was reached
	Stopped                     // budget or cancellation
	Paused                      // Options.Pause nodes were expanded; there are more
)

// Result is what a call of Run came to.
type Result struct {
	Kind   ResultKind
	Node   *Node         // Found: at the error location
	Reason reason.Reason // Stopped
}

// Explorer owns a reached graph and extends it.
//
// Invariants between calls of Run:
//   - every uncovered node that is not in the worklist has been expanded: for every edge out, every
//     state of Post is the state of, or covered by, a node in Out; every call edge has entered an
//     activation whose entry covers the state of Enter, of which the node is a site;
//   - every (site, exit) pair of an activation whose exit has been expanded has been returned;
//   - In[0].From and In[0].Exit of a node are older than the node and not pruned, and the chain of
//     first sites of activations leads to the start: paths are well founded.
type Explorer struct {
	g     *Graph
	dom   Domain
	opt   Options
	work  worklist
	acts  map[actKey][]*Activation
	place []int32 // position of a location in its procedure, by Loc.ID
	alone []bool  // by Loc.ID: the domain has no index there
	errs  []*Node // error nodes that were found and not reported yet
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

// New returns an explorer with nothing explored. Finish must have been called on the program.
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

// Restart forgets all that was explored; statistics go on.
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

// Graph is the graph explored so far. It changes with the next call.
func (x *Explorer) Graph() *Graph { x.g.compact(); return x.g }

// Stats counts what was done so far.
func (x *Explorer) Stats() Stats { return x.stats }

// Delay sets Options.Delays, from the next Restart on.
func (x *Explorer) Delay(d Delays) { x.opt.Delays = d }

// Limit sets Options.MaxNodes.
func (x *Explorer) Limit(nodes int) { x.opt.MaxNodes = nodes }

// Frontier is the number of nodes that wait to be expanded.
func (x *Explorer) Frontier() int { return x.work.len() }

// Alive is the number of nodes that are not pruned.
func (x *Explorer) Alive() int { return x.alive }

// Run goes on until one of the results. An error node is returned again by the next call unless it
// was pruned or is ignored.
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

// Ignore makes Run go on beyond an error node. It stays in the graph. Error nodes that it covers
// are reported in its place.
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

// coveredSince covers a node that waited to be expanded while a larger state came to its location.
// In reverse postorder all states wait at a merge point for those that are still on their way
// there, so that the order in which they arrive does not matter.
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
		for i, site := range n.Act.Sites { // those that come later find the exit in the list
			x.back(site, n.Act.siteEdges[i], n.Act, n)
		}
	}
}

// call enters the callee and returns from the exits known so far. Where the call has been made
// already, its activation is kept as long as it contains what would be entered now: a sharper
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

// entered returns the activation that the call edge entered from n, the latest if several.
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

// returned reports whether a node after the call was made from the exit.
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

// back returns from an exit to after the call.
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

// admit makes a node one to expand and to cover others.
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

// add puts a state that was reached into the graph.
func (x *Explorer) add(a *Activation, l *cfa.Loc, s State, by Link) {
	ix := x.index(a, l)
	if ix == nil {
		n := x.node(a, l, s)
		x.link(n, by)
		x.admit(n)
		return
	}
	if m := ix.Find(s); m != nil {
		// Each way to an error location is a node of its own: it may be a bug where another is not.
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

// merge merges a state with the first of some nodes with which that can be done, and reports
// whether there is one.
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

// covered makes a node that others cover.
func (x *Explorer) covered(a *Activation, l *cfa.Loc, s State, by Link, ms []*Node) {
	n := x.node(a, l, s)
	n.cover(ms)
	x.stats.Covered++
	x.link(n, by)
	if l.Error != nil && slices.ContainsFunc(ms, (*Node).Ignored) {
		x.errs = append(x.errs, n)
	}
}

// grow replaces a node's state by a larger one: what was covered stays covered, and all edges are
// taken again. What was reached from the smaller state stays in the graph: it is reachable from the
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
