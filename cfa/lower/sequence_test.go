package lower

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// unordered are programs with an input x: on bad ones, two accesses without an order meet; on good
// ones they do not. warned says that compilers warn of it: it does not depend on the input.
var unordered = []struct {
	name, src string
	bad, good []int64
	say       string
	warned    bool
}{
	{name: "incremented and assigned", src: `int main(void) { int i = 0; i = i++ + 1; return i; }`, bad: []int64{0}, say: "i = i++ + 1", warned: true},
	{name: "incremented before, and assigned", src: `int main(void) { int i = 0; i = ++i + 1; return i; }`, bad: []int64{0}, warned: true},
	{name: "the index of what is assigned", src: `int a[5]; int main(void) { int i = 0; a[i] = i++; return 0; }`, bad: []int64{0}, say: "a[i] = i++", warned: true},
	{name: "the other way round", src: `int a[5]; int main(void) { int i = 0; a[i++] = i; return 0; }`, bad: []int64{0}, warned: true},
	{name: "two arguments", src: `static int f(int a, int b) { return a + b; } int main(void) { int i = 0; return f(i++, i); }`, bad: []int64{0}, say: "f(i++, i)", warned: true},
	{name: "two increments", src: `int main(void) { int i = 0; return i++ + i++; }`, bad: []int64{0}, warned: true},
	{name: "one of a chain", src: `int main(void) { int i = 0, k; i = k = i++; return i; }`, bad: []int64{0}, warned: true},
	{name: "an update", src: `int main(void) { int i = 0; i += i++; return i; }`, bad: []int64{0}, warned: true},
	{name: "a global", src: `int g; int main(void) { return g-- - g; }`, bad: []int64{0}, warned: true},
	{name: "a static local", src: `int main(void) { static int g; return (g = 3) * g; }`, bad: []int64{0}, warned: true},
	{name: "a member", src: `struct s { int a, b; } g; int main(void) { return g.a++ + g.a; }`, bad: []int64{0}},
	{name: "two members", src: `struct s { int a, b; } g; int main(void) { return g.a++ + g.b++; }`, good: []int64{0}},
	{name: "a member and the record", src: `struct s { int a, b; } g; static int f(struct s v, int n) { return v.a + n; } int main(void) { return f(g, g.a++); }`, bad: []int64{0}},
	{name: "two bit-fields", src: `struct s { unsigned a : 3, b : 5; } g; int main(void) { return g.a++ + g.b++; }`, good: []int64{0}},
	{name: "one bit-field", src: `struct s { unsigned a : 3, b : 5; } g; int main(void) { return g.b++ + g.b; }`, bad: []int64{0}},
	{name: "members of a union", src: `union u { int a; short b; } g; int main(void) { return g.a++ + g.b; }`, bad: []int64{0}},
	{name: "elements", src: `int a[5]; int main(void) { return a[x]++ + a[2]; }`, bad: []int64{2}, good: []int64{1, 3}, say: "a[x]++ + a[2]"},
	{name: "elements of known indexes", src: `int a[5]; int main(void) { return a[1]++ + a[2]++; }`, good: []int64{0}},
	{name: "a chain of elements", src: `int a[5]; int main(void) { a[x] = a[3] = 7; return 0; }`, bad: []int64{3}, good: []int64{0, 4}},
	{name: "rows", src: `int m[3][3]; int main(void) { return m[x / 10][x % 10]++ + m[1][2]; }`, bad: []int64{12}, good: []int64{11, 21, 22}},
	{name: "an element that is the index", src: `int a[5] = {0, 3}; int main(void) { return a[a[x]++]; }`, bad: []int64{0}, good: []int64{1}},
	{name: "pointers", src: `int a[5]; static int f(int *p, int *q) { return *p = (*q)++; } int main(void) { return f(a + x, a + 1); }`, bad: []int64{1}, good: []int64{0, 2}, say: "*p = (*q)++"},
	{name: "a pointer and a variable", src: `int g, h; int main(void) { int *p = x ? &g : &h; return g++ + *p; }`, bad: []int64{1}, good: []int64{0}},
	{name: "pointers to pointers", src: `int g, h; int main(void) { int *p = &g, *q = x ? &g : &h, **pp = &p, **qq = &q; return ++**pp + **qq; }`, bad: []int64{1}, good: []int64{0}},
	{name: "blocks", src: `#include <stdlib.h>
		int main(void) { int *p = calloc(4, 4); return p[x]++ + p[1]; }`, bad: []int64{1}, good: []int64{0, 3}},
	{name: "bytes of a word", src: `int main(void) { int w = 0; unsigned char *b = (unsigned char *)&w; return (w = 5) + b[x & 3]; }`, bad: []int64{0, 3}},
	{name: "members by pointers", src: `struct s { int a; struct s *next; } u, v; int main(void) { struct s *p = &u, *q = x ? &u : &v; p->a = q->a = 4; return 0; }`, bad: []int64{1}, good: []int64{0}},
	{name: "a choice", src: `int main(void) { int i = 0; return (x > 3 ? i++ : 0) + i; }`, bad: []int64{4}, good: []int64{3}},
	{name: "a choice later", src: `int main(void) { int i = 0; return i + (x > 3 ? i++ : 0); }`, bad: []int64{4}, good: []int64{3}},
	{name: "a choice in a loop", src: `int main(void) { int i, s = 0, k = 0; for (i = 0; i < 5; i++) s = (i == x ? k++ : 0) + (i == 3 ? k : 0); return s; }`, bad: []int64{3}, good: []int64{2, 4}},
	{name: "short circuit", src: `int main(void) { int i = 0; return (x && i++) + i; }`, bad: []int64{1}, good: []int64{0}},
	{name: "a choice that is assigned", src: `int main(void) { int i = 0; i = x ? i++ : 3; return i; }`, bad: []int64{1}, good: []int64{0}},
	{name: "an element behind a choice", src: `int a[5]; int main(void) { return (x > 1 ? a[x]++ : 0) + a[3]; }`, bad: []int64{3}, good: []int64{0, 1, 2}},
	{name: "a statement expression", src: `int main(void) { int i = 0; return ({ i++; 3; }) + i; }`, bad: []int64{0}},
	{name: "a compound literal", src: `struct s { int a; }; int main(void) { int i = 0; return (struct s){i++}.a + i; }`, bad: []int64{0}},
	{name: "operands of vectors", src: `typedef int v4 __attribute__((vector_size(16))); v4 a[9]; int main(void) { int i = 0; v4 r = a[i++] + a[i++]; return r[0]; }`, bad: []int64{0}, say: "a[i++] + a[i++]"},
	{name: "vectors that are updated", src: `typedef int v4 __attribute__((vector_size(16))); v4 a[9]; int main(void) { int i = 0; a[i] += (v4){i = 3}; return i; }`, bad: []int64{0}},
	{name: "vectors, sums of sums", src: `typedef int v4 __attribute__((vector_size(16))); v4 a[9]; int main(void) { int i = 0; v4 r = -a[i++] + (a[1] - a[x ? 2 : i]); return r[0]; }`, bad: []int64{0}, good: []int64{1}},
	{name: "arguments of atomic builtins", src: `int main(void) { int i = 0, a[3] = {0}; __atomic_fetch_add(&a[i++], i++, 0); return a[0]; }`, bad: []int64{0}, say: "__atomic_fetch_add(&a[i++], i++, 0)"},
	{name: "arguments of builtins that find overflow", src: `int main(void) { int i = 0, a[3] = {0}; return __builtin_add_overflow(i++, 1, &a[i]); }`, bad: []int64{0}},
	{name: "arguments of div", src: `#include <stdlib.h>
		int main(void) { int i = 5; return div(i++, i++).rem; }`, bad: []int64{0}, say: "div(i++, i++)", warned: true},
	{name: "arguments of a function with any number of them", src: `#include <stdarg.h>
		static int f(int n, ...) { va_list p; va_start(p, n); int a = va_arg(p, int); va_end(p); return a; } int main(void) { int i = 5; return f(i++, i++); }`, bad: []int64{0}, warned: true},
	{name: "the address of an element among any number of arguments", src: `#include <stdarg.h>
		static int f(int *p, ...) { va_list ap; va_start(ap, p); int r = va_arg(ap, int); va_end(ap); return r + *p; } int main(void) { int i = 0, a[3] = {0}; return f(&a[i], i++); }`, bad: []int64{0}, warned: true},
	{name: "arguments of asprintf", src: `#include <stdio.h>
		int asprintf(char **, const char *, ...); int main(void) { int i = 1; char *p; return asprintf(&p, "%d %d", i++, i++) < 0; }`, bad: []int64{0}, say: `asprintf(&p, "%d %d", i++, i++)`, warned: true},
	{name: "arguments of vsnprintf", src: `#include <stdarg.h>
		#include <stdio.h>
		static char b[2][40]; static int f(const char *s, ...) { va_list p; int i = 0; va_start(p, s); int r = vsnprintf(b[i++], 30 + i++, s, p); va_end(p); return r; }
		int main(void) { return f("%d", 3); }`, bad: []int64{0}, warned: true},
	{name: "arguments of longjmp", src: `#include <setjmp.h>
		static jmp_buf b[2]; int main(void) { int i = 0; switch (setjmp(b[0])) { case 0: longjmp(b[i++], i++ + 1); default: return 0; } }`, bad: []int64{0}, say: "longjmp(b[i++], i++ + 1)", warned: true},
	{name: "arguments of several calls", src: `#include <stdarg.h>
		static int f(int n, ...) { va_list p; va_start(p, n); int a = va_arg(p, int); va_end(p); return a; } int main(void) { int i = 5; return f(i++, 3) + f(i++, 3); }`, bad: []int64{0}, warned: true},
	{name: "an assertion's argument", src: `#include <assert.h>
		int main(void) { int i = 0; assert(i++ + 1 > i); return 0; }`, bad: []int64{0}},

	{name: "sequence points", src: `int a[9]; static int f(int a, int b) { return a + b; } static int g(int n) { return n; }
int main(void) {
	int i = 0, k = 1, *p = a, *q = a + 3;
	i = (i++, i); i = i + 1; i = g(i++); i = i++ ? i : 2; if (i++ && i) k = i;
	k = i++ || i--; a[i] = i; a[i++ & 3]++; i += k++; i = (k = 3) + 1; f(i++, k++); f((i++, i), 3);
	*p++ = *q++; *p = *q = 5; p = p + 1; i = i * i; i -= i; k = -k; for (i = 0, k = 9; i < k; i++, k--) ; a[k] = a[k] + 1;
	int n = k++, m = k++; int z[2] = {n, m}; k = sizeof(i++) + i; do k--, i = k; while (k > 0 && i-- >= 0);
	return z[0] + m;
}`, good: []int64{0}},
	{name: "strings", src: `static char *copy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)) ; return r; } int main(void) { char b[9]; return copy(b, "hello")[0]; }`, good: []int64{0}},
	{name: "a stack", src: `struct stack { int at[9]; int top; } s; static void push(struct stack *s, int v) { s->at[s->top++] = v; } static int pop(struct stack *s) { return s->at[--s->top]; }
int main(void) { push(&s, 1); push(&s, 2); return pop(&s); }`, good: []int64{0}},
	{name: "a call's own effects", src: `int g; static int f(void) { return g++; } int main(void) { g = f(); g += f(); return f(); }`, good: []int64{0}},
	{name: "swapped", src: `static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; } int main(void) { int a[2] = {1, 2}; swap(a, a + 1); swap(a, a); return a[0]; }`, good: []int64{0}},
}

