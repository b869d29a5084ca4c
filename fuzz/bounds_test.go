package fuzz

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

var boundsCount = flag.Uint64("bounds", 60, "how many random programs TestBoundsOfDefined runs")

// checked lowers a program with its accesses checked.
func checked(name, src string, m lang.DataModel) (*cfa.Program, error) {
	u, err := lang.LoadBytes(name, []byte(src), lang.Options{Model: m})
	if err != nil {
		return nil, err
	}
	return lower.Lower(u, lower.Options{Check: lower.Check{Bounds: true}})
}

// sameChecked runs a program as it is and with its accesses checked; both must do the same. It returns the number of
// accesses that are checked.
func sameChecked(t *testing.T, name, src string, m lang.DataModel, inputs [][]num.Int) int {
	t.Helper()
	plain, err := load(name, src, m)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	p, err := checked(name, src, m)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := p.Check(); err != nil && plain.Check() == nil {
		t.Errorf("%s: not well formed: %v", name, err)
	}
	for _, in := range inputs {
		want, err1 := run(context.Background(), plain, in)
		got, err2 := run(context.Background(), p, in)
		if errors.Is(err1, errApprox) && (err2 == nil || errors.Is(err2, errApprox)) {
			continue
		}
		if (err1 == nil) != (err2 == nil) || want != got {
			t.Errorf("%s, %v: on %v: %v (%v), with its accesses checked: %v (%v)", name, m, in, want, err1, got, err2)
		}
	}
	n := 0
	for _, l := range p.Errors {
		if l.Error.Kind == cfa.OutOfBounds {
			n++
		}
	}
	return n
}

// Programs without undefined behaviour do with checks what they do without.
func TestBoundsOfDefined(t *testing.T) {
	n := 0
	for seed := range *boundsCount {
		src := Program(7_000_000+seed, optionsFor(seed))
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			n += sameChecked(t, "p.c", src, m, inputsFor(seed))
		}
	}
	if n == 0 {
		t.Error("no access was checked")
	}
	t.Logf("%d accesses checked", n)
	files, _ := filepath.Glob("../testdata/semantics/*.c")
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sameChecked(t, strings.TrimPrefix(f, "../testdata/"), string(src), lang.LP64, [][]num.Int{readHeader(t, string(src)).inputs})
	}
}
