package papertable

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	m, err := Read([]byte(`{"verdict": "unknown", "cause": "time", "stats": {"refinements": 3, "states": 40}}`))
	if err != nil || m.Verdict != Unknown || m.Wrong(Safe) || m.Cause != "time" || m.Stats.Refinements != 3 || m.Stats.States != 40 || m.Failed() {
		t.Errorf("%+v, %v", m, err)
	}
	m, err = Read([]byte(`{"verdict": "unknown", "cause": "incomplete", "reason": "internal error, see standard error"}`))
	if err != nil || !m.Failed() || !m.Wrong(Safe) {
		t.Errorf("an internal error is %+v, %v", m, err)
	}
	for _, text := range []string{"", "{}", `{"verdict": "maybe"}`} {
		if _, err := Read([]byte(text)); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// The page has the flags that it was made with, and what people wrote below the old table.
func TestPage(t *testing.T) {
	page := Table{Name: "x", Title: "A table", Text: "Nothing within %[1]s."}.page("| a |\n", 5*time.Second, 3, "1.50")
	for _, want := range []string{
		"# A table\n\n<!-- go -C tools run ./tables x -timeout 5s -jobs 3 -update docs/x.md -->\n\nNothing within 5s.\n\nMeasured with 3 processes",
		"load average 1.50 at the start", "at the end.\n\n| a |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	file := filepath.Join(t.TempDir(), "x.md")
	if got := remarks(file); got != "" {
		t.Errorf("remarks of no page: %q", got)
	}
	if err := os.WriteFile(file, []byte(page+"\n## Remarks\n\nOld ones.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := remarks(file); got != "\n## Remarks\n\nOld ones.\n" {
		t.Errorf("remarks %q", got)
	}
}
