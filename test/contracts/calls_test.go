package contracts_test

import (
	"context"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
)

// Calls that the proof of a contract does not cover, and calls that it does: in each pair the first
// program has a bug that only the call brings about, and the second one has none.
var calls = []struct {
	name  string
	decls string // with the function that has a contract
	bad   string // the bodies of main
	good  string
}{
	{"a member of a variable that the contract names",
		`struct s { int a, b; } g; /*@ requires \valid(p); assigns *p; ensures g.b == \old(g.b); */ void f(int *p) { *p = 9; }`,
		`g.b = 2; f(&g.b); /*@ assert g.b == 2; */`, `int x; g.b = 2; f(&x); /*@ assert g.b == 2; */`},
	{"an element of one",
		`int g[3]; /*@ requires \valid(p); assigns *p; ensures g[1] == \old(g[1]); */ void f(int *p) { *p = 9; }`,
		`g[1] = 2; f(g + 1); /*@ assert g[1] == 2; */`, `int x; g[1] = 2; f(&x); /*@ assert g[1] == 2; */`},
	{"bytes of one",
		`int g; /*@ requires \valid(c); assigns *c; ensures g == \old(g); */ void f(char *c) { *c = 1; }`,
		`g = 0; f((char *)&g); /*@ assert g == 0; */`, `char c; g = 0; f(&c); /*@ assert g == 0; */`},
	{"a pointer that is a variable leads to one",
		`int a[4], *p; /*@ assigns *p; ensures a[0] == \old(a[0]); */ void f(void) { if (p) *p = 9; }`,
		`p = a; a[0] = 2; f(); /*@ assert a[0] == 2; */`, `int x; p = &x; a[0] = 2; f(); p = 0; f(); /*@ assert a[0] == 2; */`},
	{"a record and a member of it",
		`struct s { int a, b; }; /*@ requires \valid(p) && \valid(q); assigns q->a; ensures *p == \old(*p); */ void f(int *p, struct s *q) { q->a = 7; }`,
		`struct s x = {1, 2}; f(&x.a, &x); /*@ assert x.a == 1; */`, `struct s x = {1, 2}; int y = 1; f(&y, &x); /*@ assert y == 1 && x.b == 2; */`},
	{"parts of one array",
		`/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); assigns *q; ensures p != q ==> p[1] == \old(p[1]); */ void f(int *p, int *q) { q[0] = 7; }`,
		`int a[3] = {1, 2, 3}; f(a, a + 1); /*@ assert a[1] == 2; */`, `int a[4] = {1, 2, 3, 4}; f(a, a + 2); /*@ assert a[1] == 2; */`},
	{"behind an array", `/*@ assigns *p; */ void f(int *p) { if (p) *p = 1; }`, `int a[4]; f(a + 4);`, `int a[4]; f(a + 3); f(0);`},
	{"freed", "#include <stdlib.h>\n" + `/*@ assigns *p; */ void f(int *p) { if (p) *p = 1; }`,
		`int *a = malloc(4); free(a); f(a);`, `int *a = malloc(4); f(a); free(a);`},
	{"past its life", `int *g; /*@ assigns *g; */ void f(void) { if (g) *g = 1; }`, `{ int x; g = &x; } f();`, `int x; { g = &x; } f();`},
	{"four nodes",
		`struct n { struct n *n; }; /*@ assigns \nothing; ensures \result <= 3; */ int f(struct n *p) { int k = 0; while (p) k++, p = p->n; return k; }`,
		`struct n a = {0}, b = {&a}, c = {&b}, d = {&c}; int r = f(&d); /*@ assert r <= 3; */`,
		`struct n a = {0}, b = {&a}, c = {&b}; int r = f(&c); /*@ assert r <= 3; */`},
	{"nodes in a circle",
		`struct n { int v; struct n *n; }; /*@ requires \valid(p); assigns p->v; ensures p->n != \null ==> p->n->v == \old(p->n->v); */ void f(struct n *p) { p->v = 9; }`,
		`struct n a = {1, 0}; a.n = &a; f(&a); /*@ assert a.v == 1; */`, `struct n b = {1, 0}, a = {1, &b}; f(&a); /*@ assert b.v == 1; */`},
	{"a common part of a tree",
		`struct t { int v; struct t *l, *r; }; /*@ requires \valid(p); assigns p->l->v; ensures p->l != \null && p->r != \null ==> p->r->v == \old(p->r->v); */
void f(struct t *p) { if (p->l) p->l->v = 9; }`,
		`struct t x = {1, 0, 0}, a = {1, &x, &x}; f(&a); /*@ assert x.v == 1; */`,
		`struct t x = {1, 0, 0}, y = x, a = {1, &x, &y}; f(&a); /*@ assert y.v == 1; */`},
	{"a table of pointers",
		`int *t[2]; /*@ assigns \nothing; ensures \result == 0; */ int f(void) { return t[0] && t[1] && t[0] != t[1]; }`,
		`int x, y; t[0] = &x; t[1] = &y; int r = f(); /*@ assert r == 0; */`, `int r = f(); /*@ assert r == 0; */`},
	{"side by side",
		`/*@ requires \valid(p) && \valid(q); assigns \nothing; ensures \result == 0; */ int f(int *p, int *q) { return p + 1 == q; }`,
		`int a[3]; int r = f(a, a + 1); /*@ assert r == 0; */`, `int a[3]; int r = f(a, a + 2); /*@ assert r == 0; */`},
	{"a truth value of 5",
		`_Bool g; /*@ assigns \nothing; ensures \result <= 1; */ int f(void) { return *(unsigned char *)&g; }`,
		`*(unsigned char *)&g = 5; int r = f(); /*@ assert r <= 1; */`, `g = 5; int r = f(); /*@ assert r <= 1; */`},
	{"not stored to", `/*@ requires \valid(p); assigns \nothing; */ int f(const int *p) { return *p > 0; }`,
		`int x; f(&x);`, `int x = 1; f(&x);`},
	{"a member that is not stored to", `struct s { int a, b; }; /*@ requires \valid(p); assigns \nothing; */ int f(struct s *p) { return p->b; }`,
		`struct s x; x.a = 1; f(&x);`, `struct s x; x.b = 1; f(&x);`},
	{"an element that is not stored to", `/*@ requires \valid_read(p + (0 .. 2)); assigns \nothing; */ int f(const int *p) { return p[2]; }`,
		`int a[3]; a[0] = a[1] = 1; f(a);`, `int a[3]; a[0] = a[1] = a[2] = 1; f(a);`},
	{"behind two pointers, not stored to", `/*@ requires \valid(p); requires \valid(*p); assigns \nothing; */ int f(int **p) { return **p; }`,
		`int x, *q = &x; f(&q);`, `int x = 1, *q = &x; f(&q);`},
	{"in the heap, not stored to", "#include <stdlib.h>\n" + `/*@ assigns \nothing; */ int f(int *p) { return p ? *p : 0; }`,
		`int *p = malloc(4); f(p); free(p);`, `int *p = calloc(1, 4); f(p); free(p);`},
	{"stored to by the function", `/*@ requires \valid(p); assigns *p; ensures *p == 3; */ void f(int *p) { *p = 3; }`,
		`int x; if (x == 2) return 1; f(&x);`, `int x; f(&x); /*@ assert x == 3; */`},
}

