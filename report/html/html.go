package html

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
	"github.com/whet-mc/whet/report/trace"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

//go:embed script.js
var scriptText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"text":  printable,
	"group": group,
}).Parse(pageText))

// page is what the template shows.
type page struct {
	R        *report.Result
	Style    template.CSS
	Script   template.JS
	Data     data
	Headline string
	Facts    []fact
	Checked  []checked
	Failures []failure
	Files    []sourceFile
	Covered  bool // the lines say what was explored
	Automata []picture
	Loops    []loop
	Rounds   []round
	Left     int
	Chart    template.HTML
	Log      bool // its scale is logarithmic
	Times    []part
	Others   []other
	Assumed  []string
	Notes    []string
}

type fact struct{ Name, Value string }

type checked struct {
	Place, What, Status string
	File, Line          int
	Calls               []checked
}

type input struct{ No, Value, From string }

// failure is a counterexample that the page goes through.
type failure struct {
	ID     int
	Title  string
	Inputs []input
	Steps  []step
	Aside  int // steps that do not bear on it
}

// step is a moment of the counterexample in the list of steps.
type step struct {
	Class      string
	Indent     int
	Line, Code string
	Values     string
	Left       int
}

type picture struct {
	ID       int
	Name     string
	SVG      template.HTML
	TooLarge int // locations
	Lit      bool
}

type round struct {
	Number  int
	Title   string
	Summary string
	Gain    []string
	More    int
}

// data is what the script needs to step through the counterexamples.
type data struct {
	Failures [][]moment     `json:"failures"`
	Heaps    []string       `json:"heaps,omitempty"` // that differ
	Graphs   map[string]int `json:"graphs"`          // picture by function
}

type moment struct {
	Kind   string   `json:"k"`
	File   int      `json:"f"` // -1: none that is shown
	Line   int      `json:"l"`
	Func   string   `json:"fn"`
	Depth  int      `json:"d"`
	Vars   []change `json:"c"`
	Edges  []int    `json:"e"`
	Aside  bool     `json:"a,omitempty"`
	Lines  int      `json:"n,omitempty"`
	Global []bool   `json:"g,omitempty"`
	Heap   int      `json:"h,omitempty"` // the picture of the heap, counted from 1; 0: there is none
}

// other is a failure besides those that the page goes through.
type other struct{ Title, Text string }

type change struct {
	What  string `json:"w"`
	Value string `json:"v"`
	Input bool   `json:"i,omitempty"`
	Owner string `json:"o,omitempty"` // the function that it is of, where it is another one's
}

const (
	maxPictures = 60
	maxEdges    = 60 // edges of one step that are lit
	maxGain     = 12 // lines of what a round learnt
	maxRounds   = 300
	maxListed   = 400
	maxMoments  = 20_000 // of all failures; those that have no room are told as text
)

