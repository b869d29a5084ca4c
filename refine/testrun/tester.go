// The state of test runs.

package testrun

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/refine/feasible"
)

// Tester makes the runs. It passes the inputs of a run that reaches an error to the function bug, which reports whether
// it confirms the error.
type Tester struct {
	ctx       context.Context
	prog      *cfa.Program
	slice     *cfa.Program
	bug       func(interp.Inputs) bool
	directed  *directed
	nextRound int // computed successors at which the next directed test runs are due

	next  uint64 // seed of the next short run
	spent int    // work of all short runs so far
	cut   bool   // a short run reached its limit
	same  bool   // a short run read no input, so that all runs are the same
	long  uint64 // number of the next long run
	limit int    // limit of the next long run
	saved int    // limits of all long runs so far, added up
	turns *turns // the rounds that directed runs have shown; nil: not collected
}

// directed is the state of directed runs.
type directed struct {
	t        *Tester
	attached []bool // by Edge.ID: in the slice
	dist     []int  // by Loc.ID: see distances
	tries    []int  // by Edge.ID: how often branches to the edge were tried
	queue    heap.Heap[*branch]
	walks    []*directedRun  // runs whose branches were turned last
	seen     map[uint64]bool // hashes of the paths of queued branches
	serial   int             // the number of branches that were queued
}

// branch is a path that no run has taken yet.
type branch struct {
	of     *directedRun
	step   int       // number of steps of the run before the branch
	edge   *cfa.Edge // the edge that the run did not take
	tries  int       // directed.tries of the edge when the branch was last queued
	dist   int       // directed.dist after the edge
	serial int       // the number of the branch
}

// directedRun is a run with waiting branches.
type directedRun struct {
	path    cfa.Path
	blocked *cfa.Loc // where an assumption did not hold, if that ended the run
	in      *feasible.Recorder
	walk    *feasible.Run // nil: not made yet, or no longer kept
}
