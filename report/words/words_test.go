package words_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/words"
)

// run makes a run of a program on inputs that are all 1.
func run(t *testing.T, src string) *words.Run {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(src), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: lower.Default, MallocSucceeds: true})
	if err != nil {
		t.Fatal(err)
	}
	one := interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(1), true })
	o := interp.Run(context.Background(), p, one, interp.Options{Trace: true})
	return words.Of(context.Background(), p, &refine.Outcome{Path: o.Path, Replay: o})
}

// said are the changes of a run as text.
func said(r *words.Run) string {
	var list []string
	for _, c := range r.Changes {
		v := c.Value.String()
		if c.Text != "" {
			v = c.Text
		}
		list = append(list, c.What+" = "+v)
	}
	return strings.Join(list, "; ")
}

// TestWords: cells have the names, and values the words, of the program.
func TestWords(t *testing.T) {
	const list = "#include <stdlib.h>\nstruct node { int v; struct node *next; };\n"
	for _, test := range []struct{ name, src, want string }{
		{"member through a pointer", "struct r { int head, data[8]; } r; int main(void) { struct r *p = &r; p->data[7] = 5; return p->data[0]; }",
			"p = &r; r.data[7] = 5"},
		{"pointer to an element", "struct r { int head, data[8]; } r; int main(void) { int *q = &r.data[3]; *q = 1; return r.data[3]; }",
			"q = &r.data[3]; r.data[3] = 1"},
		{"null", "int main(void) { int *p = 0; return !p; }", "p = NULL"},
		{"enumeration", "enum door { CLOSED, OPEN = 4 } d; int main(void) { d = OPEN; d = 3; return d; }", "d = OPEN; d = 3"},
		{"enumeration in memory", "enum e { A, B }; struct s { enum e e; } s; int main(void) { enum e *p = &s.e; *p = B; return s.e; }", "p = &s.e; s.e = B"},
		{"characters", "int main(void) { char c = 'x', n = 200, z = '\\''; return c + n + z; }", "c = 'x'; n = -56; z = '\\''"},
		{"array without an address", "int main(void) { struct { int x, y; } a[3]; int m[2][3]; a[2].y = 4; m[1][2] = 5; return a[2].y + m[1][2]; }",
			"a[2].y = 4; m[1][2] = 5"},
		{"matrix", "int m[2][3]; int main(void) { int (*p)[3] = m; p[1][2] = 5; int *q = &m[1][0]; *q = 2; return m[1][2]; }",
			"p = &m[0]; m[1][2] = 5; q = &m[1][0]; m[1][0] = 2"},
		{"union", "union u { unsigned w; unsigned char b[4]; struct { unsigned short lo, hi; } s; } u; int main(void) { union u *p = &u; p->w = 258; p->b[1] = 7; p->s.hi = 9; return p->s.lo; }",
			"p = &u; u.w = 258; u.b[1] = 7; u.s.hi = 9"},
		{"bit-fields", "struct f { unsigned a : 3, b : 7; int c; } f; int main(void) { struct f *p = &f; p->a = 5; p->b = 100; p->c = -1; char *q = (char *)p; return *q; }",
			"p = &f; f.a = 5; f.b = 100; f.c = -1; q = &f"},
		{"pointer to a pointer", "int main(void) { int x = 3, *p = &x, **pp = &p; **pp = 4; return *p; }", "x = 3; p = &x; pp = &p; x = 4"},
		{"function", "static int f(void) { return 1; } int main(void) { int (*p)(void) = f; return p(); }", "p = f"},
		{"string literal", "int main(void) { const char *s = \"a\\n\", *t = s + 1; return *t; }", `s = "a\n"; t = &"a\n"[1]`},
		{"end of an array", "int a[3]; int main(void) { int *p = a, *e = a + 3; return p == e; }", "p = &a[0]; e = &a[3]"},
		{"one past an object", "int x; int main(void) { int *p = &x + 1; return p == 0; }", "p = &x + 1"},
		{"list", list + "int main(void) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->v = 1; a->next = b; b->next = 0; return a->next->next == 0; }",
			"a = &node#1; b = &node#2; node#1.v = 1; node#1.next = &node#2; node#2.next = NULL"},
		{"array of structures", list + "int main(void) { struct node *a = malloc(3 * sizeof *a); a[2].v = 1; struct node *p = a + 2; return p->v; }",
			"a = &node#1[0]; node#1[2].v = 1; p = &node#1[2]"},
		{"array of numbers", "#include <stdlib.h>\nint main(void) { int *a = malloc(12); a[2] = 1; return a[2]; }", "a = &int#1[0]; int#1[2] = 1"},
		{"no type", "#include <stdlib.h>\nint main(void) { void *p = malloc(12); return p == 0; }", "p = &block#1"},
		{"freed", "#include <stdlib.h>\nint main(void) { int *a = malloc(4), *b = a; free(a); b = a; return 0; }", "b = &int#1; b = &int#1 (freed)"},
		{"record in front", "#include <stdlib.h>\nstruct b { int k; }; struct d { struct b b; int x; }; int main(void) { struct d *d = malloc(sizeof *d); struct b *p = &d->b; p->k = 1; d->x = 2; return p->k; }",
			"d = &d#1; p = &d#1.b; d#1.b.k = 1; d#1.x = 2"},
		{"flexible array", "#include <stdlib.h>\nstruct s { int n; char c[]; }; int main(void) { struct s *s = malloc(sizeof *s + 4); s->n = 4; s->c[2] = 'x'; return s->n; }",
			"s = &s#1; s#1.n = 4; s#1.c[2] = 'x'"},
		{"names of two functions", "static void set(int *x) { *x = 2; } int main(void) { int x = 1; set(&x); return x; }", "main::x = 1; x = &main::x; main::x = 2"},
		{"recursion", "static int f(int n) { int k = n, *p = &k; return n ? f(n - 1) + *p : 0; } int main(void) { return f(1); }", "k = 1; p = &k; k = 0; p = &k"},
		{"array of variable length", "int one(void); int main(void) { int n = one() + 2, a[n]; a[2] = 7; int *p = &a[1]; return *p + a[2]; }", "a[2] = 7; p = &a[1]"},
		{"filled", "#include <string.h>\nstruct s { int x, y[4]; } s; int main(void) { struct s *p = &s; memset(p, 0, sizeof *p); memset(p->y, 0, sizeof p->y); return p->x; }",
			"s = {0}"},
		{"number as a pointer", "int main(void) { char *p = (char *)7, *q = (char *)-1; return p == q; }", "p = (char *)7; q = (char *)-1"},
	} {
		got := said(run(t, test.src))
		rest := strings.Split(got, "; ") // the model's own variables are between
		for _, want := range strings.Split(test.want, "; ") {
			k := slices.Index(rest, want)
			if k < 0 {
				t.Errorf("%s: got\n%s, which is without\n%s", test.name, got, want)
				break
			}
			rest = rest[k+1:]
		}
	}
}