func TestSequence(t *testing.T) {
	for _, c := range unordered {
		t.Run(c.name, func(t *testing.T) {
			for _, arith := range []cfa.Arith{cfa.Machine, cfa.Int} {
				for _, check := range []Check{Sequence, Default} {
					p := loadFor(t, source(c.src), arith, check)
					for _, x := range c.bad {
						o := runOn(p, x)
						if o.Kind != interp.ErrorFound || o.Error.Kind != rule.Unsequenced {
							t.Errorf("%v: on %d: %v %s %+v, not an access without an order", arith, x, o.Kind, o.Reason, o.Error)
						} else if say := strings.ReplaceAll(o.Error.Text, "input", "x"); c.say != "" && say != c.say {
							t.Errorf("%v: on %d: %s is told of, not %s", arith, x, say, c.say)
						}
					}
					for _, x := range c.good {
						if o := runOn(p, x); o.Kind != interp.Exited {
							t.Errorf("%v: on %d: %v %s %+v", arith, x, o.Kind, o.Reason, o.Error)
						}
					}
				}
			}
		})
	}
}

// The table says what gcc and clang warn of.
func TestSequenceTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	for cc, flags := range map[string][]string{"gcc": {"-w", "-Wsequence-point"}, "clang": {"-Wno-everything", "-Wunsequenced"}} {
		if _, err := exec.LookPath(cc); err != nil {
			continue
		}
		dir := t.TempDir()
		for _, c := range unordered {
			name := filepath.Join(dir, "t.c")
			if err := os.WriteFile(name, []byte(source(c.src)), 0o600); err != nil {
				t.Fatal(err)
			}
			out, _ := exec.Command(cc, append(flags, "-fsyntax-only", name)...).CombinedOutput()
			warned := strings.Contains(string(out), flags[1][2:])
			if c.warned && !warned && cc == "clang" || warned && len(c.bad) == 0 {
				t.Errorf("%s: %s warns: %v\n%s", c.name, cc, warned, out)
			}
		}
	}
}

