// The engine's options and the state of a run.

package bmc

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/unroll"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/widening"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const lookConflicts = 20_000 // conflict limit of an attempt by induction; without an answer the unrolling continues

// Engine is the engine of bounded model checking.
type Engine struct {
	Unwind      int  // maximal number of rounds of each loop; 0: no limit
	NoInduction bool // do not try induction
	// Inductive says that the program checks expected inductive invariants at its loops: then induction is tried
	// before anything else.
	Inductive bool
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "bmc" }

// run is a run of the engine bmc.
type run struct {
	*refine.Session
	engine Engine
	words  bool
	b      *smt.Builder
	u      *unroll.Unrolling
	s      *solver.Solver
	deep   int  // number of rounds of each loop within which no error exists
	all    bool // set if the unrolling is complete
	past   int  // number of locations of abandoned unrollings
	layers int  // number of layers of the unrolling whose work was already charged

	conflicts int64 // conflict limit of the solver for each question; 0: no limit
	most      int   // limit of unrolled locations

	invariants map[*cfa.Loc][]cfa.Expr // invariants of loop heads; nil: not computed yet
	octagons   *widening.Passing       // the source of the invariants, or nil
	// guessed inductive conditions at loop heads
	keep map[*cfa.Loc][]cfa.Expr
}

// begin starts a new unrolling, in words or in integers.
func (r *run) begin(words bool) {
	if r.u != nil {
		r.past += r.u.Instances
	}
	r.words, r.deep = words, 0
	r.b = smt.NewBuilder()
	r.u, r.layers = unroll.New(r.b, r.Slice, unroll.Options{Words: words}), 0
	r.s = solver.New(r.b, solver.Options{Conflicts: r.conflicts})
}

func (r *run) spent() bool { return effort.Done(r.Ctx) }
