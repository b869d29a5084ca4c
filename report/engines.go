// This file describes the attempts of the engines that auto runs in turns.

package report

import (
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

// Attempt is what one engine of auto did.
type Attempt struct {
	Engine   string        `json:"engine"`
	Answered bool          `json:"answered"`
	Finished bool          `json:"finished"`         // set if the engine ended by itself, with an answer or without
	Reason   string        `json:"reason,omitempty"` // the reason why the engine has no answer
	Why      reason.Reason `json:"why,omitzero"`     // the same reason as a value
	Rounds   int           `json:"rounds"`           // number of turns that the engine had
	// How far the engine got:
	// what the engine has excluded: "no error within 5 rounds of each loop"
	SoFar       string `json:"so_far,omitempty"`
	Refinements int    `json:"refinements"`
	States      int    `json:"states"`
	Observed    bool   `json:"-"` // set if an explanation shows the engine's iterations
}

// Did says how the engine's turns ended in a run with verdict v. It leaves the engine's own reason to the caller.
func (a *Attempt) Did(v Verdict) string {
	switch {
	case a.Answered:
		return "answered"
	case a.Finished:
		return "gave up"
	case v != Unknown:
		return "stopped when another one had the answer"
	case a.SoFar != "":
		return "did not finish; " + a.SoFar
	}
	return "did not finish"
}

func attempts(out *refine.Outcome) []Attempt {
	var list []Attempt
	for _, t := range out.Tried {
		why := t.Reason
		if why.Text == "" {
			why = reason.Reason{} // the engine gives no reason
		}
		list = append(list, Attempt{Engine: t.Engine, Answered: t.Answered, Finished: t.Finished, Reason: why.Text, Why: why, Rounds: t.Rounds,
			SoFar: t.SoFar, Refinements: t.Stats.Refinements, States: t.Stats.States, Observed: t.Observed})
	}
	return list
}
