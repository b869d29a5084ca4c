package lang

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchDir is the benchmark, where there is one.
const benchDir = "../../shared/bench"

func TestSweep(t *testing.T) {
	f, err := os.Open(filepath.Join(benchDir, "manifest.csv"))
	if err != nil {
		t.Skip("no benchmark here")
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	bad := 0
	for _, r := range rows[1:] {
		opt := Options{}
		if strings.Contains(r[4], "ilp32") {
			opt.Model = ILP32
		}
		if !strings.HasSuffix(r[0], ".c") && !strings.HasSuffix(r[0], ".i") {
			continue
		}
		u, err := Load(filepath.Join(benchDir, r[0]), opt)
		if err == nil {
			err = Check(u)
		}
		if err == nil {
			err = Print(io.Discard, u)
		}
		if err != nil {
			bad++
			if bad < 30 {
				t.Errorf("%v", err)
			}
		}
	}
	t.Logf("%d of %d failed", bad, len(rows)-1)
}
