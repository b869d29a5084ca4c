package language_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet"
)

// What a function without a body may change is not claimed to stay as it is, and what it may have
// written is no bug.
func TestFunctionsWithoutABody(t *testing.T) {
	const head = `void reach_error(void); struct inner { int *deep; }; struct s { int n; int *p; const short *c; struct inner in[2]; };
		struct node { struct node *next; int v; }; struct ops { int n; void (*f)(void); }; struct pair { int a, b; };
		void by_pointer(struct s *s); void by_value(struct s s); void for_reading(const struct s *s); void walk(struct node *);
		int *pick(int *); struct s make(int *); void set(int **pp, int *q); void keep(int *), keep_all(void *), look(const long *); void tick(void);
		int *member(struct pair *); int *get(void); char *find(const char *, int); unsigned long number(unsigned long); void *any(void);
		void (*code(void))(int *); void hold(struct ops *); const long *fixed(void); long peek(const long *) __attribute__((pure));
		extern int counter; extern int *list; extern struct ops *table; static int flag; static void on(void) { flag = 1; }
		static int *local(void) { static int n; return &n; }
		`
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
	}{
		{"a member", `int x = 0; struct s s = {0}; s.p = &x; by_pointer(&s); if (x != 0) reach_error();`, whet.Unknown},
		{"a member, by value", `int x = 0; struct s s = {0}; s.p = &x; by_value(s); if (x != 0) reach_error();`, whet.Unknown},
		{"in a record in an array", `int x = 0; struct s s = {0}; s.in[1].deep = &x; by_pointer(&s); if (x != 0) reach_error();`, whet.Unknown},
		{"for reading, which is not said of what the members lead to", `int x = 0; struct s s = {0}; s.p = &x; for_reading(&s); if (x != 0) reach_error();`, whet.Unknown},
		{"a member that leads to const", `short x = 0; struct s s = {0}; s.c = &x; by_pointer(&s); if (x != 0) reach_error();`, whet.Safe},
		{"memory behind a const member from outside", `struct s s = {0}; by_pointer(&s); short a = *s.c; tick(); if (*s.c != a) reach_error();`, whet.Unknown},
		{"an error whatever it does", `int x = 0, y = 1; struct s s = {0}; s.p = &x; by_pointer(&s); if (y == 1) reach_error();`, whet.Unsafe},

		{"the result leads to what it was handed", `int x = 0; int *p = pick(&x); *p = 1; if (x != 0) reach_error();`, whet.Unknown},
		{"to something else", `int x = 0, y = 0; int *p = pick(&x); *p = 1; if (y != 0) reach_error();`, whet.Safe},
		{"to what is handed over only later", `int x = 0; int *p = get(); *p = 1; if (x != 0) reach_error(); keep(&x);`, whet.Unknown},
		{"the result is null", `int x = 0; int *p = pick(&x); if (!p) reach_error();`, whet.Unsafe},
		{"a record as the result", `int x = 0; struct s s = make(&x); *s.p = 1; if (x != 0) reach_error();`, whet.Unknown},
		{"a pointer that it stores", `int x = 0, y = 0, *p = &y; set(&p, &x); x = 0; *p = 1; if (x != 0) reach_error();`, whet.Unknown},
		{"the result leads to a member", `struct pair s = {0, 0}; int *p = member(&s); s.b = 0; *p = 1; if (s.b != 0) reach_error();`, whet.Unknown},
		{"two results are one", `int *p = get(), *q = get(); *p = 0; *q = 1; if (*p != 0) reach_error();`, whet.Unsafe},
		{"the result leads into a const argument", `char b[4] = "abc"; char *p = find(b, 'b'); *p = 'x'; if (b[1] != 'b') reach_error();`, whet.Unknown},
		{"through numbers", `int x = 0; int *p = (int *)number((unsigned long)&x); *p = 1; if (x != 0) reach_error();`, whet.Unknown},
		{"numbers before the handing", `int x = 0; unsigned long n = number(0); *(int *)n = 1; if (x != 0) reach_error(); keep(&x);`, whet.Unknown},
		{"through void", `struct pair s = {0, 0}; keep_all(&s); s.a = 0; struct pair *p = any(); p->a = 1; if (s.a != 0) reach_error();`, whet.Unknown},

		{"kept", `int x; keep(&x); x = 0; tick(); if (x != 0) reach_error();`, whet.Unknown},
		{"kept, but set afterwards", `int x; keep(&x); tick(); x = 0; if (x != 0) reach_error();`, whet.Safe},
		{"kept, another object", `int x, y; keep(&x); y = 0; tick(); if (y != 0) reach_error();`, whet.Safe},
		{"kept for reading", `long x = 0; look(&x); tick(); if (x != 0) reach_error();`, whet.Safe},
		{"kept, and a call without effect", `long x; keep_all(&x); x = 0; peek(&x); if (x != 0) reach_error();`, whet.Safe},
		{"kept by a pointer from outside", `int x; void (*f)(int *) = code(); f(&x); x = 0; tick(); if (x != 0) reach_error();`, whet.Unknown},
		{"a static local object", `keep(local()); *local() = 0; tick(); if (*local() != 0) reach_error();`, whet.Unknown},
		{"memory from outside", `int *p = get(); *p = 0; tick(); if (*p != 0) reach_error();`, whet.Unknown},
		{"memory from outside, const", `const long *p = fixed(); long a = *p; tick(); if (*p != a) reach_error();`, whet.Unknown},
		{"an object of another unit", `counter = 0; tick(); if (counter != 0) reach_error();`, whet.Unknown},
		{"what such an object leads to", `static int x; list = &x; x = 0; tick(); if (x != 0) reach_error();`, whet.Unknown},
		{"nodes of a list", `struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1}; walk(&a); if (c.v != 3) reach_error();`, whet.Unknown},
		{"nodes of another list", `struct node c = {0, 3}, b = {0, 2}, a = {&b, 1}; walk(&a); if (c.v != 3) reach_error();`, whet.Safe},

		{"memory from outside that an object of the program does not overlap", `char a[16]; char *p = any(); if (p) { __builtin_memcpy(a, p, 16); if (a == p) reach_error(); }`, whet.Unknown},

		{"a call-back in a record", `struct ops o = {0, on}; hold(&o); flag = 0; tick(); if (flag != 0) reach_error();`, whet.Unknown},
		{"a call-back in a record of another unit", `table->f = on; flag = 0; tick(); if (flag != 0) reach_error();`, whet.Unknown},
		{"no call-back is handed over", `struct ops o = {0, on}; o.f(); flag = 0; tick(); if (flag != 0) reach_error();`, whet.Safe},
		{"an error after a call-back", `struct ops o = {0, on}; hold(&o); flag = 1; if (flag == 1) reach_error();`, whet.Unsafe},
	} {
		for _, m := range []string{"lp64", "ilp32"} {
			t.Run(c.name+"/"+m, func(t *testing.T) {
				r, err := whet.Verify(context.Background(), whet.Text("external.c", []byte(head+"int main(void) { "+c.text+" return 0; }")), whet.Options{DataModel: m, Checks: []string{"none"}})
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != c.want {
					t.Errorf("%v (%.300s), want %v", r.Verdict, r.Reason, c.want)
				}
			})
		}
	}
}

// No bug rests on an object from outside that overlaps with one of the program, at whatever address it begins.
func TestOutsideMemoryOverlaps(t *testing.T) {
	for _, c := range []struct {
		src  string
		want whet.Verdict
	}{
		{`#include <string.h>
extern char *get(void); int main(void) { char a[16]; char *p = get(); if (!p) return 0; memcpy(a, p, 16); return 0; }`, whet.Unknown},
		{`#include <string.h>
extern char *get(void); static char a[4096]; int main(void) { char *p = get(); if (!p) return 0; memcpy(a, p, sizeof a); return 0; }`, whet.Unknown},
		{`#include <string.h>
extern char *get(void); int main(void) { char *p = get(); memcpy(p, "a", 2); return 0; }`, whet.Unsafe},
		{`#include <string.h>
int main(void) { char a[17] = {0}; memcpy(a, a + 1, 16); return 0; }`, whet.Unsafe},
	} {
		r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(c.src)), whet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want {
			t.Errorf("%s: %v (%s), not %v", c.src, r.Verdict, r.Reason, c.want)
		}
	}
}
