package lower

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// ended are programs that use one input x: by input, the kind of the rule that is broken; none:
// the run is fine. gcc's address sanitizer says the same of all but those it cannot see.
var ended = []struct {
	name, src string
	bad       map[int64]string
	good      []int64
	alone     bool // gcc's sanitizers do not see it
}{
	{name: "use after free", src: `int main(void) { int *p = malloc(8); p[0] = 1; if (x) free(p); return p[x & 1]; }`, bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "double free", src: `int main(void) { int *p = malloc(8); if (x) free(p); free(p); return 0; }`, bad: map[int64]string{1: rule.BadFree}, good: []int64{0}},
	{name: "the middle of a block", src: `int main(void) { char *p = malloc(8); free(p + x); return 0; }`, bad: map[int64]string{1: rule.BadFree, 8: rule.BadFree}, good: []int64{0}},
	{name: "what is not of the heap", src: `static int g; int main(void) { int v, *p = x == 0 ? &v : x == 1 ? &g : malloc(4); free(p); return 0; }`,
		bad: map[int64]string{0: rule.BadFree, 1: rule.BadFree}, good: []int64{2}},
	{name: "an array of variable length", src: `int main(void) { int n = 3; int v[n]; void *p = x ? v : malloc(4); free(p); return 0; }`,
		bad: map[int64]string{1: rule.BadFree}, good: []int64{0}},
	{name: "alloca", src: `int main(void) { void *p = x ? __builtin_alloca(8) : malloc(8); free(p); return 0; }`,
		bad: map[int64]string{1: rule.BadFree}, good: []int64{0}},
	{name: "null and nothing", src: `int main(void) { char *p = malloc(x), *q = 0; free(q); free(p); return 0; }`, good: []int64{0, 1}},
	{name: "no byte", src: `int main(void) { char *p = malloc(x); char c = *p; free(p); return c; }`, bad: map[int64]string{0: rule.OutOfBounds}, good: []int64{1}, alone: true},
	{name: "realloc moves", src: `int main(void) { int *p = malloc(8), *q; p[1] = 2; q = realloc(p, 80); q[19] = 1; return x ? p[1] : q[1]; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "realloc of what was freed", src: `int main(void) { int *p = malloc(8); if (x) free(p); p = realloc(p, 4); return p == 0; }`,
		bad: map[int64]string{1: rule.BadFree}, good: []int64{0}},
	{name: "too short after realloc", src: `int main(void) { char *p = malloc(8); p = realloc(p, 3); p[x] = 1; free(p); return 0; }`,
		bad: map[int64]string{3: rule.OutOfBounds}, good: []int64{2}},
	{name: "a local by a result", src: `static int *f(int *p) { int v = 3; int *q = x ? &v : p; return q; } int main(void) { int w = 1; return *f(&w); }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a local in a static object", src: `static int *g, h; static void f(void) { int v = 3; g = x ? &v : &h; *g = 1; } int main(void) { f(); return *g; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a local in a block", src: `static void f(int **g, int *h) { int v = 3; *g = x ? &v : h; } int main(void) { int w = 1, **g = malloc(sizeof *g); f(g, &w); return **g; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "by a call through a pointer", src: `static void f(int **p) { if (x) free(*p); } int main(void) { int *p = malloc(8); void (*g)(int **) = f; p[0] = 1; g(&p); return p[0]; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "twice, by a pointer to free", src: `struct s { void *d; void (*f)(void *); }; int main(void) { struct s s = {malloc(3), free}; s.f(s.d); if (x) s.f(s.d); return 0; }`,
		bad: map[int64]string{1: rule.BadFree}, good: []int64{0}},
	{name: "a local by a call through a pointer", src: `static int *h, w; static void f(int **p) { h = *p; } int main(void) { void (*g)(int **) = f; { int v = 1, *p = x ? &v : &w; g(&p); } return *h; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a parameter", src: `static int *g; static int f(int v) { if (x) g = &v; return *g; } int main(void) { int w = 1; g = &w; f(2); return *g; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "the end of a block", src: `int main(void) { int w = 2, *p = &w; { int v = 1; if (x) p = &v; *p = 3; } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "break", src: `int main(void) { int w = 2, *p = &w; for (;;) { int v = 1; if (x) { p = &v; break; } break; } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "continue", src: `int main(void) { int w = 2, *p = &w, i = 0; while (i++ < 2) { int v = 1; if (x == i) { p = &v; continue; } } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess, 2: rule.DeadAccess}, good: []int64{0}},
	{name: "goto out", src: `int main(void) { int w = 2, *p = &w; { int v = 1; if (x) p = &v; goto out; } out: return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "goto in", src: `int main(void) { int w = 2, *p = &w; goto in; { int v; in: if (x) p = &v; *p = 3; } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "goto back, in the block", src: `int main(void) { int *p = 0; long i = 0; again:; int v; if (p) { *p = 1; return 0; } p = &v; if (i++ == 0) goto again; return 1; }`,
		good: []int64{0}, alone: true},
	{name: "a computed goto", src: `int main(void) { void *to = x < 2 ? &&out : &&in; int w = 2, *p = &w; { int v = 1; if (x) p = &v; goto *to; in: *p = 3; return 0; } out: return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0, 2}, alone: true},
	{name: "a switch into a block", src: `int main(void) { int w = 2, *p = &w; switch ((int)x) { { int v; case 1: p = &v; case 2: *p = 3; } } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{2, 3}},
	{name: "the end of a loop", src: `int main(void) { int w = 2, *p = &w; for (int i = 0; i < 2; i++) if (x) p = &i; return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "an array of variable length that has ended", src: `int main(void) { int w = 2, *p = &w; { int n = 3; int v[n]; v[0] = 1; if (x) p = v; *p = 3; } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}, alone: true},
	{name: "alloca that has ended", src: `static int *f(int *w) { int *p = __builtin_alloca(8); p[1] = 1; return x ? p : w; } int main(void) { int w = 1; return *f(&w); }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}, alone: true},
	{name: "a compound literal", src: `int main(void) { int w = 2, *p = &w; { int *q = &(int){4}; if (x) p = q; } return *p; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a statement expression", src: `int main(void) { int w = 2; return *({ int v = 1; x ? &v : &w; }); }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}, alone: true},
	{name: "a recursive function's local", src: `static int *f(int n, int *p) { int v = n; if (n == 0) return x ? &v : p; return f(n - 1, p); } int main(void) { int w = 2; return *f(3, &w); }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a list on the stack", src: `struct n { struct n *up; int v; };
		static int f(struct n *up, int k) { struct n here = {up, k}; if (k == 0) { int s = 0; for (struct n *p = &here; p; p = p->up) s += p->v; return s; } return f(&here, k - 1); }
		int main(void) { return f(0, 3); }`, good: []int64{0}},
	{name: "one of many", src: `static int a, b, c, d; static int *g; static void f(void) { int v = 3; g = x == 0 ? &a : x == 1 ? &b : x == 2 ? &c : x == 3 ? &d : &v; *g = 1; }
		int main(void) { f(); return *g; }`, bad: map[int64]string{4: rule.DeadAccess}, good: []int64{0, 3}},
	{name: "a record that has ended", src: `struct s { int n[4]; }; int main(void) { struct s *p = malloc(sizeof *p), w = {{0}}; if (x) free(p); w = *p; return w.n[0]; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "into another object", src: `int main(void) { char *p = malloc(16), *q = malloc(16), *r = p; q[0] = 1; r += x; *r = 1; return 0; }`,
		bad: map[int64]string{32: rule.OutOfBounds, 16: rule.OutOfBounds, 40: rule.OutOfBounds}, good: []int64{0, 15}, alone: true},
	{name: "into another object, by a sum", src: `static int a[4], b[4]; int main(void) { int *p = x & 1 ? a : b, *q = p + x; return *q; }`,
		bad: map[int64]string{8: rule.OutOfBounds, -8: rule.OutOfBounds, 5: rule.OutOfBounds}, good: []int64{0, 3}, alone: true},
	{name: "into another object, by an element's address", src: `int main(void) { char *p = malloc(16), *q = malloc(16), *r = &p[x]; q[0] = 1; return *r = 1; }`,
		bad: map[int64]string{32: rule.OutOfBounds, 16: rule.OutOfBounds}, good: []int64{0, 15}, alone: true},
	{name: "into another object, by steps of records", src: `struct s { int v[8]; }; int main(void) { struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q), *r = p; q->v[0] = 1; for (int i = 0; i < x; i++) r++; return (r->v[0] = 1); }`,
		bad: map[int64]string{1: rule.OutOfBounds, 2: rule.OutOfBounds}, good: []int64{0}, alone: true},
	{name: "there and back in a sum", src: `static int a[4], b[4]; int main(void) { int *p = x & 1 ? a : b, *q = (p + x) - x; return *q + (p + 8)[-8] + *(p + x + 8 - 8 - x); }`,
		good: []int64{0, 3, 8, -8}, alone: true},
	{name: "there and not back in a sum", src: `static int a[4], b[4]; int main(void) { int *p = x & 1 ? a : b; return *(p + x + 8 - 2) + (p + 3)[x + 4]; }`,
		bad: map[int64]string{0: rule.OutOfBounds}, good: []int64{-6, -5}, alone: true},
	{name: "down to before the start", src: `int main(void) { int n = 4, s = 0; int *a = malloc(n * sizeof *a); int *b = malloc(4); *b = 1; for (int i = 0; i < n; i++) a[i] = i; for (int *p = a + n - 1; p >= a; p--) s += *p; free(a); free(b); return s != 6; }`,
		good: []int64{0}},
	{name: "the round before", src: `static int g; int main(void) { int *p = &g; for (int i = 0; i < 2; i++) { if (i < x) *p = 1; int v; p = &v; } return 0; }`,
		bad: map[int64]string{2: rule.DeadAccess}, good: []int64{0, 1}, alone: true},
	{name: "the round before, behind the declaration", src: `static int g; int main(void) { int *p = &g, i = 0; while (i < 2) { int v = 3; if (i < x) *p = 1; p = &v; i++; *p = 2; } return 0; }`,
		bad: map[int64]string{2: rule.DeadAccess}, good: []int64{0, 1}, alone: true},
	{name: "the round before, with continue", src: `static int g; int main(void) { int *p = &g, i = 0; do { int v = *p; if (x) { p = &v; continue; } v = 2; } while (i++ < 1); return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}, alone: true},
	{name: "the round before, by goto", src: `static int g; int main(void) { int *p = &g, i = 0; again: { int v = 1; *p = v; if (x) p = &v; } if (i++ < 1) goto again; return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}, alone: true},
	{name: "the round before, entered by a switch", src: `static int g; int main(void) { int *p = &g; for (int i = 0; i < 2; i++) switch (i) { { int v; case 0: if (x) p = &v; break; case 1: *p = 1; } } return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}, alone: true},
	{name: "the loop's own variable lives on", src: `static int g; int main(void) { int *p = &g; for (int i = 0; i < 3; i++) { *p = i; p = &i; } return x & 0; }`,
		good: []int64{0, 1}, alone: true},
	{name: "the call before", src: `static int *g; static void f(void) { int v; if (g) *g = 1; if (x) g = &v; } int main(void) { f(); f(); return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "the call before, in a loop", src: `static int *g; static void f(int i) { int v; if (g) *g = 1; if (i < x) g = &v; } int main(void) { for (int i = 0; i < 2; i++) f(i); return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess, 2: rule.DeadAccess}, good: []int64{0}},
	{name: "the call before, through another function", src: `static int *g; static void f(void) { int v; if (g) *g = 1; if (x) g = &v; } static void h(void) { f(); } int main(void) { h(); h(); return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "the call before, through a pointer", src: `static int *g; static void f(void) { int v; if (g) *g = 1; if (x) g = &v; } int main(void) { void (*h)(void) = f; for (int i = 0; i < 2; i++) h(); return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "the call before, a parameter", src: `static int *g; static int f(int v) { if (g) *g += 1; if (x) g = &v; return v; } int main(void) { f(2); return f(3) - 3; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "the call before, of a recursive function, in the same frame", src: `static int *g; static void f(int n) { int v = n; if (g) *g = 1; if (n > 0) f(n - 1); else if (x) g = &v; } int main(void) { f(0); f(0); return 0; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "left and set anew", src: `static int *g; static int f(void) { int v = 1; g = &v; return *g + *g; } int main(void) { int s = 0; for (int i = 0; i < x; i++) s += f(); return s != 2 * x; }`,
		good: []int64{0, 1, 3}},
	{name: "a record of a directory that is closed", src: `#include <dirent.h>
		int main(void) { DIR *d = opendir("/"), *o = opendir("/"); if (!d || !o) return 0; struct dirent *e = readdir(d), *f = readdir(o); if (!e || !f) return 0; closedir(x ? d : o); return e->d_name[0] == 'q'; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a name in a directory that is closed", src: `#include <dirent.h>
		static const char *name(DIR *d) { struct dirent *e = readdir(d); return e ? e->d_name : 0; }
		int main(void) { DIR *d = opendir("/"); if (!d) return 0; const char *s = name(d); if (!s) return 0; if (x) closedir(d); return s[0] == 'q'; }`,
		bad: map[int64]string{1: rule.DeadAccess}, good: []int64{0}},
	{name: "a null function", src: `static int f(void) { return 1; } int main(void) { int (*p)(void) = x ? f : 0; return p(); }`,
		bad: map[int64]string{0: rule.NullAccess}, good: []int64{1}},
	{name: "a function of another type", src: `static int f(void) { return 1; } static int g(double d, int n) { return n; }
		int main(void) { int (*p)(void) = x ? f : (int (*)(void))g; return p(); }`, bad: map[int64]string{0: rule.NullAccess}, good: []int64{1}, alone: true},
}

func TestLifetimes(t *testing.T) {
	for _, c := range ended {
		t.Run(c.name, func(t *testing.T) {
			for _, arith := range []cfa.Arith{cfa.Machine, cfa.Int} {
				p := loadFor(t, source("#include <stdlib.h>\n"+c.src), arith, Memory)
				for x, kind := range c.bad {
					if o := runOn(p, x); o.Kind != interp.ErrorFound || o.Error.Kind != kind {
						t.Errorf("%v: on %d: %v %s %+v, not %s", arith, x, o.Kind, o.Reason, o.Error, kind)
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

// The table says what gcc's sanitizers say.
func TestLifetimesTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	dir := t.TempDir()
	for i, c := range ended {
		if c.alone {
			continue
		}
		src := "#include <stdlib.h>\nstatic long input;\n#define x input\n#define main body\n" + c.src + `
#undef main
const char *__asan_default_options(void) { return "exitcode=99:detect_leaks=0:detect_stack_use_after_return=1"; }
const char *__ubsan_default_options(void) { return "exitcode=99"; }
int main(int argc, char **argv) { input = atol(argv[1]); body(); return 0; }
`
		file, exe := filepath.Join(dir, fmt.Sprintf("p%d.c", i)), filepath.Join(dir, fmt.Sprintf("p%d", i))
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("gcc", "-w", "-O0", "-fsanitize=address,null", "-fsanitize-address-use-after-scope",
			"-fno-sanitize-recover=all", "-o", exe, file).CombinedOutput()
		if err != nil {
			t.Skipf("no gcc with sanitizers: %v: %s", err, out)
		}
		check := func(x int64, want bool) {
			cmd := exec.Command(exe, fmt.Sprint(x))
			out, _ := cmd.CombinedOutput()
			if bad := cmd.ProcessState.ExitCode() != 0; bad != want {
				t.Errorf("%s: on %d: sanitizers find something: %v\n%.300s", c.name, x, bad, out)
			}
		}
		for x := range c.bad {
			check(x, true)
		}
		for _, x := range c.good {
			check(x, false)
		}
	}
}

// Where null pointers are looked for, an allocation may fail; realloc leaves the old block then.
func TestFailingAllocation(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string // by the calls that fail, one bit each: the kind of the error, or none
	}{
		{`int main(void) { char *p = malloc(3); *p = 1; return 0; }`, []string{"", rule.NullAccess}},
		{`int main(void) { char *p = malloc(3); if (!p) return 1; char *q = realloc(p, 5); if (!q) { *p = 1; free(p); return 2; } *p = 1; return 0; }`,
			[]string{rule.DeadAccess, "", "", ""}},
		{`int main(void) { char *p = calloc(2, 3); p[5] = 1; return 0; }`, []string{"", rule.NullAccess}},
		{`int main(void) { char *p = calloc((unsigned long)x << 32, 1ul << 32); if (p) p[0] = 1; return 0; }`, []string{"", ""}},
		{`int main(void) { char *p = strdup("ab"); p[2] = 1; return 0; }`, []string{"", rule.NullAccess}},
	} {
		for fails, want := range c.want {
			for _, succeeds := range []bool{false, true} {
				u, err := read.LoadBytes("t.c", []byte(source("#include <stdlib.h>\n#include <string.h>\n"+c.src)), read.Options{Model: lang.LP64})
				if err != nil {
					t.Fatal(err)
				}
				p, err := Lower(u, Options{Check: Memory, MallocSucceeds: succeeds})
				if err != nil {
					t.Fatal(err)
				}
				asked := 0
				o := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
					if q.Input.Kind == cfa.External {
						asked++
						return num.Of(int64(1 - fails>>(asked-1)&1)), true
					}
					return num.Of(1), true
				}), interp.Options{MaxSteps: 10000, Check: true})
				got, expected := "", want
				if succeeds {
					expected = c.want[0]
				}
				if o.Error != nil {
					got = o.Error.Kind
				}
				if got != expected || succeeds && asked > 0 {
					t.Errorf("%s\ncalls that fail: %b, may not fail: %v: %v %q, not %q", c.src, fails, succeeds, o.Kind, got, expected)
				}
			}
		}
	}
}

// What is freed through a pointer that may come from outside of the program is undecided where it is no
// block that lives.
func TestOutsideIsFreed(t *testing.T) {
	const own = `#include <stdlib.h>
		int *out(void); int main(void) { int v, *p = malloc(4), *q = out(); if (q == 0) `
	for _, c := range []struct {
		src    string
		error  bool
		decide bool
	}{
		{own + `q = p; free(q); free(p); return 0; }`, true, false},
		{own + `q = p; free(q); return 0; }`, false, true},
		{own + `q = &v; free(q); return 0; }`, true, false},
		{own + `q = p; free(q); q = out(); if (q) free(q); return 0; }`, false, true},
		{`#include <stdlib.h>
			int *out(void); int main(void) { int *p = out(); if (!p) p = out(); free(p); free(p); return 0; }`, true, false},
	} {
		calls := 0
		o := interp.Run(context.Background(), loadFor(t, source(c.src), cfa.Machine, Memory), interp.Func(func(q interp.Query) (num.Int, bool) {
			if q.Input.Kind == cfa.External {
				calls++
				return num.Of(int64((calls - 1) * 0x70000000)), true // null first
			}
			return num.Int{}, true
		}), interp.Options{})
		if (o.Kind == interp.ErrorFound) != (c.error && c.decide) && !o.Tainted {
			t.Errorf("%s: %v, tainted: %v", c.src, o.Kind, o.Tainted)
		}
		if c.error && o.Tainted == c.decide {
			t.Errorf("%s: %v, tainted: %v", c.src, o.Kind, o.Tainted)
		}
	}
}
