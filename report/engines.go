package report

import (
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

// Attempt is what one engine of auto did.
type Attempt struct {
	Engine   string        `json:"engine"`
	Answered bool          `json:"answered"`
	Finished bool          `json:"finished"`         // it came to its end, with an answer or without
	Reason   string        `json:"reason,omitempty"` // why it has no answer
	Why      reason.Reason `json:"why,omitzero"`     // the same as a value
	Rounds   int           `json:"rounds"`           // turns that it had
	// how far it came
	SoFar       string `json:"so_far,omitempty"` // what it had excluded: no error within 5 rounds of each loop
	Refinements int    `json:"refinements"`
	States      int    `json:"states"`
	Observed    bool   `json:"-"` // an explanation shows its iterations
}

// Did says the results of the turns of an engine, where the verdict is v; a reason that it gives is
// left to the caller.
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
			why = reason.Reason{} // it gives none of its own
		}
		list = append(list, Attempt{Engine: t.Engine, Answered: t.Answered, Finished: t.Finished, Reason: why.Text, Why: why, Rounds: t.Rounds,
			SoFar: t.SoFar, Refinements: t.Stats.Refinements, States: t.Stats.States, Observed: t.Observed})
	}
	return list
}
