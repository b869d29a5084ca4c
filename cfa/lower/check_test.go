package lower

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/settled"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

func loadChecked(t *testing.T, src string, arith cfa.Arith) *cfa.Program {
	t.Helper()
	return loadFor(t, src, arith, Bounds|Null)
}

func loadFor(t *testing.T, src string, arith cfa.Arith, check Check) *cfa.Program {
	t.Helper()
	return loadWith(t, src, lang.LP64, Options{Arith: arith, Check: check, MallocSucceeds: true})
}

// loadWith lowers a program, and checks that the result is well formed. It leaves out the analysis before the engines: that takes
// most of the time, and only records proofs, which these tests do not use.
func loadWith(t *testing.T, src string, model lang.DataModel, opt Options) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(src), read.Options{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Automata(u, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(); err != nil {
		t.Fatalf("not well formed: %v", err)
	}
	return p
}

// outside are programs that use one input x, with the inputs on which an access leaves what it is
// to, and those on which none does. say is the access that is told of.
var outside = []struct {
	name, src string
	bad, good []int64
	say       string
	alone     bool // gcc's sanitizers do not see it
}{
	{name: "an array", src: `int main(void) { int a[5] = {0}; return a[x]; }`, bad: []int64{-1, 5, 1 << 40}, good: []int64{0, 4}, say: "a[x]"},
	{name: "a flexible member of a static object", src: `struct f { int n; int d[]; } g = {3, {1, 2, 3}}; int main(void) { return g.d[x]; }`, bad: []int64{-1, 3}, good: []int64{0, 2}, alone: true},
	{name: "a flexible member behind a pointer", src: `struct f { int n; int d[]; } g = {3, {1, 2, 3}}, *p = &g; int main(void) { return p->d[x]; }`, bad: []int64{3, 4}, good: []int64{0, 2}},
	{name: "a flexible member without elements", src: `struct f { int n; int d[]; }; int main(void) { struct f g, *p = &g; p->n = 1; return x ? p->d[0] : 0; }`, bad: []int64{1}, good: []int64{0}},
	{name: "a flexible member of a block or of an object", src: `#include <stdlib.h>
struct f { int n; int d[]; } g = {1, {1}}; int main(void) { struct f *p = malloc(8); if (x & 1) p = &g; p->d[0] = 1; p->d[x / 2] = 2; return 0; }`, bad: []int64{2, 3}, good: []int64{0, 1}},
	{name: "the other way round", src: `int a[5]; int main(void) { return x[a]; }`, bad: []int64{-1, 5}, good: []int64{0, 4}, say: "a[x]"},
	{name: "by a star", src: `int a[5]; int main(void) { return *(a + x); }`, bad: []int64{-1, 5}, good: []int64{0, 4}, say: "*(a + x)"},
	{name: "a store", src: `int a[5]; int main(void) { a[x] = 1; return 0; }`, bad: []int64{5}, good: []int64{4}, say: "a[x]"},
	{name: "an update", src: `int a[5]; int main(void) { a[x] += 2; a[x]++; return a[x]; }`, bad: []int64{5, -3}, good: []int64{4}, say: "a[x]"},
	{name: "rows and columns", src: `int m[3][4]; int main(void) { return m[x / 10][x % 10]; }`, bad: []int64{30, 4, 9, 24}, good: []int64{23, 0, 13}, say: ""},
	{name: "an address only", src: `int a[5]; int main(void) { int *p = &a[x]; return p == a + 5; }`, good: []int64{5, 0}},
	{name: "sizeof only", src: `int a[5]; int main(void) { return sizeof a[x]; }`, good: []int64{5, 77}},
	{name: "a member", src: `struct s { int n; int v[3]; int m; } s; int main(void) { return s.v[x]; }`, bad: []int64{3, -1}, good: []int64{2}, say: "s.v[x]"},
	{name: "a member of an element", src: `struct s { int n; int v[3]; } s[4]; int main(void) { return s[x / 10].v[x % 10]; }`, bad: []int64{40, 3, 33}, good: []int64{0, 32}},
	{name: "a record", src: `struct s { int n; int v; } s[4]; int main(void) { struct s t = s[x]; return t.v; }`, bad: []int64{4, -1}, good: []int64{3}, say: "s[x]"},
	{name: "a record to a function", src: `struct s { int n; int v; } s[4]; static int f(struct s t) { return t.n; } int main(void) { return f(s[x]); }`, bad: []int64{4}, good: []int64{3}, say: "s[x]"},
	{name: "a record from a function", src: `struct s { int n; int v; } s[4]; static struct s f(void) { return s[x]; } int main(void) { return f().n; }`, bad: []int64{4}, good: []int64{3}, say: "s[x]"},
	{name: "and", src: `int a[5]; int main(void) { return x >= 0 && x < 5 && a[x]; }`, good: []int64{-1, 0, 5}},
	{name: "or, too late", src: `int a[5]; int main(void) { return a[x] || x < 5; }`, bad: []int64{5}, good: []int64{4}, say: "a[x]"},
	{name: "a choice", src: `int a[5], b[8]; int main(void) { return x < 5 ? a[x] : b[x]; }`, bad: []int64{8, -1}, good: []int64{0, 4, 5, 7}},
	{name: "an effect in the index", src: `int a[5], i; int main(void) { i = (int)x; a[i++] = i; return i; }`, bad: []int64{5}, good: []int64{4}, say: "a[i++]"},
	{name: "the index changes behind", src: `int a[5], i; static int f(void) { i = 0; return 1; } int main(void) { i = (int)x; a[i] = f(); return i; }`,
		bad: []int64{5}, good: []int64{4, 3}, say: "a[i]"},
	{name: "what is never accessed", src: `#include <stdlib.h>
		int a[5]; static int f(void) { exit(3); } int main(void) { a[x] = f(); return 0; }`, good: []int64{0, 77}, alone: true},
	{name: "a value that nobody wants", src: `volatile int a[5]; int main(void) { a[x]; (void)a[x]; return 0; }`, bad: []int64{5}, good: []int64{4}, say: "a[x]"},
	{name: "an index by an element", src: `int a[5] = {0, 4, 5}, b[5]; int main(void) { if (x < 0 || x > 4) return 1; return b[a[x]]; }`, bad: []int64{2}, good: []int64{1, 3}, say: "b[a[x]]"},
	{name: "a length that is computed", src: `int main(void) { int n = x > 0 && x < 9 ? x : 4; int a[n]; a[n - 1] = 1; a[x] = 2; return a[n - 1]; }`,
		bad: []int64{9, 3, -1}, good: []int64{0}, say: "a[x]"},
	{name: "a row of computed length", src: `static int get(int n, int a[][n], int i, int j) { return a[i][j]; }
		int main(void) { int m[2][4] = {{0}}; return get(4, m, x / 10, x % 10); }`, bad: []int64{4, 20}, good: []int64{13}},
	{name: "a call through a pointer", src: `static void f(int **s, long i) { (*s)[i] = 1; } int main(void) { int a[6], *b = a; void (*g)(int **, long) = f; g(&b, x); return 0; }`,
		bad: []int64{6, -1}, good: []int64{0, 5}},
	{name: "a table of records with functions", src: `static void f(char **s, long i) { (*s)[i] = 1; } static void g(char **s, long i) { *s += i; }
		static const struct { int n; void (*f)(char **, long); } d[] = {{1, g}, {2, f}};
		int main(void) { char a[6], *b = a; for (int i = 0; i < 2; i++) d[i].f(&b, x); return 0; }`, bad: []int64{3, 4}, good: []int64{0, 2}},
	{name: "a function that gets its own record", src: `struct s { void (*f)(struct s *, long); short *d; }; static void f(struct s *s, long i) { s->d[i] = 1; }
		int main(void) { short a[6]; struct s s = {f, a}, *b = &s; b->f(b, x); return 0; }`, bad: []int64{6, -1}, good: []int64{5}},
	{name: "a function with a context", src: `struct s { int *d; }; static void f(void *s, long i) { ((struct s *)s)->d[i] = 1; }
		static void g(void (*f)(void *, long), void *s) { f(s, x); } int main(void) { int a[3]; struct s s = {a}; g(f, &s); return 0; }`, bad: []int64{3}, good: []int64{2}},
	{name: "the result of a call through a pointer", src: `static int *f(int **s) { return *s; } typedef int *get(int **); static get *g(void) { return f; }
		int main(void) { int a[6], *b = a; g()(&b)[x] = 1; return 0; }`, bad: []int64{6, -1}, good: []int64{5}},
	{name: "a function that an initialiser stores", src: `static struct { int (*f)(int **, long); } s; static int f(int **b, long i) { return (*b)[i]; } static void g(void) { s.f = f; }
		int main(void) { static int a[4]; int *b = a; g(); return s.f(&b, x); }`, bad: []int64{4}, good: []int64{3}},
	{name: "floating point", src: `double d[4]; int main(void) { d[x] = 1.5; return 0; }`, bad: []int64{4}, good: []int64{3}, say: "d[x]"},
	{name: "bit-fields", src: `struct b { unsigned u : 3; } b[4]; int main(void) { b[x].u = 5; return b[x].u; }`, bad: []int64{4}, good: []int64{3}},
	{name: "a parameter", src: `int a[5]; static int get(int p[], long i) { return p[i]; } int main(void) { return get(a, x); }`, bad: []int64{5, -1}, good: []int64{0, 4}, say: "p[i]"},
	{name: "a parameter, from the middle", src: `int a[5]; static int get(int *p, long i) { return p[i]; } int main(void) { return get(a + 2, x); }`, bad: []int64{3, -3}, good: []int64{-2, 2}, say: "p[i]"},
	{name: "one of two objects", src: `int a[5], b[3]; static int get(int *p, long i) { return p[i]; } int main(void) { return x < 100 ? get(a, x) : get(b, x - 100); }`,
		bad: []int64{5, 103}, good: []int64{4, 102}, say: "p[i]"},
	{name: "one of many", src: `int a[5], b[3], c[2], d[2], e[1], f[1];
		int main(void) { int *p = x < 10 ? a : x < 20 ? b : x < 30 ? c : x < 40 ? d : x < 50 ? e : f; return p[x % 10]; }`,
		bad: []int64{5, 13, 22, 41, 51}, good: []int64{4, 12, 31, 40, 50}, say: "p[x % 10L]"},
	{name: "a null pointer", src: `int v; int main(void) { int *p = x ? &v : 0; return *p; }`, bad: []int64{0}, good: []int64{1}, say: "*p"},
	{name: "a member through a pointer", src: `struct s { int n, m; } v[2]; int main(void) { struct s *p = v + x; return p->m; }`, bad: []int64{2, -1}, good: []int64{0, 1}, say: "p->m"},
	{name: "a wider access at the end", src: `char c[8]; int main(void) { return *(int *)(c + x); }`, bad: []int64{8}, good: []int64{0, 4}, say: "*(int *)(c + x)"},
	{name: "the heap", src: `#include <stdlib.h>
		int main(void) { int n = 4; int *p = malloc(n * sizeof *p); if (!p) return 1; p[x] = 1; return p[x]; }`, bad: []int64{4, -1}, good: []int64{0, 3}, say: "p[x]"},
	{name: "the heap, half outside", src: `#include <stdlib.h>
		int main(void) { char *p = malloc(8); *(int *)(p + x) = 1; return p[7]; }`, bad: []int64{5, 8, -1}, good: []int64{0, 4}, alone: true},
	{name: "the heap, cleared", src: `#include <stdlib.h>
		int main(void) { char *p = calloc(3, 3); return p[x]; }`, bad: []int64{9, -1}, good: []int64{0, 8}, say: "p[x]"},
	{name: "a last member without a length", src: `#include <stdlib.h>
		struct s { int n; int v[]; }; int main(void) { struct s *p = malloc(sizeof *p + 12); p->v[x] = 1; return p->v[x]; }`, bad: []int64{3}, good: []int64{2}, say: "p->v[x]"},
	{name: "a last member of one element", src: `#include <stdlib.h>
		struct s { int n; int v[1]; }; int main(void) { struct s *p = malloc(sizeof *p + 8); p->v[x] = 1; return p->v[x]; }`, bad: []int64{3}, good: []int64{2}, say: "p->v[x]", alone: true},
	{name: "a local of a recursive function", src: `static int f(int n, int *up) { int a[3] = {n, n, n}; if (n == 0) return up[x]; return f(n - 1, a); }
		int main(void) { int top = 0; return f(2, &top); }`, bad: []int64{3}, good: []int64{2}, say: "up[x]"},
	{name: "a computed length, by a pointer", src: `static int get(int *p) { return p[x]; } int main(void) { int n = 3; int a[n]; a[0] = a[1] = a[2] = 7; return get(a); }`,
		bad: []int64{3}, good: []int64{2}, say: "p[x]"},
	{name: "a string", src: `int main(void) { return "abc"[x]; }`, bad: []int64{4}, good: []int64{3}, say: `"abc"[x]`, alone: true},
	{name: "a loop one too far", src: `int a[5]; int main(void) { long i; for (i = 0; i <= x; i++) a[i] = 1; return 0; }`, bad: []int64{5, 90}, good: []int64{4, -4}, say: "a[i]"},
	{name: "a loop that stays inside", src: `int a[5]; int main(void) { int i, s = 0; for (i = 0; i < 5; i++) s += a[i]; return s; }`, good: []int64{0}},
	{name: "a compound literal", src: `int main(void) { return ((int[]){1, 2, 3})[x]; }`, bad: []int64{3}, good: []int64{2}},
	{name: "switch", src: `int a[3]; int main(void) { switch (a[x]) { case 0: return 1; default: return 2; } }`, bad: []int64{3}, good: []int64{2}, say: "a[x]"},
	{name: "a length that comes later", src: `extern int a[]; int main(void) { return a[x]; } int a[3] = {1, 2, 3};`, bad: []int64{3}, good: []int64{2}, say: "a[x]"},
	{name: "rows that come later", src: `extern int a[][2]; int main(void) { return *(a[x] + 1); } int a[3][2];`, bad: []int64{3}, good: []int64{2}},
	{name: "comma", src: `int a[3]; int main(void) { return a[x], 1; }`, bad: []int64{3}, good: []int64{2}, say: "a[x]", alone: true},
	{name: "an initialiser", src: `int a[3]; int main(void) { int b[2] = {a[x], 1}; return 1; }`, bad: []int64{3}, good: []int64{2}, say: "a[x]"},
	// What may be known from a check or a condition before, and what may not.
	{name: "a counter that wraps", src: `int a[200]; int main(void) { for (signed char i = 0; i < x; i++) a[i] = 1; return 0; }`, bad: []int64{200}, good: []int64{127, 5}, say: "a[i]"},
	{name: "a counter that wraps at the end", src: `int a[200]; int main(void) { signed char i, n = (signed char)x; for (i = 0; i <= n; i++) a[i] = 1; return 0; }`, bad: []int64{127}, good: []int64{126}, say: "a[i]"},
	{name: "a counter that steps over the end", src: `int a[200]; int main(void) { signed char i, n = (signed char)x; for (i = 0; i < n; i += 2) a[i] = 1; return 0; }`, bad: []int64{127}, good: []int64{126}, say: "a[i]"},
	{name: "a condition that allows one too many", src: `int a[5]; int main(void) { long i = x; if (i >= 0 && i < 6) a[i] = 1; return 0; }`, bad: []int64{5}, good: []int64{4, -1, 6}, say: "a[i]"},
	{name: "a call between", src: `int a[5], g; static void f(void) { g = (int)x; } int main(void) { a[g] = 1; f(); a[g] = 1; return 0; }`, bad: []int64{5, -1}, good: []int64{4}},
	{name: "a store between", src: `int a[5], b[2]; int main(void) { a[b[0]] = 1; b[x & 1] = (int)x; a[b[0]] = 1; return 0; }`, bad: []int64{6, -2}, good: []int64{4, 7}},
	{name: "a step down", src: `int a[5]; int main(void) { long i = 4; do { a[i] = 1; i = i - 1; } while (i >= x); return 0; }`, bad: []int64{-1}, good: []int64{0, 9}},
	{name: "a step of two", src: `int a[5]; int main(void) { long i = 0; while (i < 6) { if (i != x) a[i] = 1; i = i + 2; } return 0; }`, good: []int64{0, 1, 4}},
	{name: "a way around", src: `int a[5]; int main(void) { long i = x; if (x != 7) a[i] = 1; a[i] = 2; return 0; }`, bad: []int64{5, 7}, good: []int64{4}},
	{name: "a jump into a loop", src: `int a[5]; int main(void) { long i = x; if (x > 2) goto in; for (i = 0; i < 5; i++) { in: a[i] = 1; } return 0; }`, bad: []int64{5, 99}, good: []int64{4, 0}},
	{name: "the index is not changed by the check", src: `int a[3]; int main(void) { int i = 0; while (i < 3) a[i++] = i; return a[x] == x + 1; }`, bad: []int64{3}, good: []int64{2}, say: "a[x]"},
}

const prelude = "extern long __VERIFIER_nondet_long(void);\n#define x input\nstatic long input;\n"

// source makes a whole program of one of the table: its main is called with the input read.
func source(src string) string {
	return "#define main body\n" + prelude + src + "\n#undef main\nint main(void) { input = __VERIFIER_nondet_long(); return body(); }\n"
}

func TestBounds(t *testing.T) {
	for _, c := range outside {
		t.Run(c.name, func(t *testing.T) {
			for _, arith := range []cfa.Arith{cfa.Machine, cfa.Int} {
				p := loadChecked(t, source(c.src), arith)
				for _, x := range c.bad {
					o := runOn(p, x)
					if o.Kind != interp.ErrorFound || o.Error.Kind != rule.OutOfBounds && o.Error.Kind != rule.NullAccess {
						t.Errorf("%v: on %d: %v %s, not an access outside", arith, x, o.Kind, o.Reason)
					} else if say := strings.ReplaceAll(o.Error.Text, "input", "x"); c.say != "" && say != c.say {
						t.Errorf("%v: on %d: %s is told of, not %s", arith, x, say, c.say)
					} else if !o.Error.Pos.Valid() || o.Error.Func == "" {
						t.Errorf("%v: on %d: no place: %+v", arith, x, o.Error)
					}
				}
				for _, x := range c.good {
					if o := runOn(p, x); o.Kind != interp.Exited {
						t.Errorf("%v: on %d: %v %s %+v", arith, x, o.Kind, o.Reason, o.Error)
					}
				}
			}
		})
	}
}

func runOn(p *cfa.Program, x int64) *interp.Outcome {
	next := false
	return interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
		if q.Input.Kind == cfa.Nondet && !next {
			next = true
			return num.Of(x), true
		}
		return num.Of(oneIf(strings.HasPrefix(q.Input.Name, "success of "))), true
	}), interp.Options{MaxSteps: 100000, Check: true})
}

