package lower

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// members are programs with a pointer to a member, or into a row, and the inputs on which an access
// through it leaves that, and on which none does.
var members = []struct {
	name, src string
	bad, good []int64
}{
	{"an array in a record", `struct s { char n[4]; int z; }; int main(void) { struct s s = {"", 0}; char *p = s.n; p[x] = 1; return s.z; }`, []int64{4, -1, 8}, []int64{0, 3}},
	{"a scalar in a record", `struct s { int a, b; } s; int main(void) { int *p = &s.a; p[x] = 1; return s.b; }`, []int64{1, -1}, []int64{0}},
	{"as bytes", `struct s { int a, b; } s; int main(void) { char *p = (char *)&s.a + x; *p = 1; return s.b; }`, []int64{4, -1}, []int64{0, 3}},
	{"wider than the member", `struct s { short a, b; int c; } s; int main(void) { if (x) *(int *)&s.a = 1; return s.b; }`, []int64{1}, []int64{0}},
	{"a parameter", `struct s { char n[4]; int z; }; static void fill(char *p, long n) { for (long i = 0; i < n; i++) p[i] = 1; }
		int main(void) { struct s s = {"", 0}; fill(s.n, x); return s.z; }`, []int64{5, 8}, []int64{0, 4}},
	{"one of two members side by side", `struct s { char a[4], b[4]; int z; }; static void fill(char *p, long n) { while (n-- > 0) *p++ = 1; }
		int main(void) { struct s s = {{0}, {0}, 0}; fill(s.a, x / 10); fill(s.b, x % 10); return s.z; }`, []int64{50, 5}, []int64{44, 40, 4}},
	{"an array of records", `struct s { char n[4]; int z; } s[3]; static void fill(char *p, long n) { for (long i = 0; i < n; i++) p[i] = 1; }
		int main(void) { for (int i = 0; i < 3; i++) fill(s[i].n, x); return s[1].z; }`, []int64{5}, []int64{4}},
	{"from one record to the next", `struct s { int a, b; } s[3]; int main(void) { int *p = &s[1].a; p[x] = 1; return s[2].a; }`, []int64{2, -2, 1}, []int64{0}},
	{"the heap", `#include <stdlib.h>
		struct s { char n[4]; int z; }; static void fill(char *p, long n) { for (long i = 0; i < n; i++) p[i] = 1; }
		int main(void) { struct s *s = malloc(2 * sizeof *s); fill(s[1].n, x); return 0; }`, []int64{5, -0 + 8}, []int64{4}},
	{"a row", `int m[3][4]; int main(void) { int *p = &m[1][0]; p[x] = 1; return m[2][0]; }`, []int64{4, -1}, []int64{0, 3}},
	{"a row as an argument", `static int sum(int *p, long n) { int s = 0; while (n-- > 0) s += *p++; return s; } int main(void) { int m[3][4] = {{1}}; return sum(m[0], x) + sum(m[1], x); }`, []int64{5}, []int64{4}},
	{"all rows", `int m[3][4]; int main(void) { int *p = (int *)m; return p[x]; }`, []int64{12, -1}, []int64{0, 5, 11}},
	{"rows by a pointer to rows", `int m[3][4]; int main(void) { int (*p)[4] = m; p += x / 10; return (*p)[x % 10]; }`, []int64{4, 30}, []int64{0, 23}},
	{"the whole record as bytes", `struct s { int a; char n[4]; int b; }; int main(void) { struct s s; unsigned char *p = (unsigned char *)&s; for (long i = 0; i < x; i++) p[i] = 0; return 0; }`, []int64{13}, []int64{12}},
	{"a member of a record that is seen as bytes", `struct s { char n[4]; int z; }; int main(void) { struct s s; unsigned char *p = (unsigned char *)&s; for (long i = 0; i < 8; i++) p[i] = 0; char *q = s.n; q[x] = 1; return s.z; }`, []int64{4, -1}, []int64{0, 3}},
	{"a member of a union", `union u { char c[4]; int i; }; struct s { union u u; int z; }; int main(void) { struct s s; s.z = 0; char *p = s.u.c; p[x] = 1; return s.z; }`, []int64{4}, []int64{0, 3}},
	{"an address by an index", `struct s { int z, a[3]; } s; int main(void) { int *p = &s.a[x]; *p = 1; return s.z; }`, []int64{-1, 3}, []int64{0, 2}},
	{"records in a record", `struct i { int a, b; }; struct s { struct i i[2]; int z, y; } s; int main(void) { struct i *p = s.i; p[x].a = 1; return s.z; }`, []int64{2, -1}, []int64{0, 1}},
	{"two levels", `struct s { int a[2], z; }; static void set(int **p) { (*p)[x] = 1; } int main(void) { struct s s = {{0}, 0}; int *q = s.a; set(&q); return s.z; }`, []int64{2}, []int64{0, 1}},
	{"a result", `struct s { char a[4], b[4]; }; static char *get(struct s *s) { return s->a; } int main(void) { struct s s = {"", ""}; char *p = get(&s), *q = s.b; q[0] = 1; p[x] = 1; return s.b[0]; }`, []int64{4}, []int64{3}},
	{"container_of", `#include <stddef.h>
		struct l { struct l *next; }; struct s { int v; struct l l; }; int main(void) { struct s a = {1, {0}}; struct l *p = &a.l; struct s *q = (struct s *)((char *)p - offsetof(struct s, l)); q += x; return q->v; }`, nil, []int64{0}},
	{"the first member", `struct b { int k; }; struct d { struct b b; int v; }; static int get(struct b *b) { return ((struct d *)b)->v; } int main(void) { struct d d = {{1}, (int)x}; return get(&d.b); }`, nil, []int64{0}},
	{"offsetof", `#include <stddef.h>
		struct s { int a, b; }; int main(void) { struct s s = {1, 2}; int *p = (int *)((char *)&s + offsetof(struct s, b)); *p = (int)x; return s.b; }`, nil, []int64{0}},
	{"a last member without a length", `#include <stdlib.h>
		struct s { int n; char d[]; }; int main(void) { struct s *s = malloc(sizeof *s + 8); char *p = s->d; p[x] = 1; return 0; }`, []int64{8}, []int64{0, 7}},
	{"an offset that wraps around", `int a[5]; int main(void) { int *p = a + 1; return p[(unsigned long)x]; }`, []int64{-1, 4}, []int64{0, 3}},
	{"a pointer far away", `int a[5]; int main(void) { int *p = a + x; return p[-x]; }`, []int64{6, 1000}, []int64{0, 5}},
}

