package contracts_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

// Functions with contracts, in the style of the tutorials of deductive verifiers. What is wanted is
// the verdict, or in part of the reason. With "bug" the contract or the body was broken.
var contracts = []struct {
	name string
	src  string
	want whet.Verdict
	why  string // is in the reason, or in the claim that fails
}{
	{"swap", `/*@ requires \valid(a) && \valid(b); assigns *a, *b; ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) { int x = 1, y = 2; swap(&x, &y); /*@ assert x == 2 && y == 1; */ return 0; }`, whet.Safe, ""},
	{"swap, one is not assigned", `/*@ requires \valid(a) && \valid(b); assigns *a; ensures *a == \old(*b); */
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }`, whet.Unsafe, "assigns"},
	{"swap, the caller knows too little", `/*@ requires \valid(a) && \valid(b); assigns *a, *b; ensures *a == \old(*b); */
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) { int x = 1, y = 2; swap(&x, &y); /*@ assert x == 2 && y == 1; */ return 0; }`, whet.Safe, "bodies"},
	{"a bug of the caller", `/*@ requires \valid(a) && \valid(b); assigns *a, *b; ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) { int x = 1, y = 2; swap(&x, &y); /*@ assert x == 1; */ return 0; }`, whet.Unsafe, "assertion"},
	{"precondition of a call", `/*@ requires n >= 0; assigns \nothing; ensures \result == n / 2; */ int half(int n) { return n / 2; }
int main(void) { return half(-2); }`, whet.Unsafe, "precondition"},
	{"behaviours", `/*@ requires n > -2147483648; assigns \nothing;
behavior neg: assumes n < 0; ensures \result == -n;
behavior pos: assumes n >= 0; ensures \result == n;
complete behaviors; disjoint behaviors; */ int mag(int n) { return n < 0 ? -n : n; }
int main(void) { return mag(-3) == 3 && mag(4) == 4 ? 0 : 1 / 0; }`, whet.Safe, ""},
	{"behaviours, not complete", `/*@ assigns \nothing;
behavior neg: assumes n < 0; ensures \result == 1;
behavior pos: assumes n > 0; ensures \result == 0;
complete behaviors; */ int neg(int n) { return n < 0; }`, whet.Unsafe, "complete"},
	{"behaviours, not disjoint", `/*@ assigns \nothing;
behavior neg: assumes n <= 0; ensures \result == 1;
behavior pos: assumes n >= 0; ensures 1 == 1;
disjoint behaviors neg, pos; */ int neg(int n) { return n <= 0; }`, whet.Unsafe, "disjoint"},
	{"behaviours, one fails", `/*@ behavior neg: assumes n < 0; ensures \result == -1;
behavior pos: assumes n > 0; ensures \result == 1; */ int sign(int n) { return n < 0 ? -1 : 0; }`, whet.Unsafe, "pos: "},
	{"behaviours that assign", `int g, h;
/*@ behavior a: assumes n < 0; assigns g; ensures g == 1;
behavior b: assumes n >= 0; assigns h; ensures h == 1; complete behaviors; */
void set(int n) { if (n < 0) g = 1; else h = 1; }
int main(void) { g = h = 0; set(-1); /*@ assert g == 1 && h == 0; */ set(1); /*@ assert g == 1 && h == 1; */ return 0; }`, whet.Safe, ""},
	{"behaviours that assign too much", `int g, h;
/*@ behavior a: assumes n < 0; assigns g;
behavior b: assumes n >= 0; assigns h; complete behaviors; */
void set(int n) { g = 1; if (n >= 0) h = 1; }`, whet.Unsafe, "b: "},
	{"max of a few", `/*@ requires 0 < n <= 3 && \valid_read(a + (0 .. n-1)); assigns \nothing;
ensures \forall integer k; 0 <= k < n ==> \result >= a[k];
ensures \exists integer k; 0 <= k < n && \result == a[k]; */
int top(const int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; return m; }
int main(void) { int a[3] = {1, 7, 3}; int m = top(a, 3); /*@ assert m >= 7; */ return 0; }`, whet.Safe, ""},
	{"max that starts at 0", `/*@ requires 0 < n <= 3 && \valid_read(a + (0 .. n-1)); assigns \nothing;
ensures \exists integer k; 0 <= k < n && \result == a[k]; */
int top(const int *a, int n) { int m = 0; for (int i = 0; i < n; i++) if (a[i] > m) m = a[i]; return m; }`, whet.Unsafe, "postcondition"},
	{"fill", `/*@ requires 0 <= n <= 2 && \valid(p + (0 .. n-1)); assigns p[0 .. n-1];
ensures \forall integer k; 0 <= k < n ==> p[k] == c; */
void fill(char *p, char c, int n) { for (int i = 0; i < n; i++) p[i] = c; }
int main(void) { char b[4] = "abc"; fill(b, 'x', 2); /*@ assert b[0] == 'x' && b[1] == 'x' && b[2] == 'c'; */ return 0; }`, whet.Safe, ""},
	{"fill one more", `/*@ requires 0 <= n <= 3 && \valid(p + (0 .. n)); assigns p[0 .. n-1]; */
void fill(char *p, char c, int n) { for (int i = 0; i <= n; i++) p[i] = c; }`, whet.Unsafe, "assigns"},
	{"fill bytes behind void", `/*@ requires 0 <= n <= 3 && \valid((char *)p + (0 .. n-1)); assigns ((char *)p)[0 .. n-1];
ensures \forall integer k; 0 <= k < n ==> ((char *)p)[k] == 0; */
void zero(void *p, int n) { char *q = p; for (int i = 0; i < n; i++) q[i] = 0; }`, whet.Safe, ""},
	{"search", `/*@ requires 0 <= n <= 1 && \valid_read(a + (0 .. n-1));
requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; assigns \nothing;
behavior found: assumes \exists integer k; 0 <= k < n && a[k] == x; ensures 0 <= \result < n && a[\result] == x;
behavior not: assumes \forall integer k; 0 <= k < n ==> a[k] != x; ensures \result == -1;
complete behaviors; disjoint behaviors; */
int find(const int *a, int n, int x) {
  int lo = 0, hi = n - 1;
  while (lo <= hi) { int m = lo + (hi - lo) / 2; if (a[m] == x) return m; if (a[m] < x) lo = m + 1; else hi = m - 1; }
  return -1; }`, whet.Safe, ""},
	{"search that misses the last", `/*@ requires 0 <= n <= 2 && \valid_read(a + (0 .. n-1)); assigns \nothing;
behavior not: assumes \forall integer k; 0 <= k < n ==> a[k] != x; ensures \result == -1;
behavior found: assumes \exists integer k; 0 <= k < n && a[k] == x; ensures 0 <= \result < n; */
int find(const int *a, int n, int x) { for (int i = 0; i < n - 1; i++) if (a[i] == x) return i; return -1; }`, whet.Unsafe, "found"},
	{"node", `struct node { int v; struct node *next; };
/*@ requires \valid(p); requires \valid(p->next) && p->next != p; assigns p->next->v; ensures p->next->v == p->v; */
void pass(struct node *p) { p->next->v = p->v; }
int main(void) { struct node b = {2, 0}, a = {1, &b}; pass(&a); /*@ assert b.v == 1 && a.v == 1 && b.next == \null; */ return 0; }`, whet.Safe, ""},
	{"node that changes the list", `struct node { int v; struct node *next; };
/*@ requires \valid(p); assigns p->v; ensures p->v == 3; */
void set(struct node *p) { p->v = 3; if (p->next) p->next->v = 4; }`, whet.Unsafe, "assigns"},
	{"recursion", `/*@ requires 0 <= n <= 100; assigns \nothing; ensures n <= \result <= 100 * n; */
int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) { return sum(10) >= 10 ? 0 : 1 / 0; }`, whet.Safe, ""},
	{"recursion, too far down", `/*@ requires 0 <= n <= 100; assigns \nothing; ensures \result >= 0; */
int sum(int n) { return n == 0 ? 0 : n + sum(n - 2); }`, whet.Unsafe, "precondition"},
	{"two that call each other", `int odd(int n);
/*@ requires n >= 0; assigns \nothing; ensures \result == (n % 2 == 0); */ int even(int n) { return n ? odd(n - 1) : 1; }
/*@ requires n >= 0; assigns \nothing; ensures \result == (n % 2 == 1); */ int odd(int n) { return n ? even(n - 1) : 0; }`, whet.Safe, ""},
	{"contract in front of a declaration", `/*@ requires k > 0; assigns \nothing; ensures \result >= 1; */ int up(int k);
int main(void) { return up(2) >= 1 ? 0 : 1 / 0; }
int up(int n) { return n; }`, whet.Safe, ""},
	{"a postcondition without a value", `/*@ assigns \nothing; ensures 1 / (\result - \result) == 1; */ int f(int x) { return x; }
int main(void) { int r = f(5); /*@ assert r == 6; */ return 0; }`, whet.Unsafe, ""},
	{"a postcondition without a value for some", `/*@ requires 0 <= x < 10; assigns \nothing; ensures 10 / x == \result; */ int f(int x) { return x ? 10 / x : 77; }`, whet.Unsafe, "postcondition"},
	{"a postcondition with a value", `/*@ requires 0 < x < 10; assigns \nothing; ensures 10 / x == \result; */ int f(int x) { return 10 / x; }
int main(void) { int r = f(5); /*@ assert r == 2; */ return 0; }`, whet.Safe, ""},
	{"what a null pointer led to", `/*@ requires p == \null; assigns \nothing; ensures \result == \old(*p); */ int f(int *p) { return 3; }
int main(void) { int r = f(0); /*@ assert r == 4; */ return 0; }`, whet.Unsafe, ""},
	{"assigns behind a pointer that may be null", `struct s { int *q; }; /*@ requires \valid(p); assigns *p->q; */ void f(struct s *p) { if (p->q) *p->q = 1; }
int main(void) { int y = 0; struct s a = {0}, b = {&y}; f(&a); f(&b); return 0; }`, whet.Safe, ""},
	{"nothing is left out where no place is assigned", `struct s { int *q; }; /*@ requires \valid(p); assigns *p->q; */ void f(struct s *p) { if (p->q) *p->q = 1; }
int main(void) { struct s a = {0}; f(&a); /*@ assert a.q != \null; */ return 0; }`, whet.Unsafe, "assertion"},
	{"assigns no place", `int g; struct s { struct s *n; int v; }; /*@ requires \valid(p); assigns p->n->v; */ void f(struct s *p) { if (!p->n) g = 2; }
int main(void) { struct s a = {0}; f(&a); /*@ assert g == 0; */ return 0; }`, whet.Unsafe, "assigns"},
	{"no assigns", `int g; /*@ ensures g == 1; */ void set(void) { g = 1; }
int main(void) { set(); /*@ assert g == 1; */ return 0; }`, whet.Safe, "bodies"},
	{"no assigns, and a function without a body", `int g; void other(int *); /*@ ensures g == 1; */ void set(void) { other(&g); g = 1; }
int main(void) { g = 0; set(); /*@ assert g == 1; */ other(&g); /*@ assert g == 1; */ return 0; }`, whet.Unknown, ""},
	{"no assigns, and no effect", `/*@ ensures \result > n; */ long up(int n) { return n + 1l; }
int main(void) { return up(3) > 3 ? 0 : 1 / 0; }`, whet.Safe, ""},
	{"contradictory", `/*@ requires n > 0 && n < 0; assigns \nothing; ensures \result == 7; */ int f(int n) { return n; }`, whet.Unknown, "satisfies"},
	{"contract that is not kept, used", `/*@ assigns \nothing; ensures \false; */ int f(int n) { return n; }
int main(void) { f(1); /*@ assert 1 == 2; */ return 0; }`, whet.Unsafe, "postcondition"},
	{"arithmetic without bounds", `/*@ requires n > 0; assigns \nothing; ensures \result == (n + 1 > n); */ int f(int n) { return 1; }`, whet.Safe, ""},
	{"predicate", `/*@ predicate sorted(int *a, integer n) = \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
/*@ requires \valid(a + (0 .. 1)); assigns a[0 .. 1]; ensures sorted(a, 2); */
void sort2(int *a) { if (a[0] > a[1]) { int t = a[0]; a[0] = a[1]; a[1] = t; } }
int main(void) { int b[2] = {5, 3}; sort2(b); /*@ assert b[0] <= b[1]; */ return 0; }`, whet.Safe, ""},
	{"logic function", `/*@ logic integer twice(integer n) = 2 * n; */
/*@ requires -100 < n < 100; assigns \nothing; ensures \result == twice(n); */ int two(int n) { return n + n; }`, whet.Safe, ""},
	{"macro", `#define LIMIT 10
/*@ requires 0 <= n < LIMIT; assigns \nothing; ensures \result <= LIMIT; */ int next(int n) { return n + 1; }
int main(void) { return next(9) <= LIMIT ? 0 : 1 / 0; }`, whet.Safe, ""},
	{"pointer that is returned", `/*@ requires \valid(a) && \valid(b); assigns \nothing; ensures \result == a || \result == b; */
int *pick(int *a, int *b) { return *a < *b ? a : b; }
int main(void) { int x = 1, y = 2; int *p = pick(&x, &y); *p = 5; /*@ assert x == 5 || y == 5; */ return 0; }`, whet.Safe, ""},
	{"pointer that is returned, may be the other", `/*@ requires \valid(a) && \valid(b); assigns \nothing; ensures \result == a || \result == b; */
int *pick(int *a, int *b) { return *a < *b ? a : b; }
int main(void) { int x = 1, y = 2; int *p = pick(&x, &y); *p = 5; /*@ assert x == 1; */ return 0; }`, whet.Unsafe, "assertion"},
	{"through a pointer", `/*@ assigns \nothing; ensures \result >= 1; */ int one(void) { return 1; }
int main(int n, char **v) { int (*f)(void) = one; return f() >= 1 ? 0 : 1 / 0; }`, whet.Safe, ""},
	{"frees", `#include <stdlib.h>
/*@ requires \valid(p); assigns \nothing; */ void drop(int *p) { free(p); }
int main(void) { int *p = malloc(sizeof *p); if (p) { *p = 1; drop(p); return *p; } return 0; }`, whet.Unsafe, ""},
	{"gives what it allocates", `#include <stdlib.h>
/*@ assigns \nothing; */ int *make(void) { return malloc(4); }
int main(void) { int *p = make(); return p == 0; }`, whet.Safe, "bodies"},
	{"static variable", `/*@ assigns \nothing; ensures \result >= 0; */ int count(void) { static int n; n = 1; return 3; }`, whet.Unsafe, "assigns"},
	{"through an out parameter", `/*@ requires \valid(p); assigns *p; ensures *p == 3; */ void three(int *p) { *p = 3; }
int g; int main(void) { three(&g); return g == 3 ? 0 : 1 / 0; }`, whet.Safe, ""},
	{"unread assigns", `int g; /*@ assigns \strange(g); ensures \result == 0; */ int f(void) { g = 1; return 0; }
int main(void) { return f(); }`, whet.Unknown, ""},
	{"unread ensures", `/*@ assigns \nothing; ensures \strange(\result); */ int f(void) { return 0; }`, whet.Unknown, "not supported"},
	{"values before a loop", `/*@ requires 0 <= n < 10; assigns \nothing; ensures \result == 0; */
int down(int n) { while (n > 0) { n--; /*@ assert n < \at(n, Pre); */ } return n; }`, whet.Safe, ""},
	{"errno is any value", "#include <errno.h>\n/*@ assigns \\nothing; ensures \\result == 0; */ int f(void) { return errno; }", whet.Unknown, "depends on values"},
	{"union", `union u { int a; char b[4]; } g; /*@ assigns g.a; */ void f(void) { g.b[0] = 1; }`, whet.Unknown, "union"},
	{"bool", `_Bool g; /*@ assigns g; ensures \result == \true ==> g; */ _Bool f(void) { g = 1; return 1; }
int main(void) { if (f()) { /*@ assert g; */ } return 0; }`, whet.Safe, ""},
	{"float is kept", `double d; int g; /*@ assigns g; */ void f(void) { g = 1; }
int main(void) { d = 1.5; f(); return d == 1.5 ? 0 : 1 / 0; }`, whet.Safe, ""},
}

