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

// Verdict is what a run can say.
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
	Reason  reason.Reason // of Unknown
	// of Unknown: the cause of the context's end, where it ended before the engine was done; nil
	// where it did not
	Stopped error
	// SoFar is what an engine that writes the program out had excluded when it ended: no error within
	// so many rounds of each loop. It is the last Iteration.Deeper.
	SoFar string
	Path  cfa.Path // of Replay
	// Unsafe: the run of the concrete program that reaches the error. Unknown: nil, or a run that
	// reaches what the program model does not cover (its Error is Unsupported).
	Replay *interp.Outcome
	// Safe: the reached graph, of the slice (its Program; that one's Origin is the program)
	Graph     *mc.Graph
	Precision []precision.Element
	// Approximations list the expressions whose value the engine left open because it cannot
	// express it: the precision was not the reason. Sorted, each place once.
	Approximations []lang.Note
	Stats          Stats
	// Engine is the one that answered, and Tried what each did, in the order of their turns; for
	// the engine auto only.
	Engine string
	Tried  []Attempt
	// Coverage is what was explored; nil where nothing was, or the engine explores no abstraction.
	Coverage *Coverage

	// Proof is for what Options.Confirm leaves with an outcome that it has confirmed.
	Proof any

	// Safe: what the verdict rests on. Unknown, with Open: the same about all error locations but
	// those
	Claims Claims
	// Unknown, with Options.Parts: the error locations, of the slice, that an exploration which has
	// come to its end leaves undecided. nil: nothing is claimed of the others
	Open []*cfa.Loc

	// Unknown: a run of the program model reaches what the model does not cover (Replay), and an
	// exploration that has come to its end leaves nothing else undecided. So no engine finds out more.
	Unmodelled bool

	// Several is what is known of each property, where there are several: package properties.
	Several *Several
}

// Several says what became of the properties of a program. Error locations are the program's.
type Several struct {
	Failures []*Outcome // each Unsafe, by the place of what fails; one of each property
	Proved   []*cfa.Loc // not reached by any run, as Outcome.Proof shows
	Open     []Left     // by place; one of each property
	Recalled int        // properties that were known from an earlier version, and checked again
}

// Left is a property that was not decided.
type Left struct {
	Error  *cfa.Loc
	Reason reason.Reason
	// the cause of the context's end, where that came before the engine was done
	Stopped error
}

// Claimed reports whether the outcome claims that no run reaches some error location, or all.
func (o *Outcome) Claimed() bool { return o.Verdict == Safe || o.Verdict == Unknown && len(o.Open) > 0 }

// CheckedProof is an Outcome.Proof that tells whether it was checked: Options.Confirm may be content
// with having one to write down.
type CheckedProof interface{ WasChecked() bool }

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
	Paths       int // all paths, with inputs as symbols, where it makes these instead
	Vars, Cells int // kept in the final precision, for engines that keep cells
	AllCells    int // of the program's arrays of known length, for such engines
	Explore     time.Duration
	Refine      time.Duration
}

// Coverage says how far an exploration came: how many abstract states each location had when the
// run ended. It is there for every verdict; a run that was cut short has that of the part that it
// had explored. A location without states has none in an exploration that is complete because no
// run that matters to an error comes there; in one that is not, nothing follows from it.
type Coverage struct {
	Program *cfa.Program // the slice that was explored
	States  []int        // by Loc.ID
	// Backward says that states are those from which an error might be reached: by having none at a
	// location the exploration does not say that no run gets there.
	Backward bool
}

// Attempt is what an engine did for auto.
type Attempt struct {
	Engine   string
	Rounds   int           // rounds of work it was given
	Finished bool          // it came to its end
	Reason   reason.Reason // why it had no answer, where it came to its end
	Answered bool
	SoFar    string        // what it had excluded (Outcome.SoFar)
	Observed bool          // an observer saw its iterations
	Elapsed  time.Duration // between its first step and its last, others' turns included
	Stats    Stats
}

// Claims is what a safe run says of the program, in two forms. They are made when they are asked
// for, since that costs time linear in the size of what was explored.
type Claims struct {
	// Invariants tell people; nil where the engine has none to tell.
	Invariants func(context.Context) []invariants.Invariant
	// Annotations tell a checker; nil where the engine leaves no proof. They return nil where the
	// context ends.
	Annotations func(context.Context) *annotate.Annotations
}

// Few says what a few runs of a program, or a few paths, lead to expect of making all.
type Few struct {
	Runs  bool // inputs had few values each: more runs may be all
	Sole  bool // there was one run so far, and it has not asked for an input
	Paths bool // nothing but the time was in the way of making all paths
	Deep  bool // but each goes through many places where others part from it
}
