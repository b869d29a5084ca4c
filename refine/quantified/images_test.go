package quantified

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/refine"
)

// Programs whose cells are told by what a loop touches in one round, and the same with an error:
// they must not be safe.
func TestQuantifiedImages(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);\n"
	for _, c := range []struct{ name, safe, unsafe string }{
		{
			"mirror", `int main(void) { int a[1000], i;
				for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
				for (i = 0; i < 500; i++) a[i] = a[999 - i];
				for (i = 0; i < 500; i++) if (a[i] != a[999 - i]) reach_error();
				return 0; }`,
			`int main(void) { int a[10], i;
				for (i = 0; i < 10; i++) a[i] = __VERIFIER_nondet_int();
				for (i = 0; i < 5; i++) a[i] = a[9 - i];
				for (i = 0; i < 6; i++) if (a[i] != a[8 - i]) reach_error();
				return 0; }`,
		},
		{
			"memory", `static void set(int *p, int n, int c) { for (int i = 0; i < n; i++) p[i] = c; }
				int main(void) { int n = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
				if (n < 1 || n > 1000) return 0;
				int *p = malloc(sizeof(int) * n); set(p, n, c);
				for (int i = 0; i < n; i++) if (p[i] != c) reach_error();
				return 0; }`,
			`static void set(int *p, int n, int c) { for (int i = 1; i < n; i++) p[i] = c; }
				int main(void) { int n = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
				if (n < 1 || n > 1000) return 0;
				int *p = malloc(sizeof(int) * n); p[0] = __VERIFIER_nondet_int(); set(p, n, c);
				for (int i = 0; i < n; i++) if (p[i] != c) reach_error();
				return 0; }`,
		},
		{
			"two objects", `static void copy(int *p, int *q, int n) {
				for (int i = 0; i < n; i++) q[i] = p[i];
				for (int i = 0; i < n; i++) if (q[i] != p[i]) reach_error(); }
				int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;
				int *p = malloc(sizeof(int) * n), *q = malloc(sizeof(int) * n);
				for (int i = 0; i < n; i++) p[i] = __VERIFIER_nondet_int();
				copy(p, q, n); return 0; }`,
			`static void copy(int *p, int *q, int n) {
				for (int i = 0; i < n; i++) q[i] = 1;
				for (int i = 0; i < n; i++) if (q[i] != p[i]) reach_error(); }
				int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;
				int *p = malloc(sizeof(int) * n), *q = malloc(sizeof(int) * n);
				for (int i = 0; i < n; i++) p[i] = __VERIFIER_nondet_int();
				copy(p, q, n); return 0; }`,
		},
		{
			"a global that main reads", `int n;
				static int top(void) { return n; }
				int main(void) { int a[100], i; n = 10;
				for (i = 0; i < 100; i++) a[i] = 1;
				if (top() > 10 || a[top()] != 1) reach_error();
				return 0; }`,
			`int n;
				static int top(void) { return n; }
				int main(void) { int a[100], i; n = 10;
				for (i = 0; i < 10; i++) a[i] = 1;
				a[10] = __VERIFIER_nondet_int();
				if (top() > 10 || a[top()] != 1) reach_error();
				return 0; }`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := byCells(t, head+c.safe)
			if out.Verdict != refine.Safe {
				t.Errorf("%v (%s)", out.Verdict, out.Reason)
			} else if out.Annotations(context.Background()) == nil {
				t.Error("no annotations")
			}
			if out := byCells(t, head+c.unsafe); out.Verdict == refine.Safe {
				t.Error("the one with an error is safe")
			}
		})
	}
}
