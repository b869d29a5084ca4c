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

const lookConflicts = 20_000 // conflicts of a question about which there is something else to do

// Engine is the engine of bounded model checking.
type Engine struct {
	Unwind      int  // rounds of each loop that are looked at, at most; 0: no limit
	NoInduction bool // bounded model checking alone
	// Inductive says that the program checks at its loops what is expected to be inductive: an
	// induction comes before all else.
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
	deep   int  // no error lies within so many rounds of each loop
	all    bool // there are no others
	past   int  // instances of unrollings that were given up
	layers int  // of the unrolling, that the meter has been charged for

	conflicts int64 // of the solver, for each question; 0: no limit
	most      int   // locations written out

	invariants map[*cfa.Loc][]cfa.Expr // of loop heads; nil: not looked for
	octagons   *widening.Passing       // whose invariants they are; nil: there are none
	// conditions at loop heads that were guessed and are inductive
	keep map[*cfa.Loc][]cfa.Expr
}

// begin starts anew, in words or in integers.
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
