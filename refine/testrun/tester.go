package testrun

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/refine/feasible"
)

// Tester makes the runs. A run that reaches an error is handed to the function bug, which reports
// whether it confirms that.
type Tester struct {
	ctx       context.Context
	prog      *cfa.Program
	slice     *cfa.Program
	bug       func(interp.Inputs) bool
	directed  *directed
	nextRound int // successors computed when the next directed test runs are made

	next  uint64 // seed of the next short run
	spent int    // work of short runs
	cut   bool   // one of them did not come to its end
	same  bool   // one asked for no input: they are all the same
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
	walks    []*directedRun  // those that branches were turned of last
	seen     map[uint64]bool // branches that were queued, by hash of their path
	serial   int
}

// branch is a path that nobody has taken yet.
type branch struct {
	of     *directedRun
	step   int       // so many steps of the run come before
	edge   *cfa.Edge // the one that it did not take
	tries  int
	dist   int
	serial int
}

// directedRun is a run of which branches wait.
type directedRun struct {
	path cfa.Path
	in   *feasible.Recorder
	walk *feasible.Run // nil: it has to be made, again
}