// ordered are programs whose result may depend on the order of evaluation: all results that C
// allows.
var ordered = []struct {
	name, src string
	results   []int64
	unknown   bool // the order from left to right is the only one that is made
}{
	{"pop minus pop", `int a[9] = {1, 2}, n = 2; static int pop(void) { return a[--n]; } int main(void) { return pop() - pop() + 5; }`, []int64{4, 6}, false},
	{"pop plus pop", `int a[9] = {1, 2}, n = 2; static int pop(void) { return a[--n]; } int main(void) { return pop() + pop(); }`, []int64{3}, false},
	{"a variable that a call changes", `int g = 1; static int f(void) { g = 5; return 1; } int main(void) { return g * 10 + f(); }`, []int64{11, 51}, false},
	{"the index of what a call gives", `int a[9], n; static int f(void) { n = 2; return 1; } int main(void) { a[n] = f(); return a[0] * 10 + a[2]; }`, []int64{10, 1}, false},
	{"a local that a call changes", `static int f(int *p) { *p = 7; return 1; } int main(void) { int v = 3; return v + f(&v); }`, []int64{4, 8}, false},
	{"a variable that no call changes", `int g = 1; static int f(void) { return g + 1; } int main(void) { return g * 10 + f() + g; }`, []int64{13}, false},
	{"an update by a call", `int g = 1; static int f(void) { g = 5; return 1; } int main(void) { g += f(); return g; }`, []int64{6}, false},
	{"three arguments", `int c; static int next(void) { return c++; } static int h(int a, int b, int d) { return a * 100 + b * 10 + d; } int main(void) { return h(next(), next(), next()); }`,
		[]int64{12, 21, 102, 120, 201, 210}, false},
	{"a call in a call", `int c = 1; static int f(int n) { c = c * 2 + n; return c; } static int g(void) { c = c + 5; return c; } int main(void) { return f(f(0)) * 10 + g(); }`,
		[]int64{71, 366, 167}, false},
	{"an initialiser", `int c = 1; static int next(void) { return c++; } int main(void) { int a[2] = {next(), next()}; return a[0] * 10 + a[1]; }`, []int64{12, 21}, false},
	{"items that count", `int main(void) { int c = 1; int a[2] = {c++, c++}; return a[0] * 10 + a[1]; }`, []int64{12, 21}, false},
	{"a record's members", `struct p { int a, b; }; int c = 1; static int next(void) { return c++; } static int f(struct p v) { return v.a * 10 + v.b; } int main(void) { return f((struct p){next(), next()}); }`, []int64{12, 21}, false},
	{"records", `struct p { int a; }; int c = 1; static struct p next(void) { struct p r = {c++}; return r; } static int f(struct p v, struct p w) { return v.a * 10 + w.a; } int main(void) { return f(next(), next()); }`, []int64{12, 21}, false},
	{"through pointers to functions", `int c = 1; static int one(void) { return c++; } static int two(void) { return c *= 3; } int (*t[2])(void) = {one, two}; int main(void) { return t[0]() * 10 + t[1](); }`, []int64{16, 33}, false},
	{"a choice", `int c = 1; static int one(void) { return c++; } static int two(void) { return c *= 3; } int main(void) { return (c > 0 ? one() : 0) * 10 + two(); }`, []int64{16}, true},
	{"a call under a condition", `int c = 1, d = 1; static int one(void) { return c++; } static int two(void) { return c *= 3; } int main(void) { return (d > 0 ? one() : 0) * 10 + two(); }`, []int64{16, 33}, false},
	{"calls under conditions", `int c = 1, d = 1; static int f(int x) { c = c * 2 + x; return 1; } int main(void) { if ((d && f(1)) | f(2) | (d == 1 && f(3))) return c; return 0; }`, []int64{19, 20, 21, 23, 24, 25}, false},
	{"a call that is left out", `int c = 1, d; static int f(int x) { c = c * 2 + x; return 1; } int main(void) { return !(d && f(1)) * 10 + f(2) * 100 + c; }`, []int64{111, 114}, false},
	{"an increment and a call", `int c = 1; static int two(void) { return c *= 3; } int main(void) { return c++ * 10 + two(); }`, []int64{16, 33}, false},
	{"an assignment and a call", `int c = 1; static int two(void) { return c *= 3; } int main(void) { return (c = 4) * 10 + two(); }`, []int64{52, 43}, false},
	{"freed and read", `#include <stdlib.h>
static int f(int *p) { int v = *p; *p = 9; return v; } static int g(int *p) { return *p; } int main(void) { int *p = malloc(4); *p = 1; return f(p) * 10 + g(p); }`, []int64{19, 11}, false},
	{"ends first", `#include <stdlib.h>
int c = 1; static int f(void) { if (c) exit(3); return 1; } static int g(void) { c = 0; return 1; } int main(void) { return f() + g(); }`, []int64{-1, 2}, false},
	{"sums of a list", `struct n { struct n *l, *r; int v; }; static int sum(struct n *t) { return t ? sum(t->l) + sum(t->r) + t->v : 0; } int main(void) { struct n a = {0, 0, 2}, b = {0, &a, 3}; return sum(&b); }`, []int64{5}, false},
	{"a vector that a call changes", `typedef int v4 __attribute__((vector_size(16))); v4 g = {1}; static v4 f(void) { g[0] = 5; return (v4){1}; } int main(void) { return (g * 10 + f())[0]; }`, []int64{11}, true},
	{"vectors of calls", `typedef int v4 __attribute__((vector_size(16))); int c = 1; static v4 f(void) { return (v4){c++}; } static v4 g(void) { return (v4){c *= 3}; } int main(void) { v4 r = f() - g(); return r[0] + 10; }`, []int64{5, 10}, false},
	{"any number of arguments", `#include <stdarg.h>
static int f(int n, ...) { va_list p; va_start(p, n); int a = va_arg(p, int), b = va_arg(p, int); va_end(p); return a * 10 + b; } int c = 1; static int next(void) { return c++; } int main(void) { return f(2, next(), next()); }`, []int64{12, 21}, false},
	{"an exchange", `int c = 1, x; static int *at(void) { c *= 3; return &x; } static int one(void) { return c++; } int main(void) { __atomic_exchange_n(at(), one(), 0); return x; }`, []int64{3, 1}, false},
	{"trees that are made", `#include <stdlib.h>
struct n { struct n *l, *r; int v; }; static struct n *make(struct n *l, struct n *r, int v) { struct n *t = malloc(sizeof *t); t->l = l; t->r = r; t->v = v; return t; }
int main(void) { return make(make(0, 0, 1), make(0, 0, 2), 3)->l->v; }`, []int64{1}, false},
}

