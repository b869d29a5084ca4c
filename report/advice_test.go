package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
)

func TestAdvise(t *testing.T) {
	base := func(engine string, cause report.Cause) *report.Result {
		r := &report.Result{Verdict: report.Unknown, Cause: cause, Task: report.Task{Engine: engine, Arith: "int"}}
		r.Stats.Refinements = 3
		return r
	}
	for _, c := range []struct {
		name     string
		r        *report.Result
		has, not []string
	}{
		{"a verdict", &report.Result{Verdict: report.Safe, Cause: report.OutOfTime}, nil, []string{"--"}},
		{"interrupted", base("arrays", report.Interrupted), nil, []string{"--"}},
		{"values, of arrays", func() *report.Result {
			r := base("value", report.OutOfTime)
			r.Size.Arrays = 1
			return r
		}(), []string{"a longer --timeout", "--engine auto", "--engine arrays", "whet explain --engine value"}, []string{"--engine widening"}},
		{"values, without arrays", base("value", report.Gave), []string{"whet explain"}, []string{"--engine arrays", "--timeout"}},
		{"several engines", base("auto", report.OutOfTime), []string{"a longer --timeout", "--html"}, []string{"--engine"}},
		{"a loop", func() *report.Result {
			r := base("value", report.OutOfTime)
			p := reporttest.Program()
			c := &refine.Coverage{Program: p, States: make([]int, len(p.Locs))}
			for _, l := range p.Locs {
				if l.LoopHead {
					c.States[l.ID] = 1000
				}
			}
			r.Outcome = &refine.Outcome{Coverage: c}
			return r
		}(), []string{"--engine widening"}, nil},
		{"a budget that is known", func() *report.Result {
			r := base("auto", report.OutOfTime)
			r.Task.Timeout = 90 * time.Second
			return r
		}(), []string{"--timeout 15m, a longer one"}, nil},
		{"a budget of memory", func() *report.Result {
			r := base("auto", report.OutOfMemory)
			r.Task.Memory = 1_500_000_000
			return r
		}(), []string{"--memory 3GB"}, nil},
		{"functions without a body", func() *report.Result {
			r := base("auto", report.Gave)
			r.Notes = []report.NoteGroup{{What: "external function", Names: []string{"told", "asked"}}}
			p := &cfa.Program{Edges: []*cfa.Edge{{Op: &cfa.Havoc{From: &cfa.Input{Kind: cfa.External, Name: "asked"}}}}}
			r.Outcome = &refine.Outcome{Coverage: &refine.Coverage{Program: p}}
			return r
		}(), []string{"a definition of asked, if"}, []string{"told"}},
		{"what is not supported", func() *report.Result {
			r := base("auto", report.Unsupported)
			r.Outcome = &refine.Outcome{Replay: &interp.Outcome{}}
			return r
		}(), []string{"--entry FUNCTION"}, []string{"--timeout", "--html"}},
		{"all values", base("value-full", report.OutOfMemory), []string{"a larger --memory", "--engine value,"}, []string{"--timeout"}},
		{"cells one by one", func() *report.Result {
			r := base("arrays", report.OutOfTime)
			r.Stats.TrackedCells = 37
			return r
		}(), []string{"a smaller array, where the program allows it: 37 cells", "whet explain"}, []string{"--check", "--arith", "--engine value", "--stats"}},
		{"words and bounds", func() *report.Result {
			r := base("arrays", report.OutOfTime)
			r.Task.Arith, r.Task.Checks = "machine", []string{"bounds"}
			r.Checked = make([]report.Checked, 2)
			return r
		}(), []string{"--check none", "--arith int"}, []string{"a smaller"}},
		{"not linear", func() *report.Result {
			r := base("arrays", report.Gave)
			r.Outcome = &refine.Outcome{Approximations: []lang.Note{{What: "non-linear x * x"}}}
			return r
		}(), []string{"--engine value,", "whet explain"}, []string{"--timeout"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			report.Advise(c.r)
			text := strings.Join(c.r.Hints, "\n")
			for _, h := range c.has {
				if !strings.Contains(text, h) {
					t.Errorf("%q is not in:\n%s", h, text)
				}
			}
			for _, h := range c.not {
				if strings.Contains(text, h) {
					t.Errorf("%q is in:\n%s", h, text)
				}
			}
		})
	}
}

// A loop of the library is told by the place where the program calls its function.
func TestStuckInLibrary(t *testing.T) {
	r := reporttest.Verify(t, "#include <string.h>\n#include <stdlib.h>\nchar *get(void);\nint main(void) {\n\treturn strlen(get()) == 7;\n}", refine.Options{
		Engine: engines.Must("value", engines.Options{})})
	head := -1
	for _, l := range r.Program.Locs {
		if l.LoopHead && l.Proc.Name == "strlen" {
			head = l.ID
		}
	}
	if head < 0 {
		t.Fatal("there is no loop in strlen")
	}
	states := make([]int, len(r.Program.Locs))
	states[head] = 1000
	u := &report.Result{Verdict: report.Unknown, Cause: report.OutOfTime, Task: report.Task{File: r.Task.File, Engine: "auto"},
		Outcome: &refine.Outcome{Coverage: &refine.Coverage{Program: r.Program, States: states}}}
	report.Advise(u)
	if len(u.Stuck) != 1 || u.Loop(u.Stuck[0]) != "the loop of strlen, called at "+u.Place(lang.Pos{File: r.Task.File, Line: 5}) {
		t.Errorf("%+v %v", u.Stuck, u.Hints)
	}
}