// A pointer that is read from memory has lost what it was made from: where it is moved, the check is left open. The run also goes
// on, so what it breaks later is found.
func TestMembersLost(t *testing.T) {
	for _, c := range []struct {
		broken int64
		text   string
	}{{1, lostWindow}, {0, "v[input]"}} {
		p := loadFor(t, source(`struct s { char n[4], m[4]; int z; } a, b; struct h { char *p; }; int v[3]; static void put(struct h *h) { *h->p++ = 1; }
			int main(void) { struct h h = {a.n}, k = {b.m}; put(&k); for (long i = 0; i < 2; i++) put(&h); return v[x]; }`), cfa.Machine, Default)
		o := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
			if q.Input.Choices != nil {
				return num.Of(c.broken), true
			}
			return num.Of(5), true
		}), interp.Options{MaxSteps: 100000, Check: true})
		if o.Kind != interp.ErrorFound || o.Error.Text != c.text || o.Error.Unfollowed != (c.broken == 1) || o.Tainted != (c.broken == 1) {
			t.Errorf("%v %+v, tainted %v", o.Kind, o.Error, o.Tainted)
		}
	}
}

// An unknown format of printf leaves its own check open. An argument to which %n might store ends what is known.
func TestUnknownFormat(t *testing.T) {
	for _, c := range []struct {
		argument string
		known    bool
	}{{"c", true}, {"\"s\"", true}, {"(void *)&c", true}, {"&c", false}, {"(signed char *)&c", false}} {
		p := loadFor(t, source(`#include <stdio.h>
			int main(void) { char f[] = "%#"; f[1] = 'd' + (x & 1); int c = 1; printf(f, `+c.argument+`); return c; }`), cfa.Machine, Default)
		unsupported, unfollowed := false, false
		for _, l := range p.Errors {
			unsupported, unfollowed = unsupported || l.Error.Unsupported, unfollowed || l.Error.Unfollowed
		}
		if unsupported == c.known || unfollowed != c.known {
			t.Errorf("%s: %v %v", c.argument, unsupported, unfollowed)
		}
	}
}

func TestMembers(t *testing.T) {
	for _, c := range members {
		t.Run(c.name, func(t *testing.T) {
			p := loadFor(t, source(c.src), cfa.Machine, Default)
			for _, x := range c.bad {
				if o := runOn(p, x); o.Kind != interp.ErrorFound || o.Error.Unsupported {
					t.Errorf("on %d: %v %s %+v, not an access outside", x, o.Kind, o.Reason, o.Error)
				}
			}
			for _, x := range c.good {
				if o := runOn(p, x); o.Kind != interp.Exited {
					t.Errorf("on %d: %v %s %+v", x, o.Kind, o.Reason, o.Error)
				}
			}
		})
	}
}