func TestContractCalls(t *testing.T) {
	for _, c := range calls {
		for _, main := range []struct {
			body string
			want whet.Verdict
		}{{c.bad, whet.Unsafe}, {c.good, whet.Safe}} {
			t.Run(c.name+", "+string(main.want), func(t *testing.T) {
				t.Parallel()
				src := whet.Text("program.c", []byte(c.decls+"\nint main(void) { "+main.body+" return 0; }\n"))
				r, err := whet.Verify(context.Background(), src, whet.Options{Contracts: []string{"all"}, Timeout: 2 * time.Minute, Jobs: 1})
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != main.want {
					t.Errorf("the verdict is %v (%s), want %v: %s", r.Verdict, r.Reason, main.want, main.body)
				}
			})
		}
	}
}

// Functions without a body: their contracts are taken to hold, and the result says so.
var promised = []struct {
	name, src string
	want      whet.Verdict
}{
	{"assigns", `/*@ requires \valid(a); assigns *a; ensures *a == 1; */ void one(int *a);
int main(void) { int x = 0; one(&x); /*@ assert x == 1; */ return 0; }`, whet.Safe},
	{"assigns something else", `/*@ requires \valid(a); assigns *a; ensures *a == 1; */ void one(int *a);
int main(void) { int x = 0; one(&x); /*@ assert x == 2; */ return 0; }`, whet.Unsafe},
	{"changes nothing else", `int g; /*@ assigns \nothing; ensures 0 <= \result < n; */ int pick(int n);
int main(void) { int a[4] = {0}; g = 1; a[pick(4)] = 1; /*@ assert g == 1; */ return 0; }`, whet.Safe},
	{"says too little", `/*@ assigns \nothing; ensures 0 <= \result <= n; */ int pick(int n);
int main(void) { int a[4] = {0}; a[pick(4)] = 1; return 0; }`, whet.Unsafe},
	{"precondition", `/*@ requires n > 0; assigns \nothing; ensures 0 <= \result < n; */ int pick(int n);
int main(void) { return pick(0); }`, whet.Unsafe},
	{"in a body", `int g; /*@ assigns g; ensures g == \old(g) + 1; */ void inc(void);
/*@ requires 0 <= g < 100; assigns g; ensures g == \old(g) + 2; */ void twice(void) { inc(); inc(); }
int main(void) { g = 3; twice(); /*@ assert g == 5; */ return 0; }`, whet.Safe},
	{"no assigns", `int g; /*@ ensures \result == 1; */ int one(int *p);
int main(void) { g = 3; int r = one(&g); /*@ assert r == 1; */ return 0; }`, whet.Safe},
}

