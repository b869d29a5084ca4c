package language_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

// Terms of annotations that have no value in some run: an annotation does not hold there, and
// nothing that comes after it is left out. Each program is asked about with the default checks and
// with none.
var terms = []struct {
	name, src string
	want      whet.Verdict
}{
	{"division", `int z; int main(void) { /*@ assert 1 / z == 1 || z < 9; */ return 0; }`, whet.Unsafe},
	{"remainder", `unsigned z; int main(void) { /*@ check 7 % z < 9; */ return 0; }`, whet.Unsafe},
	{"what comes after", `void reach_error(void); int main(void) { int x = 0; /*@ check 7 % (x + 1) < 9; */ if (x < 1) reach_error(); return 0; }`, whet.Unsafe},
	{"guarded", `extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int();
/*@ assert x != 0 ==> 7 / x <= 7; */
/*@ assert x == 0 || 7 % x < 9; */
/*@ assert x == 0 ? x == 0 : 5 / x <= 5; */
return 0; }`, whet.Safe},
	{"guarded too late", `extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); /*@ assert 7 / x <= 7 || x == 0; */ return 0; }`, whet.Unsafe},
	{"false, and undefined", `int main(void) { int x = 0; /*@ assert 1 / x == 1 && \false; */ return 0; }`, whet.Unsafe},
	{"shift by a negative amount", `int main(void) { long x = -1; /*@ assert (8 >> x) >= 0; */ return 0; }`, whet.Unsafe},
	{"shift beyond an int", `int main(void) { int x = 40; /*@ assert (1 << x) > 1000; */ return 0; }`, whet.Safe},
	{"shift beyond the model", `int main(void) { int x = 400; /*@ assert (1 << x) > 1000; */ return 0; }`, whet.Unknown},
	{"all elements", `int a[4]; int main(void) { /*@ assert \forall integer k; a[k] == 0; */ return 0; }`, whet.Unsafe},
	{"all elements of the array", `int a[4]; int main(void) { /*@ assert \forall integer k; 0 <= k < 4 ==> a[k] == 0; */ return 0; }`, whet.Safe},
	{"one of too many elements", `int a[4] = {1, 2}; int main(void) { /*@ assert \exists integer k; 0 <= k < 9 && a[k] == 7; */ return 0; }`, whet.Unsafe},
	{"one of the elements", `int a[4] = {1, 2}; int main(void) { /*@ assert \exists integer k; 0 <= k < 9 && a[k] == 2; */ return 0; }`, whet.Safe},
	{"null", `int main(void) { int *p = 0; /*@ assert *p < 9 || *p >= 9; */ return 0; }`, whet.Unsafe},
	{"a block", `#include <stdlib.h>
int main(void) { int *p = calloc(2, sizeof *p); if (!p) return 0; /*@ assert p[1] == 0; */ free(p); return 0; }`, whet.Safe},
	{"outside of a block", `#include <stdlib.h>
int main(void) { int *p = calloc(2, sizeof *p); if (!p) return 0; /*@ assert p[2] == p[2]; */ free(p); return 0; }`, whet.Unsafe},
	{"a block that was freed", `#include <stdlib.h>
int main(void) { int *p = calloc(2, sizeof *p); if (!p) return 0; free(p); /*@ assert *p == *p; */ return 0; }`, whet.Unsafe},
	{"an object that has ended", `int main(void) { int *p; { int x = 3; p = &x; } /*@ assert *p == *p; */ return 0; }`, whet.Unsafe},
	{"a list", `struct s { struct s *n; int v; }; int main(void) { struct s a = {0, 1}, b = {&a, 2}, *p = &b; /*@ assert p->n->v == 1; */ return 0; }`, whet.Safe},
	{"beyond a list", `struct s { struct s *n; int v; }; int main(void) { struct s a = {0, 1}, *p = &a; /*@ assert p->n->v == p->n->v; */ return 0; }`, whet.Unsafe},
	{"loop invariant", `int main(void) { int i = 0, a[3] = {0}; /*@ loop invariant i < 3 ==> a[i] == 0; */ while (i < 3) i++; return 0; }`, whet.Safe},
	{"loop invariant, at the end", `int main(void) { int i = 0, a[3] = {0}; /*@ loop invariant a[i] == 0; */ while (i < 3) i++; return 0; }`, whet.Unsafe},
	{"requires", `/*@ requires 10 / x >= 0 || x < 0; */ int f(int x) { return x; } int main(void) { f(0); return 0; }`, whet.Unsafe},
	{"ensures", `/*@ ensures *p == *p; */ int f(int *p) { return p != 0; } int main(void) { f(0); return 0; }`, whet.Unsafe},
	{"assumes", `/*@ behavior b: assumes 1 / x == 1; ensures \result == 1; */ int f(int x) { return x; } int main(void) { f(0); return 0; }`, whet.Unsafe},
	{"old", `/*@ ensures p != \null ==> *p == \old(*p) + 1; */ void f(int *p) { if (p) ++*p; } int main(void) { int x = 3; f(0); f(&x); return 0; }`, whet.Safe},
	{"old of nothing", `/*@ ensures \old(*p) == \old(*p); */ void f(int *p) { if (p) ++*p; } int main(void) { f(0); return 0; }`, whet.Unsafe},
	{"assume", `void reach_error(void); int main(void) { int x = 0; /*@ assume 1 / x == 5; */ reach_error(); return 0; }`, whet.Unknown},
	{"admit", `void reach_error(void); int main(void) { int *p = 0; /*@ admit *p == 5; */ reach_error(); return 0; }`, whet.Unknown},
	{"not initialized", `int main(void) { int x; /*@ assert \initialized(&x); */ return 0; }`, whet.Unsafe},
	{"initialized, or not", `int main(void) { int x, y; x = 1; /*@ assert \initialized(&x) && !\initialized(&y); */ y = 2; return x + y; }`, whet.Safe},
	{"initialized by one way", `extern int __VERIFIER_nondet_int(void); int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; /*@ assert \initialized(&x); */ return 0; }`, whet.Unsafe},
	{"initialized argument", `/*@ requires \initialized(p); */ int f(int *p) { return 0; } int main(void) { int x; return f(&x); }`, whet.Unsafe},
	{"initialized elements", `int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; /*@ assert \initialized(&a[0 .. 3]) && \forall integer k; 0 <= k < 4 ==> \initialized(&a[k]); */ return 0; }`, whet.Safe},
	{"initialized elements, but for one", `int main(void) { int a[4]; for (int i = 0; i < 3; i++) a[i] = i; /*@ assert \initialized(&a[0 .. 3]); */ return 0; }`, whet.Unsafe},
	{"initialized members", `struct s { int a; char b; }; int main(void) { struct s x, y; x.a = 1; y = x; /*@ assert \initialized(&y.a) && !\initialized(&y.b) && !\initialized(&y); */ return 0; }`, whet.Safe},
	{"initialized at null", `int main(void) { int *p = 0; /*@ assert \initialized(p); */ return 0; }`, whet.Unsafe},
	{"validity of an address that is not followed", `int main(void) { int x[3] = {0}, *q = x; /*@ assert \valid(q + (0 .. 2)) && !\valid(q + 3); */ return 0; }`, whet.Safe},
}

func TestTermsWithoutValue(t *testing.T) {
	for _, c := range terms {
		for _, check := range []string{"default", "none"} {
			t.Run(fmt.Sprintf("%s, %s", c.name, check), func(t *testing.T) {
				t.Parallel()
				o := whet.Options{Checks: []string{check}, Timeout: time.Minute, Jobs: 1}
				r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(c.src)), o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != c.want {
					t.Errorf("the verdict is %v (%s), want %v", r.Verdict, r.Reason, c.want)
				}
			})
		}
	}
}
