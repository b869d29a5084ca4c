package explain

import (
	"sync"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/trace"
)

// History is how a run came to its end: one Round for each error path that was looked at. It is
// what an Explainer tells in full, without the paths and programs, so that it can be kept of every
// run.
type History struct {
	Rounds []Round
	// rounds after the first that are not listed, for there were too many; the last one is
	Left int

	mu sync.Mutex
	x  *Explainer
}

// Round is one of the rounds of a run.
type Round struct {
	Number   int
	Outcome  Outcome
	Domain   string // of the states, where the engine has several
	States   int    // that the exploration had made
	Tracked  int    // elements of the precision that the path was found with
	Steps    int    // of the path
	Property *trace.Property
	Learnt   []Tracked
	Apart    []lang.Pos
	Repairs  []Repair
	Why      string
}

// maxRounds bounds the rounds of a history.
const maxRounds = 1000

// NewHistory returns a history that Add extends.
func NewHistory() *History { return &History{x: New(Options{Brief: true})} }

// Add adds a round. It is made to be an observer of the engine (refine.Options.Observe); engines
// that run side by side may call it at the same time.
func (h *History) Add(it *refine.Iteration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	full := len(h.Rounds) >= maxRounds
	x := h.x.Add(it)
	r := Round{
		Number: x.Number, Outcome: x.Outcome, Domain: x.Domain, States: x.States, Steps: len(it.Path), Tracked: len(it.Precision),
		Property: x.Property, Learnt: x.Learnt, Apart: x.Apart, Repairs: x.Repairs, Why: x.Why,
	}
	if full {
		h.Left++
		h.Rounds[len(h.Rounds)-1] = r
		return
	}
	h.Rounds = append(h.Rounds, r)
}