// Write writes the page of a result. Its error is that of w.
func Write(w io.Writer, r *report.Result) error {
	p := &page{
		R: r, Style: template.CSS(styleText), Script: template.JS(scriptText), //nolint:gosec // they are our own
		Headline: report.Headline(r), Facts: factsOf(r), Times: times(r.Timings),
		Covered: explored(r),
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
	p.checked()
	if r.Verdict == report.Unsafe {
		for _, f := range each[len(ways):] {
			p.Others = append(p.Others, other{title(f), text.Failure(f)})
		}
	}
	p.history()
	for _, g := range r.Assumed {
		p.Assumed = append(p.Assumed, g.Text(r, len(g.Names)))
	}
	for _, g := range r.Notes {
		p.Notes = append(p.Notes, g.Text(r, len(g.Names)))
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
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
	if len(r.Task.Checks) > 0 {
		list = append(list, fact{"Also checked", strings.Join(r.Task.Checks, ", ")})
	}
	if r.Stats.States > 0 {
		list = append(list, fact{"Abstract states", group(r.Stats.States)}, fact{"Refinements", group(r.Stats.Refinements)})
	}
	if r.Proof != nil {
		list = append(list, fact{"Proof", "checked, " + count(r.Proof.Annotations, "annotation") + " in " + count(r.Proof.Steps, "step")})
	}
	if t := r.Timings; t != nil {
		list = append(list, fact{"Time", fmt.Sprintf("%.2f s", t.Total)}, fact{"Memory", fmt.Sprintf("%d MB", t.Memory/1_000_000)})
	}
	return append(list, fact{"Version", r.Version})
}

// fileOf is the number of a file that is shown, -1 for others.
func (p *page) fileOf(name string) int {
	return slices.IndexFunc(p.Files, func(f sourceFile) bool { return f.Name == name })
}

func (p *page) code(file, line int) string {
	if file < 0 {
		return ""
	}
	return strings.TrimSpace(p.Files[file].line(line))
}

// failure adds a counterexample.
func (p *page) failure(r *report.Result, moments []trace.Moment) {
	const deepest = 12
	x := failure{ID: len(p.Failures), Title: title(r), Inputs: inputs(r)}
	var list []moment
	heaps := p.heaps(r, moments)
	for k, m := range moments {
		s := step{Class: string(m.Kind), Indent: min(m.Depth, deepest), Left: m.Left}
		f := p.fileOf(m.Pos.File)
		d := moment{Kind: string(m.Kind), File: f, Line: m.Pos.Line, Func: m.Func, Depth: m.Depth, Aside: m.Aside, Lines: m.Left, Global: m.Global, Heap: heaps[k]}
		if r.Program == p.R.Program { // whose automata are drawn
			d.Edges = m.Edges[:min(len(m.Edges), maxEdges)]
		}
		var values []string
		for i, c := range m.Changes {
			d.Vars = append(d.Vars, change{printable(c.What), shorten(c.Text(), 80), c.Input, m.Owner[i]})
		}
		for _, c := range trace.Shown(m.Changes, m.Aside || m.Kind == trace.CallStep) {
			values = append(values, c.String())
		}
		s.Values = shorten(strings.Join(values, ", "), 400)
		switch m.Kind {
		case trace.CallStep:
			s.Code = m.Func + "(" + s.Values + ")"
			s.Values = ""
		case trace.GapStep:
		default:
			s.Line = fmt.Sprint(m.Pos.Line)
			s.Code = p.code(f, m.Pos.Line)
			if s.Code == "" {
				s.Code = "(" + m.Func + ")"
			}
		}
		if m.Aside {
			s.Class += " aside"
			x.Aside++
		}
		x.Steps = append(x.Steps, s)
		list = append(list, d)
	}
	p.Failures = append(p.Failures, x)
	p.Data.Failures = append(p.Data.Failures, list)
}

// automata draws the procedures that were explored, or that the counterexamples run. The edges of the
// first are marked; the script marks those of the others.
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
		g := picture{ID: len(p.Automata), Name: q.Name, Lit: run[q.Name]}
		if a := condense(words, q); a != nil {
			g.SVG = template.HTML(a.svg(lit, states, known)) //nolint:gosec // escaped where it is written
		} else {
			g.TooLarge = len(q.Locs)
		}
		p.Data.Graphs[q.Name] = g.ID
		p.Automata = append(p.Automata, g)
	}
}

func (p *page) checked() {
	place := func(file string, line int) (string, int) {
		f := p.fileOf(file)
		if f > 0 || file != "" && (f < 0 || len(p.R.Task.Files) > 1) {
			return fmt.Sprintf("%s:%d", file, line), f
		}
		return fmt.Sprintf("line %d", line), f
	}
	for i, c := range p.R.Checked {
		if i == maxListed {
			break
		}
		x := checked{What: c.Property.Claim(), Status: string(c.Status), Line: c.Pos.Line}
		if c.Func != "" {
			x.What += " in " + c.Func
		}
		x.Place, x.File = place(c.Pos.File, c.Pos.Line)
		for _, k := range c.Calls[:min(len(c.Calls), maxListed)] {
			y := checked{What: "called from " + k.Func, Status: string(k.Status), Line: k.Pos.Line}
			y.Place, y.File = place(k.Pos.File, k.Pos.Line)
			x.Calls = append(x.Calls, y)
		}
		p.Checked = append(p.Checked, x)
	}
}

func inputs(r *report.Result) []input {
	var list []input
	lines := report.InputLines(r, false)
	for _, l := range lines[:min(len(lines), maxListed)] {
		list = append(list, input{l.No, l.Value, l.From})
	}
	if left := len(lines) - maxListed; left > 0 {
		list = append(list, input{"⋮", "", fmt.Sprintf("%d more", left)})
	}
	return list
}

func (p *page) history() {
	h := p.R.History
	if h == nil {
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
			x.Title = fmt.Sprintf("a path of %s to %s, line %d", count(r.Steps, "step"), r.Property.Describe(), r.Property.Pos.Line)
		}
		x.Title = strings.TrimPrefix(x.Title+", after "+count(r.States, "abstract state"), ", ")
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

// json is the data as the page has it: a script element cannot be left by what encoding/json
// writes, which escapes <, > and &.
func (d data) JSON() (template.JS, error) {
	if d.Failures == nil {
		d.Failures = [][]moment{}
	}
	b, err := json.Marshal(d)
	return template.JS(b), err //nolint:gosec // see above
}
