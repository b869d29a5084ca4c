package lower

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// ruled are programs that use one input x: by the kinds of rules, the inputs on which one is broken,
// and those on which the run is fine.
var ruled = []struct {
	name, src string
	kind      string
	bad, good []int64
	open      []int64 // of which nothing is claimed
	clang     bool    // its sanitizer for the lengths of arrays says the same
}{
	// What an object's own initialiser reads.
	{name: "own value", src: `int main(void) { int v = x ? v : 1; return v; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own value in a loop", src: `int main(void) { int i, r = 0; for (i = 0; i < 2; i++) { int v = i && x ? v : 1; r += v; } return r; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own value after a jump back", src: `int main(void) { int n = 0, r = 0; again:; int v = n && x ? v : 1; r += v; if (n++ < 1) goto again; return r; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own value through an older pointer", src: `static int get(int *p) { return *p; } int main(void) { int n = 0, r = 0, z = 1, *q = &z; again:; int v = get(x ? q : &z); q = &v; r += v; if (n++ < 1) goto again; return r; }`,
		kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own element", src: `int main(void) { int a[3] = {[1] = x ? a[2] : 5}; return a[1]; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "element that may come before", src: `int main(void) { int a[2] = {1, x ? a[0] : 5}; return a[1]; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own member", src: `struct s { int a, b; }; int main(void) { struct s s = {x ? s.b : 2, 1}; return s.a; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own member by its address", src: `struct l { struct l *n; int v; }; int main(void) { struct l h = {&h, x ? h.n->v : 1}; return h.n->v; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own address", src: `struct l { struct l *n; int v; }; int main(void) { struct l h = {&h, 3}; return h.n->n->v == sizeof(h) + x; }`, good: []int64{0, 1}},
	{name: "own address handed on", src: `static int g(int *p) { return x ? *p : (*p = 1); } int main(void) { int v = g(&v); return v; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own value copied", src: `struct s { int a, b; }; static struct s f(struct s s) { s.a = 1; return s; } int main(void) { struct s s = f(s); return x ? s.b : s.a; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "own value in a literal", src: `int main(void) { int z = 1, *p = x ? (int[]){*p} : &z; return *p; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0}},
	{name: "static object", src: `int main(void) { static int v = 3, *p = &v, **q = &p; return **q == x; }`, good: []int64{0, 1}},
	// Lengths of arrays.
	{name: "length", src: `int main(void) { int v[x]; v[0] = 1; return v[0]; }`, kind: rule.BadLength, bad: []int64{0, -1}, good: []int64{1, 5}, clang: true},
	{name: "narrow length", src: `int main(void) { signed char n = x; int v[n * 2]; return sizeof v == 4; }`, kind: rule.BadLength, bad: []int64{0, -1, 128}, good: []int64{1, 127, 257}, clang: true},
	{name: "second length", src: `int main(void) { int v[2][x]; return sizeof v == 4; }`, kind: rule.BadLength, bad: []int64{0, -4}, good: []int64{1, 5}, clang: true},
	{name: "two lengths", src: `int main(void) { int n = x, m = 4 - x, v[n][m]; return sizeof v == 4; }`, kind: rule.BadLength, bad: []int64{0, 4, 7}, good: []int64{1, 3}, clang: true},
	{name: "length of a parameter", src: `static int f(int n, int v[n]) { return v[0]; } int main(void) { int a[1] = {1}; return f(x, a); }`, kind: rule.BadLength, bad: []int64{0, -4}, good: []int64{1, 5}, clang: true},
	{name: "length of a parameter's rows", src: `static int f(int n, int (*v)[n]) { return v[0][0]; } int main(void) { int a[1] = {1}; return f(x, (void *)a); }`, kind: rule.BadLength, bad: []int64{0}, good: []int64{1}, clang: true},
	{name: "length in a typedef", src: `int main(void) { typedef int t[x]; t v; return sizeof v == 4; }`, kind: rule.BadLength, bad: []int64{0, -1}, good: []int64{1}, clang: true},
	{name: "length in sizeof", src: `int main(void) { return sizeof(int[x]) == 4; }`, kind: rule.BadLength, bad: []int64{0, -1}, good: []int64{1}, clang: true},
	{name: "length in a cast", src: `int main(void) { int a[4] = {1}; return (*(int (*)[x])a)[0]; }`, kind: rule.BadLength, bad: []int64{0, -1}, good: []int64{1}, clang: true},
	{name: "length that counts", src: `static int n; static int next(void) { return n++; } static int f(int v[next()]) { return v[0]; } int main(void) { int a[2] = {1}, r = 0; n = x; r += f(a); r += f(a); return n == r + x; }`,
		kind: rule.BadLength, bad: []int64{0, -1}, good: []int64{1}, clang: true},
	{name: "size of an array", src: `int main(void) { long n = x; char (*p)[n][1L << 32] = 0; return p != 0; }`, kind: rule.BadLength, bad: []int64{mostRows, 0}, good: []int64{1, mostRows - 1}},
	// Functions that may end without a return statement.
	{name: "no result", src: `static int f(int k) { if (k) return k; } int main(void) { f(0); (void)f(0); return f(x); }`, kind: rule.Uninitialised, bad: []int64{0}, good: []int64{1, -1}},
	{name: "no result in a switch", src: `static int f(int k) { switch (k) { case 0: return 3; case 1: k++; break; default: return 1; } } int main(void) { int r = f(x); return r == 5; }`, kind: rule.Uninitialised, bad: []int64{1}, good: []int64{0, 2}},
	{name: "no result behind a loop", src: `static int f(int k) { while (k < 3) if (k++ == 1) return k; } int main(void) { return f(x) == 5; }`, kind: rule.Uninitialised, bad: []int64{2, 7}, good: []int64{0, 1}},
	{name: "result behind a loop without end", src: `static int f(int k) { for (;;) if (k++ > 5) return k; } int main(void) { return f(x > 5 ? 5 : x) == 50; }`, kind: rule.Uninitialised, good: []int64{0, 7}},
	{name: "no record", src: `struct s { int a, b; }; static struct s f(int k) { struct s r = {1, k}; if (k) return r; } int main(void) { f(0); struct s s = f(x); return s.b; }`, kind: rule.Uninitialised, bad: []int64{0}, good: []int64{1}},
	{name: "no result of a recursive call", src: `static int f(int k) { if (k > 1) return f(k - 1) + 1; if (k == 1) return 0; } int main(void) { return f(x); }`, kind: rule.Uninitialised, bad: []int64{0, -1}, good: []int64{1, 4}},
	{name: "no result through a pointer", src: `static int f(int k) { if (k) return k; } int main(void) { int (*p)(int) = f; p(0); return p(x); }`, kind: rule.Uninitialised, bad: []int64{0}, good: []int64{1}},
	// Functions that do not return.
	{name: "falls off the end", src: `_Noreturn static void f(void) { while (x == 0) ; } int main(void) { f(); return 0; }`, kind: rule.Returned, bad: []int64{1}},
	{name: "returns", src: `#include <stdlib.h>
		__attribute__((noreturn)) static int f(int k) { if (k) return 1; exit(0); } int main(void) { int (*p)(int) = f; return p(x); }`, kind: rule.Returned, bad: []int64{1}, good: []int64{0}},
	{name: "returns by a jump alone", src: `#include <setjmp.h>
		static jmp_buf b; _Noreturn static void f(void) { if (x) longjmp(b, 1); } int main(void) { if (!setjmp(b)) f(); return 0; }`, kind: rule.Returned, bad: []int64{0}, good: []int64{1}},
	// Parameters with static.
	{name: "as many elements", src: `static int f(int a[static 3]) { return a[0]; } int main(void) { int a[4] = {1}; return f(a + x); }`, kind: rule.OutOfBounds, bad: []int64{2, 4}, good: []int64{0, 1}},
	{name: "in an earlier declaration", src: `static int f(int a[static 3]); static int f(int *a) { return 1; } int main(void) { int a[4] = {1}; return f(a + x); }`, kind: rule.OutOfBounds, bad: []int64{2}, good: []int64{1}},
	{name: "through a pointer", src: `static int f(int a[const static 3]) { return 1; } int main(void) { int a[4] = {1}, (*p)(int *) = f; return p(a + x); }`, kind: rule.OutOfBounds, bad: []int64{2}, good: []int64{1}},
	{name: "by a pointer's type", src: `static int f(int *a) { return 1; } int main(void) { int a[4] = {1}, (*p)(int b[static 3]) = f; return p(a + x); }`, kind: rule.OutOfBounds, bad: []int64{2}, good: []int64{1}},
	{name: "rows", src: `static int f(int a[static 2][3]) { return 1; } int main(void) { int a[3][3]; return f(a + x); }`, kind: rule.OutOfBounds, bad: []int64{2}, good: []int64{1}},
	{name: "as many as another argument says", src: `static int f(long n, int a[static n]) { return 1; } int main(void) { int a[3]; return f(x, a); }`, kind: rule.OutOfBounds, bad: []int64{4}, good: []int64{1, 3}},
	{name: "null", src: `static int f(int a[static 1]) { return 1; } int main(void) { int a[1]; return f(x ? a : 0); }`, kind: rule.NullAccess, bad: []int64{0}, good: []int64{1}},
	// Lists of arguments.
	{name: "list that is not ended", src: list + `int f(int n, ...) { va_list a; va_start(a, n); if (n > 2) return 1; va_end(a); return 0; } int main(void) { return f(x); }`, kind: rule.LibraryContract, bad: []int64{3}, good: []int64{2}},
	{name: "list that is ended twice", src: list + `int f(int n, ...) { va_list a; va_start(a, n); va_end(a); if (n > 2) va_end(a); return 0; } int main(void) { return f(x); }`, kind: rule.LibraryContract, bad: []int64{3}, good: []int64{2}},
	{name: "list that is begun twice", src: list + `int f(int n, ...) { va_list a; va_start(a, n); if (n > 2) va_start(a, n); va_end(a); return 0; } int main(void) { return f(x); }`, kind: rule.LibraryContract, bad: []int64{3}, good: []int64{2}},
	{name: "list after its end", src: list + `int f(int n, ...) { va_list a; va_start(a, n); va_end(a); return n > 2 ? va_arg(a, int) : 0; } int main(void) { return f(x, 1); }`, kind: rule.LibraryContract, bad: []int64{3}, good: []int64{2}},
	{name: "copy that is not ended", src: list + `int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); if (n < 3) va_end(b); va_end(a); return 0; } int main(void) { return f(x, 1); }`, kind: rule.LibraryContract, bad: []int64{3}, good: []int64{2}},
	{name: "lists in a loop", src: list + `int f(int n, ...) { int i, r = 0; for (i = 0; i < n; i++) { va_list a; va_start(a, n); r += va_arg(a, int); va_end(a); } return r; } int main(void) { return f(x, 1); }`, good: []int64{0, 2}},
	{name: "a member", src: `struct s { int a[2], b[2]; }; static int f(int a[static 3]) { return 1; } static int g(int *a) { return 1; } int main(void) { struct s s; return x ? f(s.a) : g(s.a); }`, kind: rule.OutOfBounds, bad: []int64{1}, good: []int64{0}},
}

const list = "#include <stdarg.h>\n"

// The largest length of an array of 4 GB rows is one less.
const mostRows = 1 << 31

func TestRules(t *testing.T) {
	for _, c := range ruled {
		t.Run(c.name, func(t *testing.T) {
			p := loadFor(t, source(c.src), cfa.Machine, Default)
			for _, x := range slices.Concat(c.bad, c.good, c.open) {
				o := runOn(p, x)
				switch {
				case slices.Contains(c.bad, x):
					if o.Kind != interp.ErrorFound || o.Error.Kind != c.kind {
						t.Errorf("on %d: %v %s %+v, not %s", x, o.Kind, o.Reason, o.Error, c.kind)
					} else if !o.Error.Pos.Valid() || o.Error.Func == "" {
						t.Errorf("on %d: no place: %+v", x, o.Error)
					}
				case slices.Contains(c.open, x):
					if o.Kind != interp.ErrorFound || !o.Error.Unsupported {
						t.Errorf("on %d: %v %s %+v, not open", x, o.Kind, o.Reason, o.Error)
					}
				case o.Kind != interp.Exited:
					t.Errorf("on %d: %v %s %+v", x, o.Kind, o.Reason, o.Error)
				}
			}
		})
	}
}

// The sanitizer for lengths says the same.
func TestLengthsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	s := newSanitized(t, "clang", "-fsanitize=vla-bound", "-fno-sanitize-recover=all")
	for _, c := range ruled {
		if !c.clang {
			continue
		}
		src := "#include <stdlib.h>\n#define main body\n#define x input\nstatic long input;\n" + c.src + `
#undef main
const char *__ubsan_default_options(void) { return "exitcode=99"; }
int main(int argc, char **argv) { input = atol(argv[1]); body(); return 0; }
`
		if err := s.build(src); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s.agrees(t, c.name, c.bad, c.good)
	}
}

// What C leaves open has all its results: the environment chooses.
func TestOpenChoices(t *testing.T) {
	const temporary = `struct s { int a[3]; }; static struct s f(void) { struct s s = {{1, 2, 3}}; return s; } `
	const alloc = "#include <stdlib.h>\n#include <stdint.h>\n"
	for _, c := range []struct {
		name, src string
		choice, x int64
		want      interp.Kind
		kind      string
	}{
		{name: "literals apart", src: `int main(void) { return "r" == "r" ? 1 / 0 : 0; }`, choice: 0, x: 0},
		{name: "one literal", src: `int main(void) { return "r" == "r" ? 1 / (int)x : 0; }`, choice: 1, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "literals and their tails apart", src: `int main(void) { const char *a = "foobar", *b = "bar"; return a + 3 == b ? 1 / (int)x : 0; }`, choice: 1, x: 0},
		{name: "a tail", src: `int main(void) { const char *a = "foobar", *b = "bar"; return a + 3 == b ? 1 / (int)x : 0; }`, choice: 2, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "other literals", src: `int main(void) { const char *a = "foobar", *b = "baz"; return a + 3 == b ? 1 / (int)x : 0; }`, choice: 0, x: 0},
		{name: "the same as integers", src: alloc + `int main(void) { return (uintptr_t)"r" == (uintptr_t)"r" ? 1 / (int)x : 0; }`, choice: 1, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "wide ones", src: alloc + `int main(void) { const int *a = L"rs", *b = L"s"; return a + 1 == b ? 1 / (int)x : 0; }`, choice: 2, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "arrays", src: `int main(void) { char a[] = "r", b[] = "r"; return a == b ? 1 / (int)x : 0; }`, choice: 0, x: 0},
		{name: "realloc moves", src: alloc + `int main(void) { int *p = malloc(8), *q = realloc(p, 4); return q == p ? 1 / 0 : 0; }`, choice: 0, x: 5},
		{name: "realloc makes smaller in place", src: alloc + `int main(void) { int *p = malloc(8), *q = realloc(p, 4); return q == p ? 1 / (int)(x - 5) : 0; }`, choice: 1, x: 5, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "realloc makes larger in place", src: alloc + `int main(void) { int *p = malloc(8), *q = malloc(8), *r = realloc(p, 80); *q = 3; r[19] = 4; return r == p ? *q / (int)(x - 5) : 0; }`, choice: 1, x: 5, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "the rest of a block that stays is gone", src: alloc + `int main(void) { int *p = malloc(8), *q = realloc(p, 4); q[1] = q == p; return 0; }`, choice: 1, x: 5, want: interp.ErrorFound, kind: rule.OutOfBounds},
		{name: "a block that stays has no value where it is longer", src: alloc + `int main(void) { int *p = malloc(8), *q; p[1] = 1; q = realloc(p, 16); return q == p ? q[1] + q[x] : 0; }`, choice: 1, x: 2, want: interp.ErrorFound, kind: rule.Uninitialised},
		{name: "a block that stays is freed once", src: alloc + `int main(void) { int *p = malloc(8), *q = realloc(p, 16); if (q == p) free(p); free(q); return 0; }`, choice: 1, x: 5, want: interp.ErrorFound, kind: rule.BadFree},
		{name: "nobody compares", src: alloc + `int main(void) { int *p = malloc(8); p = realloc(p, 16); p[3] = 1; free(p); return 1 / (int)x; }`, choice: 0, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "no object is so large", src: alloc + `int main(void) { int *p = malloc(sizeof(int) * -1); return p ? 0 : 1 / (int)x; }`, choice: 0, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "nor an array", src: alloc + `int main(void) { int *p = calloc(1ul << 33, 1ul << 31); return p ? 0 : 1 / (int)x; }`, choice: 0, x: 0, want: interp.ErrorFound, kind: rule.DivisionByZero},
		{name: "a literal in a statement", src: `int main(void) { int z = 1, *p = &z; if (x) p = (int[]){1}; return *p; }`, choice: 0, x: 1, want: interp.ErrorFound, kind: rule.DeadAccess},
		{name: "no literal in a statement", src: `int main(void) { int z = 1, *p = &z; if (x) p = (int[]){1}; return *p; }`, choice: 0, x: 0},
		{name: "a literal in a condition", src: `int main(void) { int z = 1, *p; while ((p = (int[]){0})[0]) ; if (!x) p = &z; return *p; }`, choice: 0, x: 1, want: interp.ErrorFound, kind: rule.DeadAccess},
		{name: "a temporary record", src: temporary + `int main(void) { int z = 1, *p = f().a; if (!x) p = &z; return *p; }`, choice: 0, x: 1, want: interp.ErrorFound, kind: rule.DeadAccess},
		{name: "a temporary record in its expression", src: temporary + `static int g(int *p) { return p[1]; } int main(void) { int *p; return g(f().a) + (p = f().a)[1] + (x ? f() : f()).a[0]; }`, choice: 0, x: 1},
		{name: "a temporary record in a condition", src: temporary + `int main(void) { int *p; if ((p = f().a)[0] && x) return *p; return 0; }`, choice: 0, x: 1, want: interp.ErrorFound, kind: rule.DeadAccess},
		{name: "a temporary record of an earlier round", src: temporary + `int main(void) { int *p = 0, i; for (i = 0; i <= x; p = f().a, i++) if (p) return *p; return 0; }`, choice: 0, x: 1, want: interp.ErrorFound, kind: rule.DeadAccess},
		{name: "a literal in a block", src: `int main(void) { int *p = (int[]){1}; { p[0] = 2; } return *p; }`, choice: 0, x: 0},
	} {
		p := loadFor(t, source(c.src), cfa.Machine, Default)
		o := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
			switch {
			case q.Input.Kind == cfa.Nondet:
				return num.Of(c.x), true
			case strings.HasPrefix(q.Input.Name, "whether "):
				return num.Of(c.choice), true
			}
			return num.Of(oneIf(strings.HasPrefix(q.Input.Name, "success of "))), true
		}), interp.Options{MaxSteps: 100000, Check: true})
		if c.want == 0 {
			c.want = interp.Exited
		}
		if o.Kind != c.want || o.Error != nil && o.Error.Kind != c.kind {
			t.Errorf("%s: %v %s %+v", c.name, o.Kind, o.Reason, o.Error)
		}
	}
}
