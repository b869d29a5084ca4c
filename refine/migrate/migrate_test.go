package migrate

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/engines"
)

const base = `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	struct box { int used, high; int room[4]; } box;
	static int full(void) { return box.used == 4; }
	static void put(int x) { if (full()) return; box.room[box.used] = x; box.used++; if (box.used > box.high) box.high = box.used; }
	static void drop(void) { if (box.used > 0) box.used--; }
	int main(void) {
		while (__VERIFIER_nondet_int()) {
			int what = __VERIFIER_nondet_int();
			if (what == 1) put(what);
			else drop();
			if (box.used > 4) reach_error();
			if (box.used > box.high) reach_error();
		}
		return 0;
	}`

func lowered(t testing.TB, text string) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: lower.Bounds})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// proof is a certificate of the base program.
func proof(t testing.TB, p *cfa.Program) *cert.Certificate {
	t.Helper()
	out := refine.Run(t.Context(), p, refine.Options{Engine: engines.Must("quantified", engines.Options{})})
	c := certify.Certificate(t.Context(), p, out)
	if c == nil {
		t.Fatalf("%v (%s), without a proof", out.Verdict, out.Reason)
	}
	return c
}

// TestVersions: the proof of a program, carried over to others, is one of all their errors, or of some;
// never of one that a run reaches.
func TestVersions(t *testing.T) {
	p := lowered(t, base)
	c, old := proof(t, p), ShapeOf(p)
	for _, v := range []struct {
		name  string
		edits [][2]string // patterns and texts
		left  int         // errors that are not proved: the programs' own, or what was guessed does not suffice
	}{
		{"nothing", nil, 0},
		{"renamed", [][2]string{{`\bbox\b`, "carton"}, {`\bused\b`, "n"}, {`\bput\b`, "add"}, {`\bwhat\b`, "choice"}}, 0},
		{"another function in front", [][2]string{{`static int full`, `static int one(void) { return 1; } static int full`}, {`if \(what == 1\)`, `if (what == one())`}}, 0},
		{"a function written out", [][2]string{{`static void drop`, `static void less(int *n) { --*n; } static void drop`}, {`box\.used--`, `less(&box.used)`}}, 0},
		{"a member in front", [][2]string{{`int used, high`, `int kind, used, high`}}, 0},
		{"a new assertion", [][2]string{{`if \(box.used > 4\)`, `if (box.high > 4) reach_error(); if (box.used > 4)`}}, 0},
		{"a new loop", [][2]string{{`else drop`, `else for (int i = 0; i < 3; i++) drop`}}, 0},
		{"another form of loop", [][2]string{{`while \((.*)\) \{`, `for (;;) { if (!$1) break;`}}, 0},
		{"a new failure", [][2]string{{`else drop`, `else if (what == 2) box.high = 0; else drop`}}, 1},
	} {
		text := base
		for _, e := range v.edits {
			text = regexp.MustCompile(e[0]).ReplaceAllString(text, e[1])
		}
		q := lowered(t, text)
		now, open := ShapeOf(q), map[int]bool{}
		for _, l := range q.Errors {
			open[l.ID] = true
		}
		m, fresh := Align(old, now).Certificate(c, old, now, q, open)
		if m == nil {
			t.Errorf("%s: nothing was carried over", v.name)
			continue
		}
		_, err := cert.CheckPart(t.Context(), q, m)
		if err != nil {
			if err := cert.Weaken(t.Context(), q, m, fresh); err != nil {
				t.Errorf("%s: %v", v.name, err)
				continue
			}
			_, err = cert.CheckPart(t.Context(), q, m)
		}
		if left := len(q.Errors) - len(m.Targets); err != nil || left != v.left {
			t.Errorf("%s: %v; %d errors left, want %d", v.name, err, left, v.left)
		}
	}
}

// TestAlignmentOfRenamed: whatever is renamed corresponds.
func TestAlignmentOfRenamed(t *testing.T) {
	text := base
	for _, name := range []string{"box", "used", "high", "room", "full", "put", "drop", "what", "x"} {
		text = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, "other_"+name)
	}
	a := Align(ShapeOf(lowered(t, base)), ShapeOf(lowered(t, text)))
	for what, ids := range map[string][]int{"variables": a.Vars, "arrays": a.Arrays, "procedures": a.Procs, "locations": a.Locs, "edges": a.Edges, "objects": a.Objects} {
		if slices.Contains(ids, -1) {
			t.Errorf("%s: %v", what, ids)
		}
	}
}

// TestForgedShapes: a shape that was tampered with is refused, or of no harm.
func TestForgedShapes(t *testing.T) {
	p := lowered(t, base)
	c, now := proof(t, p), ShapeOf(p)
	text, err := json.Marshal(now)
	if err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`\d+`).FindAllIndex(text, -1)
	open := map[int]bool{}
	for _, l := range p.Errors {
		open[l.ID] = true
	}
	refused, accepted := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		forged := slices.Clone(text)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at := rapid.SampledFrom(numbers).Draw(t, "at")
			if at[1] <= len(forged) {
				n := strconv.Itoa(rapid.IntRange(-3, 200).Draw(t, "number"))
				forged = slices.Concat(forged[:at[0]], []byte(n), forged[at[1]:])
			}
		}
		s := &Shape{}
		if json.Unmarshal(forged, s) != nil || s.Check() != nil {
			refused++
			return
		}
		accepted++
		Align(s, now).Certificate(c, s, now, p, open)
	})
	if refused < 10 || accepted < 10 {
		t.Errorf("%d refused, %d accepted: too few", refused, accepted)
	}
}
