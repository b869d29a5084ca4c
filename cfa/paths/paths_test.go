package paths_test

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/refine/refinetest"
)

const head = `void reach_error(void); int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);
	unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int); int outside(int *p);
	`

// What is decided, and why not.
func TestExplore(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // "complete", "bug", or a part of the reason
		paths      int    // most that are made; 0: any number
	}{
		{"no inputs", `int main(void) { unsigned h = 5381; for (int i = 0; i < 1000; i++) h = h * 33 ^ i; if (h == 7) reach_error(); }`, "complete", 1},
		{"a bug without inputs", `int main(void) { int n = 0; for (int i = 0; i < 1000; i++) n += i; if (n == 499500) reach_error(); }`, "bug", 0},
		{"a word", `int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) { if (x < 5) reach_error(); } }`, "complete", 2},
		{"one value of a word", `int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); }`, "bug", 0},
		{"a sum", `int main(void) { unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(); if (a + b > 510) reach_error(); }`, "complete", 0},
		{"a sum that is reached", `int main(void) { unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(); if (a + b == 509) reach_error(); }`, "bug", 0},
		{"classes of characters", `int main(void) { int n = 0; for (int i = 0; i < 3; i++) { unsigned char c = __VERIFIER_nondet_uchar(); if (c >= '0' && c <= '9') n = 10 * n + c - '0'; else break; } if (n > 999) reach_error(); }`, "complete", 10},
		{"a table", `int main(void) { static const unsigned char t[4] = {3, 1, 4, 1}; unsigned char c = __VERIFIER_nondet_uchar(); if (t[c & 3] == 2) reach_error(); }`, "complete", 0},
		{"an entry of a table", `int main(void) { static const unsigned char t[4] = {3, 1, 4, 1}; unsigned char c = __VERIFIER_nondet_uchar(); if (t[c & 3] == 4 && c > 250) reach_error(); }`, "bug", 0},
		{"a store at an input", `int main(void) { int a[4] = {0}; unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x < 4); a[x] = 1; if (a[0] + a[1] + a[2] + a[3] != 1) reach_error(); }`, "complete", 5},
		{"a store anywhere", `int main(void) { int a[1000] = {0}; unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x < 1000); a[x] = 1; if (a[7] == 2) reach_error(); }`, "more than 256 values", 0},
		{"rounds", `int main(void) { unsigned k = __VERIFIER_nondet_uint(), s = 0; __VERIFIER_assume(k < 5); for (unsigned i = 0; i < k; i++) s += 2; if (s != 2 * k) reach_error(); }`, "complete", 6},
		{"nothing set", `int main(void) { int x; if (x == 77) reach_error(); }`, "bug", 0},
		{"cells that nothing set", `int main(void) { unsigned char a[64]; a[3] = 1; unsigned s = 0; for (int i = 0; i < 64; i++) s += a[i] >> 7; if (s > 63) reach_error(); }`, "complete", 0},
		{"copies of an input agree", `int main(void) { int x, y, z; y = x; z = x; if (y != z) reach_error(); }`, "complete", 1},
		{"an effect", `int main(void) { int x = 1; outside(&x); if (x > 5) { if (x < 5) reach_error(); } }`, "complete", 0},
		{"an effect that matters", `int main(void) { int x = 1; outside(&x); if (x == 3) reach_error(); }`, "bug", 0},
		{"parts of a word", `int main(void) { unsigned char a = __VERIFIER_nondet_uchar(); unsigned b = __VERIFIER_nondet_uint(); __VERIFIER_assume(b < 1000); unsigned w = a | b << 16; if ((w & 0xffff) > 255 || w >> 16 > 999) reach_error(); }`, "complete", 0},
		{"wrapped differences", `int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x - 10 < 5) { if (x < 10 || x > 14) reach_error(); } }`, "complete", 0},
		{"division", `int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 9 && x < 99 && y >= 0 && y < 9); int q = x / y; if (q > 98 || y == 0) reach_error(); }`, "complete", 0},
		{"a choice that may be undefined", `int main(void) { unsigned y = __VERIFIER_nondet_uint(); __VERIFIER_assume(y < 100); unsigned q = y ? 1000 / y : 7; if (q < 7 ) reach_error(); }`, "complete", 0},
		{"not multiplied through", `int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 1 && x < 1000000 && y > 1 && y < 1000000); if ((long long)x * y == 1000000007LL) reach_error(); }`, "cannot be decided", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Lower(t, head+c.text, cfa.Machine)
			e := paths.Explore(context.Background(), p, paths.Limits{Steps: 1_000_000})
			got := e.Why
			switch {
			case e.Complete:
				got = "complete"
			case e.Bug != nil:
				got = "bug"
				if o := interp.Run(context.Background(), p, e.Inputs, interp.Options{}); o.Kind != interp.ErrorFound && c.name != "an effect that matters" {
					t.Errorf("the inputs lead to %v (%s)", o.Kind, o.Reason)
				}
			}
			if !strings.Contains(got, c.want) || c.paths > 0 && e.Paths > c.paths {
				t.Errorf("%s (%s) after %d paths; want %s after %d", got, e.Why, e.Paths, c.want, c.paths)
			}
		})
	}
}

// What ends at a limit says so, and that more might do.
func TestLimits(t *testing.T) {
	p := refinetest.Lower(t, head+`int main(void) { int n = 0; for (int i = 0; i < 6; i++) n += __VERIFIER_nondet_int() > i ? n + 1 : 0; for (int i = 0; i < n; i++) n--; if (n > 99) reach_error(); }`, cfa.Machine)
	all := paths.Explore(context.Background(), p, paths.Limits{})
	if !all.Complete || all.Paths < 10 {
		t.Fatalf("%+v", all)
	}
	for _, lim := range []paths.Limits{{Paths: all.Paths - 1}, {Steps: 100}} {
		if e := paths.Explore(context.Background(), p, lim); e.Complete || !e.Limit || e.Why == "" || e.Done <= 0 && lim.Steps == 0 {
			t.Errorf("%+v: %+v", lim, e)
		}
	}
	if e := paths.Explore(context.Background(), p, paths.Limits{Paths: all.Paths}); !e.Complete {
		t.Errorf("%+v", e)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if e := paths.Explore(ctx, p, paths.Limits{}); e.Complete || e.Limit {
		t.Errorf("cancelled: %+v", e)
	}
}

// Integers have no largest one: where a bug would need no bound in particular, the parts of their
// values end.
func TestUnbounded(t *testing.T) {
	p := refinetest.Lower(t, head+`int main(void) {
		int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
		if (x > y) { int t = x; x = y; y = t; }
		if (x > y) reach_error();
	}`, cfa.Int)
	e := paths.Explore(context.Background(), p, paths.Limits{Steps: 100_000})
	if e.Bug != nil {
		t.Errorf("a bug: %s", e.Why)
	}
}