func TestOrders(t *testing.T) {
	for _, c := range ordered {
		t.Run(c.name, func(t *testing.T) {
			for _, check := range []Check{0, Default} {
				p := loadFor(t, c.src, cfa.Machine, check)
				got := map[int64]bool{}
				for k := range int64(8) {
					o := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
						if q.Input.Name == "order of evaluation" {
							return num.Of(k % (1 << q.Input.Range.Bits)), true
						}
						return num.Of(oneIf(strings.HasPrefix(q.Input.Name, "success of "))), true
					}), interp.Options{MaxSteps: 100000, Check: true})
					if o.Kind != interp.Exited {
						t.Errorf("%v %s %+v", o.Kind, o.Reason, o.Error)
					}
					got[result(o)] = true
				}
				unknown := false
				for _, at := range p.Locs {
					unknown = unknown || at.Error != nil && at.Error.Unsupported
				}
				want := map[int64]bool{}
				for _, r := range c.results {
					want[r] = true
				}
				if len(got) != len(want) || unknown != c.unknown {
					t.Errorf("check %x: results %v, not %v; unknown: %v", check, got, want, unknown)
				}
				for r := range got {
					if !want[r] {
						t.Errorf("check %x: result %d", check, r)
					}
				}
			}
		})
	}
}

// result is what the entry function returned, -1 where the run ended otherwise.
func result(o *interp.Outcome) int64 {
	if o.Exit == nil {
		return -1
	}
	k, _ := o.Exit.Int64()
	return k
}
