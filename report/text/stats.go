// This file prints the counts, the times and the final precision of a run.

package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
)

// entered returns the number of procedures that the exploration entered, as the start of a phrase. It is known only
// if the graph was kept.
func entered(r *report.Result) string {
	if r.Stats.Procedures == 0 {
		return ""
	}
	return prose.Group(r.Stats.Procedures) + ", with "
}

// stats prints the counts, the times and the final precision.
func (p *printer) stats(r *report.Result) {
	p.printf("\n%s\n", p.paint("Statistics:", bold))
	type line struct{ name, value string }
	list := []line{
		{"program", fmt.Sprintf("%s, %s, %s, %s, %s", prose.Plural(r.Size.Procedures, "procedure"), prose.Plural(r.Size.Locations, "location"),
			prose.Plural(r.Size.Edges, "edge"), prose.Plural(r.Size.Variables, "variable"), prose.Plural(r.Size.Arrays, "array"))},
		{"refinements", prose.Group(r.Stats.Refinements)},
		{"states", fmt.Sprintf("%s (%s covered, %s pruned)", prose.Group(r.Stats.States), prose.Group(r.Stats.Covered), prose.Group(r.Stats.Pruned))},
		{"procedures entered", fmt.Sprintf("%s%s, %s", entered(r), prose.Plural(r.Stats.Activations, "entry state"), prose.Plural(r.Stats.SummaryHits, "summary")+" reused")},
		{"replays", prose.Group(r.Stats.Replays)},
	}
	if r.Stats.TrackedVars+r.Stats.TrackedCells > 0 {
		kept := fmt.Sprintf("%s of %s", prose.Group(r.Stats.TrackedVars), prose.Plural(r.Size.Variables, "variable"))
		if r.Stats.TrackedCells+r.Stats.Cells > 0 {
			kept += fmt.Sprintf(", %s", prose.Group(r.Stats.TrackedCells))
			if r.Stats.Cells > 0 { // other arrays have an unknown length
				kept += " of " + prose.Group(max(r.Stats.Cells, r.Stats.TrackedCells))
			}
			kept += " array cells"
		}
		list = append(list, line{"kept", kept})
	}
	if r.Stats.PathSteps > 0 {
		list = append(list, line{"path", prose.Plural(r.Stats.PathSteps, "step")})
	}
	if t := r.Timings; t != nil {
		list = append(list,
			line{"time", fmt.Sprintf("%.2f s (read %.2f, lower %.2f, explore %.2f, refine %.2f), %.2f s CPU", t.Total, t.Read, t.Lower, t.Explore, t.Refine, t.CPU)},
			line{"memory", fmt.Sprintf("%.0f MB", float64(t.Memory)/1e6)})
	}
	for _, l := range list {
		p.printf("  %s %s\n", p.paint(pad(l.name, 20, false), dim), l.value)
	}
	p.engines(r)
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
			p.wrap("    "+pad(at, 10, false)+" ", strings.Join(runs(objects(r.Program, k.What)), ", "), 15)
		}
	}
}

// runs joins neighbouring cells of one array: a[0], a[1], a[2] become a[0…2].
func runs(names []string) []string {
	cell := func(name string) (array string, index int, ok bool) {
		array, rest, ok := strings.Cut(name, "[")
		if !ok || !strings.HasSuffix(rest, "]") {
			return "", 0, false
		}
		index, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
		return array, index, err == nil
	}
	var out []string
	for i := 0; i < len(names); {
		array, first, ok := cell(names[i])
		j := i + 1
		for ; ok && j < len(names); j++ {
			if a, k, ok := cell(names[j]); !ok || a != array || k != first+j-i {
				break
			}
		}
		if j-i < 3 {
			j = i + 1
			out = append(out, names[i])
		} else {
			out = append(out, fmt.Sprintf("%s[%d…%d]", array, first, first+j-i-1))
		}
		i = j
	}
	return out
}

// objects names cells of regions by the objects that contain them, as paths do.
func objects(p *cfa.Program, names []string) []string {
	if p == nil {
		return names
	}
	regions := map[string]*cfa.Array{}
	for _, a := range p.Arrays {
		if a.Region {
			regions[a.Name] = a
		}
	}
	out := slices.Clone(names)
	for i, n := range names {
		at := strings.LastIndexByte(n, '[')
		if at < 0 || regions[n[:at]] == nil {
			continue
		}
		if k, ok := num.Parse(strings.TrimSuffix(n[at+1:], "]"), 10); ok {
			out[i] = regions[n[:at]].CellName(k)
		}
	}
	return out
}
