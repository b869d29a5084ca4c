// This file prints the engines of a run.

package text

import (
	"fmt"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
)

// answeredBy names the engine; for auto, it adds the engine that answered.
func answeredBy(r *report.Result) string {
	for _, a := range r.Engines {
		if a.Answered {
			return fmt.Sprintf("engine %s: %s", r.Task.Engine, a.Engine)
		}
	}
	return "engine " + r.Task.Engine
}

// engines prints what the engines of auto did.
func (p *printer) engines(r *report.Result) {
	if len(r.Engines) == 0 {
		return
	}
	p.printf("\n%s\n", p.paint("Engines:", bold))
	for i, a := range r.Engines {
		took := ""
		if t := r.Timings; t != nil && i < len(t.Engines) {
			took = fmt.Sprintf(", %.2f s", t.Engines[i])
		}
		did := a.Did(r.Verdict)
		if a.Reason != "" && !a.Answered {
			did += ": " + prose.OneLine(a.Reason)
		}
		work := ""
		if a.Refinements > 0 {
			work += ", " + prose.Plural(a.Refinements, "refinement")
		}
		if a.States > 0 {
			work += ", " + prose.Plural(a.States, "state")
		}
		p.wrap("  "+pad(a.Engine, 20, false)+" ", fmt.Sprintf("%s%s%s: %s", prose.Plural(a.Rounds, "turn"), took, work, did), 23)
	}
}
