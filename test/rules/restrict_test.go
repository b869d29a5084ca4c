package rules_test

import (
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// Which address is watched is an input, so that the engines have to find it.
func TestRestrict(t *testing.T) {
	const unsafe, safe, unknown = "unsafe", "safe", "unknown"
	for _, c := range []struct {
		name, src, want string
	}{
		{"two parameters", `int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; } int main(void) { int x; return f(&x, &x); }`, unsafe},
		{"apart", `int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; } int main(void) { int x, y; return f(&x, &y); }`, safe},
		{"only read", `int f(const int *restrict p, const int *restrict q) { return *p + *q; } int main(void) { int x = 1; return f(&x, &x); }`, safe},
		{"other members", `struct s { int a, b; }; void f(struct s *restrict p, struct s *restrict q) { p->a = 1; q->b = 2; } int main(void) { struct s x; f(&x, &x); return 0; }`, safe},
		{"the same member", `struct s { int a, b; }; void f(struct s *restrict p, struct s *restrict q) { p->a = 1; q->a = 2; } int main(void) { struct s x; f(&x, &x); return 0; }`, unsafe},
		{"a variable", `int g; int f(int *restrict p) { *p = 1; g = 2; return *p; } int main(void) { return f(&g); }`, unsafe},
		{"another variable", `int g; int f(int *restrict p) { *p = 1; g = 2; return *p; } int main(void) { int x; int *k = &g; return f(&x) + *k; }`, safe},
		{"pieces that overlap", `void f(int n, int *restrict d, const int *restrict s) { for (int i = 0; i < n; i++) d[i] += s[i]; } int main(void) { int a[4] = {1, 2, 3, 4}; f(3, a + 1, a); return 0; }`, unsafe},
		{"pieces that do not", `void f(int n, int *restrict d, const int *restrict s) { for (int i = 0; i < n; i++) d[i] += s[i]; } int main(void) { int a[4] = {1, 2, 3, 4}; f(2, a + 2, a); return 0; }`, safe},
		{"through a copy", `int f(int *restrict p, int *restrict q) { int *t = q + 1; *p = 1; t[-1] = 2; return *p; } int main(void) { int x; return f(&x, &x); }`, unsafe},
		{"its own copy", `int f(int *restrict p) { int *t = p + 1; *t = 1; p[1] = 2; return *t; } int main(void) { int x[2]; return f(x); }`, safe},
		{"a block", `int main(void) { int x = 1; int *restrict p = &x; *p = 2; x = 3; return *p; }`, unsafe},
		{"after the block", `int main(void) { int x = 1; for (int i = 0; i < 2; i++) { int *restrict p = &x; *p = 2; if (i) break; } x = 3; return x; }`, safe},
		{"an array", `int f(int a[restrict 2], int *b) { a[0] = 1; *b = 2; return a[0]; } int main(void) { int x[2]; return f(x, x); }`, unsafe},
		{"handed on", `void g(int *a, int *b) { *a = *b; } void f(int *restrict p, int *restrict q) { g(p, q); } int main(void) { int x = 1; f(&x, &x); return 0; }`, unknown},
		{"handed on apart", `void g(int *a, int *b) { *a = *b; } void f(int *restrict p, int *restrict q) { g(p, q); } int main(void) { int x = 1, y = 2; f(&x, &y); return 0; }`, safe},
		{"const, too", `typedef int *const cp; int f(cp restrict p, int *restrict volatile const q) { *p = 1; *q = 2; return *p; } int main(void) { int x; return f(&x, &x); }`, unsafe},
		{"by a typedef", `typedef int *restrict rp; int f(rp p, rp q) { *p = 1; *q = 2; return *p; } int main(void) { int x; return f(&x, &x); }`, unsafe},
		{"members", `struct v { int *restrict a, *restrict b; }; int f(struct v v) { *v.a = 1; *v.b = 2; return *v.a; } int main(void) { int x; struct v v = {&x, &x}; return f(v); }`, unknown},
		{"a member, one way", `struct v { int *restrict a; }; int main(void) { int x; struct v v = {&x}; v.a[0] = 1; return *v.a; }`, safe},
		{"static objects", `int *restrict p, *restrict q; int main(void) { int x; p = &x; q = &x; *p = 1; *q = 2; return *p; }`, unknown},
		{"static objects, apart", `int *restrict p, *restrict q; int main(void) { int x, y; p = &x; q = &y; *p = 1; *q = 2; return *p; }`, safe},
		{"elements", `int main(void) { int x; int *restrict t[2] = {&x, &x}; *t[0] = 1; *t[1] = 2; return *t[0]; }`, unknown},
		{"named by a callee", `int x; void g(void) { x = 2; } int f(int *restrict p) { *p = 1; g(); return *p; } int main(void) { return f(&x); }`, unknown},
	} {
		for _, check := range []string{"default", "restrict"} {
			r := test.Verify(t, c.src, whet.Options{Checks: []string{check}, Timeout: 20 * time.Second})
			if got := string(r.Verdict); got != c.want {
				t.Errorf("%s: --check %s: %s, not %s: %s", c.name, check, got, c.want, r.Reason)
			}
		}
	}
}
