// This file prepares counterexamples for the page and its script.

package html

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
)

type input struct{ No, Value, From string }

// failure is a counterexample that the page steps through.
type failure struct {
	ID     int
	Title  string
	Says   string // what went wrong, in sentences
	Inputs []input
	Steps  []step
	Aside  int // number of steps that do not bear on the failure
	of     trace.Property
}

// step is a moment of the counterexample in the list of steps.
type step struct {
	Class      string
	Indent     int
	File       int // the number of a file on the page, -1: none
	Line, Code string
	Values     string
	Left       int
}

// data is what the script needs to step through the counterexamples.
type data struct {
	Failures [][]moment     `json:"failures"`
	Heaps    []string       `json:"heaps,omitempty"` // the different pictures of the heap
	Graphs   map[string]int `json:"graphs"`          // by function: the number of its picture
}

type moment struct {
	Kind   string   `json:"k"`
	File   int      `json:"f"` // the number of a file on the page, -1: none
	Line   int      `json:"l"`
	Func   string   `json:"fn"`
	Depth  int      `json:"d"`
	Vars   []change `json:"c"`
	Edges  []int    `json:"e"`
	Aside  bool     `json:"a,omitempty"`
	Lines  int      `json:"n,omitempty"`
	Global []bool   `json:"g,omitempty"`
	Heap   int      `json:"h,omitempty"` // the picture of the heap, counted from 1; 0: no picture
}

type change struct {
	What  string `json:"w"`
	Value string `json:"v"`
	Input bool   `json:"i,omitempty"`
	Owner string `json:"o,omitempty"` // the function that the object belongs to, if it is another one
}

// failure adds a counterexample to the page.
func (p *page) failure(r *report.Result, moments []trace.Moment) {
	const deepest = 12
	x := failure{ID: len(p.Failures), Title: title(r), Says: strings.Join(r.Detail.Sentences(r.Property), "; "), Inputs: inputs(r), of: *r.Property}
	var list []moment
	heaps := p.heaps(r, moments)
	for k, m := range moments {
		f := p.fileOf(m.Pos.File)
		s := step{Class: string(m.Kind), Indent: min(m.Depth, deepest), Left: m.Left, File: f}
		d := moment{Kind: string(m.Kind), File: f, Line: m.Pos.Line, Func: m.Func, Depth: m.Depth, Aside: m.Aside, Lines: m.Left, Global: m.Global, Heap: heaps[k]}
		if r.Program == p.R.Program { // the page draws the automata of this program
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

// JSON returns the data for a script element of the page. The data cannot close that element, since encoding/json
// escapes <, > and &.
func (d data) JSON() (template.JS, error) {
	if d.Failures == nil {
		d.Failures = [][]moment{}
	}
	b, err := json.Marshal(d)
	return template.JS(b), err //nolint:gosec // see above
}