func TestPromisedContracts(t *testing.T) {
	for _, c := range promised {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(c.src)), whet.Options{Contracts: []string{"all"}, Timeout: 2 * time.Minute, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("the verdict is %v (%s), want %v", r.Verdict, r.Reason, c.want)
			}
			said := false
			for _, g := range r.Assumed {
				said = said || g.Done == "taken to hold: there is no body"
			}
			if !said {
				t.Errorf("nothing says that the contract is taken to hold: %v", r.Assumed)
			}
		})
	}
}

// Of an entry whose precondition nothing satisfies nothing is proved, and the result says so.
func TestContradictoryRequires(t *testing.T) {
	for _, c := range []struct {
		requires string
		reached  bool
	}{{"n > 0 && n < 0", false}, {"n > 0 && n < 2", true}} {
		src := whet.Text("program.c", []byte("/*@ requires "+c.requires+"; */ int f(int n) { /*@ assert n == 1; */ return n; }"))
		r, err := whet.Verify(context.Background(), src, whet.Options{Entry: "f", Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		reached := false
		for _, p := range r.Checked {
			reached = reached || p.Status == report.Holds
		}
		if r.Verdict != whet.Safe || reached != c.reached {
			t.Errorf("requires %s: %v, a check is reached: %v", c.requires, r.Verdict, reached)
		}
	}
}

// The contract of a function without a body counts where any contract is used. Elsewhere no bug rests on
// what it may exclude.
func TestContractsNotNamed(t *testing.T) {
	const head = `extern void reach_error(void); int g;
/*@ assigns g; ensures g == 1; */ void one(void);
/*@ assigns \nothing; ensures \result > 0; */ int positive(void);
/*@ requires n > 0; assigns \nothing; ensures \result == n; */ int same(int n);
/*@ assigns \nothing; ensures \result >= 0; */ int f(int n) { return n < 0 ? 0 : same(n / 2 + 1); }
int main(void) { `
	for _, c := range []struct {
		name, src         string
		used, none, named whet.Verdict
	}{
		{"a result", `if (positive() <= 0) reach_error(); return 0; }`, whet.Safe, whet.Unknown, whet.Safe},
		{"a result that there may be", `if (positive() == 3) reach_error(); return 0; }`, whet.Unsafe, whet.Unknown, whet.Unsafe},
		{"memory", `g = 0; one(); if (g == 0) reach_error(); return 0; }`, whet.Safe, whet.Unknown, whet.Safe},
		{"memory as it says", `g = 0; one(); if (g == 1) reach_error(); return 0; }`, whet.Unsafe, whet.Unknown, whet.Unsafe},
		{"before the call", `g = 0; if (g == 0) reach_error(); one(); return 0; }`, whet.Unsafe, whet.Unsafe, whet.Unsafe},
	} {
		for i, names := range [][]string{{"all"}, nil, {"f"}} {
			want := []whet.Verdict{c.used, c.none, c.named}[i]
			r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(head+c.src)), whet.Options{Contracts: names, Timeout: time.Minute, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("%s, --contracts %v: the verdict is %v (%s), want %v", c.name, names, r.Verdict, r.Reason, want)
			}
		}
	}
}
