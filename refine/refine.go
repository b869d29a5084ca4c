package refine

import (
	"context"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
)

// Verdict is what a run can say.
type Verdict int

const (
	Unknown Verdict = iota
	Safe
	Unsafe
)

func (v Verdict) String() string { return [...]string{"unknown", "safe", "unsafe"}[v] }

// Engine decides programs. What it can be told is in its fields.
type Engine interface {
	Name() string
	// Run leaves a verdict in the session's outcome, or Unknown with a reason.
	Run(*Session)
}

// Confirming is an engine that asks Options.Confirm by itself.
type Confirming interface {
	Engine
	Confirms() bool
}

// Options are honoured by every engine.
type Options struct {
	Engine  Engine
	Start   []Kept // the precision to begin with: what it names is tracked from the start, by the engines value and arrays
	NoTests bool   // no test runs on inputs made up beforehand
	// Confirm, where it is set, checks the proof of a safe run: why says what is wrong with it, and the verdict is Unknown then. It is called
	// by the goroutine of the engine, several at a time in the engine auto.
	Confirm  func(context.Context, *Outcome) (why string)
	Progress func(Progress)
	Observe  func(*Iteration) // called for each error path that was looked at, in order, and at the end of a safe run
	Brief    bool             // Observe needs no Iteration.Formula where the engine would make it for the observer only
	Exchange Exchange         // what engines that work on the same program tell each other; nil: the engine is alone
}

// Exchange passes on between engines what is true of the program, whoever found it out.
type Exchange interface {
	Known(cfa.Path) *feasible.Result // of a path of the program, or of one that it begins with; nil: nothing
	Note(cfa.Path, *feasible.Result)
	Proved() []invariants.Invariant // of loop heads, by others
	Prove([]invariants.Invariant)
}

// Iteration is one round of the loop: what was kept, the error path found with it, and what came of the path. It is made
// for showing; whoever gets it may keep it.
type Iteration struct {
	Program *cfa.Program // what was explored; Path is a path of it
	Kept    []Kept       // the precision that the path was found with
	Full    bool         // instead of Kept: everything is kept
	States  int          // abstract states that the exploration had made when it found the path
	Path    cfa.Path

	// Done is the end of a run that is safe: with what is kept no error path is left. There is no Path then.
	Done bool

	// What the path does; nil where it was too long for an engine that needs no formulas.
	Formula *formula.Path
	Builder *smt.Builder
	// Why it cannot be taken, for engines that ask the solver. The formulas are of Formula's steps.
	Proof *array.Sequent // a refutation by the rewriting prover
	Core  []*smt.Term    // without Proof: formulas that contradict each other
	// And for the others: the steps that contradict each other, ascending.
	Steps []int
	// Abstract is what the operation of an edge is in the abstraction, written in C's syntax; nil where there is no such program.
	Abstract func(*cfa.Edge) string

	Feasible bool   // inputs lead along the path
	Why      string // neither feasible nor infeasible: why not; or, with Blind, why nothing was learnt
	Blind    bool   // infeasible, as the solver says, but the abstraction does not see that; Why says why
	Learnt   []Kept // infeasible: what the precision gained
	// Apart lists places where abstract states are no longer merged from now on: nothing was to be
	// learnt from the path itself.
	Apart []lang.Pos

	// Interpolants say what must be known between the blocks of an infeasible path, in the order of the path.
	Interpolants []Interpolant

	// Domain is the numeric domain of the states, for engines that try several, and Instead that of the iteration
	// before, where it was another one.
	Domain, Instead string
	// Deeper says of an engine that writes the program out how far it has come without an error: there is no Path then.
	Deeper string
	// Repairs say where states were made finer, for engines that do so place by place.
	Repairs []Repair
}

// Interpolant is what must be known at the end of a block of a path that cannot be taken: all that is before implies it, and it
// contradicts what comes behind.
type Interpolant struct {
	Proc string
	Pos  lang.Pos
	Text string // in C's syntax
}

// Progress is what a status line shows.
type Progress struct {
	Engine      string        `json:"engine"`
	Phase       string        `json:"phase"`
	Refinements int           `json:"refinements"`
	States      int           `json:"states"`
	Frontier    int           `json:"frontier"`
	Elapsed     time.Duration `json:"elapsed"`
	Memory      uint64        `json:"memory"`
}

// Stats are counts of one run. All but the times are the same run after run.
type Stats struct {
	Refinements int
	States      int // nodes made
	Covered     int
	Pruned      int
	Activations int // procedure entries explored
	SummaryHits int // calls answered by an exploration that was there
	Posts       int // successors computed
	Replays     int
	Runs        int // all runs of the program, for the engine that makes them
	Vars, Cells int // kept in the final precision, for engines that keep cells
	AllCells    int // of the program's arrays of known length, for such engines
	Explore     time.Duration
	Refine      time.Duration
}

// Kept is one element of the final precision.
type Kept struct {
	Proc string   // "" for all of the program
	Pos  lang.Pos // of the location; not valid where the scope is wider
	What []string // variables and cells, as people write them
}

// Outcome is the result of a run.
type Outcome struct {
	Verdict Verdict
	Reason  string   // of Unknown
	Stopped error    // of Unknown: the cause of the context's end, where it ended before the engine was done; nil where it did not
	Path    cfa.Path // of Replay
	// Unsafe: the run of the concrete program that reaches the error. Unknown: nil, or a run that reaches what
	// the program model does not cover (its Error is Unsupported).
	Replay    *interp.Outcome
	Graph     *mc.Graph // Safe: the reached graph, of the slice (its Program; that one's Origin is the program)
	Precision []Kept
	// Gaps list the expressions whose value the engine left open because it cannot express it: the precision was not
	// the reason. Sorted, each place once.
	Gaps  []lang.Note
	Stats Stats
	// Engine is the one that answered, and Tried what each did, in the order of their turns; for the engine auto only.
	Engine string
	Tried  []Attempt
	// Coverage is what was explored; nil where nothing was, or the engine explores no abstraction.
	Coverage *Coverage

	// Proof is for what Options.Confirm leaves with an outcome that it has confirmed.
	Proof any

	Claims Claims // Safe: what the verdict rests on
}
