package arrays

import (
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// What is not linear is left open, listed once with its place, and never makes a wrong verdict. may
// lists the verdicts that are right or open.
func TestApproximations(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\nint main(void) {\nint x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
	for _, c := range []struct {
		text string
		safe bool
		want []string // with the line, in arithmetic of integers
	}{
		{"int s = x * x;\nif (s < 0) reach_error(); }", true, []string{"4: non-linear x * x"}},
		{"int s = x * x;\nif (s == 49 && x > 0) reach_error(); }", false, nil},
		{"int s = x * x;\nif (s == 50) reach_error(); }", true, []string{"4: non-linear x * x"}},
		{"if (y > 0) { int s = x % y;\nif (s >= y) reach_error(); } }", true, nil},
		{"if (y > 2) { int s = x % y;\nif (s == 2) reach_error(); } }", false, nil},
		{"int s = x ^ y;\nif (s == 3 && x == 1 && y == 1) reach_error(); }", true, []string{"4: non-linear x ^ y"}},
		{"int s = x ^ y;\nif (s == 3 && x == 1) reach_error(); }", false, []string{"4: non-linear x ^ y"}},
		{"if (x >= 0 && x < 256) { int s = (x & 12) + (x | 3);\nif (s < 3) reach_error(); } }", true, nil},
		{"if (x >= 0 && x < 256) { int s = x & 12;\nif (s == 8) reach_error(); } }", false, nil},
		{"if (y >= 0 && y < 5) { int s = 1 << y;\nif (s > 16) reach_error(); } }", true, nil},
		{"int s = x * x + x * y;\nif (s < 0 && x == 0) reach_error(); }", true, []string{"4: non-linear x * x", "4: non-linear x * y"}},
		// Linear, as one factor has one value; and not in the cone of the property.
		{"int k = 3; int s = x * k;\nif (s == 4 && x == 1) reach_error(); }", true, []string{}},
		{"int s = x * x;\nif (y > 3 && y < 3) reach_error(); }", true, []string{}},
		// A cell at an index that is not linear.
		{"int a[9]; a[0] = 1; if (x >= 0 && x < 3 && y >= 0 && y < 3) { a[x * y] = 2;\nif (a[0] != 1 && a[0] != 2) reach_error(); } }", true, nil},
		{"int a[9]; a[0] = 1; if (x >= 0 && x < 3 && y >= 0 && y < 3) { a[x * y] = 2;\nif (a[0] != 1) reach_error(); } }", false, nil},
	} {
		for _, arith := range []cfa.Arith{cfa.Int, cfa.Machine, cfa.Real} {
			t.Run(fmt.Sprintf("%s/%v", c.text, arith), func(t *testing.T) {
				_, out := runOn(t, refinetest.Lower(t, head+c.text, arith), Engine{})
				wrong := refine.Unsafe
				if !c.safe {
					wrong = refine.Safe
				}
				if arith == cfa.Machine && c.safe {
					wrong = refine.Verdict(-1) // words wrap, and runOn replays what is claimed
				}
				if out.Verdict == wrong {
					t.Errorf("%v is wrong", out.Verdict)
				}
				if out.Verdict == refine.Unknown && len(out.Approximations) == 0 {
					t.Errorf("unknown (%s), and nothing is listed", out.Reason)
				}
				var got []string
				for _, n := range out.Approximations {
					got = append(got, fmt.Sprintf("%d: %s", n.Pos.Line, n.What))
				}
				if arith == cfa.Int && c.want != nil && !slices.Equal(got, c.want) {
					t.Errorf("%v: listed %q, want %q", out.Verdict, got, c.want)
				}
				t.Logf("%v (%s) %q", out.Verdict, out.Reason, got)
			})
		}
	}
}

// What the words of the machine leave open is listed as such.
func TestApproximationsOfWords(t *testing.T) {
	_, out := runOn(t, refinetest.Lower(t, `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  unsigned s = 1000 * x;
  if (s == 7) reach_error();
}`, cfa.Machine), Engine{})
	if len(out.Approximations) != 1 || out.Approximations[0].What != "overflow of 1000 * x" && out.Approximations[0].What != "overflow of x * 1000" {
		t.Errorf("%v: %v", out.Verdict, out.Approximations)
	}
	if out.Verdict == refine.Unsafe {
		t.Error("1000 * x is a multiple of 8, 7 is not")
	}
}
