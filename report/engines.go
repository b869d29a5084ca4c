package report

import (
	"github.com/whet-mc/whet/refine"
)

// Attempt is what one engine of auto did.
type Attempt struct {
	Engine   string `json:"engine"`
	Answered bool   `json:"answered"`
	Finished bool   `json:"finished"`         // it came to its end, with an answer or without
	Reason   string `json:"reason,omitempty"` // why it has no answer
	Rounds   int    `json:"rounds"`           // turns that it had
}

func attempts(out *refine.Outcome) []Attempt {
	var list []Attempt
	for _, t := range out.Tried {
		list = append(list, Attempt{Engine: t.Engine, Answered: t.Answered, Finished: t.Finished, Reason: t.Reason, Rounds: t.Rounds})
	}
	return list
}
