package explicit

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/bench"
)

// The paper's sums are those of its rows, for the columns that its text has in full, and every
// engine exists.
func TestPaper(t *testing.T) {
	for engine, want := range overall {
		var got figures
		for _, c := range categories {
			f, ok := c.paper[engine]
			if !ok || f.solved > c.tasks || f.points > 2*c.tasks {
				t.Errorf("%s, %s: %+v of %d tasks", c.name, engine, f, c.tasks)
			}
			got.points += f.points
			got.solved += f.solved
		}
		if got.points != want.points || got.solved != want.solved {
			t.Errorf("%s: %+v, the paper says %+v", engine, got, want)
		}
	}
	engines := map[string]bool{}
	for _, c := range whet.Choices("engine") {
		engines[c.Name] = true
	}
	for _, table := range tables {
		for _, c := range table.columns {
			if !engines[c.engine] || overall[c.engine] == (figures{}) {
				t.Errorf("%s: %s", table.name, c.engine)
			}
		}
	}
	for _, e := range sideBySide {
		if !engines[e] {
			t.Error(e)
		}
	}
}

func TestFormat(t *testing.T) {
	task := func(set, expected string) bench.Task {
		return bench.Task{Name: set + expected, Set: set, Expected: expected}
	}
	rs := results{
		"value": {
			{Task: task("svcomp12-SystemC", "safe"), Status: bench.Safe, CPU: 1500 * time.Millisecond},
			{Task: task("svcomp12-SystemC", "unsafe"), Status: bench.Safe, CPU: time.Second},
			{Task: task("loops", "safe"), Status: bench.Safe, CPU: 20 * time.Second},
		},
		"value+predicate": {
			{Task: task("svcomp12-SystemC", "safe"), Status: bench.Safe, CPU: 2 * time.Second},
			{Task: task("svcomp12-SystemC", "unsafe"), Status: bench.Unsafe, CPU: time.Second},
			{Task: task("loops", "safe"), Status: bench.Unknown, CPU: time.Second},
		},
	}
	got := format(rs)
	for _, want := range []string{
		"| SystemC, paper | 62 | 34 | 26 | 1600 | 34 | 26 | 1500 |\n",
		"| **SystemC, here** | 2 |  | |  | **-2, 1 wrong** | 1 | 1.5 |\n",
		"| SystemC, paper | 62 | 22 | 17 | 1900 | 34 | 26 | 1500 | 62 | 45 | 1500 | 61 | 44 | 3700 |\n",
		" | 3 | 2 | 3.0 |\n",
		"| loops | 1 | 2 | 1 | 20 |  | |  | 0 | 0 | 0.0 |  | |  |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	columns := -1
	for line := range strings.Lines(got) {
		n := strings.Count(line, "|")
		if n == 0 {
			columns = -1
		} else if columns >= 0 && n != columns {
			t.Errorf("%d marks, not %d: %s", n, columns, line)
		} else {
			columns = n
		}
	}
	if rs.wrong() != 1 {
		t.Errorf("%d wrong", rs.wrong())
	}
	if s := rs.series(); len(s) != 5 || len(s[4].Times) != 2 || len(s[1].Times) != 1 {
		t.Errorf("%+v", s)
	}
}

// The page has all the paper's figures of the categories that it shows.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/explicit.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range categories {
		at := strings.Index(string(text), "| "+c.name+", paper |")
		if at < 0 {
			continue
		}
		line, _, _ := strings.Cut(string(text[at:]), "\n")
		var want strings.Builder
		row(&want, c.name, c.tasks, 0, tables[0].columns, func(e string) figures { return c.paper[e] }, nil)
		first, _, _ := strings.Cut(want.String(), "\n")
		if line != first {
			t.Errorf("%s: %q, not %q", c.name, line, first)
		}
	}
	if _, err := os.Stat("../../../docs/explicit.svg"); err != nil {
		t.Error(err)
	}
}
