// This file keeps a short history of a run.

package explain

import (
	"sync"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/trace"
)

// History says how a run came to its end, with one Round for each error path that it looked at. It has what an
// Explainer reports, but without the paths and programs, so that it can be kept for every run.
type History struct {
	Rounds []Round
	// number of rounds that are not listed, because there were too many; the last round is always listed
	Left int

	mu sync.Mutex
	x  *Explainer
}

// Round is one of the rounds of a run.
type Round struct {
	Number   int
	Outcome  Outcome
	Domain   string // the domain of the states, if the engine has several
	States   int    // number of abstract states that the exploration had made
	Tracked  int    // number of elements of the precision with which the path was found
	Steps    int    // number of steps of the path
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

// Add adds a round. It serves as an observer of the engine (refine.Options.Observe); engines that run concurrently
// may call it at the same time.
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
