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

// What engines tell an observer (Options.Observe).

// Iteration is one round of the loop: what was kept, the error path found with it, and the result of
// the path. It is made for showing; its reader may keep it.
type Iteration struct {
	Program   *cfa.Program        // what was explored; Path is a path of it
	Precision []precision.Element // that the path was found with
	Full      bool                // instead of Precision: everything is tracked
	// abstract states that the exploration had made when it found the path
	States int
	Path   cfa.Path

	// Done is the end of a run that is safe: with what is kept no error path is left. There is no
	// Path then.
	Done bool

	// What the path does; nil where it was too long for an engine that needs no formulas.
	Formula *formula.Path
	Builder *smt.Builder
	// Why it cannot be taken, for engines that ask the solver. The formulas are of Formula's steps.
	Proof *array.Sequent // a refutation by the rewriting prover
	Core  []*smt.Term    // without Proof: formulas that contradict each other
	// And for the others: the steps that contradict each other, ascending.
	Steps []int
	// Reached are the abstract states that the exploration has, for those who look for faults; nil
	// where the engine keeps none. It is to be called from within the observer only.
	Reached iter.Seq2[*cfa.Loc, fmt.Stringer]
	// Abstract is what the operation of an edge is in the abstraction, written in C's syntax; nil
	// where there is no such program.
	Abstract func(*cfa.Edge) string

	Feasible bool // inputs lead along the path
	// neither feasible nor infeasible: why not; or, with Blind, why nothing was learnt
	Why string
	// infeasible, as the solver says, but the abstraction does not see that; Why says why
	Blind  bool
	Learnt []precision.Element // infeasible: what the precision gained
	// Apart lists places where abstract states are no longer merged from now on: nothing was to be
	// learnt from the path itself.
	Apart []lang.Pos

	// Interpolants say what must be known between the blocks of an infeasible path, in the order of
	// the path.
	Interpolants []Interpolant

	// Domain is the numeric domain of the states, for engines that try several, and Instead that of
	// the iteration before, where it was another one.
	Domain, Instead string
	// Deeper says of an engine that writes the program out how far it has come without an error:
	// there is no Path then.
	Deeper string
	// Repairs say where states were made finer, for engines that do so place by place.
	Repairs []Repair
}

// Interpolant is what must be known at the end of a block of a path that cannot be taken: all that
// is before implies it, and it contradicts what comes behind.
type Interpolant struct {
	Proc string
	Pos  lang.Pos
	Text string // in C's syntax
}

// Repair is a place at which an abstract state was made finer.
type Repair struct {
	Pos  lang.Pos
	Kind RepairKind
	// Bounds are new: from now on, widening at the place keeps them where they hold.
	Bounds []precision.Element
}

// RepairKind says what was done.
type RepairKind string

// The repairs.
const (
	WideningBounded RepairKind = "bounded" // the widening has Bounds now
	ImageInstead    RepairKind = "image"   // what steps lead to took the place of the widening
	JoinUndone      RepairKind = "apart"   // what was joined is distinguished
	// what comes to the place is joined and widened in the finer domain
	JoinFiner RepairKind = "join"
	// the images of the step are computed in the finer domain
	StepFiner   RepairKind = "finer"
	StepByCases RepairKind = "cases" // the images of the step are computed with more cases
	// it was assumed that the step's numbers fit their words, and no longer is
	WrapAllowed RepairKind = "wrap"
)
