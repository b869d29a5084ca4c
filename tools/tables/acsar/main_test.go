package acsar

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const programs = "../../../testdata/acsar"

// Every row has a program and a mutant that say so themselves, and no program is left over.
func TestRows(t *testing.T) {
	for _, r := range rows {
		for suffix, verdict := range map[string]string{".quant.c": safe, ".quant.bug.c": unsafe} {
			text, err := os.ReadFile(filepath.Join(programs, r.file+suffix))
			if err != nil {
				t.Error(err)
				continue
			}
			head, _, _ := strings.Cut(string(text), "*/")
			name, _, _ := strings.Cut(r.name, ",")
			if !strings.Contains(head, "expected: "+verdict) || !strings.Contains(head, `row "`+name+`"`) {
				t.Errorf("%s: the head of %s%s says something else", r.name, r.file, suffix)
			}
			if !strings.Contains(string(text), `//@ assert \forall integer`) {
				t.Errorf("%s%s claims nothing", r.file, suffix)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(programs, "*.c"))
	if err != nil || len(files) != 2*len(rows) {
		t.Errorf("%d files for %d rows, %v", len(files), len(rows), err)
	}
}

func TestFormat(t *testing.T) {
	made := func(verdict, cause string, refinements int, cpu time.Duration, preds ...int) outcome {
		m := outcome{Verdict: verdict, Cause: cause, CPU: cpu}
		m.Stats.Refinements = refinements
		for _, n := range preds {
			m.Precision = append(m.Precision, struct {
				What []string `json:"what"`
			}{make([]string, n)})
		}
		return m
	}
	all := []result{
		{rows[1], []outcome{made(safe, "", 2, time.Second, 3, 4), made(unknown, "time", 7, time.Minute)},
			[]outcome{made(unsafe, "", 0, time.Second/2), made(unknown, "gave up", 0, 0)}},
		{rows[2], []outcome{made(unsafe, "", 0, 0), made(unknown, "gave up", 1, 20*time.Second)},
			[]outcome{made(safe, "", 0, 0), made(unknown, "time", 0, 0)}},
	}
	text := format(all)
	for _, want := range []string{
		`| scan | 2 | 3.5 | 1.00 | 0.50 | \* (7) | | | ! | 3 | 3 | 0.54 |`,
		`| array init | **wrong** | | | **wrong** | ! (1) | | 20.0 | \* | 3 | 6 | 0.83 |`,
		`| **right, time of these** | 1 of 2 | | 1.00 | 1 of 2, 0.50 | 0 of 2 | | 0.00 | 0 of 2, 0.00 | | | |`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, l := range lines {
		if strings.Count(l, "|") != strings.Count(lines[0], "|") {
			t.Errorf("%d columns: %s", strings.Count(l, "|"), l)
		}
	}
}
