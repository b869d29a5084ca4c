package html

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
	"github.com/whet-mc/whet/report/trace"
)

// The page goes through all failures: each can be chosen, and has its inputs, its steps and the data
// that the script goes through.
func TestSeveral(t *testing.T) {
	r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<select id="failure"`, `<option value="2">a.c:23:3: out-of-bounds index`, `<h3 class="failure-name">a.c:19:3: reach_error() is called in main</h3>`, `<div class="failure-body" id="x2">`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(b.String(), `<ol class="path"`); n != 3 {
		t.Errorf("%d lists of steps for 3 failures", n)
	}
	_, rest, _ := strings.Cut(b.String(), `id="data">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var d data
	if err := json.Unmarshal([]byte(text), &d); err != nil || len(d.Failures) != 3 {
		t.Fatalf("%d failures in the data (%v)", len(d.Failures), err)
	}
	for i, way := range d.Failures {
		if n := len(way); n == 0 || way[n-1].Kind != "error" || way[n-1].Line != r.Failures[i].Property.Pos.Line {
			t.Errorf("failure %d does not end at its error: %+v", i, way)
		}
	}
	if strings.Contains(b.String(), "Other failures") {
		t.Error("failures are told apart from those that the page goes through")
	}
	var ways [][]trace.Moment
	for _, one := range r.Each() {
		ways = append(ways, one.Moments())
	}
	// No line that a run comes to is said not to be reached.
	for _, l := range files(r, ways)[0].Lines {
		if (l.Path || l.other) && (l.Class == "unseen" || l.Class == "aside") {
			t.Errorf("line %d is on the counterexample, and %s", l.No, l.Class)
		}
	}
	// What was checked, by what came of it; why something is open stands there once.
	for _, want := range []string{
		`<h1>3 properties fail</h1>`, `<li><a href="#x1">a.c:19:3: reach_error() is called in main</a></li>`,
		`href="#unsafe"><b>✗ 3</b> fail</a>`, `href="#unknown"><b>? 1</b> not decided</a>`, `href="#safe"><b>✓ 2</b> hold</a>`,
		`<a href="#f0l19">line 19</a> reach_error() in main <a class="how" href="#x1">how</a>`,
		`<a href="#f0l9">main</a>`, `<i class=k>static</i>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}
