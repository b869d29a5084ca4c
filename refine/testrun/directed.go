package testrun

import (
	"cmp"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/refine/feasible"
)

// Directed test runs, for bugs on paths that the exploration has merged with others.
//
// An abstract state at an error location represents many paths, and the exploration checks one of them. If this path is
// infeasible for a reason that the abstract state does not express, other paths may still be feasible. So the search
// runs the program, chooses a branch of the run, and looks for inputs on which the program takes the other edge of the
// branch. It runs the program on these inputs, and then turns the branches of the new run, and so on (DART: Godefroid,
// Klarlund, Sen, PLDI 2005; in generations, as in SAGE: Godefroid, Levin, Molnar, NDSS 2008). The next branch is one
// whose other edge was tried least often. Among these, it is the one nearest to an error, and then the one earliest in
// its run. Edges from which no error can be reached are not in the slice, and are never tried.
//
// All limits count runs and steps, so the search is reproducible.

const (
	BranchesARound = 80      // branches turned in a round
	BranchesAtEnd  = 400     // branches turned when nothing else is left
	rounds         = 100_000 // successors that the exploration computes before the first round; doubles with each round
)

const (
	directedSteps = 4000  // steps of one run
	directedQueue = 20000 // waiting branches
	directedEdge  = 40    // tries of one edge
	directedWalks = 24    // runs whose branches can be turned without repeating the walk
)

// before reports whether branch b is tried before branch o.
func (b *branch) before(o *branch) bool {
	return cmp.Or(cmp.Compare(b.tries, o.tries), cmp.Compare(b.dist, o.dist), cmp.Compare(b.step, o.step), cmp.Compare(b.serial, o.serial)) < 0
}

// newDirected returns the state of the directed runs of t, before the first run.
func newDirected(t *Tester) *directed {
	d := &directed{t: t, queue: heap.New((*branch).before), attached: make([]bool, len(t.prog.Edges)), tries: make([]int, len(t.prog.Edges)), seen: map[uint64]bool{}}
	d.dist = distances(t.slice)
	for _, l := range t.slice.Locs {
		for _, e := range l.Out {
			d.attached[e.ID] = true
		}
	}
	return d
}

// distances returns the number of edges from each location to the nearest error location, by Loc.ID. It is -1 if the
// location reaches no error. Paths may enter and leave a procedure by different calls.
func distances(p *cfa.Program) []int {
	dist := make([]int, len(p.Locs))
	for i := range dist {
		dist[i] = -1
	}
	work := append([]*cfa.Loc{}, p.Errors...)
	for _, l := range work {
		dist[l.ID] = 0
	}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		reach := func(m *cfa.Loc) {
			if dist[m.ID] < 0 {
				dist[m.ID] = dist[l.ID] + 1
				work = append(work, m)
			}
		}
		for _, e := range l.In {
			reach(e.From)
			if c, ok := e.Op.(*cfa.Call); ok {
				reach(c.Callee.Exit)
			}
		}
		if l == l.Proc.Entry {
			for _, e := range l.Proc.Callers {
				reach(e.From)
			}
		}
	}
	return dist
}

// Directed makes the directed test runs that are due when the exploration has computed the given number of successors.
// It reports whether they found a bug.
func (t *Tester) Directed(posts int) bool {
	if posts < t.nextRound {
		return false
	}
	if t.nextRound == 0 {
		t.nextRound = rounds
		return false
	}
	t.nextRound *= 2
	return t.Search(BranchesARound)
}

// Search turns at most the given number of branches, and reports whether a bug was found.
func (t *Tester) Search(branches int) bool {
	if len(t.prog.Errors) == 0 {
		return false
	}
	d := t.directed
	if d == nil {
		d = newDirected(t)
		t.directed = d
		if d.run(interp.Zero(), 0) {
			return true
		}
	}
	for ; branches > 0 && d.queue.Len() > 0; branches-- {
		if effort.Done(t.ctx) {
			return false
		}
		b := d.queue.Pop()
		e := b.edge
		if b.tries != d.tries[e.ID] { // the recorded number of tries is outdated
			if b.tries = d.tries[e.ID]; b.tries < directedEdge {
				d.queue.Push(b)
			}
			branches++
			continue
		}
		d.tries[e.ID]++
		in, err := d.walked(b.of).Turn(b.step, e)
		if err != nil {
			return false // the budget is used up
		}
		if in != nil && d.run(in, b.step+1) {
			return true
		}
	}
	return false
}

// walked returns the walk along a run, by which the branches of the run can be turned. The most recent walks are kept.
func (d *directed) walked(of *directedRun) *feasible.Run {
	if of.walk == nil {
		if len(d.walks) == directedWalks {
			d.walks[0].walk = nil
			d.walks = d.walks[1:]
		}
		of.walk = feasible.Walk(d.t.ctx, d.t.prog, of.path, of.blocked, of.in, func(e *cfa.Edge) bool { return d.attached[e.ID] })
		d.walks = append(d.walks, of)
	}
	return of.walk
}

// run runs the program on the inputs, and queues the run's branches, except for those in its first steps. The number of
// these steps is from. It reports whether the run found a bug.
func (d *directed) run(in interp.Inputs, from int) bool {
	t := d.t
	of := &directedRun{in: &feasible.Recorder{In: in}}
	o := interp.Run(t.ctx, t.prog, of.in, interp.Options{MaxSteps: directedSteps, Trace: true})
	if IsBug(o) {
		return t.bug(interp.Recorded(Shrink(t.ctx, t.prog, o)))
	}
	if t.turns != nil {
		t.turns.collect(o)
	}
	path := o.Path
	of.path = path
	if len(path) < from { // the run took another path
		return false
	}
	h := uint64(0)
	turns := func(i int, from *cfa.Loc, taken *cfa.Edge) {
		for _, e := range from.Out {
			if e != taken && d.attached[e.ID] && d.tries[e.ID] < directedEdge && d.queue.Len() < directedQueue {
				d.push(of, i, e, h)
			}
		}
	}
	for i, s := range path {
		if i >= from && s.Kind != cfa.Return {
			turns(i, s.Edge.From, s.Edge)
		}
		h = mix(h, s)
	}
	if o.Kind == interp.Blocked {
		of.blocked = o.Loc
		turns(len(path), o.Loc, nil)
	}
	return false
}

// mix returns the hash of a path that goes on with the step s. h is the hash of the path before.
func mix(h uint64, s cfa.Step) uint64 {
	h = h*0x9e3779b97f4a7c15 + uint64(s.Edge.ID)*4 + uint64(s.Kind) + 1
	return h ^ h>>31
}

// push queues the branch of a run that takes the edge e instead of the given step. h is a hash of the path before that
// step. push leaves out paths that have been queued before, and edges from which no error is reachable.
func (d *directed) push(of *directedRun, step int, e *cfa.Edge, h uint64) {
	h = (h+uint64(e.ID)+1)*0xd6e8feb86659fd93 ^ h>>17
	if d.seen[h] {
		return
	}
	d.seen[h] = true
	s := cfa.Step{Edge: e}
	if _, ok := e.Op.(*cfa.Call); ok {
		s.Kind = cfa.Enter
	}
	at := d.dist[s.Target().ID]
	if at < 0 {
		return
	}
	d.serial++
	d.queue.Push(&branch{of: of, step: step, edge: e, tries: d.tries[e.ID], dist: at, serial: d.serial})
}
