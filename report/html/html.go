// This file writes the page.

package html

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/text"
	"github.com/whet-mc/whet/report/trace"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

//go:embed script.js
var scriptText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"text":     printable,
		"commands": commands,
	}).Parse(pageText))
})

// page is the data of the template.
type page struct {
	R        *report.Result
	Style    template.CSS
	Script   template.JS
	Data     data
	Headline string
	Why      *reason // the reason why there is no verdict
	Hints    []string
	Stuck    []stuck
	Facts    []fact
	Looked   string // what was checked
	Not      string // what was not checked
	Tallies  []tally
	Engines  []engine
	// Obligations are the runs for single functions.
	Obligations []obligation
	Failures    []failure
	Rows        int // the height of the panes in rows
	Files       []sourceFile
	Covered     bool // set if the lines show what was explored
	Automata    []picture
	Loops       []loop
	Rounds      []round
	Left        int
	Chart       template.HTML
	Log         bool // set if the scale of the chart is logarithmic
	Times       []part
	Others      []other
	Assumed     []string
	Relies      []string
	Notes       []string
}

type fact struct{ Name, Value string }

// engine is one of the engines of auto.
type engine struct {
	Name, How string
	Why       reason
}

// stuck is a loop that the exploration did not finish.
type stuck struct {
	What, Place, More string
	File, Line        int
}

type obligation struct {
	Name, Status string
	Text         reason
}

type picture struct {
	ID       int
	Name     string
	SVG      template.HTML
	TooLarge int // number of locations of a procedure that is too large to be drawn; otherwise 0
	rows     int // the picture's height in lines of text
}

type round struct {
	Number  int
	Title   string
	Summary string
	Gain    []string
	More    int
}

// other is a failure that the page shows only as text.
type other struct{ Title, Text string }

const (
	maxPictures = 60
	maxEdges    = 60 // highlighted edges of one step
	maxGain     = 12 // lines shown of what a round learnt
	maxRounds   = 300
	maxListed   = 3000
	maxMoments  = 20_000 // moments of all failures together; further failures are shown as text
)

