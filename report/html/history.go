package html

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/text"
)

// This file draws the refinements as a chart, which shows how abstract states and tracked values grow from one error
// path to the next, and splits the time by phase.

const (
	chartW, chartH = 640.0, 180.0
	chartLeft      = 52.0
	chartRight     = 40.0
	chartBottom    = 26.0
)

// chart draws the rounds; the picture is empty if there are fewer than two. log says whether the scale of states is
// logarithmic.
func chart(h *explain.History) (picture template.HTML, log bool) {
	if h == nil || len(h.Rounds) < 2 {
		return "", false
	}
	rounds := h.Rounds
	mostStates, mostTracked := 1, 1
	for _, r := range rounds {
		mostStates, mostTracked = max(mostStates, r.States), max(mostTracked, r.Tracked)
	}
	last := rounds[len(rounds)-1].Number
	x := func(n int) float64 {
		return chartLeft + float64(n-1)/float64(max(1, last-1))*(chartW-chartLeft-chartRight)
	}
	// A logarithmic scale shows both small and large numbers of states.
	log = mostStates > 200
	ys := func(n int) float64 {
		v := float64(n) / float64(mostStates)
		if log {
			v = math.Log1p(float64(n)) / math.Log1p(float64(mostStates))
		}
		return 12 + (1-v)*(chartH-12-chartBottom)
	}
	yk := func(n int) float64 { return 12 + (1-float64(n)/float64(mostTracked))*(chartH-12-chartBottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="abstract states and tracked values by refinement">`, chartW, chartH)
	base := chartH - chartBottom
	fmt.Fprintf(&b, `<path class="axis" d="M%g 12V%gH%g"/>`, chartLeft, base, chartW-chartRight)
	fmt.Fprintf(&b, `<text class="tick states" x="%g" y="16" text-anchor="end">%s</text><text class="tick states" x="%g" y="%g" text-anchor="end">0</text>`,
		chartLeft-6, short(mostStates), chartLeft-6, base)
	fmt.Fprintf(&b, `<text class="tick kept" x="%g" y="16">%s</text>`, chartW-chartRight+6, short(mostTracked))
	fmt.Fprintf(&b, `<text class="tick" x="%g" y="%g">1</text><text class="tick" x="%g" y="%g" text-anchor="end">%d</text>`,
		chartLeft, base+18, chartW-chartRight, base+18, last)
	fmt.Fprintf(&b, `<text class="tick" x="%g" y="%g" text-anchor="middle">error path</text>`, (chartW+chartLeft-chartRight)/2, base+18)
	var states, kept strings.Builder
	for i, r := range rounds {
		sep := "L"
		if i == 0 {
			sep = "M"
		}
		fmt.Fprintf(&states, "%s%.1f %.1f", sep, x(r.Number), ys(r.States))
		if i == 0 {
			fmt.Fprintf(&kept, "M%.1f %.1f", x(r.Number), yk(r.Tracked))
		} else {
			fmt.Fprintf(&kept, "H%.1fV%.1f", x(r.Number), yk(r.Tracked))
		}
	}
	fmt.Fprintf(&b, `<path class="line kept" d="%s"/><path class="line states" d="%s"/>`, kept.String(), states.String())
	if len(rounds) <= 120 {
		for _, r := range rounds {
			fmt.Fprintf(&b, `<a href="#round-%d"><circle class="dot states" cx="%.1f" cy="%.1f" r="3.2"><title>%s</title></circle></a>`,
				r.Number, x(r.Number), ys(r.States), escape(fmt.Sprintf("path %d: %s, %d tracked; %s", r.Number, prose.Plural(r.States, "state"), r.Tracked, text.Summary(r))))
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()), log //nolint:gosec // numbers and escaped text only
}

// part is a phase of the run.
type part struct {
	Name    string
	Seconds string
	Percent string
}

// times splits the wall time by phase. A run that ends within the resolution of the timings has the same phases, so
// that the structure of the page does not depend on the clock.
func times(t *report.Timings) []part {
	if t == nil {
		return nil
	}
	total := max(t.Total, report.Seconds(time.Millisecond))
	rest := t.Total - t.Read - t.Lower - t.Explore - t.Refine
	var out []part
	for _, p := range []struct {
		name string
		s    float64
	}{
		{"reading the program", t.Read}, {"building its automata", t.Lower}, {"exploring", t.Explore},
		{"checking paths and refining", t.Refine}, {"everything else: test runs, the report", max(0, rest)},
	} {
		out = append(out, part{p.name, fmt.Sprintf("%.2f s", p.s), fmt.Sprintf("%.1f", min(100, 100*p.s/total))})
	}
	return out
}
