package cert

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

const inParts = `
	void reach_error(void); int __VERIFIER_nondet_int(void); int g;
	static void f(int n) { g = n; if (g != n) reach_error(); }
	int main(void) {
		int x = __VERIFIER_nondet_int();
		f(x);
		if (x > 3) { if (x < 2) reach_error(); if (x == 7) BUG; }
		return 0;
	}`

// errorsOf are the error locations of the program in the order of lines and columns.
func errorsOf(p *cfa.Program) []int {
	list := slices.Clone(p.Errors)
	slices.SortFunc(list, func(a, b *cfa.Loc) int { return a.Error.Pos.Compare(b.Error.Pos) })
	var ids []int
	for _, l := range list {
		ids = append(ids, l.ID)
	}
	return ids
}

func unwound(targets ...int) *Certificate {
	return &Certificate{Builder: smt.NewBuilder(), Unwind: 2, Targets: targets}
}

// A proof of some errors is accepted for these, whatever the others are, and for no others.
func TestTargets(t *testing.T) {
	p := program(t, strings.Replace(inParts, "BUG", "reach_error()", 1))
	es := errorsOf(p)
	if len(es) != 3 {
		t.Fatalf("%d errors", len(es))
	}
	sorted := func(ids ...int) []int { return slices.Sorted(slices.Values(ids)) }
	both := sorted(es[0], es[1])
	for name, w := range map[string]struct {
		c   *Certificate
		why string // "": it is a proof of what it is about
	}{
		"the first":          {unwound(es[0]), ""},
		"the second":         {unwound(es[1]), ""},
		"two":                {unwound(both...), ""},
		"none":               {unwound([]int{}...), ""},
		"the one that fails": {unwound(es[2]), "is not excluded"},
		"all":                {unwound(sorted(es...)...), "is not excluded"},
		"all, unsaid":        {&Certificate{Builder: smt.NewBuilder(), Unwind: 2}, "is not excluded"},
		"in disorder":        {unwound(both[1], both[0]), "not in order"},
		"one twice":          {unwound(es[0], es[0]), "not in order"},
		"no error":           {unwound(p.Start.Entry.ID), "does not have"},
		"far beyond":         {unwound(len(p.Locs)), "does not have"},
		"negative":           {unwound(-1), "not in order"},
		"in parts":           {&Certificate{Parts: []*Certificate{unwound(es[1]), unwound(es[0])}}, ""},
		"a wrong part":       {&Certificate{Parts: []*Certificate{unwound(es[1]), unwound(es[2])}}, "is not excluded"},
		"a part for all":     {&Certificate{Parts: []*Certificate{unwound(es[1]), {Builder: smt.NewBuilder(), Unwind: 2}}}, "is not excluded"},
		"parts in a part":    {&Certificate{Parts: []*Certificate{{Parts: []*Certificate{unwound(es[0])}}}}, "has parts itself"},
		"parts and targets":  {&Certificate{Targets: both, Parts: []*Certificate{unwound(es[0])}}, "nothing besides"},
		"parts and a proof":  {&Certificate{Induction: -1, Unwind: 1, Parts: []*Certificate{unwound(es[0])}}, "nothing besides"},
	} {
		if name == "none" {
			w.c.Targets = []int{}
		}
		_, err := CheckPart(context.Background(), p, w.c)
		if w.why == "" && err != nil || w.why != "" && (err == nil || !strings.Contains(err.Error(), w.why)) {
			t.Errorf("%s: %v, not %q", name, err, w.why)
		}
		if _, err := Check(context.Background(), p, w.c); err == nil {
			t.Errorf("%s: accepted as a proof of a program that fails", name)
		}
	}
}

// Several parts prove a program if they are about all of its errors; from a file as well.
func TestProofInParts(t *testing.T) {
	p := program(t, strings.Replace(inParts, "BUG", "(x == 3 ? reach_error() : (void)0)", 1))
	es := errorsOf(p)
	if len(es) != 3 {
		t.Fatalf("%d errors", len(es))
	}
	parts := func(ids ...int) *Certificate {
		c := &Certificate{Task: Task{File: "f.c"}}
		for _, id := range ids {
			c.Parts = append(c.Parts, unwound(id))
		}
		return c
	}
	for _, c := range []struct {
		c   *Certificate
		why string
	}{
		{parts(es...), ""},
		{parts(es[2], es[0], es[1], es[0]), ""},
		{parts(es[0], es[1]), "says nothing of the error at line 7"},
		{parts(es[2]), "says nothing of the error at line"},
		{parts(), "no context"},
	} {
		var file bytes.Buffer
		if err := Write(&file, c.c); err != nil {
			t.Fatal(err)
		}
		text := file.String()
		d, err := Read(&file)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for _, k := range []*Certificate{c.c, d} {
			if k.Builder == nil {
				k.Builder = smt.NewBuilder()
			}
			_, err := Check(context.Background(), p, k)
			if c.why == "" && err != nil || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
				t.Errorf("%v, not %q: %s", err, c.why, text)
			}
		}
		if got, want := len(d.Covers(p)), len(c.c.Covers(p)); got != want {
			t.Errorf("from the file %d errors are excluded, not %d: %s", got, want, text)
		}
		// The first format has no words for it.
		if old := strings.Replace(text, formatParts, format, 1); old != text {
			if _, err := Read(strings.NewReader(old)); err == nil {
				t.Errorf("read as of the first format: %s", old)
			}
		} else if len(c.c.Parts) > 0 {
			t.Errorf("written in the first format: %s", text)
		}
	}
	if _, err := Check(context.Background(), p, unwound(slices.Sorted(slices.Values(es))...)); err != nil {
		t.Errorf("a proof that names all errors: %v", err)
	}
}