// A bug does not rest on how much memory the model has.
func TestTooLarge(t *testing.T) {
	p := loadFor(t, source(`#include <stdlib.h>
		int main(void) { char *p = malloc(x); p[5000] = 1; return 0; }`), cfa.Machine, Bounds)
	if o := runOn(p, 1<<40); o.Kind == interp.ErrorFound {
		t.Errorf("%+v", o.Error)
	}
	if o := runOn(p, 5000); o.Kind != interp.ErrorFound {
		t.Errorf("%v %s", o.Kind, o.Reason)
	}
}

// Checks that always hold are settled beforehand.
func TestProved(t *testing.T) {
	for _, c := range []struct {
		src          string
		left, proved int
	}{
		{`int a[10], b[20]; int main(void) { int i; for (i = 0; i < 10; i++) a[i] = b[i]; return 0; }`, 0, 2},
		{`int a[10]; int f(void); int main(void) { int i = f(); a[i] = a[i] + 1; return a[i]; }`, 1, 2},
		{`int a[10]; int main(int n, char **v) { int i; for (i = 0; i < n; i++) a[i] = i; return 0; }`, 1, 0},
		{`int a[8]; int f(void); int main(void) { return a[f() & 7] + a[3]; }`, 0, 0},
		{`int a[8]; int main(void) { int i = 0; while (i != 8) { a[i] = 0; i++; } return 0; }`, 0, 1},
	} {
		p := loadFor(t, c.src, cfa.Machine, Bounds)
		settled.Analyse(p, nil)
		proved := 0
		for id := range p.Locs {
			if p.Settled != nil && p.Settled.Errors[id] {
				proved++
			}
		}
		if left := len(p.Errors) - proved; left != c.left || proved != c.proved {
			t.Errorf("%s\n%d checks left, %d proved, not %d and %d", c.src, left, proved, c.left, c.proved)
		}
	}
}

