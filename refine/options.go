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

// Engine decides programs. Its options are its fields.
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

// Parallel is an engine that does several things at the same time.
type Parallel interface {
	Engine
	// Sequential is the engine that does one after the other: the work that it has counted at any
	// point follows from the input alone.
	Sequential() Engine
}

// Options are honoured by every engine.
type Options struct {
	Engine  Engine
	Start   []string // the precision to begin with, as precision.Texts writes it: see Session.Start
	NoTests bool     // no test runs on inputs made up beforehand
	// Parts asks for what is known of some errors where not all are decided: see Outcome.Open.
	Parts bool
	// Confirm, where it is set, checks the proof of a safe run, or of one that claims something of
	// some errors: why says what is wrong with it, and the verdict is Unknown then, without claims. It is called by the goroutine of the engine, several at a time
	// in the engine auto.
	Confirm  func(context.Context, *Outcome) (why reason.Reason)
	Progress func(Progress)
	// called for each error path that was looked at, in order, and at the end of a safe run
	Observe func(*Iteration)
	// Observe needs no Iteration.Formula where the engine would make it for the observer only
	Brief bool
	// what engines that work on the same program tell each other; nil: the engine is alone
	Exchange Exchange
}

// Exchange passes on between engines what one of them has found out about the program.
type Exchange interface {
	// of a path of the program, or of one that it begins with; nil: nothing
	Known(cfa.Path) *feasible.Result
	Note(cfa.Path, *feasible.Result)
	Proved() []invariants.Invariant // of loop heads, by others
	Prove([]invariants.Invariant)
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

// Session is what the runs of all engines share.
type Session struct {
	Ctx     context.Context
	Program *cfa.Program // what a bug must be a bug of
	Slice   *cfa.Program // what is explored: the part of it that matters for its errors
	Options Options
	Outcome Outcome
	began   time.Time

	Tries          map[*cfa.Loc]int // undecided paths, by error location
	Undecided      reason.Reason    // the first one's reason
	tests          *testrun.Tester
	vocabulary     *precision.Vocabulary
	Approximations Approximations
	domain         string          // of the last iteration that was observed
	unmodelled     *interp.Outcome // a run into something that the program model does not cover
}
