package report

import (
	"fmt"
	"strings"
)

// entered is the number of procedures that the exploration entered, which only a kept graph tells.
func entered(r *Result) string {
	if r.Stats.Procedures == 0 {
		return "not counted"
	}
	return group(r.Stats.Procedures)
}

// stats prints the counts, the times and the final precision.
func (p *printer) stats(r *Result) {
	p.printf("\n%s\n", p.paint("Statistics:", bold))
	type line struct{ name, value string }
	list := []line{
		{"program", fmt.Sprintf("%s, %s, %s, %s, %s", plural(r.Size.Procedures, "procedure"), plural(r.Size.Locations, "location"),
			plural(r.Size.Edges, "edge"), plural(r.Size.Variables, "variable"), plural(r.Size.Arrays, "array"))},
		{"refinements", group(r.Stats.Refinements)},
		{"states", fmt.Sprintf("%s (%s covered, %s pruned)", group(r.Stats.States), group(r.Stats.Covered), group(r.Stats.Pruned))},
		{"procedures entered", fmt.Sprintf("%s (%s, %s)", entered(r), plural(r.Stats.Activations, "entry state"), plural(r.Stats.SummaryHits, "summary")+" reused")},
		{"replays", group(r.Stats.Replays)},
	}
	if r.Stats.PathSteps > 0 {
		list = append(list, line{"path", plural(r.Stats.PathSteps, "step")})
	}
	if t := r.Timings; t != nil {
		list = append(list,
			line{"time", fmt.Sprintf("%.2f s (read %.2f, lower %.2f, explore %.2f, refine %.2f), %.2f s CPU", t.Total, t.Read, t.Lower, t.Explore, t.Refine, t.CPU)},
			line{"memory", fmt.Sprintf("%.0f MB", float64(t.Memory)/1e6)})
	}
	for _, l := range list {
		p.printf("  %s %s\n", p.paint(pad(l.name, 20, false), dim), l.value)
	}
	p.printf("\n%s", p.paint("Final precision:", bold))
	if len(r.Precision) == 0 {
		p.printf(" nothing is tracked\n")
	} else {
		p.printf("\n")
		fn, first := "", true
		for _, k := range r.Precision {
			if first || k.Func != fn {
				name := k.Func
				if name == "" {
					name = "everywhere"
				}
				p.printf("  %s\n", p.paint(name, bold))
				fn, first = k.Func, false
			}
			at := "all lines"
			if k.Pos.Valid() {
				at = fmt.Sprintf("line %d", k.Pos.Line)
			}
			p.wrap("    "+pad(at, 10, false)+" ", strings.Join(k.What, ", "), 15)
		}
	}
}
