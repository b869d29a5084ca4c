package quantified

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
)

// Claims about sums over arrays; and such that almost hold.
func TestQuantifiedSums(t *testing.T) {
	const head = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int n; int total(int *x) { int r = 0; for (int i = 0; i < n; i++) r = r + x[i]; return r; }
		int main(void) { int i, t, s = 0; n = __VERIFIER_nondet_int(); if (n <= 2) return 0; int a[n], b[n], c[1];
		`
	for _, c := range []struct {
		name, text string
		want       refine.Verdict
	}{
		{"there and back", `for (i = 0; i < n; i++) s = s + 2*a[i];
			for (i = n - 1; i >= 0; i--) s = s - 2*a[i];
			if (s != 0) reach_error();`, refine.Safe},
		{"one is left out", `for (i = 0; i < n; i++) s = s + a[i];
			for (i = 1; i < n; i++) s = s - a[i];
			if (s != 0) reach_error();`, refine.Unsafe},
		{"but for the one that is left out", `for (i = 1; i <= n; i++) s = s + a[i-1];
			for (i = 1; i < n; i++) s = s - a[i];
			if (s != a[0]) reach_error();`, refine.Safe},
		{"a cell changes", `c[0] = 0; for (i = 0; i < n; i++) c[0] = c[0] + a[i];
			a[1] = a[1] + 5;
			for (i = 0; i < n; i++) c[0] = c[0] - a[i];
			if (c[0] != -5) reach_error();`, refine.Safe},
		{"a cell may change", `for (i = 0; i < n; i++) s = s + a[i];
			t = __VERIFIER_nondet_int(); if (t >= 0 && t < n) a[t] = 7;
			for (i = 0; i < n; i++) s = s - a[i];
			if (s != 0) reach_error();`, refine.Unsafe},
		{"all change", `for (i = 0; i < n; i++) s = s + a[i];
			for (i = 0; i < n; i++) a[i] = a[i] + 1;
			for (i = 0; i < n; i++) s = s - a[i];
			if (s != -n) reach_error();`, refine.Safe},
		{"a copy", `for (i = 0; i < n; i++) s = s + a[i];
			for (i = 0; i < n; i++) b[i] = a[i];
			for (i = 0; i < n; i++) s = s - b[i];
			if (s != 0) reach_error();`, refine.Safe},
		{"a swap", `s = total(a); t = a[0]; a[0] = a[1]; a[1] = t;
			if (s != total(a)) reach_error();`, refine.Safe},
		{"half a swap", `s = total(a); t = a[0]; a[0] = a[1];
			if (s != total(a)) reach_error();`, refine.Unsafe},
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
			if out.Verdict == refine.Unsafe {
				if o := interp.Run(context.Background(), p, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path}); o.Kind != interp.ErrorFound {
					t.Errorf("the replay ends with %v", o.Kind)
				}
				return
			}
			proof := certify.Certificate(context.Background(), p, out)
			if _, err := cert.Check(context.Background(), p, proof); err != nil {
				t.Error(err)
			}
		})
	}
}
