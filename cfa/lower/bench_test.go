package lower

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
)

// TestBenchmark lowers the programs of the benchmark, where it lies beside the checkout, and checks
// the automata and their slices: every fifteenth program, or all of them with WHET_CORPUS set.
func TestBenchmark(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "bench")
	f, err := os.Open(filepath.Join(dir, "manifest.csv"))
	if err != nil {
		t.Skip("no benchmark here")
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	step := 15
	if os.Getenv("WHET_CORPUS") != "" {
		step = 1
	}
	for i := 1; i < len(rows); i += step {
		path, flags := rows[i][0], rows[i][4]
		opt := read.Options{}
		if strings.Contains(flags, "ilp32") {
			opt.Model = lang.ILP32
		}
		arith := cfa.Machine
		if strings.Contains(flags, "--arith int") {
			arith = cfa.Int
		}
		u, err := read.Load(filepath.Join(dir, path), opt)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		p, err := Lower(u, Options{Arith: arith})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		s, _ := p.Slice()
		if err := s.Check(); err != nil {
			t.Errorf("%s, sliced: %v", path, err)
		}
	}
}
