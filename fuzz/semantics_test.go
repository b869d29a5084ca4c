package fuzz

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// header is what the comments at the top of a program in testdata/semantics say.
type header struct {
	want   map[lang.DataModel]Result
	inputs []num.Int
	leaves bool // a pointer leaves the member or row that it was made from: a machine does what is expected, C does not say so
	open   bool // nothing is claimed of a run with its accesses checked
}

// readHeader reads the lines "// exit: 100" ("error" for reach_error or a failing assertion),
// "// exit-ilp32: 101" where that differs, "// inputs: 1 -2", "// members: left" and "// checks: open".
func readHeader(t *testing.T, src string) header {
	h := header{want: map[lang.DataModel]Result{}}
	result := func(s string) Result {
		if s == "error" {
			return Result{Ended: Error}
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return Result{Status: n}
	}
	for line := range strings.Lines(src) {
		key, val, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "// "), ": ")
		switch key {
		case "exit":
			h.want[lang.LP64], h.want[lang.ILP32] = result(val), result(val)
		case "exit-ilp32":
			h.want[lang.ILP32] = result(val)
		case "members":
			h.leaves = val == "left"
		case "checks":
			h.open = val == "open"
		case "inputs":
			for _, s := range strings.Fields(val) {
				x, _ := num.Parse(s, 0)
				h.inputs = append(h.inputs, x)
			}
		}
	}
	if len(h.want) == 0 {
		t.Fatal("the program does not say what it does")
	}
	return h
}

// TestSemantics runs the hand-written programs on the corners of C, with whet and with gcc.
func TestSemantics(t *testing.T) {
	files, err := filepath.Glob("../testdata/semantics/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	ctx := context.Background()
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		src := string(b)
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			t.Run(strings.TrimSuffix(filepath.Base(f), ".c")+"/"+m.String(), func(t *testing.T) {
				h := readHeader(t, src)
				got, err := whet(ctx, f, src, m, h.inputs)
				if err != nil {
					t.Fatal(err)
				}
				if !agree(h.want[m], got) {
					t.Errorf("whet: %v, want %v", got, h.want[m])
				}
			})
		}
	}
}

// TestSemanticsGCC checks what the programs say of themselves.
func TestSemanticsGCC(t *testing.T) {
	files, err := filepath.Glob("../testdata/semantics/*.c")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for m, c := range models(t) {
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			h := readHeader(t, string(b))
			exe, err := c.Build(ctx, string(b))
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Run(ctx, exe, h.inputs)
			if err != nil {
				t.Fatal(err)
			}
			want := h.want[m]
			if want.Ended == Error && got.Ended == Crashed {
				got = want // a failing assertion aborts
			}
			if got != want {
				t.Errorf("%s, %v: gcc: %v, want %v", f, m, got, want)
			}
		}
	}
}
