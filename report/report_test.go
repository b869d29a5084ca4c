package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
	"github.com/whet-mc/whet/report/text"
)

func TestJSON(t *testing.T) {
	for name, r := range map[string]*report.Result{"unsafe": reporttest.Unsafe(t), "safe": reporttest.Safe(), "unknown": reporttest.Unknown()} {
		var b bytes.Buffer
		if err := report.JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		reporttest.Golden(t, name+".json", b.Bytes())
	}
}

// A verdict needs more than the engine's word.
func TestUnsafeNeedsARun(t *testing.T) {
	p := reporttest.Program()
	for name, out := range map[string]*refine.Outcome{
		"no replay":            {Verdict: refine.Unsafe},
		"a replay that exits":  {Verdict: refine.Unsafe, Replay: &interp.Outcome{Kind: interp.Exited}},
		"a place not modelled": {Verdict: refine.Unsafe, Replay: &interp.Outcome{Kind: interp.ErrorFound, Error: &cfa.Property{Kind: "unsupported", Unsupported: true}}},
	} {
		if r := report.New(reporttest.Task, p, out); r.Verdict != report.Unknown || r.Reason == "" {
			t.Errorf("%s: %s (%s)", name, r.Verdict, r.Reason)
		}
	}
}

func TestNotes(t *testing.T) {
	at := lang.Pos{File: "a.c", Line: 3, Col: 1}
	var notes []lang.Note
	for _, f := range []string{"f", "g", "h", "g"} {
		notes = append(notes, lang.Note{Pos: at, What: "external function " + f, Done: "any value"})
	}
	notes = append(notes, lang.Note{Pos: at, What: "inline assembly", Done: "its outputs take any value"})
	r := report.New(report.Task{File: "a.c"}, &cfa.Program{Notes: notes}, nil)
	var b bytes.Buffer
	if err := text.Write(&b, r, text.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  3 external functions: f, g, h — any value\n",
		"  inline assembly, line 3 — its outputs take any value\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &b)
		}
	}
}
