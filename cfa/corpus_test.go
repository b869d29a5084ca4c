package cfa_test

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
)

// Every example program, from C to its slice, keeps the model's invariants; what is computed does
// not depend on the run.
func TestExamplesKeepInvariants(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	more, err := filepath.Glob("../testdata/semantics/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, more...) {
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			t.Run(filepath.Base(f)+"/"+m.String(), func(t *testing.T) {
				p := load(t, f, m)
				if err := p.Check(); err != nil {
					t.Fatal(err)
				}
				s, _ := p.Slice()
				if err := s.Check(); err != nil {
					t.Fatalf("slice: %v", err)
				}
				again, _ := load(t, f, m).Slice()
				if text(t, again) != text(t, s) {
					t.Error("the slice differs from run to run")
				}
				lv := p.Liveness()
				for _, l := range p.Locs {
					live := lv.LiveAt(l)
					for _, id := range live.IDs() {
						if v := p.Vars[id]; v.Proc != nil && v.Proc != l.Proc {
							t.Errorf("%v of %v is live at %v of %v", v, v.Proc, l, l.Proc)
						}
					}
				}
				if err := p.WriteDOT(io.Discard, cfa.DOTOptions{Source: true}); err != nil {
					t.Error(err)
				}
				c := p.Clone()
				c.Compact()
				c.Finish()
				if err := c.Check(); err != nil {
					t.Errorf("compacted again: %v", err)
				}
				if len(c.Locs) > len(p.Locs) {
					t.Errorf("compacted again: %d locations of %d", len(c.Locs), len(p.Locs))
				}
			})
		}
	}
}

func load(t *testing.T, file string, m lang.DataModel) *cfa.Program {
	t.Helper()
	u, err := read.Load(file, read.Options{Model: m})
	if err != nil {
		t.Skip(err) // the front end's tests say whether it should have been read
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func text(t *testing.T, p *cfa.Program) string {
	t.Helper()
	var b strings.Builder
	if err := p.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