// What the model does not cover ends an obligation as soon as nothing else is open.
func TestContractsUnsupported(t *testing.T) {
	src := whet.Text("program.c", []byte(`#include <stdlib.h>
/*@ requires \valid(p); assigns \nothing; */ void drop(int *p) { free(p); }
int main(void) { int *p = malloc(sizeof *p); if (p) { *p = 1; drop(p); } return 0; }`))
	r, err := whet.Verify(context.Background(), src, whet.Options{Contracts: []string{"all"}, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range r.Obligations {
		switch {
		case o.Contract && (o.Cause != "unsupported" || !strings.Contains(o.Reason, "not supported: ")):
			t.Errorf("%s is %s: %s", o.Name(), o.Cause, o.Reason)
		case !o.Contract && !(o.Verdict == whet.Safe && o.Bodies):
			t.Errorf("%s is %s: %s", o.Name(), o.Verdict, o.Reason)
		}
	}
}

func TestContracts(t *testing.T) {
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := whet.Options{Contracts: []string{"all"}, Timeout: 2 * time.Minute, Jobs: 1}
			r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(c.src)), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("the verdict is %v (%s), want %v", r.Verdict, r.Reason, c.want)
			}
			said := r.Reason
			if n := len(r.Obligations); n > 0 && r.Verdict == whet.Safe {
				said = r.Obligations[n-1].Text()
			}
			if r.Property != nil {
				said = r.Property.Kind + " " + r.Property.Text
			}
			if !strings.Contains(said, c.why) {
				t.Errorf("it says %q, not %q", said, c.why)
			}
		})
	}
}
