package cegar

import (
	"fmt"
	"strconv"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/testrun"
)

// Method is what an engine brings to the loop.
type Method interface {
	// Path deals with a path to an error: it is refuted, and something is learnt from that; or it
	// is a bug; or it is left open. It reports whether the run is over.
	Path(Path) (over bool)
	// Precision shows to people what is tracked now.
	Precision() []precision.Element
	// Claims say what holds where the exploration has come to its end without an error.
	Claims(*mc.Graph) refine.Claims
}

// Watcher is a method that looks at what was explored, whenever the exploration returns and was not
// stopped.
type Watcher interface {
	Method
	Watch(mc.ResultKind) Next
}

// Next is what a Watcher wants.
type Next int

const (
	Proceed Next = iota // nothing
	Again               // to explore on, since it has changed what is explored
	CutOff              // to end this exploration without a verdict
)

// Splitter is a method with a last resort, for when nothing is left to explore but undecided paths.
// Split reports whether it gives something to explore.
type Splitter interface {
	Method
	Split() bool
}

// Describer is a method that has more to tell an observer of a path.
type Describer interface {
	Method
	Describe(*refine.Iteration)
}

// Path is a path to an error, with the nodes that it passes.
type Path struct {
	Error *mc.Node
	Steps cfa.Path
	Nodes []*mc.Node
}

// maxStale is how many refinements may learn nothing before all is explored anew.
const maxStale = 3

// Loop is a run of an engine: it explores, and has the method deal with the error paths. A method
// embeds it.
type Loop struct {
	*refine.Session
	X        *mc.Explorer
	Restart  bool // start the exploration anew after each refinement, instead of pruning
	Directed bool // make directed test runs on the way
	Formulas int  // steps of the longest path that is written as formulas for an observer
	Before   int  // successors computed before, which count for test runs as well
	// an error path was left undecided since the exploration began: it cannot end with SAFE
	Open bool

	method   Method
	stale    int  // refinements since the precision grew, or all was explored anew
	stuck    bool // the last refinement did not say where to prune
	detoured int  // paths checked by detours
}

// New returns a loop without an explorer.
func New(s *refine.Session, m Method) *Loop { return &Loop{Session: s, method: m} }

// Run explores until there is a verdict, or none is to be had; or until the method cuts the
// exploration off, which it reports.
func (l *Loop) Run() (cutOff bool) {
	for {
		if posts := l.Before + l.X.Stats().Posts; l.Test(posts) || l.Directed && l.Direct(posts) {
			return false
		}
		began := time.Now()
		res := l.X.Run(l.Ctx)
		l.Outcome.Stats.Explore += time.Since(began)
		if w, ok := l.method.(Watcher); ok && res.Kind != mc.Stopped {
			switch w.Watch(res.Kind) {
			case Again:
				continue
			case CutOff:
				return true
			}
		}
		switch res.Kind {
		case mc.Stopped:
			l.Outcome.Reason = res.Reason
			return false
		case mc.Exhausted:
			if l.exhausted() {
				return false
			}
		case mc.Found:
			began = time.Now()
			over := l.errorPath(res.Node)
			l.Outcome.Stats.Refine += time.Since(began)
			if over {
				return false
			}
		}
	}
}

// exhausted is for when nothing is left to explore. It reports whether the run is over.
func (l *Loop) exhausted() bool {
	why := reason.Ended(l.Ctx) // abstractions may have been cut off
	switch {
	case why.Given():
		l.Outcome.Reason = why
	case !l.Open:
		l.Outcome.Graph = l.X.Graph()
		l.Proved(l.method.Claims(l.Outcome.Graph))
	case l.Search(testrun.BranchesAtEnd):
	default:
		if s, ok := l.method.(Splitter); ok && s.Split() {
			return false
		}
		l.Outcome.Reason = l.Undecided
		l.ProvedOthers(l.method.Claims(l.X.Graph()))
		l.OnlyUnmodelled()
	}
	return true
}

