package junit

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
)

func toJUnit(t *testing.T, r *report.Result) suite {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	var all suites
	if err := xml.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatalf("%v in\n%s", err, &b)
	}
	s := all.Suites[0]
	count := [4]int{len(s.Cases)}
	for _, c := range s.Cases {
		for i, p := range []*problem{c.Failure, c.Error, c.Skipped} {
			if p != nil {
				count[i+1]++
			}
		}
	}
	if count != [4]int{s.Tests, s.Failures, s.Errors, s.Skipped} {
		t.Errorf("the suite counts %d, %d, %d, %d; there are %v", s.Tests, s.Failures, s.Errors, s.Skipped, count)
	}
	return s
}

func TestJUnit(t *testing.T) {
	s := toJUnit(t, reporttest.Unsafe(t))
	if s.Tests != 1 || s.Failures != 1 || !strings.Contains(s.Cases[0].Failure.Text, "Inputs (37)") || s.Cases[0].Name != "reach_error(), line 12 in main" {
		t.Errorf("unsafe: %+v", s)
	}
	if s := toJUnit(t, reporttest.Safe()); s.Tests != 1 || s.Failures+s.Errors+s.Skipped != 0 {
		t.Errorf("safe: %+v", s)
	}
	if s := toJUnit(t, reporttest.Unknown()); s.Errors != 1 || !strings.Contains(s.Cases[0].Error.Message, "out of time") || !strings.Contains(s.Cases[0].Error.Text, "--timeout") {
		t.Errorf("unknown: %+v", s)
	}
	if s := toJUnit(t, report.New(report.Task{File: "]]>\x1b\xff<a>.c"}, nil, nil)); s.Tests != 1 || s.Errors != 1 {
		t.Errorf("nothing: %+v", s)
	}
	calls := reporttest.Verify(t, reporttest.Nondet+`static void check(int c) {
	if (!c)
		reach_error();
}
int main(void) {
	int x = nondet(), y = 0;
	check(y == 0);
	if (y)
		check(x);
	check(x != 3);
	return 0;
}`, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})})
	if s := toJUnit(t, calls); s.Tests != 3 || s.Failures != 1 || s.Skipped != 2 || s.Cases[2].Failure == nil {
		t.Errorf("calls: %+v", s)
	}
}
