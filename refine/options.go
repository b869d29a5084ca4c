// The interface of engines, the options of runs, and the session.

package refine

import (
	"context"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/testrun"
)

// Engine decides programs. The fields of an engine are its options.
type Engine interface {
	Name() string
	// Run leaves a verdict in the session's outcome, or Unknown with a reason.
	Run(*Session)
}

// Confirming is an engine that calls Options.Confirm itself.
type Confirming interface {
	Engine
	Confirms() bool
}

// Parallel is an engine that may work concurrently.
type Parallel interface {
	Engine
	// Sequential returns an engine that works sequentially: the work that it has counted at any point depends on the
	// input alone.
	Sequential() Engine
}

// Options apply to every engine.
type Options struct {
	Engine  Engine
	Start   []string // the initial precision, as written by precision.Texts: see Session.Start
	NoTests bool     // no test runs on generated inputs
	// Parts requests claims about some errors if not all can be decided: see Outcome.Open.
	Parts bool
	// Confirm, if set, checks the proof of a safe run, or of a run with claims about some errors. If it returns a
	// reason, the proof is not accepted, and the verdict becomes Unknown, without claims. It is called by the
	// goroutine of the engine; in the engine auto there may be several calls at a time.
	Confirm  func(context.Context, *Outcome) (why reason.Reason)
	Progress func(Progress)
	// Observe is called for each error path that was analysed, in order, and at the end of a safe run.
	Observe func(*Iteration)
	// Brief makes the engine leave out Iteration.Formula if only the observer needs it.
	Brief bool
	// Exchange connects engines that work on the same program. It is nil if there is no other engine.
	Exchange Exchange
}

// Exchange passes results about the program between engines.
type Exchange interface {
	// Known returns the result for a path of the program or for a prefix of it, or nil.
	Known(cfa.Path) *feasible.Result
	Note(cfa.Path, *feasible.Result)
	Proved() []invariants.Invariant // Proved returns invariants of loop heads from other engines.
	Prove([]invariants.Invariant)
}

// Progress is the information for a status line.
type Progress struct {
	Engine      string        `json:"engine"`
	Phase       string        `json:"phase"`
	Refinements int           `json:"refinements"`
	States      int           `json:"states"`
	Frontier    int           `json:"frontier"`
	Elapsed     time.Duration `json:"elapsed"`
	Memory      uint64        `json:"memory"`
}

// Session is the part of a run that all engines share.
type Session struct {
	Ctx     context.Context
	Program *cfa.Program // bugs are bugs of this program
	Slice   *cfa.Program // the explored program: the part that matters for the errors
	Options Options
	Outcome Outcome
	began   time.Time

	Tries          map[*cfa.Loc]int // number of undecided paths, by error location
	Undecided      reason.Reason    // the reason for the first undecided path
	tests          *testrun.Tester
	vocabulary     *precision.Vocabulary
	Approximations Approximations
	domain         string          // the domain of the iteration that was reported last
	unmodelled     *interp.Outcome // a run that reaches something the program model does not cover
}
