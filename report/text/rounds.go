// This file describes the rounds of a history.

package text

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/report/explain"
)

// Summary describes the result of the path of a round.
func Summary(r explain.Round) string {
	switch r.Outcome {
	case explain.Refined, explain.Repaired, explain.KeptApart, explain.Repeated:
		return "the path cannot be taken"
	case explain.Feasible:
		return "inputs lead along the path"
	case explain.NoPath:
		return "no path to an error is left"
	}
	return "undecided: " + r.Why
}

// Gain lists what was learnt from the round, one line each.
func Gain(r explain.Round) []string {
	var out []string
	for _, t := range r.Learnt {
		text := strings.Join(keptTexts(t), ", ")
		if t.Pos.Valid() {
			text = fmt.Sprintf("line %d: %s", t.Pos.Line, text)
		}
		out = append(out, "track "+text)
	}
	if len(r.Repairs) > 0 {
		p := &printer{Style: Style{Width: 1 << 20}}
		p.repairs(&explain.Iteration{Property: r.Property, Repairs: r.Repairs})
		for _, l := range strings.Split(strings.TrimSpace(p.b.String()), "\n")[1:] {
			out = append(out, strings.TrimSpace(l))
		}
	}
	for _, a := range r.Apart {
		out = append(out, fmt.Sprintf("states at line %d are kept apart", a.Line))
	}
	if r.Outcome == explain.Repeated && len(out) == 0 {
		out = append(out, "nothing new")
		if r.Why != "" {
			out[0] += ": " + r.Why
		}
	}
	return out
}

func keptTexts(t explain.Tracked) []string {
	out := append([]string{}, t.Vars...)
	for _, a := range t.Arrays {
		for _, i := range a.Indexes {
			if strings.HasPrefix(i, "[") {
				out = append(out, a.Array+i)
			} else {
				out = append(out, a.Array+"["+i+"]")
			}
		}
	}
	return out
}
