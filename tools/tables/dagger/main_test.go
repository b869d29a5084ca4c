package dagger

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

const programs = "../../../testdata/dagger"

// Every row has figures for all columns and a program that says the same of itself, and no program
// is left over.
func TestRows(t *testing.T) {
	used := map[string]bool{}
	names := map[string]bool{}
	for _, p := range table {
		for _, r := range p.rows {
			if r.paper != nil && len(r.paper) != len(configurations) {
				t.Errorf("%s: %d figures", r.name, len(r.paper))
			}
			if names[r.name] {
				t.Errorf("%s is there twice", r.name)
			}
			names[r.name], used[r.file] = true, true
			text, err := os.ReadFile(filepath.Join(programs, r.file))
			if err != nil {
				t.Error(err)
				continue
			}
			head, _, _ := strings.Cut(string(text), "*/")
			if !regexp.MustCompile(`expected: ` + r.verdict + `\b`).MatchString(head) {
				t.Errorf("%s: %s is not what the program expects", r.name, r.verdict)
			}
			if row, size, ok := strings.Cut(r.name, ", size "); ok {
				if !strings.Contains(head, `"`+row+`"`) || !strings.Contains(head, "buffer size "+size+".") {
					t.Errorf("%s: the head of %s has another row or size", r.name, r.file)
				}
			} else if p.name != "Figure 1" && !strings.Contains(head, `"`+r.name+`"`) {
				t.Errorf("%s: the head of %s has another row", r.name, r.file)
			}
			parse(t, r.file, text)
		}
	}
	files, err := filepath.Glob(filepath.Join(programs, "*.c"))
	if err != nil || len(files) != len(used) {
		t.Errorf("%d files, %d in the table, %v", len(files), len(used), err)
	}
}

// parse reads a program as the command does.
func parse(t *testing.T, name string, text []byte) {
	t.Helper()
	u, err := read.LoadBytes(name, text, read.Options{})
	if err != nil {
		t.Error(err)
		return
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Int})
	if err != nil {
		t.Error(err)
		return
	}
	for _, e := range p.Errors {
		if e.Error.Unsupported {
			t.Errorf("%s is not understood", name)
		}
	}
	if len(p.Errors) == 0 {
		t.Errorf("%s has no error to reach", name)
	}
}

func TestFormat(t *testing.T) {
	made := func(verdict, cause string, refinements int, cpu time.Duration) outcome {
		m := outcome{Verdict: verdict, Cause: cause, CPU: cpu}
		m.Stats.Refinements = refinements
		return m
	}
	got := format([]results{{"part", []result{
		{row{"x", "x.c", octagons, safe, []cell{{"0.04", "2"}, none, {"0.05", "2"}, none, {"0.05", "2"}}}, []outcome{
			made(safe, "", 3, 1234*time.Millisecond), made(unknown, "time", 70, 20*time.Second), made(unknown, "incomplete", 7, time.Second),
			made(unsafe, "", 7, time.Second), made(safe, "", 0, 12345*time.Millisecond),
		}},
		{row{"y", "y.c", octagons, unsafe, nil}, []outcome{
			made(unsafe, "", 1, time.Second), made(unsafe, "", 1, time.Second), made(unsafe, "", 1, time.Second),
			made(unsafe, "", 1, time.Second), made(unsafe, "", 1, time.Second),
		}},
	}}})
	for _, want := range []string{
		`| x | 1.23 / 3 | 0.04 / 2 | \* (70) | \* | ! (7, 1.00) | 0.05 / 2 | **wrong: unsafe** | \* | 12.3 / 0 | 0.05 / 2 |` + "\n",
		"| y | 1.00 / 1 |  | 1.00 / 1 |  |",
		"| **decided, time of these** | 2 of 2, 2.23 | | 1 of 2, 1.00 | | 1 of 2, 1.00 | | 1 of 2, 1.00 | | 2 of 2, 13.3 | |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	columns := -1
	for line := range strings.Lines(got) {
		if n := strings.Count(line, "|"); columns >= 0 && n != columns {
			t.Errorf("%d marks, not %d: %s", n, columns, line)
		} else {
			columns = n
		}
	}
}

func TestFigure(t *testing.T) {
	failed := outcome{Verdict: unknown, Cause: "incomplete", Reason: "internal error, see standard error"}
	if figure(failed) != "**internal error**" {
		t.Errorf("an internal error is %q", figure(failed))
	}
	if stopped := figure(outcome{Verdict: unknown, Cause: "time"}); stopped != `\*` {
		t.Errorf("a run that was stopped is %q", stopped)
	}
}

func TestChoose(t *testing.T) {
	got := choose(table, regexp.MustCompile("^(p2-bad|ex2)$"))
	if len(got) != 2 || len(got[0].rows) != 1 || got[0].rows[0].file != "p2-bad.s10.c" || got[1].rows[0].file != "ex2.c" {
		t.Errorf("%+v", got)
	}
}

// The page has all rows and all the paper's figures.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/dagger.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range table {
		for _, r := range p.rows {
			line := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(r.name) + ` \|.*$`).FindString(string(text))
			cells := strings.Split(line, " | ")
			if len(cells) != 1+2*len(configurations) {
				t.Errorf("%s is not in the page: go -C tools run ./tables dagger -update docs/dagger.md", r.name)
				continue
			}
			for i, c := range r.paper {
				if got := strings.TrimSuffix(cells[2+2*i], " |"); got != c.String() {
					t.Errorf("%s: %q, not %q: go -C tools run ./tables dagger -update docs/dagger.md", r.name, got, c)
				}
			}
		}
	}
}
