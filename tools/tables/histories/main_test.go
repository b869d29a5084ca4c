package histories

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/tools/histories"
	"github.com/whet-mc/whet/tools/papertable"
)

func TestFormat(t *testing.T) {
	runs := func(kind histories.Kind, title, verdict string, without, with int) pair {
		at := func(ms int) run { return run{verdict: verdict, cpu: time.Duration(ms) * time.Millisecond} }
		return pair{histories.Version{Kind: kind, Title: title, Safe: true}, at(without), at(with)}
	}
	list := []result{
		{"a", []pair{runs(histories.Base, "first", "safe", 2000, 2100), runs(histories.Text, "x", "safe", 1000, 50), runs(histories.Small, "y", "safe", 1000, 200), runs(histories.Names, "z|z", "safe", 1000, 70)}},
		{"b", []pair{runs(histories.Base, "first", "safe", 1000, 1000), runs(histories.Large, "w", "unknown", 12345, 12345)}},
	}
	got := format(list)
	for _, want := range []string{
		"| a | 3 | 2.00 | 2.10 | 3.00 | 0.32 | 7 % | 6 % | 20 % |  |\n",
		"| b | 1 | 1.00 | 1.00 | 12.3 | 12.3 | 100 % |  |  | 100 % |\n",
		"| **all** | 4 | 3.00 | 3.10 | 15.3 | 12.7 | 14 % | 6 % | 20 % | 100 % |\n",
		"\n### a\n\n| version |", "| 0 | names | z\\|z | safe | 1.00 | 0.07 | 7 % |\n",
		"| 0 | large | w | unknown (expected: safe) | 12.3 | 12.3 | 100 % |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := wrong(list); n != 1 {
		t.Errorf("%d wrong", n)
	}
}

// What -csv writes, -from reads, but for versions that have changed since.
func TestFigures(t *testing.T) {
	v := histories.Version{Number: 1, Kind: histories.Small, Title: "x, y", Safe: true}
	p := pair{v, run{"safe", 1500 * time.Millisecond, 2 * time.Second}, run{"unknown", 20 * time.Millisecond, time.Second}}
	file := filepath.Join(t.TempDir(), "f.csv")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := csv.NewWriter(f)
	w.WriteAll([][]string{columns, p.figures("a"), p.figures("b")}) //nolint:errcheck // read below
	f.Close()
	other := v
	other.Title = "z"
	got, err := earlier(file, []*histories.History{{Name: "a", Versions: []histories.Version{v}}, {Name: "b", Versions: []histories.Version{other}}})
	if err != nil || len(got) != 1 || len(got[0].pairs) != 1 || got[0].pairs[0] != p {
		t.Errorf("%+v, %v", got, err)
	}
}

// The page has a place for the tables.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := papertable.Between(string(text), begin, end, "table\n"); err != nil {
		t.Fatal(err)
	}
}
