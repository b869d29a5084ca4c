// The state of test runs.

package testrun

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/refine/feasible"
)

// Tester makes the runs. It passes a run that reaches an error to the function bug, which reports whether it confirms
// the error.
type Tester struct {
	ctx       context.Context
	prog      *cfa.Program
	slice     *cfa.Program
	bug       func(interp.Inputs) bool
	directed  *directed
	nextRound int // computed successors at which the next directed test runs are due

	next  uint64 // seed of the next short run
	spent int    // work of short runs
	cut   bool   // a short run did not end
	same  bool   // a short run read no input: all runs are the same
	long  uint64 // number of the next long run
	limit int    // work of the next long run
	saved int    // work of long runs
}

type directed struct {
	t        *Tester
	attached []bool // by Edge.ID: in the slice
	dist     []int  // by Loc.ID: edges to an error, or -1
	tries    []int  // by Edge.ID
	queue    heap.Heap[*branch]
	walks    []*directedRun  // runs whose branches were turned last
	seen     map[uint64]bool // hashes of the paths of queued branches
	serial   int
}

// branch is a path that no run has taken yet.
type branch struct {
	of     *directedRun
	step   int       // number of steps of the run before the branch
	edge   *cfa.Edge // the edge that the run did not take
	tries  int
	dist   int
	serial int
}

// directedRun is a run with waiting branches.
type directedRun struct {
	path cfa.Path
	in   *feasible.Recorder
	walk *feasible.Run // nil: must be made, possibly again
}