// Where nothing is known of what a pointer leads to, neither a proof nor a bug is claimed but of null:
// the other rules depend on what is over-approximated.
func TestUnknownPointers(t *testing.T) {
	for _, src := range []string{
		`int *ext(void); int main(void) { return *ext(); }`,
		`int v; int *ext(int *); int main(void) { return *ext(&v); }`,
		`int v; void ext(int **); int main(void) { int *p = &v; ext(&p); return *p; }`,
		`int v; extern int *e; int main(void) { int *p = e ? e : &v; return *p; }`,
		`struct l { struct l *next; int v; } a; extern struct l *head; int main(void) { struct l *p = head ? head : &a; return p->next->next->v; }`,
		`unsigned long __VERIFIER_nondet_ulong(void); int v; int main(void) { int *p = &v; if (v) p = (int *)__VERIFIER_nondet_ulong(); return *p; }`,
		`int v; extern int (*fp)(int **); int main(void) { int *p = &v; fp(&p); return *p; }`,
		`struct b { int **p; } b; void ext(struct b); int *v; int main(void) { b.p = &v; ext(b); return *v; }`,
		`int v; int main(void) { int *p = &v; __asm__("" : "=r"(p)); return *p; }`,
	} {
		p := loadFor(t, src, cfa.Machine, Bounds|Lifetime|Null)
		asked := false
		for _, loc := range p.Errors {
			asked = asked || loc.Error.Kind != rule.NullAccess
		}
		if !asked {
			t.Errorf("%s\nis claimed to be in bounds", src)
		}
		for _, outside := range []int64{0, 0x100000, 0x100004, 0x70000000} {
			for doubt := range int64(2) {
				o := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
					if q.Input.Kind == cfa.Approx {
						return num.Of(doubt), true
					}
					return num.Of(outside), true
				}), interp.Options{})
				if o.Kind == interp.ErrorFound && o.Error.Kind != rule.NullAccess && !o.Tainted {
					t.Errorf("%s\n%x: %s is broken", src, outside, o.Error.Text)
				}
			}
		}
	}
}

