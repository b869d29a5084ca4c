package lower

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// What is left at the end, by the input: lost, or reachable, or not decided.
func TestLeaks(t *testing.T) {
	const fine, left, undecided = "", "left", "undecided"
	for _, c := range []struct {
		src           string
		leak, cleanup []string // on 0, 1, …
	}{
		{`int main(void) { char *p = malloc(3); if (!x) free(p); return 0; }`, []string{fine, left}, []string{fine, left}},
		{`static char *g; int main(void) { g = malloc(3); if (x) g = 0; return 0; }`, []string{fine, left}, []string{left, left}},
		{`static char *g; int main(void) { g = malloc(3); g += x; return 0; }`, []string{fine, fine, fine}, []string{left, left}},
		{`static struct { int n; char *p[3]; } g; int main(void) { char *q = malloc(3); if (x) g.p[x] = q; return 0; }`, []string{left, fine, fine}, []string{left, left}},
		{`static void **g; int main(void) { void **p = malloc(8); *p = malloc(8); if (x < 2) g = p; if (x == 1) *p = 0; return 0; }`,
			[]string{undecided, undecided, left}, []string{left, left, left}},
		{`struct n { struct n *to; }; int main(void) { struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->to = b; b->to = a; if (!x) { free(a); free(b); } return 0; }`,
			[]string{fine, left}, []string{fine, left}},
		{`int main(void) { char *p = malloc(3); if (x == 0) exit(1); if (x == 1) abort(); p = realloc(p, 9); free(p); if (x == 2) exit(2); return 0; }`,
			[]string{undecided, fine, fine, fine}, []string{left, fine, fine, fine}},
		{`extern void ext(void *); int main(void) { char *p = malloc(3); ext(p); if (x) free(p); return 0; }`, []string{undecided, fine}, []string{undecided, fine}},
		{`static char *g; static void end(void) { free(g); } int main(void) { atexit(end); g = malloc(3); if (x) g = malloc(4); return 0; }`,
			[]string{fine, left}, []string{fine, left}},
		{`int main(void) { char *p = malloc(0); if (x) free(p); return 0; }`, []string{left, fine}, []string{left, fine}},
		{`int main(void) { char *p = malloc(2), *q = malloc(2); free(p); if (x) free(p); free(q); return 0; }`, []string{fine, fine}, []string{fine, fine}},
	} {
		for check, want := range map[Check][]string{Leak: c.leak, Cleanup: c.cleanup} {
			p := loadFor(t, source("#include <stdlib.h>\n"+c.src), cfa.Machine, check)
			for x, want := range want {
				// An input of kind Approx is 0 for one that decides nothing, else what it takes.
				got := fine
				if o := runOn(p, int64(x)); o.Kind == interp.ErrorFound && o.Error.Kind == check.kind() {
					got = left
				} else if o.Tainted {
					got = undecided
				}
				if got != want {
					t.Errorf("%s\n%s, on %d: %q, not %q", c.src, check.kind(), x, got, want)
				}
			}
		}
	}
}

// A block that cannot grow stays what it was, also where allocations succeed otherwise: realloc's
// result over the only pointer to it is a leak. Where null pointers are looked for, realloc succeeds
// with the others.
func TestReallocFails(t *testing.T) {
	for src, leaks := range map[string]bool{
		`int main(void) { char *p = malloc(3); p = realloc(p, 9); free(p); return x; }`:                                      true,
		`int main(void) { char *p = malloc(3), *q = realloc(p, 9); free(q ? q : p); return x; }`:                             false,
		`int main(void) { char *p = malloc(3); p = reallocarray(p, 3, 9); if (p) p[0] = 1; free(p); return x; }`:             true,
		`int main(void) { char *p = malloc(3), *q; p[0] = 1; q = malloc(4); if (!q) return 1; free(p); free(q); return x; }`: false,
	} {
		for check, want := range map[Check]bool{Leak: leaks, Cleanup: leaks, Leak | Memory: false} {
			p := loadFor(t, source("#include <stdlib.h>\n"+src), cfa.Machine, check)
			o := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Int{}, true }),
				interp.Options{MaxSteps: 100000, Check: true})
			if got := o.Error != nil; got != want {
				t.Errorf("%s\n%v: a leak: %v, not %v", src, check, got, want)
			}
		}
	}
}

// A class that numbers have made one with memory outside has blocks of the program's, too: that none
// is freed twice does not count as proved.
func TestFreeOfOpenClass(t *testing.T) {
	p := loadFor(t, source(`#include <stdlib.h>
		struct s { char a; int b; short c[3]; };
		int main(void) {
			long y = x, r = (long)&((struct s *)64)->c[y - y] + (long)&((struct s *)128)->b + (y - y);
			char *p = malloc(3), *q = y > 1 ? p : malloc(4);
			free(p); free(q);
			return 0;
		}`), cfa.Machine, Free)
	for _, e := range p.Errors {
		if e.Error.Kind == rule.BadFree {
			return
		}
	}
	t.Errorf("nothing is looked at")
}