// errorPath deals with a path to an error location and reports whether the run is over.
func (l *Loop) errorPath(n *mc.Node) (over bool) {
	l.Progress("checking a path", l.X.Stats().Nodes, l.X.Frontier())
	if l.Tries[n.Loc] >= refine.MaxTries {
		l.Open = true
		l.X.Ignore(n)
		return false
	}
	path, nodes, err := l.X.ErrorPath(n, refine.MaxPath)
	if err != nil {
		return l.GiveUp(n, reason.Newf(reason.Limit, "is longer than %d steps", refine.MaxPath).Reached(strconv.Itoa(refine.MaxPath)))
	}
	return l.method.Path(Path{n, path, nodes})
}

// Prune goes on after a refinement: without what is after the first node that does not know what
// was learnt, which is nil where there is none; grew says whether anything was new. It does nothing
// and returns false where the refinement before did not say where to prune either.
//
// Where nothing is new, the path led through a part of the graph that was explored before something
// was learnt elsewhere. One such part after the other would be found out by a path of its own:
// after a few, all is explored anew, and the next refinement will learn something.
func (l *Loop) Prune(first *mc.Node, grew bool) bool {
	switch {
	case first == nil && l.stuck:
		return false
	case first == nil || l.Restart || !grew && l.stale >= maxStale:
		l.X.Restart()
		l.stale, l.stuck = 0, first == nil
	default:
		l.X.Prune(first)
		l.stuck = false
		if l.stale++; grew {
			l.stale = 0
		}
	}
	return true
}

// Cut is Prune for where each refinement learns something: the node was computed without what is
// tracked there now.
func (l *Loop) Cut(stale *mc.Node) {
	if l.Restart {
		l.X.Restart()
	} else {
		l.X.Prune(stale)
	}
}

// GiveUp remembers an undecided path and goes on.
func (l *Loop) GiveUp(n *mc.Node, why reason.Reason) (over bool) {
	l.LeaveOpen(n.Loc, why)
	l.Open = true
	l.X.Ignore(n)
	return false
}

// Stopped ends the run for the reason that the context gives, or else for the error, which is nil
// where only the context can be the reason.
func (l *Loop) Stopped(err error) (over bool) {
	why := reason.New(reason.Incomplete, "the work came to an end")
	if err != nil {
		why.Text = err.Error()
	}
	l.Stop(why)
	return true
}

// Iteration describes an error path for the observer; nil where there is none.
func (l *Loop) Iteration(path cfa.Path) *refine.Iteration {
	it := l.describe(path)
	l.Encode(it, l.Formulas)
	return it
}

func (l *Loop) describe(path cfa.Path) *refine.Iteration {
	if l.Options.Observe == nil {
		return nil
	}
	it := &refine.Iteration{Program: l.Slice, Precision: l.method.Precision(), States: l.X.Stats().Nodes, Path: path}
	it.Reached = func(yield func(*cfa.Loc, fmt.Stringer) bool) {
		for _, n := range l.X.Graph().Nodes {
			if !n.Gone && !yield(n.Loc, n.State) {
				return
			}
		}
	}
	if d, ok := l.method.(Describer); ok {
		d.Describe(it)
	}
	return it
}

// Learnt tells the observer what the precision has gained since the iteration began.
func (l *Loop) Learnt(it *refine.Iteration) {
	l.Observe(it, func(it *refine.Iteration) { it.Learnt = precision.Gained(it.Precision, l.method.Precision()) })
}

// Complete is Run, for methods that do not cut it off, with what comes at the end of a run.
func (l *Loop) Complete() {
	l.Run()
	l.Count(l.X)
	l.Finish()
}

// Finish fills in the final precision, and tells the observer where the run is safe.
func (l *Loop) Finish() {
	l.Outcome.Precision = l.method.Precision()
	if l.Outcome.Verdict == refine.Safe {
		l.Observe(l.describe(nil), func(it *refine.Iteration) { it.Done = true })
	}
}