// A call of a function of another type is an error, or undecided where a machine makes it as if it was
// one of that type. Without the check it is made like that, and else not modelled.
func TestCallsOfOtherTypes(t *testing.T) {
	const main = `; int main(void) { `
	for _, c := range []struct {
		src                 string
		error, open, refuse bool
	}{
		{`int f(int a) { return a; }` + main + `int (*p)(int) = f; return p(1); }`, false, false, false},
		{`int f(int a) { return a; }` + main + `int (*p)(const int) = f; return p(1); }`, false, false, false},
		{`int f(int a) { return a; }` + main + `int (*p)() = f; return p(1); }`, false, false, false},
		{`int f(int a) { return a; }` + main + `void (*p)(void) = (void (*)(void))f; return ((int (*)(int))p)(1); }`, false, false, false},
		{`int f(int *a) { return *a; }` + main + `int x = 1; int (*p)(void *) = (int (*)(void *))f; return p(&x); }`, true, true, false},
		{`int f(const int *a) { return *a; }` + main + `int x = 1; int (*p)(int *) = (int (*)(int *))f; return p(&x); }`, true, true, false},
		{`int f(unsigned a) { return a > 1; }` + main + `int (*p)(int) = (int (*)(int))f; return p(1); }`, true, true, false},
		{`int f(int a, int b) { return a + b; }` + main + `int (*p)(int) = (int (*)(int))f; return p(1); }`, true, false, true},
		{`int f(double a) { return a > 1; }` + main + `int (*p)(int) = (int (*)(int))f; return p(1); }`, true, false, true},
		{`void f(int a) { }` + main + `int (*p)(int) = (int (*)(int))f; return p(1); }`, true, false, false},
		{`struct a { int x; }; struct b { int x, y; } b; int f(struct a a) { return a.x; }` + main + `int (*p)(struct b) = (int (*)(struct b))f; return p(b); }`, true, false, true},
	} {
		one := interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(1), true })
		o := interp.Run(context.Background(), loadFor(t, c.src, cfa.Machine, Null), one, interp.Options{})
		if (o.Kind == interp.ErrorFound) != c.error || o.Tainted != c.open {
			t.Errorf("%s\n%v, tainted: %v", c.src, o.Kind, o.Tainted)
		}
		o = interp.Run(context.Background(), loadFor(t, c.src, cfa.Machine, 0), one, interp.Options{})
		if refused := o.Kind == interp.ErrorFound && o.Error.Unsupported; refused != c.refuse {
			t.Errorf("%s\nwithout checks: %v, refused: %v", c.src, o.Kind, refused)
		}
	}
}