// TestInputs: what a function of the library asks for is told by the call in the program, and bytes
// of the arguments of main by their place among these.
func TestInputs(t *testing.T) {
	r := run(t, "#include <stdio.h>\nint main(int argc, char **argv) {\n char b[4];\n fgets(b, 4, stdin);\n return argv[0][0];\n}")
	var got []string
	for _, in := range r.Inputs {
		s := in.What
		if in.Call != nil {
			s = fmt.Sprintf("%s %d", in.Call.Func, in.Call.Pos.Line)
		}
		got = append(got, s)
	}
	// The number of arguments, the length of the first, the stream, three characters, one more.
	if all := strings.Join(got, "; "); !strings.Contains(all, "fgets 4; fgets 4; fgets 4") {
		t.Error(all)
	}
	if last := r.Inputs[len(r.Inputs)-1]; last.What != "argv[0][0]" || last.In != "argv[0]" {
		t.Errorf("%+v", last)
	}
}

// TestHeap: the picture of the heap at the end of a run.
func TestHeap(t *testing.T) {
	const list = "#include <stdlib.h>\n#include <string.h>\nstruct node { int v; struct node *next; };\n" +
		"static struct node *push(struct node *n, int v) { struct node *m = malloc(sizeof *m); m->v = v; m->next = n; return m; }\n"
	const twice = "#include <stdlib.h>\nstruct d { int v; struct d *prev, *next; };\n"
	const tree = "#include <stdlib.h>\nstruct tree { int k; struct tree *left, *right; };\n" +
		"static struct tree *leaf(int k) { struct tree *t = calloc(1, sizeof *t); t->k = k; return t; }\n"
	for _, test := range []struct{ name, src, want string }{
		{"list", list + "int main(void) { struct node *head = push(push(push(0, 3), 4), 5), *p = head->next; abort(); }",
			"head → node#3 {v = 5} → node#2 {v = 4} → node#1 {v = 3} → NULL\np → node#2"},
		{"freed", list + "int main(void) { struct node *head = push(push(0, 3), 4); free(head->next); abort(); }",
			"head → node#2 {v = 4} → node#1 (freed in line 5)"},
		{"cycle", list + "int main(void) { struct node *a = push(0, 1), *b = push(a, 2); a->next = b; abort(); }",
			"a → node#1 {v = 1} → node#2 {v = 2} → node#1 (a cycle)\nb → node#2"},
		{"lost", list + "int main(void) { struct node *a = push(push(0, 1), 2); a = 0; abort(); }",
			"nothing leads to: node#2 {v = 2} → node#1 {v = 1} → NULL"},
		{"both ways", twice + "int main(void) { struct d *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->v = 1; a->prev = 0; a->next = b; b->v = 2; b->prev = a; b->next = 0; abort(); }",
			"a → d#1 {v = 1, prev = NULL} —next→ d#2 {v = 2, prev → d#1, next = NULL}\nb → d#2"},
		{"tree", tree + "int main(void) { struct tree *t = leaf(5); t->left = leaf(2); t->right = leaf(8); abort(); }",
			"t → tree#1 {k = 5, left → tree#2, right → tree#3}\n  tree#2 {k = 2, left = NULL, right = NULL}\n  tree#3 {k = 8, left = NULL, right = NULL}"},
		{"strings", "#include <stdlib.h>\n#include <string.h>\nstruct s { char *name; int n; };\nint main(void) { struct s *s = malloc(sizeof *s); s->name = malloc(4); strcpy(s->name, \"ab\"); s->n = 1; abort(); }",
			`s → s#1 {n = 1} —name→ char#1 {"ab"}`},
		{"globals", "#include <stdlib.h>\nstruct n { struct n *next; int v; } a, b, *top;\nint main(void) { top = &b; b.next = &a; b.v = 7; a.next = 0; abort(); }",
			"top → b {v = 7} → a → NULL"},
		{"members lead in", list + "struct list { int n; struct node *first; } l;\nint main(void) { l.first = push(push(0, 1), 2); l.n = 2; abort(); }",
			"l.first → node#2 {v = 2} → node#1 {v = 1} → NULL"},
		{"callers", list + "static void f(struct node *n) { n->v = 3; abort(); }\nint main(void) { struct node *n = push(push(0, 1), 2); f(n->next); }",
			"main::n → node#2 {v = 2} → node#1 {v = 3} → NULL\nn → node#1"},
		{"one block", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; abort(); }", ""},
	} {
		h := run(t, test.src).HeapAtEnd()
		got := ""
		if h != nil {
			got = strings.Join(h.Text, "\n")
		}
		if got != test.want {
			t.Errorf("%s: got\n%s\nnot\n%s", test.name, got, test.want)
		}
	}
}
