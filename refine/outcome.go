// The outcome of a run.

package refine

import (
	"context"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/precision"
)

// Verdict is the answer of a run.
type Verdict int

const (
	Unknown Verdict = iota
	Safe
	Unsafe
)

func (v Verdict) String() string { return [...]string{"unknown", "safe", "unsafe"}[v] }

// Outcome is the result of a run.
type Outcome struct {
	Verdict Verdict
	Reason  reason.Reason // if Unknown: the reason
	// if Unknown: the cause of the context's end if the context ended before the engine was done, else nil
	Stopped error
	// SoFar is what an engine that unrolls the program had excluded when it ended: errors within a number of rounds
	// of each loop. It is the last Iteration.Deeper.
	SoFar string
	Path  cfa.Path // the path of Replay
	// Unsafe: the run of the concrete program that reaches the error. Unknown: nil, or a run that reaches something
	// that the program model does not cover (its Error is Unsupported).
	Replay *interp.Outcome
	// Safe: the reached graph; Graph.Program is the slice, and the Origin of the slice is the program
	Graph     *mc.Graph
	Precision []precision.Element
	// Approximations lists the expressions whose value the engine left open because it cannot express it, as opposed
	// to a coarse precision. It is sorted and has each place once.
	Approximations []lang.Note
	Stats          Stats
	// Engine is the engine that answered, and Tried lists the attempts of all engines, in the order of their turns.
	// Only the engine auto sets them.
	Engine string
	Tried  []Attempt
	// Coverage describes the exploration. It is nil if there was none, or if the engine explores no abstraction.
	Coverage *Coverage

	// Proof is set by Options.Confirm when it confirms an outcome.
	Proof any

	// Safe: the justification of the verdict. Unknown, with Open: the same for all error locations not in Open
	Claims Claims
	// Unknown, with Options.Parts: the error locations of the slice that a complete exploration leaves undecided.
	// nil: nothing is claimed about the others
	Open []*cfa.Loc

	// Unknown: a run of the program model reaches something that the model does not cover (Replay), and a complete
	// exploration leaves nothing else undecided. So no engine can find out more.
	Unmodelled bool

	// Several has the result for each property, if the program has several properties: see package properties.
	Several *Several
}

// Several has the results for the properties of a program. Error locations belong to the program.
type Several struct {
	Failures []*Outcome // the failures, each Unsafe; one for each failing property, sorted by its place
	Proved   []*cfa.Loc // the error locations that no run reaches, as Outcome.Proof shows
	Open     []Left     // the undecided properties, one entry for each, sorted by place
	Recalled int        // number of properties known from an earlier version, and checked again
}

// Left is a property that was not decided.
type Left struct {
	Error  *cfa.Loc
	Reason reason.Reason
	// the cause of the context's end if the context ended before the engine was done
	Stopped error
}

// Claimed reports whether the outcome claims that no run reaches some or all error locations.
func (o *Outcome) Claimed() bool { return o.Verdict == Safe || o.Verdict == Unknown && len(o.Open) > 0 }

// CheckedProof is an Outcome.Proof that reports whether it was checked: Options.Confirm may accept a proof unchecked,
// just to write it down.
type CheckedProof interface{ WasChecked() bool }

// Stats are counts of one run. Everything except the times is reproducible.
type Stats struct {
	Refinements int
	States      int // number of nodes made
	Covered     int
	Pruned      int
	Activations int // number of procedure entries explored
	SummaryHits int // number of calls answered by an existing exploration
	Posts       int // number of successors computed
	Replays     int
	Runs        int // number of all runs of the program, if the engine made all
	Paths       int // number of all paths with symbolic inputs, if the engine made all
	Vars, Cells int // numbers of variables and cells in the final precision, for engines that keep cells
	AllCells    int // number of cells of the program's arrays of known length, for such engines
	Explore     time.Duration
	Refine      time.Duration
}

// Coverage describes the extent of an exploration: the number of abstract states of each location when the run ended.
// It is set for every verdict; for a run that was cut short it describes the explored part. In a complete
// exploration, a location without states is not reached by any run that matters for an error. In an incomplete one,
// nothing follows.
type Coverage struct {
	Program *cfa.Program // the explored slice
	States  []int        // number of abstract states, by Loc.ID
	// Backward says that States counts the states from which an error might be reached. Then a location without
	// states may still be reached by runs.
	Backward bool
}

// Attempt is the work of one engine for the engine auto.
type Attempt struct {
	Engine   string
	Rounds   int           // number of rounds in which the engine worked
	Finished bool          // set if the engine ended by itself
	Reason   reason.Reason // if the engine ended by itself without an answer: the reason
	Answered bool
	SoFar    string        // what the engine had excluded (Outcome.SoFar)
	Observed bool          // set if the engine's iterations were reported to an observer
	Elapsed  time.Duration // the time from the engine's first step to its last, including other engines' turns
	Stats    Stats
}

// Claims are the claims of a safe run about the program, in two forms. They are computed on demand, since that takes
// time linear in the size of the exploration.
type Claims struct {
	// Invariants returns the invariants for users; nil if the engine has none.
	Invariants func(context.Context) []invariants.Invariant
	// Annotations returns the proof for a checker; nil if the engine leaves no proof. It returns nil if the context
	// ends.
	Annotations func(context.Context) *annotate.Annotations
}

// Few says what a few runs or paths of a program suggest about executing all of them.
type Few struct {
	Runs  bool // each input had few values, so with more runs one may cover all of them
	Sole  bool // there was only one run so far, and it has not read an input
	Paths bool // only time prevented executing all paths
	Deep  bool // each of these paths passes many branching points
}