// Where it is not checked that pointers stay in their member, they do what they do on a machine.
func TestMembersUnchecked(t *testing.T) {
	for _, c := range []string{
		`struct s { char n[4], z; }; int main(void) { struct s s = {"", 0}; char *p = s.n; p[4] = 1; if (s.z == 1) error(); return 0; }`,
		`struct s { int a, b; } s; static void set(int *p, long i) { p[i] = 7; } int main(void) { set(&s.a, x); if (s.b == 7) error(); return 0; }`,
		`struct s { int a, b; } s; int main(void) { char *p = (char *)&s.a + 4; *p = 3; if (s.b == 3) error(); return 0; }`,
		`struct s { int a, b; } s; int main(void) { s.b = 1; *(long *)&s.a = 0; if (s.b == 0) error(); return 0; }`,
		`struct s { int a, b; } s[3]; int main(void) { int *p = &s[1].a; p[2] = 9; if (s[2].a == 9) error(); return 0; }`,
		`struct i { int a; }; struct s { struct i i[2]; int z; } s; int main(void) { struct i *p = s.i; p[2].a = 4; if (s.z == 4) error(); return 0; }`,
		`#include <string.h>
		struct s { char n[4], z[4]; } s; int main(void) { strcpy(s.n, "abcde"); if (s.z[0] == 'e') error(); return 0; }`,
		`#include <string.h>
		struct s { char n[4], z; } s; static void copy(void *d, const void *s, unsigned long n) { memcpy(d, s, n); } int main(void) { copy(s.n, "abcde", 4 + x); if (s.z == 'e') error(); return 0; }`,
		`int m[3][4]; int main(void) { int *p = m[0]; p[5] = 7; if (m[1][1] == 7) error(); return 0; }`,
	} {
		for _, o := range []Options{{}, {Check: Default, NoMemberBounds: true}} {
			u, err := read.LoadBytes("t.c", []byte("#include <assert.h>\n#define error() assert(0)\n"+source(c)), read.Options{Model: lang.LP64})
			if err != nil {
				t.Fatal(err)
			}
			o.MallocSucceeds = true
			p, err := Lower(u, o)
			if err != nil {
				t.Fatal(err)
			}
			if o := runOn(p, 1); o.Kind != interp.ErrorFound || o.Error.IsCheck() || o.Error.Unsupported {
				t.Errorf("%s\n%v %s %+v", c, o.Kind, o.Reason, o.Error)
			}
		}
	}
	// What is no memory has no members beside it: nothing is claimed.
	p := loadFor(t, source(`struct s { int a[2], z; }; int main(void) { struct s s = {{0}, 0}; s.a[x] = 1; return s.z; }`), cfa.Machine, 0)
	if o := runOn(p, 2); o.Kind != interp.ErrorFound || !o.Error.Unsupported {
		t.Errorf("%v %+v", o.Kind, o.Error)
	}
}

// Pointers that are subtracted or ordered lead into one object.
func TestPointerOrder(t *testing.T) {
	for _, c := range []struct {
		src       string
		bad, good []int64
	}{
		{`int main(void) { int i = 1, j = 2; int *p = &i, *q = x ? &j : &i; return p - q == 0; }`, []int64{1}, []int64{0}},
		{`int a[4], b[4]; static int less(int *p, int *q) { return p < q; } int main(void) { return less(a, x > 4 ? b : a + x); }`, []int64{5}, []int64{0, 4}},
		{`struct s { int a, b; } s, t; int main(void) { int *p = &s.a, *q = x ? &t.b : &s.b; return p < q; }`, []int64{1}, []int64{0}},
		{`#include <stdlib.h>
		int main(void) { char *p = malloc(8), *q = x < 9 ? p + x : malloc(8); return q - p; }`, []int64{9}, []int64{0, 8}},
		{`int a[4], b[4]; int main(void) { return x ? a == b : a != b + 4; }`, nil, []int64{0, 1}},
		{`int a[4]; int main(void) { int s = 0; for (int *p = a; p < a + 4; p++) s += *p; return s; }`, nil, []int64{0}},
		{`int a[5]; int main(void) { int *p = a + 2; p += (unsigned long)x; return *p; }`, []int64{-2}, []int64{0, 2}},
	} {
		p := loadFor(t, source(c.src), cfa.Machine, Pointer|Bounds)
		for _, x := range c.bad {
			if o := runOn(p, x); o.Kind != interp.ErrorFound || o.Error.Kind != rule.BadPointer {
				t.Errorf("%s\non %d: %v %s %+v", c.src, x, o.Kind, o.Reason, o.Error)
			}
		}
		alone := loadFor(t, source(c.src), cfa.Machine, Pointer)
		for _, x := range c.bad {
			if o := runOn(alone, x); x > 0 && (o.Kind != interp.ErrorFound || o.Error.Kind != rule.BadPointer) {
				t.Errorf("%s\nalone, on %d: %v %s %+v", c.src, x, o.Kind, o.Reason, o.Error)
			}
		}
		for _, x := range c.good {
			if o := runOn(p, x); o.Kind != interp.Exited {
				t.Errorf("%s\non %d: %v %s %+v", c.src, x, o.Kind, o.Reason, o.Error)
			}
		}
	}
}
