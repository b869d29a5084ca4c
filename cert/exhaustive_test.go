package cert

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/smt"
)

// A proof by making all runs is accepted where they are all made and none reaches an error, and
// nowhere else.
func TestExhaustive(t *testing.T) {
	const head = "void reach_error(void); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); "
	flags := program(t, head+"int main(void) { int n = __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool(); if (n > 2) reach_error(); return 0; }")
	bug := program(t, head+"int main(void) { int n = __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool(); if (n == 2) reach_error(); return 0; }")
	word := program(t, head+"int main(void) { if (__VERIFIER_nondet_int() == 9) reach_error(); return 0; }")
	runs := func(n int) *Certificate { return &Certificate{Builder: smt.NewBuilder(), Runs: n} }
	with := func(change func(*Certificate)) *Certificate {
		c := runs(4)
		change(c)
		return c
	}

	for _, n := range []int{4, 5, mostRuns} {
		stats, err := Check(context.Background(), flags, runs(n))
		if err != nil || stats.Runs != 4 {
			t.Errorf("%d: %v, %+v", n, err, stats)
		}
	}
	var file bytes.Buffer
	if err := Write(&file, runs(4)); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&file)
	if err != nil || back.Runs != 4 {
		t.Fatalf("%+v, %v", back, err)
	}

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		c    *Certificate
		bad  string // the program
		why  string
	}{
		{"too few", context.Background(), runs(3), "flags", "more than 3 runs"},
		{"negative", context.Background(), runs(-1), "flags", "out of range"},
		{"too many", context.Background(), runs(mostRuns + 1), "flags", "out of range"},
		{"a bug", context.Background(), runs(4), "bug", "reaches an error"},
		{"a bug that comes behind the number", context.Background(), runs(3), "bug", "more than 3 runs"},
		{"an unknown word", context.Background(), runs(mostRuns), "word", "not every run"},
		{"stopped", cancelled, runs(4), "flags", "canceled"},
		{"contexts", context.Background(), with(func(c *Certificate) { c.Contexts = []Context{{}} }), "flags", "nothing else"},
		{"unwinding", context.Background(), with(func(c *Certificate) { c.Unwind = 1 }), "flags", "nothing else"},
		{"induction", context.Background(), with(func(c *Certificate) { c.Induction = 1 }), "flags", "nothing else"},
		{"ghosts", context.Background(), with(func(c *Certificate) { c.Ghosts = 1 }), "flags", "nothing else"},
		{"invariants", context.Background(), with(func(c *Certificate) { c.Heads = []Head{{}} }), "flags", "nothing else"},
		{"instances", context.Background(), with(func(c *Certificate) { c.Instances = []Instance{{}} }), "flags", "nothing else"},
		{"cancelling numbers", context.Background(), with(func(c *Certificate) { c.Unwind, c.Induction = 1, -1 }), "flags", "nothing else"},
	} {
		p := flags
		switch c.bad {
		case "bug":
			p = bug
		case "word":
			p = word
		}
		if _, err := Check(c.ctx, p, c.c); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
