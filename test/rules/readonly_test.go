package rules_test

import (
	"context"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

const readOnlyHead = `#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
`

// Stores to const objects and string literals, and programs like them that are right.
var readOnly = []struct {
	name, check, src string
	want             whet.Verdict
}{
	{"literal, through a parameter", "const", `static void up(char *s) { while (*s) { *s = *s - 32; s++; } } int main(void) { char b[] = "ab"; up(b); up("cd"); return 0; }`, whet.Unsafe},
	{"literal, read only", "const", `static void up(char *s) { while (*s) { *s = *s - 32; s++; } } int main(void) { char b[] = "ab"; up(b); char *q = "cd"; return q[0] == b[0]; }`, whet.Safe},
	{"literal in a record", "const", `struct c { char *name; }; int main(void) { struct c x = {"abc"}, *p = &x; p->name[0] = 0; return 0; }`, whet.Unsafe},
	{"array in a record", "const", `struct c { char *name; }; int main(void) { char b[] = "abc"; struct c x = {b}, y = {"abc"}, *p = &x; p->name[0] = 0; return *y.name; }`, whet.Safe},
	{"table of literals", "const", `char *t[] = {"ab", "cd"}; int main(void) { char **p = t; (*++p)[1] = 0; return 0; }`, whet.Unsafe},
	{"table with an array", "const", `char *t[] = {"ab", "cd"}; int main(void) { char **p = t, b[3] = "xy"; p[1] = b; (*++p)[1] = 0; return 0; }`, whet.Safe},
	{"one of both", "const", `int main(void) { char b[] = "ab", *p = __VERIFIER_nondet_int() ? b : "cd"; p[0] = 1; return 0; }`, whet.Unsafe},
	{"static", "const", `static const int k = 1; static void set(int **p) { **p = 2; } int main(void) { int x, *p = &x, *q = (int *)&k; set(&p); set(&q); return x; }`, whet.Unsafe},
	{"static, not written", "const", `static const int k = 1; static void set(int **p) { **p = 2; } int main(void) { int x, *p = &x; const int *q = &k; set(&p); return x - *q; }`, whet.Safe},
	{"record", "const", `struct s { int a, b; }; static const struct s k = {1, 2}; int main(void) { struct s x = {3, 4}; *(struct s *)&k = x; return 0; }`, whet.Unsafe},
	{"copy of a record", "const", `struct s { int a, b; }; static const struct s k = {1, 2}; int main(void) { struct s x = k, *p = &x; p->b = 3; return 0; }`, whet.Safe},
	{"bit-field", "const", `struct m { unsigned a : 3, b : 5; }; static const struct m k = {1, 2}; int main(void) { struct m *p = (struct m *)&k; p->b = 1; return 0; }`, whet.Unsafe},
	{"automatic", "const", `int main(void) { const int a[3] = {1, 2, 3}; int *p = (int *)a; for (int i = 0; i < 3; i++) p[i]++; return 0; }`, whet.Unsafe},
	{"compound literal", "const", `int main(void) { int *p = (int *)(const int[]){1, 2}; p[0] = 3; return 0; }`, whet.Unsafe},
	{"parameter", "const", `static int f(const int x) { *(int *)&x += 1; return x; } int main(void) { return f(3); }`, whet.Unsafe},
	{"member", "const", `struct s { const int k; int v; }; int main(void) { struct s x = {1, 2}; *(int *)&x.k = 3; return x.k; }`, whet.Unsafe},
	{"another member", "const", `struct s { const int k; int v; }; int main(void) { struct s x = {1, 2}; int *p = &x.v; *p = 3; return x.k; }`, whet.Safe},
	{"between members", "const", `struct s { const int a; int v; const int b; }; int main(void) { struct s x = {1, 2, 3}; int *p = &x.v; *p = 3; return x.b; }`, whet.Safe},
	{"array that is a member", "const", `struct s { const char name[8]; int v; }; int main(void) { struct s x = {"ab", 2}; strcpy((char *)x.name, "cd"); return x.name[0]; }`, whet.Unsafe},
	{"member of an element", "const", `struct s { int v; const int k; }; static struct s t[3]; int main(void) { struct s *p = t + 1; p->v = 1; *(int *)&p->k = 2; return t[1].k; }`, whet.Unsafe},
	{"member of an element, not written", "const", `struct s { int v; const int k; }; static struct s t[3]; int main(void) { for (struct s *p = t; p < t + 3; p++) p->v = 1; return t[1].k; }`, whet.Safe},
	{"member in each life", "const", `struct s { int v; const int k; }; static int f(int n) { struct s x = {n, 1}; int *p = n > 2 ? (int *)&x.k : &x.v; *p = 1; return n > 3 ? x.v : f(n + 1); } int main(void) { return f(0); }`, whet.Unsafe},
	{"member of a block", "const", `struct s { const int k; int v; }; int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 1; *(int *)&p->k = 3; int r = p->k; free(p); return r; }`, whet.Safe},
	{"in a loop", "default", `int main(void) { int *q = 0, y; for (int i = 0; i < 3; i++) { const int x = i; if (i == 2) q = (int *)&x; else q = &y; *q = x; } return 0; }`, whet.Unsafe},
	{"recursion", "const", `static int f(int n, int *up) { const int x = n; if (n == 0) { *up = 4; return x; } return f(n - 1, (int *)&x); } int main(void) { int y; return f(2, &y) > 9; }`, whet.Unsafe},
	{"recursion, the other object", "const", `static int f(int n, int *up) { int x = n; const int z = n, *q = &z; if (n == 0) { *up = 4; return x; } return f(n - 1, &x) + *q; } int main(void) { int y; return f(2, &y) > 99; }`, whet.Safe},
	{"const pointer", "const", `int main(void) { int x = 1, *const p = &x; const int *q = &x; *p = 2; *(int *)q = 3; return x - 3; }`, whet.Safe},
	{"strcpy", "default", `int main(void) { char *p = "hello"; strcpy(p, "abc"); return 0; }`, whet.Unsafe},
	{"strtok", "default", `int main(void) { char *p = strtok("a,b", ","); return p == 0; }`, whet.Unsafe},
	{"strtok of an array", "default", `int main(void) { char s[] = "a,b", *p = strtok(s, ","); return p == 0; }`, whet.Safe},
	{"strchr", "default", `int main(void) { const char *s = "a,b"; char *c = strchr(s, ','); if (c) *c = 0; return 0; }`, whet.Unsafe},
	{"memset", "default", `static const int t[4] = {1}; int main(void) { memset((void *)t, 0, sizeof t); return 0; }`, whet.Unsafe},
	{"memcpy from it", "default", `static const int t[4] = {1}; int main(void) { int a[4]; memcpy(a, t, sizeof t); return a[0] - 1; }`, whet.Safe},
	{"sprintf", "default", `int main(void) { char *p = "hello"; sprintf(p, "%d", 3); return 0; }`, whet.Unsafe},
	{"snprintf of nothing", "default", `int main(void) { char *p = "hello"; return snprintf(p, 0, "%s", "abcd") - 4; }`, whet.Safe},
	{"fgets", "default", `int main(void) { char *p = "hello"; fgets(p, 3, stdin); return 0; }`, whet.Unsafe},
	{"read", "default", `int main(void) { char *p = "hello"; return read(0, p, 3) < 0; }`, whet.Unsafe},
	{"scanf", "default", `static const int k = 3; int main(void) { return scanf("%d", (int *)&k) == 1; }`, whet.Unsafe},
	{"qsort", "default", `static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } static const int t[3] = {3, 1, 2};
int main(void) { qsort((void *)t, 3, sizeof(int), cmp); return 0; }`, whet.Unsafe},
	{"not lost, static", "none", `static const int t[3] = {1, 2, 3}; static void z(int *p) { *p = 0; } int main(void) { z((int *)&t[1]); if (t[1] == 0) reach_error(); return 0; }`, whet.Unsafe},
	{"not lost, literal", "none", `int main(void) { char *p = "abc"; p[1] = 0; if (!p[1]) reach_error(); return 0; }`, whet.Unsafe},
	{"valid", "none", `const int c = 3; int d; int main(void) { int *p = (int *)&c, *q = &d; /*@ assert !\valid(p) && \valid_read(p) && \valid(q); */ return 0; }`, whet.Safe},
	{"valid literal", "default", `int main(void) { char *p = "abc"; /*@ assert \valid(p); */ return 0; }`, whet.Unsafe},
}

func TestReadOnly(t *testing.T) {
	for _, c := range readOnly {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := whet.Options{Checks: []string{c.check}, Timeout: time.Minute, Jobs: 1}
			r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(readOnlyHead+c.src)), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("the verdict is %v (%s), want %v", r.Verdict, r.Reason, c.want)
			}
			if c.want == whet.Unsafe && c.check == "const" && r.Property.Kind != "const" {
				t.Errorf("%s fails", r.Property.Kind)
			}
		})
	}
}
