package smtlib

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/difftest"
)

var update = flag.Bool("update", false, "write the answers in testdata anew")

// Each script in testdata is answered as the file beside it says.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.smt2")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			script, err := os.Open(f)
			if err != nil {
				t.Fatal(err)
			}
			defer script.Close()
			var out bytes.Buffer
			in := New(Config{File: filepath.Base(f), Out: &out, Err: &out, Version: "test", CheckProofs: true})
			if err := in.Run(t.Context(), script); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(f, ".smt2") + ".out"
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := difftest.Text(string(want), out.String()); d != "" {
				t.Errorf("%s (go test ./smt/smtlib -run Scripts -update):\n%s", f, d)
			}
		})
	}
}
