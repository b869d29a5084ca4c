package refine

import (
	"fmt"
	"iter"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
)

// What engines report to an observer (Options.Observe).

// Iteration is one round of the refinement loop: the precision, the error path found with it, and the result for the
// path. It is made for reports; its reader may keep it.
type Iteration struct {
	Program   *cfa.Program        // the explored program, to which Path belongs
	Precision []precision.Element // the precision with which the path was found
	Full      bool                // if true, everything is tracked, and Precision is not used
	// number of abstract states when the path was found
	States int
	Path   cfa.Path

	// Done marks the end of a safe run: no error path is left. There is no Path then.
	Done bool

	// Formula has the formulas of the path. It is nil if the path was too long, for an engine that does not need
	// formulas.
	Formula *formula.Path
	Builder *smt.Builder
	// Proof or Core shows why the path is infeasible, for engines that ask the solver. Their formulas belong to the
	// steps of Formula.
	Proof *array.Sequent // a refutation by the rewriting prover
	Core  []*smt.Term    // if there is no Proof: contradictory formulas of the path
	// Steps are the contradictory steps, ascending, for engines that do not ask the solver.
	Steps []int
	// Reached iterates over the abstract states of the exploration, for debugging. It is nil if the engine keeps
	// none. It may be called only from within the observer.
	Reached iter.Seq2[*cfa.Loc, fmt.Stringer]
	// Abstract returns the abstract operation of an edge, in C syntax. It is nil if there is no such program.
	Abstract func(*cfa.Edge) string

	Feasible bool // the path is feasible
	// if neither feasible nor infeasible: the reason; with Blind: why nothing was learnt
	Why string
	// the solver finds the path infeasible, but the abstraction does not exclude it; Why has the reason
	Blind  bool
	Learnt []precision.Element // if infeasible: what the precision gained
	// Apart lists places where abstract states are no longer merged from now on, because nothing could be learnt from
	// the path itself.
	Apart []lang.Pos

	// Interpolants are the facts that must be known between the blocks of an infeasible path, in the order of the
	// path.
	Interpolants []Interpolant

	// Domain is the numeric domain of the states, for engines that try several. Instead is the domain of the previous
	// iteration if it was another one.
	Domain, Instead string
	// Deeper describes how far an engine that unrolls the program has come without an error. There is no Path then.
	Deeper string
	// Repairs lists the places where states were refined, for engines that refine places.
	Repairs []Repair
}

// Interpolant is a fact that must be known at the end of a block of an infeasible path: the blocks before imply it,
// and it contradicts the blocks after.
type Interpolant struct {
	Proc string
	Pos  lang.Pos
	Text string // the formula in C's syntax
}

// Repair is a place where an abstract state was refined.
type Repair struct {
	Pos  lang.Pos
	Kind RepairKind
	// Bounds are new bounds: from now on, widening at the place keeps them where they hold.
	Bounds []precision.Element
}

// RepairKind is the kind of a repair.
type RepairKind string

// The repairs.
const (
	WideningBounded RepairKind = "bounded" // the widening has additional Bounds
	ImageInstead    RepairKind = "image"   // the image of the steps replaces the widened state
	JoinUndone      RepairKind = "apart"   // joined states are kept apart
	// the states that reach the place are joined and widened in the finer domain
	JoinFiner RepairKind = "join"
	// the images of the step are computed in the finer domain
	StepFiner   RepairKind = "finer"
	StepByCases RepairKind = "cases" // the images of the step are computed with more cases
	// the assumption that the step's numbers fit their words is retracted
	WrapAllowed RepairKind = "wrap"
)
