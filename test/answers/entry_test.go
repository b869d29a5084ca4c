package answers_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

const linked = `
struct node { int v; struct node *next; };
void free(void *);
`

// What is said of a function that is verified by itself.
var entryFunctions = []struct {
	name     string
	src      string
	pointers string
	globals  string
	want     whet.Verdict
}{
	{"nothing led to", `int f(int *p) { return p ? *p : 0; }`, "", "", whet.Safe},
	{"null", `int f(int *p) { return *p; }`, "", "", whet.Unsafe},
	{"object", `int f(int *p) { return *p; }`, "object", "", whet.Safe},
	{"behind an object", `int f(int *p) { return p[1]; }`, "object", "", whet.Unsafe},
	{"array", `int f(int *p) { return p[3]; }`, "array:4", "", whet.Safe},
	{"behind an array", `int f(int *p) { return p[4]; }`, "array:4", "", whet.Unsafe},
	{"the same", `int f(int *p, int *q) { *p = 1; *q = 2; return 1 / (*p - 2); }`, "object", "", whet.Unsafe},
	{"of other types", `int f(int *p, char *q) { *p = 1; *q = 2; return 1 / (*p - 2); }`, "object", "", whet.Safe},
	{"free of a list", linked + `void f(struct node *p) { while (p) { struct node *n = p->next; free(p); p = n; } }`, "", "", whet.Safe},
	{"free of a list with shared nodes", linked + `void f(struct node *p) { while (p) { struct node *n = p->next; free(p); p = n; } }`, "shared", "", whet.Unsafe},
	{"used after", linked + `int f(struct node *p) { if (!p) return 0; free(p); return p->v; }`, "", "", whet.Unsafe},
	{"nodes", linked + `int f(struct node *p) { int n = 0; for (; p; p = p->next) n++; return 1 / (n - 4); }`, "", "", whet.Safe},
	{"third node", linked + `int f(struct node *p) { int n = 0; for (; p; p = p->next) n++; return 1 / (n - 3); }`, "", "", whet.Unsafe},
	{"variable", `static int g; int f(void) { return 1 / (g + 1); }`, "", "", whet.Unsafe},
	{"variable at the start", `static int g; int f(void) { return 1 / (g + 1); }`, "", "initial", whet.Safe},
	{"constant", `static const int g = 3; int f(void) { return 1 / g; }`, "", "", whet.Safe},
	{"variable that is led to", `static int g; int *h(void) { return &g; } int f(int *p) { g = 1; *p = 2; return 1 / (g - 2); }`, "object", "", whet.Unsafe},
	{"truth value", `int f(_Bool b) { return 1 / (b + 1); }`, "", "", whet.Safe},
	{"array of pointers", `static int *t[4]; int f(unsigned i) { return i < 4 && t[i] ? *t[i] / 2 : 0; }`, "", "", whet.Safe},

	{"requires", `/*@ requires n > 0; */ int f(int n) { return 1 / n; }`, "", "", whet.Safe},
	{"valid", `/*@ requires \valid(p); */ int f(int *p) { return *p; }`, "", "", whet.Safe},
	{"valid, behind", `/*@ requires \valid(p); */ int f(int *p) { return p[1]; }`, "", "", whet.Unsafe},
	{"valid array", `/*@ requires \valid_read(p + (0 .. 3)); */ int f(int *p) { return p[3]; }`, "", "", whet.Safe},
	{"valid, behind an array", `/*@ requires \valid(p + (0 .. 3)); */ int f(int *p) { return p[4]; }`, "", "", whet.Unsafe},
	{"valid of a length", `/*@ requires n > 0 && \valid(p + (0 .. n-1)); */ int f(char *p, int n) { p[n-1] = 1; return p[0]; }`, "", "", whet.Safe},
	{"valid of a length, behind", `/*@ requires n > 0 && \valid(p + (0 .. n-1)); */ int f(char *p, int n) { return p[n]; }`, "", "", whet.Unsafe},
	{"valid of no length", `/*@ requires n >= 0; requires \valid(p + (0 .. n-1)); */ int f(char *p, int n) { return p[0]; }`, "", "", whet.Unsafe},
	{"valid of a length without a sign", `/*@ requires \valid(p + (0 .. n-1)); */ int f(char *p, unsigned long n) { return n ? p[n-1] : 0; }`, "", "", whet.Safe},
	{"valid of a length without a sign, behind", `/*@ requires \valid(p + (0 .. n-1)); */ int f(char *p, unsigned long n) { return n ? p[n] : 0; }`, "", "", whet.Unsafe},
	{"records of a length", `struct r { char c; union { int i; short s; } u; }; /*@ requires n > 0 && \valid_read(p + (0 .. n-1)); */ int f(struct r *p, int n) { return p[n-1].c + p[0].u.s; }`, "", "", whet.Safe},
	{"what was never stored, beside a length", linked + `void *malloc(unsigned long); /*@ requires n > 0 && \valid_read(p + (0 .. n-1)); */ int f(int *p, int n) {
		int *q = malloc(sizeof *q); int r = q ? *q > p[n-1] : 0; free(q); return r; }`, "", "", whet.Unsafe},
	{"a part of a predicate", `/*@ requires \valid(p) || n == 0; */ int f(int *p, int n) { return *p; }`, "", "", whet.Unsafe},
	{"another part of a predicate", `/*@ requires \valid(p) || n == 0; */ int f(int *p, int n) { return n ? *p : 0; }`, "", "", whet.Safe},
	{"together", `/*@ requires \valid(a) && \valid(b); ensures *a == 1; */ void f(int *a, int *b) { *a = 1; *b = 2; }`, "", "", whet.Unsafe},
	{"separated", `/*@ requires \valid(a) && \valid(b); requires \separated(a, b); ensures *a == 1; */ void f(int *a, int *b) { *a = 1; *b = 2; }`, "", "", whet.Safe},
	{"ensures", `/*@ ensures \result == n || \result == -n; */ int f(short n) { return n < 0 ? -n : n; }`, "", "", whet.Safe},
	{"ensures, not so", `/*@ ensures \result > 0; */ int f(short n) { return n < 0 ? -n : n; }`, "", "", whet.Unsafe},
	{"old", `/*@ requires \valid(a) && \valid(b); ensures *a == \old(*b) && *b == \old(*a); */ void f(int *a, int *b) { int t = *a; *a = *b; *b = t; }`, "", "", whet.Safe},
	{"old, not so", `/*@ requires \valid(a) && \valid(b); ensures *a == \old(*b) && *b == \old(*a); */ void f(int *a, int *b) { *a = *b; *b = *a; }`, "", "", whet.Unsafe},
	{"parameters are those of the call", `/*@ ensures \result == n; */ int f(int n) { int m = n; n = 7; return m; }`, "", "", whet.Safe},
	{"contract of what is called", `/*@ ensures \result > 0; */ int g(int n) { return n; } int f(int n) { return g(n); }`, "", "", whet.Unsafe},
	{"contract of what is called, kept", `/*@ ensures \result > n; */ long g(int n) { return n + 1l; } int f(int n) { return g(n) > n ? 1 : 1 / 0; }`, "", "", whet.Safe},
	{"contract of the entry, called by itself", `/*@ requires n >= 0; ensures \result == 0; */ int f(int n) { return n ? f(n - 2) : 0; }`, "", "", whet.Unsafe},
	{"contract of what is not called", `/*@ ensures \result > 0; */ int g(int n) { return n; } int f(int n) { return n; }`, "", "", whet.Safe},
	{"a second annotation that is not read", "/*@ ensures \result > 0; */\n/*@ requires \\fresh(n); */\nint f(int n) { return n; }", "", "", whet.Unknown},
}

// All that a contract promises is stored to: no place in such a block is left to be proved.
func TestEntryBlocksAreStored(t *testing.T) {
	src := `/*@ requires n >= 0 && \valid_read(p + (0 .. n-1)); */ int f(int *p, int n) { int l = 0, h = n - 1; while (l <= h) {
		int m = l + (h - l) / 2; if (p[m] < 7) l = m + 1; else h = m - 1; } return l; }`
	o := whet.Options{Entry: "f", Checks: []string{"uninit"}, Timeout: 5 * time.Second, Jobs: 1}
	r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(src)), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != whet.Safe {
		t.Errorf("the verdict is %v (%s)", r.Verdict, r.Reason)
	}
}

func TestEntryFunctions(t *testing.T) {
	for _, c := range entryFunctions {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := whet.Options{Entry: "f", Pointers: c.pointers, Globals: c.globals, Timeout: time.Minute, Jobs: 1}
			r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(c.src)), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("the verdict is %v (%s), want %v", r.Verdict, r.Reason, c.want)
			}
			if r.Verdict == whet.Safe && !strings.Contains(strings.Join(r.Task.Inputs, "\n"), "variables with static storage") {
				t.Error("the result does not say what is assumed of the inputs")
			}
		})
	}
}
