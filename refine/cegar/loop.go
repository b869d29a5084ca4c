// The refinement loop, and the interface of its methods.

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

// Method is the part of the loop that an engine provides.
type Method interface {
	// Path handles a path to an error: it refutes the path and learns from that, or finds a bug, or leaves the path
	// open. It reports whether the run is over.
	Path(Path) (over bool)
	// Precision returns what is currently tracked, for users.
	Precision() []precision.Element
	// Claims returns what holds when the exploration is complete without an error.
	Claims(*mc.Graph) refine.Claims
}

// Watcher is a method that inspects the exploration whenever it returns without having been stopped.
type Watcher interface {
	Method
	Watch(mc.ResultKind) Next
}

// Next is the decision of a Watcher.
type Next int

const (
	Proceed Next = iota // continue as usual
	Again               // explore further, since the method has changed the exploration
	CutOff              // end this exploration without a verdict
)

// Splitter is a method with a last resort for when only undecided paths are left. Split reports whether there is
// something to explore again.
type Splitter interface {
	Method
	Split() bool
}

// Describer is a method that adds information about a path for an observer.
type Describer interface {
	Method
	Describe(*refine.Iteration)
}

// Path is a path to an error, with its nodes.
type Path struct {
	Error *mc.Node
	Steps cfa.Path
	Nodes []*mc.Node
}

// maxStale is the number of refinements that may learn nothing before everything is explored again.
const maxStale = 3

// Loop is a run of an engine: it explores, and passes error paths to the method. A method embeds it.
type Loop struct {
	*refine.Session
	X        *mc.Explorer
	Restart  bool // restart the exploration after each refinement instead of pruning
	Directed bool // make directed test runs during the exploration
	Formulas int  // maximal length of a path that is encoded for an observer
	Before   int  // successors computed by earlier explorations, which count for test runs as well
	// an error path of this exploration was left undecided, so the result cannot be SAFE
	Open bool

	method   Method
	stale    int  // refinements since the precision grew, or since the last restart
	stuck    bool // the last refinement gave no node to prune
	detoured int  // paths checked by detours
}

// New returns a loop without an explorer.
func New(s *refine.Session, m Method) *Loop { return &Loop{Session: s, method: m} }

// Run explores until there is a verdict, or no verdict is possible, or the method cuts the exploration off. It
// returns true in the last case.
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

// exhausted is called when nothing is left to explore. It reports whether the run is over.
func (l *Loop) exhausted() bool {
	why := reason.Ended(l.Ctx) // abstractions may have been interrupted
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

// errorPath handles a path to an error location and reports whether the run is over.
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

// Prune continues after a refinement: it removes the part of the graph that begins with the node "first". This is the
// first node that was computed without what was learnt, or nil if there is no such node. grew says whether the
// precision grew. If first is nil and was nil in the previous call, too, Prune does nothing and returns false.
//
// If the precision did not grow, the path led through a part of the graph that was explored before something was
// learnt elsewhere. There may be many such parts, each with its own path. So after a few of them everything is
// explored again, and the next refinement will learn something.
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

// Cut does what Prune does, for methods whose refinements always learn something: stale is a node that was computed
// without what is tracked there now.
func (l *Loop) Cut(stale *mc.Node) {
	if l.Restart {
		l.X.Restart()
	} else {
		l.X.Prune(stale)
	}
}

// GiveUp records an undecided path and continues.
func (l *Loop) GiveUp(n *mc.Node, why reason.Reason) (over bool) {
	l.LeaveOpen(n.Loc, why)
	l.Open = true
	l.X.Ignore(n)
	return false
}

// Stopped ends the run. The reason is the end of the context or, if the context has not ended, the error err. err is
// nil if only the context can be the reason.
func (l *Loop) Stopped(err error) (over bool) {
	why := reason.New(reason.Incomplete, "the work came to an end")
	if err != nil {
		why.Text = err.Error()
	}
	l.Stop(why)
	return true
}

// Iteration describes an error path for the observer; nil without an observer.
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

// Learnt reports what the precision has gained since the iteration began.
func (l *Loop) Learnt(it *refine.Iteration) {
	l.Observe(it, func(it *refine.Iteration) { it.Learnt = precision.Gained(it.Precision, l.method.Precision()) })
}

// Complete calls Run, Count and Finish, for methods that do not cut Run off.
func (l *Loop) Complete() {
	l.Run()
	l.Count(l.X)
	l.Finish()
}

// Finish sets the final precision, and reports the end of a safe run to the observer.
func (l *Loop) Finish() {
	l.Outcome.Precision = l.method.Precision()
	if l.Outcome.Verdict == refine.Safe {
		l.Observe(l.describe(nil), func(it *refine.Iteration) { it.Done = true })
	}
}
