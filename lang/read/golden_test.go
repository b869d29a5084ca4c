package read

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
)

// TestGolden reads the programs in testdata and compares what was understood with what is written
// down beside them. Set WHET_UPDATE to write it anew.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, p := range files {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".c"), func(t *testing.T) {
			u, err := Load(p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(u); err != nil {
				t.Error(err)
			}
			var got bytes.Buffer
			explicit(&got, u)
			golden := strings.TrimSuffix(p, ".c") + ".golden"
			if os.Getenv("WHET_UPDATE") != "" {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := difftest.Text(string(want), got.String()); d != "" {
				t.Error(d)
			}
			// The other data model must be read, too.
			if u, err = Load(p, Options{Model: lang.ILP32}); err == nil {
				err = Check(u)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// explicit prints a unit with all conversions made visible.
func explicit(w *bytes.Buffer, u *lang.Unit) {
	seen := map[lang.Expr]bool{}
	show := func(e lang.Expr) { showCasts(e, seen) }
	for _, o := range u.Objects {
		if o.Init != nil {
			for _, it := range o.Init.Items {
				show(it.Val)
			}
		}
	}
	for _, f := range u.Funcs {
		for _, o := range f.Objects {
			if o.Init != nil {
				for _, it := range o.Init.Items {
					show(it.Val)
				}
			}
		}
		if f.Body != nil {
			lang.Walk(f.Body, nil, show)
		}
	}
	if err := Print(w, u); err != nil {
		panic(err)
	}
}

func showCasts(e lang.Expr, seen map[lang.Expr]bool) {
	if e == nil || seen[e] {
		return
	}
	seen[e] = true
	if k, ok := e.(*lang.Cast); ok {
		k.Implicit = false
	}
	for _, x := range lang.Children(e) {
		showCasts(x, seen)
	}
}
