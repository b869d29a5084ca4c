package lower

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/rule"
)

// unstored are programs that use one input x, with inputs on which something is used that was never
// stored to, and others on which nothing is. say is what is told of.
var unstored = []struct {
	name, src string
	bad, good []int64
	say       string
	alone     bool // the memory sanitizer looks at branches only, or says something else
}{
	// Variables, and when they begin to live.
	{name: "a variable", src: `int main(void) { int v; if (x) v = 1; return v; }`, bad: []int64{0}, good: []int64{1}, say: "v"},
	{name: "by itself", src: `int main(void) { int v; if (x) v = v; return 0; }`, bad: []int64{1}, good: []int64{0}, say: "v", alone: true},
	{name: "increment", src: `int main(void) { int v; if (x) v = 1; v++; return v; }`, bad: []int64{0}, good: []int64{1}, say: "v"},
	{name: "update", src: `int main(void) { int v; if (x) v = 1; v += 2; return v; }`, bad: []int64{0}, good: []int64{1}, say: "v"},
	{name: "no use", src: `int main(void) { int v; (void)v; return sizeof v + (&v == 0); }`, good: []int64{0}},
	{name: "and", src: `int main(void) { int v; if (x) v = 1; return x && v; }`, good: []int64{0, 1}},
	{name: "and as a value", src: `int main(void) { int v, r; if (x) v = 1; r = v && x; return r; }`, bad: []int64{0}, good: []int64{1}},
	{name: "choice", src: `int main(void) { int v; if (x) v = 1; return x ? v : 2; }`, good: []int64{0, 1}},
	{name: "argument", src: `static int f(int a) { return a == 1; } int main(void) { int v; if (x) v = 1; return f(v); }`, bad: []int64{0}, good: []int64{1}, say: "v"},
	{name: "round of a loop", src: `int main(void) { int i, r = 0; for (i = 0; i < 2; i++) { int v; if (i <= x) v = 1; r += v; } return r == 7; }`, bad: []int64{0, -1}, good: []int64{1}},
	{name: "block again", src: `int main(void) { int i = 0, r = 0; again: { int v; if (i <= x) v = 1; r += v; if (i++ < 1) goto again; } return r == 7; }`, bad: []int64{0}, good: []int64{1}},
	{name: "goto past an initialiser", src: `int main(void) { if (x) goto in; { int v = 5; in: return v == 1; } }`, bad: []int64{1}, good: []int64{0}},
	{name: "goto into a block again", src: `int main(void) { int n = 0; { int v = 3; in: if (v == 7) return 1; } if (n++ < x) goto in; return 0; }`, bad: []int64{1}, good: []int64{0}, alone: true},
	{name: "switch past a declaration", src: `int main(void) { switch (x) { int v; case 0: v = 1; case 1: return v == 1; } return 0; }`, bad: []int64{1}, good: []int64{0, 2}},
	{name: "computed goto", src: `int main(void) { void *l[2] = {&&a, &&b}; goto *l[x]; { int v; a: v = 1; b: return v == 1; } }`, bad: []int64{1}, good: []int64{0}},
	{name: "recursion", src: `static int f(long n) { int v; if (n != 1) v = 1; if (n > 0) f(n - 1); return v == 1; } int main(void) { return f(x); }`, bad: []int64{1}, good: []int64{0}},
	{name: "frame again", src: `static void set(int *p) { *p = 1; } static int f(long k) { int v; if (k) set(&v); return v == 1; } int main(void) { f(1); return f(x); }`, bad: []int64{0}, good: []int64{1}},
	{name: "statement expression", src: `int main(void) { return ({ int v; if (x) v = 1; v; }); }`, bad: []int64{0}, good: []int64{1}},
	{name: "static", src: `struct s { int a; } z; int main(void) { static int v, a[3]; struct s t = z; return v + a[x] + t.a; }`, good: []int64{0, 2}},
	{name: "pointer", src: `int main(void) { int *p, v = 1; if (x) p = &v; return *p; }`, bad: []int64{0}, good: []int64{1}, say: "p"},
	// Arrays.
	{name: "cells", src: `int main(void) { int a[4], i; for (i = 0; i < 3; i++) a[i] = i; return a[x]; }`, bad: []int64{3}, good: []int64{0, 2}, say: "a[x]"},
	{name: "rows", src: `int main(void) { int a[2][3], i; for (i = 0; i < 5; i++) a[i / 3][i % 3] = i; return a[x / 3][x % 3]; }`, bad: []int64{5}, good: []int64{4, 0}},
	{name: "initialised in part", src: `int main(void) { int a[4] = {1}; char s[9] = "ab"; return a[x] + s[x]; }`, good: []int64{0, 3}},
	{name: "of records", src: `struct s { int a, b; }; int main(void) { struct s a[3], t; a[1].a = 1; a[2] = a[1]; t = a[2]; return x ? t.b : t.a; }`, bad: []int64{1}, good: []int64{0}, say: "t.b"},
	{name: "variable length", src: `int main(void) { int n, r = 0; for (n = 2; n < 4; n++) { int a[n]; a[0] = 1; if (n <= x) a[1] = 1; r += a[1]; } return r; }`, bad: []int64{1, 2}, good: []int64{3}},
	// Records: copied, passed and returned without being used.
	{name: "members", src: `struct s { int a, b; }; int main(void) { struct s s, t; s.a = 1; t = s; return x ? t.b : t.a; }`, bad: []int64{1}, good: []int64{0}},
	{name: "copied to a static one", src: `struct s { int a, b; } g; int main(void) { struct s s; s.a = 1; g = s; return x ? g.b : g.a; }`, bad: []int64{1}, good: []int64{0}},
	{name: "passed", src: `struct s { int a, b; }; static int f(struct s s) { return x ? s.b : s.a; } int main(void) { struct s s; s.a = 1; return f(s); }`, bad: []int64{1}, good: []int64{0}},
	{name: "passed to memory", src: `struct s { int a, b; }; static int g(struct s *s) { return x ? s->b : s->a; } static int f(struct s s) { return g(&s); } int main(void) { struct s s; s.a = 1; return f(s); }`, bad: []int64{1}, good: []int64{0}},
	{name: "passed with an array", src: `struct s { int a[2]; }; static int f(struct s s) { return s.a[x]; } int main(void) { struct s s; s.a[0] = 1; return f(s); }`, bad: []int64{1}, good: []int64{0}},
	{name: "returned", src: `struct s { int a, b; }; static struct s f(void) { struct s s; s.a = 1; return s; } int main(void) { struct s s = f(); return x ? s.b : s.a; }`, bad: []int64{1}, good: []int64{0}},
	{name: "returned with an array", src: `struct s { int a[2]; }; static struct s f(void) { struct s s; s.a[0] = 1; return s; } int main(void) { return f().a[x]; }`, bad: []int64{1}, good: []int64{0}},
	{name: "bit-fields", src: `struct s { unsigned a : 3, b : 5; }; int main(void) { struct s s; s.a = 1; return x ? s.b : s.a; }`, bad: []int64{1}, good: []int64{0}},
	{name: "bit-fields in memory", src: `struct s { unsigned a : 3, b : 5; char c; }; static int f(struct s *s) { return x ? s->b : s->a; } int main(void) { struct s s, t; s.a = 1; s.c = 2; t = s; return f(&t); }`, bad: []int64{1}, good: []int64{0}},
	{name: "union", src: `union u { int i; char c[4]; }; int main(void) { union u u; if (x) u.i = 1; else u.c[0] = u.c[1] = u.c[3] = 1; return u.c[2] + u.i; }`, bad: []int64{0}, good: []int64{1}},
	{name: "union, all bytes", src: `union u { int i; char c[4]; }; int main(void) { union u u; u.c[0] = u.c[1] = u.c[2] = u.c[3] = 1; return u.i; }`, good: []int64{0}},
	{name: "padding", src: `#include <string.h>
		struct s { char a; int b; }; int main(void) { struct s s, t; s.a = t.a = 1; s.b = 2; if (x) t.b = 2; return memcmp(&s, &t, sizeof s) != 0; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "padding in a block", src: `#include <stdlib.h>
		#include <string.h>
		struct s { char a; int b; }; int main(void) { struct s *s = malloc(sizeof *s), t = {1, 2}; s->a = 1; if (x) s->b = 2; return memcmp(s, &t, sizeof t) != 0; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	// Memory.
	{name: "by a function", src: `static void f(int *p) { if (x) *p = 1; } int main(void) { int v; f(&v); return v; }`, bad: []int64{0}, good: []int64{1}, say: "v"},
	{name: "block", src: `#include <stdlib.h>
		int main(void) { int *p = malloc(8); p[0] = 1; return p[x]; }`, bad: []int64{1}, good: []int64{0}, say: "p[x]"},
	{name: "cleared block", src: `#include <stdlib.h>
		int main(void) { int *p = calloc(2, 4); return p[x]; }`, good: []int64{0, 1}},
	{name: "grown block", src: `#include <stdlib.h>
		int main(void) { int *p = malloc(8), *q = malloc(40), i; for (i = 0; i < 10; i++) q[i] = 1; p[0] = p[1] = 1; p = realloc(p, 16); p[2] = 3; return p[x] + q[x]; }`, bad: []int64{3}, good: []int64{0, 1, 2}},
	{name: "on the stack", src: `int main(void) { int *p = __builtin_alloca(8); p[0] = 1; return p[x]; }`, bad: []int64{1}, good: []int64{0}},
	{name: "list", src: `#include <stdlib.h>
		struct l { int v; struct l *n; }; int main(void) { struct l *h = 0, *p; int i, r = 0; for (i = 0; i < 3; i++) { p = malloc(sizeof *p); if (i < x) p->v = i; p->n = h; h = p; } for (; h; h = h->n) r += h->v; return r; }`, bad: []int64{0, 2}, good: []int64{3}, say: "h->v"},
	{name: "floating", src: `int main(void) { double d[2], *p = d; d[0] = 1; return p[x] > 0; }`, bad: []int64{1}, good: []int64{0}},
	{name: "long double", src: `int main(void) { long double d, *p = &d; if (x) *p = 1; return d > 0; }`, bad: []int64{0}, good: []int64{1}},
	{name: "bytes are copied", src: `struct s { char a; int b; }; int main(void) { struct s s, t; char *p = (char *)&s, *q = (char *)&t; unsigned i; s.a = 1; for (i = 0; i < sizeof s; i++) q[i] = p[i]; return x ? t.b : t.a; }`, bad: []int64{1}, good: []int64{0}},
	{name: "bytes through a variable", src: `struct s { char a; int b; }; int main(void) { struct s s, t; unsigned char *p = (unsigned char *)&s, *q = (unsigned char *)&t, c; unsigned i; s.b = 1; for (i = 0; i < sizeof s; i++) { c = p[i]; q[i] = c; } return x ? t.a : t.b; }`, bad: []int64{1}, good: []int64{0}},
	{name: "bytes are looked at", src: `int main(void) { char a[2], *p = a; if (x) a[1] = 1; return p[1] == 1; }`, bad: []int64{0}, good: []int64{1}, say: "p[1]"},
	// The library.
	{name: "memcpy", src: `#include <string.h>
		struct s { int a, b; }; int main(void) { struct s s, t; s.a = 1; memcpy(&t, &s, sizeof s); return x ? t.b : t.a; }`, bad: []int64{1}, good: []int64{0}, say: "t.b"},
	{name: "memset", src: `#include <string.h>
		int main(void) { int a[4]; memset(a, 0, 8); return a[x]; }`, bad: []int64{2}, good: []int64{1}},
	{name: "strlen", src: `#include <string.h>
		int main(void) { char a[4]; a[0] = 1; if (x) a[1] = 0; return strlen(a) == 1; }`, bad: []int64{0}, good: []int64{1}, say: "strlen(a)"},
	{name: "strcpy", src: `#include <string.h>
		int main(void) { char a[8], b[8]; strcpy(a, "ab"); strcpy(b, a); return b[x]; }`, bad: []int64{3}, good: []int64{2}},
	{name: "strcat", src: `#include <string.h>
		int main(void) { char a[8]; if (x) a[0] = 0; strcat(a, "ab"); return 0; }`, bad: []int64{0}, good: []int64{1}, say: `strcat(a, "ab")`, alone: true},
	{name: "puts", src: `#include <stdio.h>
		int main(void) { char a[4]; a[0] = 'a'; if (x) a[1] = 0; puts(a); return 0; }`, bad: []int64{0}, good: []int64{1}, say: "puts(a)", alone: true},
	{name: "printf of a string", src: `#include <stdio.h>
		int main(void) { char a[4]; a[0] = 'a'; if (x) a[1] = 0; printf("%s", a); return 0; }`, bad: []int64{0}, good: []int64{1}, say: `printf("%s", a)`, alone: true},
	{name: "printf of a part", src: `#include <stdio.h>
		int main(void) { char a[4]; a[0] = 'a'; if (x) a[1] = 'b'; printf("%.2s", a); return 0; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "variable arguments", src: `#include <stdarg.h>
		#include <stdio.h>
		static int f(const char *s, ...) { va_list ap; int r; va_start(ap, s); r = vprintf(s, ap); va_end(ap); return r == 77; } int main(void) { return f("a"); }`, good: []int64{0}},
	{name: "external", src: `#include <time.h>
		int main(void) { time_t t; if (x) time(&t); return t == 5; }`, bad: []int64{0}, good: []int64{1}},
	{name: "compound literal", src: `struct s { int a, b; }; int main(void) { struct s *p = &(struct s){.a = 1}; return x ? p->b : p->a; }`, good: []int64{0, 1}},
}

func TestUnstored(t *testing.T) {
	for _, c := range unstored {
		t.Run(c.name, func(t *testing.T) {
			for _, arith := range []cfa.Arith{cfa.Machine, cfa.Int} {
				p := loadFor(t, source(c.src), arith, Uninit)
				for _, x := range c.bad {
					o := runOn(p, x)
					if o.Kind != interp.ErrorFound || o.Error.Kind != rule.Uninitialised {
						t.Errorf("%v: on %d: %v %s %+v", arith, x, o.Kind, o.Reason, o.Error)
					} else if say := inputNamedX(o.Error.Text); c.say != "" && say != c.say {
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

// What code outside of the program may have stored to is no bug, and what it cannot have is.
func TestUnstoredOutside(t *testing.T) {
	for _, c := range []struct {
		src  string
		want interp.Kind
	}{
		{`void ext(int *); int main(void) { int v; ext(&v); return v; }`, interp.Exited},
		{`void ext(const int *); int main(void) { int v; ext(&v); return v; }`, interp.ErrorFound},
		{`void *malloc(unsigned long); void ext(int *); int main(void) { int *p = malloc(4), *q; ext(p); q = malloc(4); return *q; }`, interp.ErrorFound},
		{`struct s { int a; }; struct s ext(void); int main(void) { struct s s = ext(); return s.a; }`, interp.Exited},
		{`extern int v, a[4]; int main(void) { return v + a[2]; }`, interp.Exited},
		{`int *ext(void); int main(void) { int *p = ext(); return p ? *p : 0; }`, interp.Exited},
		{`int main(void) { int v; __asm__("" : "=r"(v)); return v; }`, interp.Exited},
		{`int main(void) { int v; /*@ assert v == v; */ return 0; }`, interp.Exited},
	} {
		if o := runOn(loadFor(t, c.src, cfa.Machine, Uninit), 0); o.Kind != c.want {
			t.Errorf("%s\n%v %s %+v, not %v", c.src, o.Kind, o.Reason, o.Error, c.want)
		}
	}
}

// What is stored to by the form of the program needs no test, and nothing is kept of it.
func TestStoredByForm(t *testing.T) {
	for _, c := range []struct {
		src          string
		left, proved int
	}{
		{`int f(void); int main(void) { int v, w; if (f()) v = 1; else v = 2; w = v; return w + v; }`, 0, 3},
		{`int f(void); int main(void) { int v; if (f()) v = 1; return v; }`, 1, 0},
		{`int main(void) { int v, i; for (i = 0; i < 3; i++) v = i; return i; }`, 0, 4},
		{`struct s { int a, b; }; static int g(struct s t) { return t.a; } int main(void) { struct s s; s.a = 1; return g(s); }`, 0, 1},
		{`struct s { int a, b; }; static int g(struct s t) { return t.b; } int main(void) { struct s s; s.a = 1; return g(s); }`, 1, 0},
		{`struct s { int a; }; static struct s g(void) { struct s s; s.a = 1; return s; } int main(void) { return g().a; }`, 0, 1},
		{`int a[3], *p = a; int main(void) { return p[1] + a[2]; }`, 0, 2},
		{`static void g(int *p) { *p = 1; } int main(void) { int v = 3; g(&v); return v; }`, 0, 1},
		{`static void g(int *p) { *p = 1; } int main(void) { int v; g(&v); return v; }`, 1, 0},
		{`int main(void) { char c = 1, d; d = c; return d; }`, 0, 1},
		{`int f(void); int main(void) { switch (f()) { case 1: { int v = 1; return v; } } return 0; }`, 0, 0},
	} {
		p := loadFor(t, c.src, cfa.Machine, Uninit)
		if len(p.Errors) != c.left || len(p.Proved) != c.proved {
			t.Errorf("%s\n%d tests left, %d proved, not %d and %d", c.src, len(p.Errors), len(p.Proved), c.left, c.proved)
		}
		for _, e := range p.Edges {
			kept := func(name string) {
				if c.left == 0 && strings.HasPrefix(name, "stored") {
					t.Errorf("%s\n%s is kept", c.src, name)
				}
			}
			if _, call := e.Op.(*cfa.Call); !call {
				cfa.Writes(e.Op, func(v *cfa.Var) { kept(v.Name) }, func(a *cfa.Array) { kept(a.Name) })
			}
		}
	}
}

// The table says what clang's memory sanitizer says.
func TestUnstoredTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	s := newSanitized(t, "clang", "-fsanitize=memory")
	for _, c := range unstored {
		if c.alone {
			continue
		}
		// What main returns decides a branch.
		src := "#include <stdlib.h>\n#include <stdio.h>\n#define main body\n#define x input\nstatic long input;\n" + c.src + `
#undef main
const char *__msan_default_options(void) { return "exitcode=99"; }
int main(int argc, char **argv) { input = atol(argv[1]); if (body()) puts(""); return 0; }
`
		if err := s.build(src); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s.agrees(t, c.name, c.bad, c.good)
	}
}
