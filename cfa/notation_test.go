package cfa_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

// TestNotation: edges in the words of the program.
func TestNotation(t *testing.T) {
	const node = "struct node { int v, w[3]; struct node *next; } n, *p, a[4];\nint i; float f1(void); void *malloc(unsigned long); void keep(void *);\n"
	for _, test := range []struct{ name, src, want string }{
		{"members through pointers", "p = malloc(sizeof *p); if (p) { p->v = 1; p->next = p; p->next->w[2] = 3; }",
			"[p != NULL]; p->v = 1; p->next = p; p->next->w[2] = 3"},
		{"members of objects", "keep(&n); n.v = 1; n.w[i] = 2; n.next = 0; n.next = &n;", "n.v = 1; n.w[i] = 2; n.next = NULL; n.next = &n"},
		{"elements", "keep(a); p = &a[1]; p[i].w[i + 1] = 4; a[i].v = 5; p[-1].v = 6; (p + 2)->v = 7;",
			"p = &a[1]; p[i].w[s32(i + 1)] = 4; a[i].v = 5; p[-1].v = 6; p[2].v = 7"},
		{"pointers to members", "keep(&n); int *q = &n.w[i ? 1 : 2]; *q = 2; if (q == &n.w[2]) q = 0; if (q != n.w + 3) q++;",
			"*q = 2; [q == &n.w[2]]; q = NULL; [q != &n.w[3]]; q = u64(&q[1])"},
		{"calls", "int f(struct node *x, int k); keep(&n); f(&n, 0);", "t1 = f(&n, 0)"},
		{"strings", "const char *s = \"ab\"; keep(&s); if (s[1] == 'b') i = 1;", "s = \"ab\""},
		{"floating numbers", "float x = f1(), y = f1(); double d = x; int k = d; x = -y * 0.1f + 2; if (x < 0.1f) i = 1; if (!(d >= y)) i = 2; if (x == y) i = 3; if (x != 0) i = 4;",
			"d = (double)x; k = s32(d); t5 = -y * 0.1f; x = t5 + 2.0f; [x < 0.1f]; [!(x < 0.1f)]; t7 = (double)y; [t7 <= d]; [!(t7 <= d)]; [x == y]; [x != y]; [x != 0.0f]; [x == 0.0f]"},
		{"floating numbers and others", "float x = f1(); if (x >= 1 && x <= 2 && i) i = 1; if (__builtin_isnan(x)) i = 2; struct { float a[2]; } r; keep(&r); r.a[1] = 0.5f; if (i == 1065353216) i = 0;",
			"[x >= 1.0f]; [x <= 2.0f]; [i != 0]; [isnan(x)]; [!isnan(x)]; r.a[1] = 0.5f; [i == 1065353216]"},
		{"numbers stay numbers", "i = 1048576; if (i < 4096) i = 0;", "i = 1048576; [i < 4096]; i = 0"},
	} {
		src := node + "int f(struct node *x, int k) { return x->v + k; }\nint main(void) { " + test.src + " return 0; }\n"
		u, err := read.LoadBytes("t.c", []byte(src), read.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		p, err := lower.Lower(u, lower.Options{})
		if err != nil {
			t.Fatal(err)
		}
		words := p.Words()
		var got []string
		for _, q := range p.Procs {
			if q.Name != "main" {
				continue
			}
			for _, l := range q.Locs {
				for _, e := range l.Out {
					got = append(got, words.Edge(e))
				}
			}
		}
		rest := got
		for _, want := range strings.Split(test.want, "; ") {
			k := slices.Index(rest, want)
			if k < 0 {
				t.Errorf("%s: got\n%s\nwithout %s", test.name, strings.Join(got, "; "), want)
				break
			}
			rest = rest[k+1:]
		}
	}
}

// TestNotationOfChecks: tests of pointers are those of C, and tests of what the model keeps account of
// are named by their rule; no address is shown.
func TestNotationOfChecks(t *testing.T) {
	u, err := read.LoadBytes("t.c", []byte("#include <stdlib.h>\nstruct s { int a, b[4]; } v;\n"+
		"int get(struct s *r, int k) { return r->b[2] + r->a; }\nint main(void) { struct s *h = malloc(sizeof *h); if (!h) return 1; h->a = 1; get(&v, 1); get(h, 1); return h->a; }\n"), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: lower.Default})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.WriteWords(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"[r != NULL]", "[h != NULL]", "[bounds: h->a]", "[not lifetime: h->a]", "get(&v, 1)"} {
		if !strings.Contains(got, want) {
			t.Errorf("without %s:\n%s", want, got)
		}
	}
	for _, o := range p.Objects {
		if strings.Contains(got, o.Base.String()) {
			t.Errorf("shows the address %v of %s:\n%s", o.Base, o.Name, got)
		}
	}
}
