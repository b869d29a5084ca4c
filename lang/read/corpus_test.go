package read

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

// benchDir is the benchmark, where there is one.
const benchDir = "../../../shared/bench"

// TestCorpus reads the programs of the benchmark, each in its data model, and checks the
// typed syntax: every tenth, or all of them with WHET_CORPUS set.
func TestCorpus(t *testing.T) {
	f, err := os.Open(filepath.Join(benchDir, "manifest.csv"))
	if err != nil {
		t.Skip("no benchmark here")
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	step := 10
	if os.Getenv("WHET_CORPUS") != "" {
		step = 1
	}
	failed := 0
	for i := 1; i < len(rows) && failed < 30; i += step {
		path, flags := rows[i][0], rows[i][4]
		opt := Options{}
		if strings.Contains(flags, "ilp32") {
			opt.Model = lang.ILP32
		}
		u, err := Load(filepath.Join(benchDir, path), opt)
		if err == nil {
			err = Check(u)
		}
		if err == nil {
			err = Print(io.Discard, u)
		}
		if err != nil {
			failed++
			t.Errorf("%v", err)
		}
	}
}
