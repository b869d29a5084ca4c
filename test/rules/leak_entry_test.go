package rules_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet"
)

// What is left when an entry function returns: what its arguments lead to is the caller's, and so is
// what it returns, or what those lead to.
func TestLeaksOfEntry(t *testing.T) {
	const safe, bug, unknown = whet.Safe, whet.Unsafe, whet.Unknown
	for _, c := range []struct {
		src           string
		leak, cleanup whet.Verdict
	}{
		{`void f(int *p) { if (p) *p = 1; }`, safe, safe},
		{`void other(int *p) { free(p); } void f(int *p) { if (p) *p = 1; }`, safe, safe},
		{`void f(int *p) { free(p); }`, safe, safe},
		{`/*@ requires \valid(p + (0 .. n-1)) && 0 < n < 3; */ void f(char *p, int n) { p[0] = n; }`, safe, safe},
		{`void f(int *p) { int *q = malloc(4); if (q && p) *q = *p; }`, bug, bug},
		{`void f(int *p) { int *q = malloc(4); free(p); }`, bug, bug},
		{`void f(int *p) { int *q = malloc(4); if (q) free(p); else free(q); }`, bug, bug},
		{`void f(int *p) { int *q = malloc(4); free(p); free(q); }`, safe, safe},
		{`int *f(void) { return malloc(4); }`, safe, bug},
		{`int *f(int n) { int *p = malloc(4); if (!p || n) { free(p); return 0; } return p; }`, safe, bug},
		{`int *f(int n) { int *p = malloc(4); return n ? p : 0; }`, bug, bug},
		{`void f(int **p) { if (p) *p = malloc(4); }`, safe, bug},
		{`void f(int **p) { int *q = malloc(4); if (p) *p = q; }`, bug, bug},
		{`struct b { char *p; }; void f(struct b *b) { if (b) { free(b->p); b->p = malloc(3); } }`, safe, bug},
		{`struct b { char *p; }; void f(struct b *b) { if (b) { free(b->p); b->p = malloc(3); b->p = 0; } }`, bug, bug},
		{`static int *g; void f(int *p) { free(0); g = p; if (p) { int *q = malloc(4); g = q; g = p; } }`, bug, bug},
		{`struct b { char *p; }; void f(struct b *b) { if (b) { free(b->p); free(b); } }`, safe, safe},
		{`void f(int *p) { if (p) exit(0); }`, safe, safe},
	} {
		for check, want := range map[string]whet.Verdict{"leak": c.leak, "cleanup": c.cleanup} {
			r, err := whet.Verify(context.Background(), whet.Text("p.c", []byte("#include <stdlib.h>\n"+c.src)), whet.Options{Entry: "f", Checks: []string{check}, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("%s\n%s: %v, not %v (%s)", c.src, check, r.Verdict, want, r.Reason)
			}
		}
	}
}
