package families

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/internal/families"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/tools/papertable"
)

func TestFormat(t *testing.T) {
	f := families.Family{Name: "x", Eureka: "7 in 2 s", Other: "CBMC 3", Cells: "1 of N"}
	got := format([]row{{f, []outcome{
		{size: 7, verdict: report.Safe, cpu: 1234 * time.Millisecond, memory: 3 << 20, cells: 1, ofCells: 7},
		{size: 40, verdict: report.Safe, cpu: 12345 * time.Millisecond, memory: 900 << 20, cells: 1, ofCells: 40},
		{size: 200, verdict: report.Unknown},
	}}})
	want := "| x | 7 in 2 s | CBMC 3 | 1 of N | 7: 1.23 s, 40: 12 s, 200: unknown | 3 MB, 900 MB | 1 of 7, 1 of 40 |\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("%s", got)
	}
}

func TestRead(t *testing.T) {
	var m outcome
	err := m.read("t.c: no run reaches an error\n  kept                 5 of 10 variables, 1 of 20,000 array cells\nVERDICT: safe\n")
	if err != nil || m != (outcome{verdict: report.Safe, cells: 1, ofCells: 20000}) {
		t.Errorf("%+v, %v", m, err)
	}
	for _, text := range []string{"VERDICT: unsafe\n", "VERDICT: safe\n", ""} {
		if m.read(text) == nil {
			t.Errorf("%q is accepted", text)
		}
	}
	if err := m.read("VERDICT: unknown (out of time: 1m0s of CPU time used)\n"); err != nil || m.verdict != report.Unknown {
		t.Errorf("%+v, %v", m, err)
	}
}

// The table in docs/papers.md has all families and sizes that are measured.
func TestPapers(t *testing.T) {
	text, err := os.ReadFile("../../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	again, err := papertable.Between(string(text), begin, end, "table\n")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(again, begin+"table\n"+end) {
		t.Error("the table is not where it belongs")
	}
	_, table, _ := strings.Cut(string(text), begin)
	table, _, _ = strings.Cut(table, end)
	var rows []row
	for _, f := range families.All() {
		r := row{family: f}
		for _, n := range f.Sizes {
			r.runs = append(r.runs, outcome{size: n})
		}
		rows = append(rows, r)
	}
	lines, want := strings.Split(table, "\n"), strings.Split(format(rows), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, not %d: go -C tools run ./tables families -update", len(lines), len(want))
	}
	for i, l := range lines {
		w := strings.Split(want[i], "|")
		for k, c := range strings.Split(l, "|") {
			switch {
			case i < 2 || k < 5:
				if c != w[k] {
					t.Errorf("%q, not %q: go -C tools run ./tables families -update", c, w[k])
				}
			case k == 5:
				if strings.Count(c, ":") != strings.Count(w[k], ":") {
					t.Errorf("sizes %q: go -C tools run ./tables families -update", c)
				}
			}
		}
	}
}
