package bench

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"time"

	"github.com/whet-mc/whet/internal/chart"
)

// Page describes a page of results.
type Page struct {
	Title   string
	Run     string // the settings, as in a Journal
	Results []Result
	Timeout time.Duration
	// Against are results of another run to compare with, and Other what to call that one.
	Against []Result
	Other   string
}

// row is a task in the page's table.
type row struct {
	Result
	Class  string
	Before *Result // of the other run
	Change string  // "solved now", "lost", or ""
}

// Write writes the page: scores, a quantile plot, a scatter plot against the other run where there
// is one, and every task. It is one file that needs nothing else, and the same for the same
// results.
func (p *Page) Write(w io.Writer) error {
	sets, all := Scores(p.Results)
	if len(sets) != 1 {
		sets = append(sets, all)
	}
	before := map[string]*Result{}
	for i := range p.Against {
		before[p.Against[i].Task.Name] = &p.Against[i]
	}
	now := chart.Series{Name: "this run"}
	then := chart.Series{Name: p.Other}
	var rows []row
	var pairs []chart.Pair
	gained, lost := 0, 0
	for _, r := range p.Results {
		x := row{Result: r, Class: "open"}
		switch {
		case r.Wrong():
			x.Class = "wrong"
		case r.Solved():
			x.Class = "solved"
			now.Times = append(now.Times, r.CPU.Seconds())
		}
		if b := before[r.Task.Name]; b != nil {
			x.Before = b
			b.Task.Expected = r.Task.Expected
			pair := chart.Pair{Name: r.Task.Name}
			if b.Solved() {
				pair.X = max(b.CPU.Seconds(), 1e-3)
				then.Times = append(then.Times, b.CPU.Seconds())
			}
			if r.Solved() {
				pair.Y = max(r.CPU.Seconds(), 1e-3)
			}
			pairs = append(pairs, pair)
			switch {
			case r.Solved() && !b.Solved():
				x.Change = "solved now"
				gained++
			case !r.Solved() && b.Solved():
				x.Change = "lost"
				lost++
			}
		}
		rows = append(rows, x)
	}
	series := []chart.Series{now}
	if len(p.Against) > 0 {
		series = append(series, then)
	}
	var quantile, scatter bytes.Buffer
	if err := chart.Quantile(&quantile, "Solved tasks by CPU time", series, p.Timeout.Seconds()); err != nil {
		return err
	}
	if len(pairs) > 0 {
		if err := chart.Scatter(&scatter, "Task by task", p.Other, "this run", pairs); err != nil {
			return err
		}
	}
	return page.Execute(w, map[string]any{
		"Title": p.Title, "Run": p.Run, "Sets": sets, "All": all, "Rows": rows, "Other": p.Other,
		"Quantile": template.HTML(quantile.String()), "Scatter": template.HTML(scatter.String()), //nolint:gosec // our own SVG, escaped there
		"Gained": gained, "Lost": lost,
	})
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"s": func(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) },
	"unknownIfEmpty": func(s string) string {
		if s == "" {
			return "?"
		}
		return s
	},
}).Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; --ink: #20262d; --dim: #667; --line: #d9dee5; --good: #0a7d57; --bad: #b3261e; --paper: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #d6dce4; --dim: #9aa4b0; --line: #2b343f; --good: #5fd7a7; --bad: #ff8a80; --paper: #0f1318 } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 2rem; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
th:first-child, td:first-child, .text { text-align: left }
tr:last-child.sum td { font-weight: 600; border-bottom: 0 }
.note { color: var(--dim); white-space: normal; text-align: left; font-size: 13px }
.solved .status { color: var(--good) } .wrong td { color: var(--bad); font-weight: 700 } .open .status { color: var(--dim) }
svg { max-width: 100%; height: auto } code { font-size: 13px; overflow-wrap: anywhere }
</style>
<h1>{{.Title}}</h1>
<p><code>{{.Run}}</code></p>
<p>{{.All.Solved}} of {{.All.Tasks}} tasks solved{{if .All.Wrong}}, <strong class="wrong">{{.All.Wrong}} wrong</strong>{{else}}, no verdict wrong{{end}}{{if .Other}}; against {{.Other}}: {{.Gained}} solved now, {{.Lost}} lost{{end}}.</p>
<div class="wide"><table>
<tr><th>set<th>tasks<th>solved<th>safe<th>unsafe<th>wrong<th>timeout<th>failed<th>points<th>of<th>CPU s</tr>
{{range .Sets}}<tr{{if eq .Set "all"}} class="sum"{{end}}><td>{{.Set}}<td>{{.Tasks}}<td>{{.Solved}}<td>{{.Safe}}<td>{{.Unsafe}}<td>{{.Wrong}}<td>{{.TimedOut}}<td>{{.Failed}}<td>{{.Points}}<td>{{.Most}}<td>{{s .CPU}}</tr>
{{end}}</table></div>
{{.Quantile}}
{{.Scatter}}
<h2>Tasks</h2>
<div class="wide"><table>
<tr><th>task<th class="text">set<th class="text">expected<th class="text">status<th>CPU s{{if .Other}}<th class="text">{{.Other}}<th>CPU s<th class="text">change{{end}}<th class="text">note</tr>
{{$other := .Other}}{{range .Rows}}<tr class="{{.Class}}"><td>{{.Task.Name}}<td class="text">{{.Task.Set}}<td class="text">{{unknownIfEmpty .Task.Expected}}<td class="text status">{{.Status}}<td>{{s .CPU}}{{if $other}}{{with .Before}}<td class="text">{{.Status}}<td>{{s .CPU}}{{else}}<td><td>{{end}}<td class="text">{{.Change}}{{end}}<td class="note">{{.Note}}</tr>
{{end}}</table></div>
`))
