package sarif

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
	"github.com/whet-mc/whet/report/source"
)

func logOf(t *testing.T, r *report.Result) *Log {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	l, err := Read(&b, "/nowhere")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A defect of several logs is in the merged one once, and one that is not accepted stays.
func TestMerge(t *testing.T) {
	r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
	a, b, c := logOf(t, r), logOf(t, r), logOf(t, reporttest.Unsafe(t))
	if a.Undecided != 1 || c.Undecided != 0 {
		t.Errorf("undecided: %d and %d", a.Undecided, c.Undecided)
	}
	prints := map[string]bool{}
	for _, f := range a.Findings() {
		prints[f.Fingerprint] = true
		f.Known("for a reason")
	}
	if len(prints) != 3 {
		t.Errorf("%d fingerprints", len(prints))
	}
	b.Findings()[1].New()
	for _, i := range []int{0, 2} {
		b.Findings()[i].Known("for another")
	}
	var out bytes.Buffer
	if err := Merge(&out, "1", []Part{{Name: "a", Log: a}, {Name: "n", Note: "broken"}, {Name: "b", Log: b}, {Name: "c", Log: c}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "n: broken") {
		t.Error("a target without a log is not told of")
	}
	if n := strings.Count(out.String(), `"precision": "very-high"`); n == 0 || n != strings.Count(out.String(), `"correctness"`) {
		t.Error("the rules lose what GitHub shows")
	}
	run := valid(t, &out).Runs[0]
	fails, accepted := 0, 0
	for _, res := range run.Results {
		if *run.Tool.Driver.Rules[res.RuleIndex].ID != *res.RuleID {
			t.Errorf("the rule %d is not %s", res.RuleIndex, *res.RuleID)
		}
		if res.Kind == "fail" {
			fails++
			accepted += len(res.Suppressions)
		}
	}
	if fails != 4 || accepted != 2 || len(run.Invocations) != 4 {
		t.Errorf("%d failures, %d accepted, %d runs", fails, accepted, len(run.Invocations))
	}
}

// What is changed for its looks does not change a fingerprint.
func TestStatement(t *testing.T) {
	for line, want := range map[string]string{
		"\tx = a [ i ] ; // cell":       "x=a[i];",
		"f(\"// a\", '\"') /* b */ ;":   "f(\"//a\",'\"');",
		"x /* open":                     "x",
		`s = "\"/*"; y`:                 `s="\"/*";y`,
		"/* a */ x = 1; /* b */ y = 2;": "x=1;y=2;",
	} {
		if got := squeeze(string(source.Uncommented([]byte(line)))); got != want {
			t.Errorf("%q is %q", line, got)
		}
	}
}
