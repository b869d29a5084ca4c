package report

import (
	"fmt"

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

// answeredBy names the engine, and where it is auto the one that answered.
func answeredBy(r *Result) string {
	for _, a := range r.Engines {
		if a.Answered {
			return fmt.Sprintf("engine %s: %s", r.Task.Engine, a.Engine)
		}
	}
	return "engine " + r.Task.Engine
}

// engines lists what the engines of auto did.
func (p *printer) engines(r *Result) {
	if len(r.Engines) == 0 {
		return
	}
	p.printf("\n%s\n", p.paint("Engines:", bold))
	for i, a := range r.Engines {
		took := ""
		if t := r.Timings; t != nil && i < len(t.Engines) {
			took = fmt.Sprintf(", %.2f s", t.Engines[i])
		}
		did := "stopped when another one had the answer"
		switch {
		case a.Answered:
			did = "answered"
		case a.Finished:
			did = "gave up: " + a.Reason
		case r.Verdict == Unknown:
			did = "was not done"
		}
		p.wrap("  "+pad(a.Engine, 20, false)+" ", fmt.Sprintf("%s%s: %s", plural(a.Rounds, "turn"), took, did), 23)
	}
}
