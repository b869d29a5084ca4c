package quantified

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
)

// Claims that need products of variables, of which most hold for small n only by themselves; and
// such that almost hold.
func TestQuantifiedProducts(t *testing.T) {
	const head = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int main(void) { int i, j, n = __VERIFIER_nondet_int(); if (n <= 0) return 0; int a[n], b[n], s[1];
		`
	for _, c := range []struct {
		name, text string
		want       refine.Verdict
	}{
		{"squares by differences", `a[0] = 0; b[0] = 1;
			for (i = 1; i < n; i++) { b[i] = b[i-1] + 2; }
			for (i = 1; i < n; i++) { a[i] = a[i-1] + b[i-1]; }
			for (i = 0; i < n; i++) if (a[i] != i*i) reach_error();`, refine.Safe},
		{"one less", `a[0] = 0; b[0] = 1;
			for (i = 1; i < n; i++) { b[i] = b[i-1] + 2; }
			for (i = 1; i < n; i++) { a[i] = a[i-1] + b[i-1]; if (i == 2) a[i] = 3; }
			for (i = 0; i < n; i++) if (a[i] != i*i) reach_error();`, refine.Unsafe},
		{"a sum of numbers", `s[0] = 0;
			for (i = 0; i < n; i++) s[0] = s[0] + i;
			if (2*s[0] != n*(n-1)) reach_error();`, refine.Safe},
		{"a sum that stops early", `s[0] = 0;
			for (i = 0; i < n; i++) if (i < 3) s[0] = s[0] + i;
			if (2*s[0] != n*(n-1)) reach_error();`, refine.Unsafe},
		{"a sum of equal cells", `s[0] = 0;
			for (i = 0; i < n; i++) a[i] = n + 2;
			for (i = 0; i < n; i++) s[0] = s[0] + a[i];
			if (s[0] != n*(n+2)) reach_error();`, refine.Safe},
		{"a product changes with its factor", `s[0] = n*n; n = n + 1;
			if (s[0] == n*n) reach_error();
			if (s[0] != (n-1)*(n-1)) reach_error();`, refine.Safe},
		{"a factor in a cell", `s[0] = __VERIFIER_nondet_int(); int t = s[0] * n; s[0] = s[0] + 1;
			if (t == s[0] * n - n + 1) reach_error();
			if (t != s[0] * n - n) reach_error();`, refine.Safe},
		{"a remainder by an unknown", `for (i = 0; i < n; i++) a[i] = 2*n + 1;
			for (i = 0; i < n; i++) if (n > 1 && (a[i] % n != 1 || a[i] / n != 2)) reach_error();`, refine.Safe},
		{"a remainder that is not always right", `for (i = 0; i < n; i++) a[i] = 2*n + 1;
			for (i = 0; i < n; i++) if (a[i] % n != 1) reach_error();`, refine.Unsafe},
		{"cubes", `for (i = 0; i < n; i++) if (i == 0) a[0] = 0; else a[i] = a[i-1] + 3*i*i - 3*i + 1;
			for (i = 0; i < n; i++) if (a[i] != i*i*i) reach_error();`, refine.Safe},
		{"an input after the product", `int t = n*n; n = __VERIFIER_nondet_int();
			if (t != n*n) reach_error();`, refine.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := read.LoadBytes("t.c", []byte(head+c.text+"\nreturn 0; }"), read.Options{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := lower.Lower(u, lower.Options{Arith: cfa.Int})
			if err != nil {
				t.Fatal(err)
			}
			out := refine.Run(context.Background(), p, refine.Options{Engine: Engine{Method: ByCells}})
			if out.Verdict != c.want {
				t.Fatalf("%v (%s)", out.Verdict, out.Reason)
			}
			if out.Verdict == refine.Safe && out.Annotations(context.Background()) == nil {
				t.Error("no annotations")
			}
			if out.Verdict == refine.Unsafe {
				if o := interp.Run(context.Background(), p, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path}); o.Kind != interp.ErrorFound {
					t.Errorf("the replay ends with %v", o.Kind)
				}
			}
		})
	}
}