// Write writes the page of a result. It returns the error of w.
func Write(w io.Writer, r *report.Result) error {
	p := &page{
		R: r, Style: template.CSS(styleText), Script: template.JS(scriptText), //nolint:gosec // they are our own
		Headline: report.Headline(r), Facts: factsOf(r), Times: times(r.Timings), Hints: hints(r.Hints),
		Looked: strings.Join(r.Task.Checks, ", "), Not: strings.Join(r.Task.NotChecked(), ", "),
		Covered: explored(r),
	}
	if len(r.Failures) > 1 {
		p.Headline = prose.Plural(len(r.Failures), "property") + " fail"
	}
	if r.Verdict == report.Unknown {
		p.Headline = "not decided"
		if r.Reason != "" {
			why := newReason(r.Reason)
			p.Why = &why
		}
	}
	for _, a := range r.Engines {
		x := engine{Name: a.Engine, How: a.Did(r.Verdict)}
		if a.Finished && !a.Answered {
			x.Why = newReason(a.Reason)
		}
		p.Engines = append(p.Engines, x)
	}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		p.Obligations = append(p.Obligations, obligation{o.Name(), string(o.Verdict), newReason(o.Text())})
	}
	each := r.Each()
	var ways [][]trace.Moment
	for i, left := 0, maxMoments; i < len(each); i++ {
		way := each[i].Moments()
		if len(way) == 0 || i > 0 && len(way) > left {
			break
		}
		left -= len(way)
		ways = append(ways, way)
	}
	p.Files = files(r, ways)
	p.Loops = loops(r, p.Files)
	for i, way := range ways {
		p.failure(each[i], way)
	}
	p.automata(ways)
	p.properties()
	if r.Verdict == report.Unsafe {
		for _, f := range each[len(ways):] {
			p.Others = append(p.Others, other{title(f), text.Failure(f)})
		}
	}
	for _, s := range r.Stuck {
		what, at := "in "+s.Func+",", s.Pos
		if s.CalledAt != nil {
			what, at = "of "+s.Func+", called at", *s.CalledAt
		}
		p.Stuck = append(p.Stuck, stuck{what, r.Place(at), prose.Plural(s.States, "abstract state"), p.fileOf(at.File), at.Line})
	}
	p.rows()
	p.history()
	for _, g := range r.Assumed {
		p.Assumed = append(p.Assumed, g.Text(r, len(g.Names)))
	}
	if r.Verdict == report.Safe {
		for _, g := range r.Relies {
			p.Relies = append(p.Relies, g.Text(r, len(g.Names)))
		}
	}
	for _, g := range r.Notes {
		p.Notes = append(p.Notes, g.Text(r, len(g.Names)))
	}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, p); err != nil {
		return fmt.Errorf("the page's template: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// title names a failure.
func title(r *report.Result) string { return r.Property.Pos.String() + ": " + report.Headline(r) }

func factsOf(r *report.Result) []fact {
	list := []fact{
		{"Engine", r.Task.Engine}, {"Arithmetic", r.Task.Arith}, {"Data model", r.Task.DataModel}, {"Entry", r.Task.Entry},
	}
	for _, a := range r.Engines {
		if a.Answered {
			list[0].Value += ": " + a.Engine
		}
	}
	if r.Stats.States > 0 {
		list = append(list, fact{"Abstract states", prose.Group(r.Stats.States)}, fact{"Refinements", prose.Group(r.Stats.Refinements)})
	}
	if r.Proof != nil {
		list = append(list, fact{"Proof", "checked, " + prose.Plural(r.Proof.Annotations, "annotation") + " in " + prose.Plural(r.Proof.Steps, "step")})
	}
	if t := r.Timings; t != nil {
		list = append(list, fact{"Time", fmt.Sprintf("%.2f s", t.Total)}, fact{"Memory", fmt.Sprintf("%d MB", t.Memory/1_000_000)})
	}
	return append(list, fact{"Version", r.Version})
}

// fileOf returns the number of a file on the page, -1 if the page does not show the file.
func (p *page) fileOf(name string) int {
	return slices.IndexFunc(p.Files, func(f sourceFile) bool { return f.Name == name })
}

func (p *page) code(file, line int) string {
	if file < 0 {
		return ""
	}
	return strings.TrimSpace(p.Files[file].line(line))
}

// automata draws the procedures that were explored, or that the counterexamples run. It marks the edges of the first
// counterexample; the script marks the edges of the others.
func (p *page) automata(ways [][]trace.Moment) {
	p.Data.Graphs = map[string]int{}
	r := p.R
	if r.Program == nil {
		return
	}
	lit := map[int]bool{}
	run := map[string]bool{}
	for _, way := range ways {
		for _, m := range way {
			run[m.Func] = true
		}
	}
	for _, way := range p.Data.Failures {
		for _, m := range way {
			for _, e := range m.Edges {
				lit[e] = false
			}
		}
	}
	if len(ways) > 0 {
		for _, s := range r.Outcome.Path {
			lit[s.Edge.ID] = true
		}
	}
	var states []int
	if p.Covered {
		states = r.Outcome.Coverage.States
	}
	known := map[int]string{}
	for _, l := range r.Loops {
		known[l.Location] = shorten(factText(l), 300)
	}
	if v := r.Invariants; v != nil {
		for _, l := range v.Locations {
			known[l.Location] = shorten(invariant(v, l), 300)
		}
	}
	hidden := map[string]bool{}
	if r.Program.Unit != nil {
		for _, f := range r.Program.Unit.Funcs {
			hidden[f.Name] = f.Model
		}
	}
	procs, words := slices.Clone(r.Program.Procs), r.Program.Words()
	slices.SortStableFunc(procs, func(a, b *cfa.Proc) int {
		return order(a.Name == r.Task.Entry, b.Name == r.Task.Entry)*2 + order(run[a.Name], run[b.Name])
	})
	for _, q := range procs {
		if q == r.Program.Start || hidden[q.Name] || len(q.Locs) <= 2 || len(p.Automata) == maxPictures {
			continue
		}
		if q != r.Program.Start && len(q.Callers) == 0 {
			continue
		}
		g := picture{ID: len(p.Automata), Name: q.Name}
		if a := condense(words, q); a != nil {
			picture, height := a.svg(lit, states, known)
			g.SVG, g.rows = template.HTML(picture), int(height/20) //nolint:gosec // escaped where it is written
		} else {
			g.TooLarge = len(q.Locs)
		}
		p.Data.Graphs[q.Name] = g.ID
		p.Automata = append(p.Automata, g)
	}
}

// rows sets the height of the panes, which is the same for all steps of a counterexample: enough for the longest
// content, if the window has room for it.
func (p *page) rows() {
	for _, x := range p.Failures {
		p.Rows = max(p.Rows, len(x.Steps)+len(x.Inputs)+12)
	}
	for _, f := range p.Files {
		p.Rows = max(p.Rows, len(f.Lines))
	}
	for _, a := range p.Automata {
		p.Rows = max(p.Rows, a.rows)
	}
}

func (p *page) history() {
	h := p.R.History
	if h == nil || len(h.Rounds) == 1 && len(text.Gain(h.Rounds[0])) == 0 { // nothing to show
		return
	}
	p.Chart, p.Log = chart(h)
	for i, r := range h.Rounds {
		if i >= maxRounds && i < len(h.Rounds)-1 {
			p.Left++
			continue
		}
		x := round{Number: r.Number, Summary: text.Summary(r), Gain: text.Gain(r)}
		if r.Property != nil {
			x.Title = fmt.Sprintf("a path of %s to %s, line %d", prose.Plural(r.Steps, "step"), r.Property.Describe(), r.Property.Pos.Line)
		}
		x.Title = strings.TrimPrefix(x.Title+", after "+prose.Plural(r.States, "abstract state"), ", ")
		if r.Domain != "" {
			x.Title += ", in " + r.Domain
		}
		if n := len(x.Gain) - maxGain; n > 0 {
			x.Gain, x.More = x.Gain[:maxGain], n
		}
		p.Rounds = append(p.Rounds, x)
	}
	p.Left += h.Left
}