// Where code outside may choose the function, calls of one of another type fail or are left out.
// Where it may not, nothing is claimed of them without the check.
func TestCallsOfOtherTypesFromOutside(t *testing.T) {
	const outside = `int f(int a, int b) { return a + b; } struct s { int (*h)(int); void *f; }; void fill(struct s *);
		int main(void) { struct s s; s.f = (void *)f; fill(&s); return s.h(1); }`
	inside := strings.NewReplacer("void fill(struct s *);", "", "fill(&s)", "s.h = s.f").Replace(outside)
	for _, c := range []struct {
		src    string
		checks Check
		noted  bool
	}{{outside, 0, false}, {outside, Null, false}, {inside, 0, true}, {inside, Null, false}} {
		noted := false
		for _, n := range loadFor(t, c.src, cfa.Machine, c.checks).Notes {
			noted = noted || strings.Contains(n.What, "through a pointer to another type")
		}
		if noted != c.noted {
			t.Errorf("%s\nwith %v: noted %v", c.src, c.checks, noted)
		}
	}
}

// Null pointers are outside also where no pointer of the class leads to an object.
func TestNull(t *testing.T) {
	for _, c := range []struct {
		src  string
		want interp.Kind
	}{
		{`int main(void) { long *p = 0; return (int)*p; }`, interp.ErrorFound},
		{`int main(void) { return *(int *)0; }`, interp.ErrorFound},
		{`int main(void) { *(volatile char *)8 = 1; return 0; }`, interp.ErrorFound},
		{`struct s { int a, b[3]; }; struct s *g; int main(void) { g->b[1] = 1; return 0; }`, interp.ErrorFound},
		{`int *g; int main(void) { return g[3]; }`, interp.ErrorFound},
		{`struct s { struct s *next; int v; }; int f(struct s *p) { return p->v; } int main(void) { return f(0); }`, interp.ErrorFound},
		{`int f(int *p) { return p ? *p : 7; } int main(void) { return f(0); }`, interp.Exited},
		{`int main(void) { volatile int *p = (int *)0x8000; return *p; }`, interp.Exited},
		{`int main(void) { int *p = 0; return sizeof *p + (&*p == 0); }`, interp.Exited},
		{`struct s { int a, b; }; int main(void) { return (int)(unsigned long)&((struct s *)0)->b; }`, interp.Exited},
	} {
		for _, arith := range []cfa.Arith{cfa.Machine, cfa.Int} {
			if o := runOn(loadChecked(t, c.src, arith), 0); o.Kind != c.want {
				t.Errorf("%s\n%v: %v %s, not %v", c.src, arith, o.Kind, o.Reason, c.want)
			}
		}
	}
}

// The table says what gcc's sanitizers say. All programs are compiled as one: their names get
// numbers.
func TestBoundsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	names := strings.Fields("main a b c d e f g i s v get")
	var b strings.Builder
	b.WriteString("#include <stdlib.h>\nstatic long input;\n#define x input\n")
	for i, c := range outside {
		for _, n := range names {
			fmt.Fprintf(&b, "#define %s %s_%d\n", n, n, i)
		}
		b.WriteString(c.src + "\n")
		for _, n := range names {
			fmt.Fprintf(&b, "#undef %s\n", n)
		}
	}
	b.WriteString("#undef x\nstatic int (*const all[])() = {")
	for i := range outside {
		fmt.Fprintf(&b, "main_%d, ", i)
	}
	b.WriteString(`};
const char *__asan_default_options(void) { return "exitcode=99:detect_leaks=0"; }
const char *__ubsan_default_options(void) { return "exitcode=99"; }
int main(int argc, char **argv) { input = atol(argv[2]); all[atoi(argv[1])](0, 0); return 0; }
`)
	s := newSanitized(t, "gcc", "-fsanitize=address,bounds-strict,null", "-fno-sanitize-recover=all")
	if err := s.build(b.String()); err != nil {
		t.Fatal(err)
	}
	for i, c := range outside {
		if c.alone {
			continue
		}
		s.agrees(t, c.name, c.bad, c.good, fmt.Sprint(i))
	}
}
