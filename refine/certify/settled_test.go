package certify

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

func checkedProgram(t testing.TB, text string) *cfa.Program {
	t.Helper()
	return checkedFor(t, text, lower.Bounds|lower.Overflow|lower.Division|lower.Shift)
}

func checkedFor(t testing.TB, text string, checks lower.Check) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: checks})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is settled beforehand is proved by package cert, step by step.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		src        string
		left, done int
	}{
		{`int a[10], b[20]; int main(void) { int i; for (i = 0; i < 10; i++) a[i] = b[i]; return 0; }`, 0, 3},
		{`int a[10]; int f(void); int main(void) { int i = f(); a[i] = a[i] + 1; return a[i]; }`, 1, 3},
		{`int a[10]; int main(int n, char **v) { int i; for (i = 0; i < n; i++) a[i] = i; return 0; }`, 1, 1},
		{`int a[8]; int main(void) { int i = 0; while (i != 8) { a[i] = 0; i++; } return 0; }`, 0, 2},
		{`int a[100]; int main(void) { int i, j; for (i = 0; i < 10; i++) for (j = 0; j < 10; j++) a[i * 10 + j] = i - j; return 0; }`, 0, 6},
		{`int a[100]; int f(void); int main(void) { int n = f(), i; int v[4]; if (n < 0 || n > 90) return 0;
			for (i = 0; i <= n; i += 3) { a[i + 4] = i * i; v[(unsigned)a[i] % 4] = a[i] / (i + 1); } return v[n & 3] << (n / 9); }`, 1, 9},
		{`int g; void f(void); int a[5]; int main(int n, char **v) { g = n; if (g >= 0 && g < 5) { a[g] = 1; f(); a[g] = 2; } return 0; } void f(void) { g++; }`, 1, 2},
		{`int g; void f(void); int a[5]; int main(void) { if (g >= 0 && g < 5) { a[g] = 1; f(); a[g] = 2; } return 0; } void f(void) { g++; }`, 0, 3},
		// What calls hand over, and what comes back.
		{`int a[5]; void set(int i) { a[i] = 1; } int main(void) { for (int i = 0; i < 5; i++) set(i); set(2); return 0; }`, 0, 2},
		{`int a[5]; void set(int i) { a[i] = 1; } int main(int n, char **v) { set(2); set(n); return 0; }`, 1, 0},
		{`int a[5]; int at(int n) { return n < 0 ? 0 : n > 4 ? 4 : n; } int main(int n, char **v) { return a[at(n)]; }`, 0, 1},
		{`int a[5]; int at(int n) { return n & 3; } int next(int n) { return at(n) + 1; } int main(int n, char **v) { return a[next(n)]; }`, 0, 2},
		{`int a[9]; int fill(int i) { if (i > 8) return 0; a[i] = i; return fill(i + 1); } int main(void) { return fill(0); }`, 0, 2},
		{`int a[9]; int walk(int d) { if (d <= 0) return 0; a[d & 7] = d; return walk(d - 1) + walk(d - 2); } int main(int n, char **v) { return walk(n); }`, 1, 4},
		{`int a[3], stop = 1; void f(int n) { while (stop) if (n) n--; } int main(int n, char **v) { f(n); return a[n] / stop; }`, 0, 4},
		{`int a[3], k; int get(void) { return a[k]; } void set(int n) { k = n & 1; } int main(int n, char **v) { set(n); int r = get(); k = 7; set(r); return get() / 2; }`, 0, 1},
		{`int a[3], k; int get(void) { return a[k]; } int main(int n, char **v) { k = 2; int r = get(); k = 3; return r + get(); }`, 1, 1},
		{`int main(int n, char **v) { int s = 0; while (n > 0) { n--; if (s < 100) s = s + n % 7; } return 100 / (s + 1); }`, 0, 4},
		{`int a[7]; int main(int n, char **v) { int *p = a; int i; for (i = 6; i >= 0; i--) p[i] = i; return *(p + (n & 3)); }`, 0, 2},
		{`int main(int n, char **v) { if (n > 3) { if (n < 2) return n / 0; } return 0; }`, 0, 1},
		{`int f(void); int main(void) { int y = f(); if (y > 100 || y < -100) return 0; return y * 7 * y; }`, 0, 2},
		{`int main(int n, char **v) { int x = 5; do { x = x * 2; if (x > 1000) x = 1; } while (n--); return x; }`, 0, 2},
	} {
		p := checkedProgram(t, c.src)
		part := Settled(p)
		done := 0
		if part != nil {
			done = len(part.Targets)
		}
		if done != c.done || len(p.Errors)-done != c.left {
			t.Errorf("%s\n%d settled, %d left, not %d and %d", c.src, done, len(p.Errors)-done, c.done, c.left)
			for _, l := range p.Errors {
				t.Logf("%v %v", l.Error, p.Settled != nil && p.Settled.Errors[l.ID])
			}
		}
		if part == nil {
			continue
		}
		s, err := cert.CheckPart(context.Background(), p, part)
		if err != nil {
			t.Errorf("%s\n%v", c.src, err)
		}
		n := 0
		for _, x := range p.Settled.Contexts {
			for _, fs := range x.Facts {
				n += len(fs)
			}
		}
		t.Logf("%d facts; %+v", n, s)
	}
}

// What is known of blocks goes from where they are made to where they are used, and no further: each
// wrong program is like the one before it.
func TestSettledBlocks(t *testing.T) {
	const head = `#include <stdlib.h>
struct node { int v; struct node *next; }; void set(struct node *n, int v) { n->v = v; n->next = 0; } int get(struct node *n) { return n->v; }
`
	for _, c := range []struct {
		src  string
		left int
	}{
		{`int main(void) { int *p = malloc(16); if (!p) return 1; p[3] = 3; return p[3]; }`, 0},
		{`int main(void) { int *p = malloc(16); if (!p) return 1; p[4] = 3; return 0; }`, 1},
		{`int main(void) { int *p = malloc(16); p[3] = 3; return 0; }`, 1},
		{`int main(void) { struct node *p = malloc(sizeof *p); if (!p) return 1; set(p, 3); free(p); return 0; }`, 0},
		{`int main(void) { struct node *p = malloc(sizeof *p); if (!p) return 1; set(p, 3); free(p); free(p); return 0; }`, 1},
		{`int main(void) { struct node *p = malloc(sizeof *p); if (!p) return 1; free(p); set(p, 3); return 0; }`, 1},
		{`int main(void) { struct node *p = malloc(8); if (!p) return 1; set(p, 3); free(p); return 0; }`, 1},
		{`struct node *make(int v) { struct node *p = malloc(sizeof *p); if (!p) exit(1); set(p, v); return p; }
			int main(void) { struct node *p = make(3); set(p, 5); return get(p); }`, 0},
		{`struct node *make(int v) { struct node *p = malloc(sizeof *p); if (p) set(p, v); return p; }
			int main(void) { struct node *p = make(3); set(p, 5); return 0; }`, 1},
		{`int main(void) { int x = 0, *p = &x, **q = &p; **q = 3; return *p; }`, 0},
		{`void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; } int main(void) { int a[10], b[20]; fill(a, 10); fill(b, 20); return 0; }`, 0},
		{`void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; } int main(void) { int a[10], b[20]; fill(a, 10); fill(b, 21); return 0; }`, 1},
		{`int *g; int main(void) { g = malloc(8); if (g) { g[1] = 3; free(g); g = 0; } return 0; }`, 0},
	} {
		leaves(t, head, c.src, c.left)
	}
}

// What holds of all cells of a member holds of each that a program reads, however long its lists are and however deep
// its trees, until something is written that is not so.
func TestSettledCells(t *testing.T) {
	const head = `#include <stdlib.h>
struct node { int v; struct node *next, *other; }; int more(void);
struct node *make(int v, struct node *next) { struct node *p = malloc(sizeof *p); if (!p) exit(1); p->v = v; p->next = next; p->other = NULL; return p; }
`
	const list = `struct node *list = NULL; while (more()) list = make(3, list);`
	for _, c := range []struct {
		src  string
		left int
	}{
		{`int main(void) { ` + list + ` int n = 0; for (struct node *p = list; p; p = p->next) n ^= p->v; return n; }`, 0},
		{`int main(void) { ` + list + ` int n = 0; for (struct node *p = list; ; p = p->next) n ^= p->v; return n; }`, 1},
		{`int main(void) { ` + list + ` list = make(2, malloc(8)); for (struct node *p = list; p; p = p->next) p->v = 1; return 0; }`, 2},
		{`int main(void) { ` + list + ` for (struct node *p = list; p; p = p->next) p->v = 1; free(list); return list ? list->v : 0; }`, 1},
		{`int main(void) { ` + list + ` for (struct node *p = list; p; p = p->next) { if (p->other) p->other->v = 1; p->other = list; } return 0; }`, 0},
		{`struct node *add(struct node *t, int v) { if (!t) return make(v, NULL);
			if (v < t->v) t->next = add(t->next, v); else t->other = add(t->other, v); return t; }
			int last(struct node *t) { while (t->other) t = t->other; return t->v; }
			int main(void) { struct node *root = make(0, NULL); while (more()) root = add(root, more()); return last(root); }`, 0},
		{`struct node *table[10]; int main(void) { for (int i = 0; i < 10; i++) table[i] = NULL;
			while (more()) { int i = more() & 7; table[i] = make(1, table[i]); } int n = 0;
			for (int i = 0; i < 10; i++) for (struct node *p = table[i]; p; p = p->next) n ^= p->v; return n; }`, 0},
		// Elements up to an index.
		{`int scanf(const char *, ...); int main(void) { int n; if (scanf("%d", &n) != 1 || n < 1 || n > 1000) return 1; int *a = malloc(n * sizeof *a); if (!a) return 1;
			for (int i = 0; i < n; i++) a[i] = i; int s = 0; for (int i = 0; i < n; i++) s ^= a[i]; free(a); return s; }`, 0},
		{`int scanf(const char *, ...); int main(void) { int n; if (scanf("%d", &n) != 1 || n < 1 || n > 1000) return 1; int *a = malloc(n * sizeof *a); if (!a) return 1;
			for (int i = 0; i < n; i++) a[i] = i; int s = 0; for (int i = 0; i <= n; i++) s ^= a[i]; free(a); return s; }`, 2},
		{`int scanf(const char *, ...); int main(void) { int n; if (scanf("%d", &n) != 1 || n < 1 || n > 1000) return 1; int *a = malloc(n * sizeof *a); if (!a) return 1;
			for (int i = 0; i < n - 1; i++) a[i] = i; int s = 0; for (int i = 0; i < n; i++) s ^= a[i]; free(a); return s; }`, 1},
		{`int main(int argc, char **argv) { int n = 0; for (int i = 1; i < argc; i++) if (argv[i]) n = i; return n; }`, 0},
		{`int main(int argc, char **argv) { int n = 0; for (int i = 1; i - 1 <= argc; i++) if (argv[i]) n = i; return n; }`, 2},
		// argc is at least the number of arguments that argv has left, before and after argv++.
		{`int main(int argc, char **argv) { int n = 0; for (argv++, argc--; *argv && **argv == '-'; argc--, argv++) n = 1; return n; }`, 0},
		{`int main(int argc, char **argv) { int n = 0; for (argc--, argv++; *argv && **argv == '-'; argv++, argc--) n = 1; return n; }`, 0},
		{`int main(int argc, char **argv) { int n = 0; for (argv++, argc--; *argv && **argv == '-'; argc -= 3, argv++) n = 1; return n; }`, 1},
		{`int main(int argc, char **argv) { int n = 0; for (char **p = argv; **p == '-'; argc--) if (more()) argv++; return n; }`, 1},
	} {
		leaves(t, head, c.src, c.left)
	}
}

// leaves checks that so many checks of a program are not settled beforehand, and that the others are proved.
func leaves(t *testing.T, head, src string, want int) {
	t.Helper()
	p := checkedFor(t, head+src, lower.Default)
	part := Settled(p)
	if part == nil {
		t.Errorf("%s\nnothing is settled", src)
		return
	}
	if left := len(p.Errors) - len(part.Targets); left != want {
		t.Errorf("%s\n%d are left, not %d", src, left, want)
		for _, l := range p.Errors {
			if !p.Settled.Errors[l.ID] {
				t.Logf("%v %s in %s", l.Error.Kind, l.Error.Text, l.Proc.Name)
			}
		}
	}
	if _, err := cert.CheckPart(context.Background(), p, part); err != nil {
		t.Errorf("%s\n%v", src, err)
	}
}

// Pointers into blocks, sizes of blocks that are computed from an int, and branches that facts exclude: each wrong
// program is like one before it.
func TestSettledMoved(t *testing.T) {
	const head = `#include <stdlib.h>
int more(void); struct s { int a, b, c; }; int get(int *p) { return *p; } void set(int *p, int v) { *p = v; }
`
	for _, c := range []struct {
		src  string
		left int
	}{
		{`int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 1; int *q = &p->b; *q = 3; free(p); return 0; }`, 0},
		{`int main(void) { struct s *p = malloc(6); if (!p) return 1; int *q = &p->b; *q = 3; free(p); return 0; }`, 1},
		{`int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 1; int *q = &p->b; free(p); *q = 3; return 0; }`, 1},
		{`int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 1; int *q = &p->b; if (more()) q = NULL; *q = 3; free(p); return 0; }`, 1},
		{`int main(void) { int *p = malloc(40); if (!p) return 1; int *q = p + 5; *q = 3; free(p); return 0; }`, 0},
		{`int main(void) { int *p = malloc(20); if (!p) return 1; int *q = p + 5; *q = 3; free(p); return 0; }`, 1},
		{`int main(void) { int *p = malloc(40); if (!p) return 1; for (int i = 0; i < 10; i++) { int *q = p + i; *q = 3; } free(p); return 0; }`, 0},
		{`int main(void) { int *p = malloc(39); if (!p) return 1; for (int i = 0; i < 10; i++) { int *q = p + i; *q = 3; } free(p); return 0; }`, 1},
		{`int main(void) { int *p = malloc(40); if (!p) return 1; for (int i = 0; i < 10; i++) set(&p[i], i); free(p); return 0; }`, 0},
		{`int main(void) { int *p = malloc(40); if (!p) return 1; for (int i = -1; i < 10; i++) set(&p[i], i); free(p); return 0; }`, 2},
		{`int main(void) { int *p = malloc(40); if (!p) return 1; for (int i = 0; i < 10; i++) p[i] = i; free(p); return 0; }`, 0},
		{`int main(void) { int *p = malloc(40); if (!p) return 1; for (int i = 0; i < 11; i++) p[i] = i; free(p); return 0; }`, 1},
		// The number may be negative: then the block is not made, or the loop has no rounds.
		{`int main(void) { int n = more(), *p = malloc(n * sizeof *p); if (!p) return 1; for (int i = 0; i < n; i++) p[i] = i; free(p); return 0; }`, 0},
		{`int main(void) { int n = more(), *p = malloc(n * sizeof *p); if (!p) return 1; for (int i = 0; i < n; i++) set(p + i, i); free(p); return 0; }`, 0},
		{`int main(void) { int n = more(), *p = malloc(n * sizeof *p); if (!p) return 1; for (int i = 0; i <= n; i++) p[i] = i; free(p); return 0; }`, 2},
		{`int main(void) { long n = more(), *p = malloc((n + 1L) * 4); if (!p) return 1; for (int i = 0; i < n; i++) p[i] = i; free(p); return 0; }`, 1},
		{`int main(void) { int n = more(); char *p = malloc((unsigned char)n); if (!p) return 1; for (int i = 0; i < n; i++) p[i] = i; free(p); return 0; }`, 1},
		// The life of another block.
		{`int main(void) { int *a = malloc(40), *b = malloc(40); if (!a || !b) return 1; free(b); a[3] = 1; free(a); return 0; }`, 0},
		{`int main(void) { int *a = malloc(40), *b = a; if (!a || !b) return 1; free(b); a[3] = 1; free(a); return 0; }`, 2},
		{`int main(void) { int *a = malloc(40), *b = malloc(40); if (!a || !b) return 1; if (more()) b = a; free(b); a[3] = 1; return 0; }`, 1},
		{`void f(int *a) { int *b = malloc(40); if (!b) return; b[1] = a[2] = 2; free(b); } int main(void) { int *a = malloc(40); if (!a) return 1; f(a); f(a); a[3] = 1; free(a); return 0; }`, 0},
		{`void f(int *a) { int *b = more() ? malloc(40) : a; if (!b) return; b[1] = a[2] = 2; free(b); } int main(void) { int *a = malloc(40); if (!a) return 1; f(a); f(a); a[3] = 1; free(a); return 0; }`, 5},
		// A string that fgets has read, where it reports success.
		{`#include <stdio.h>
			int main(void) { char s[80]; const char *t = "none"; while (fgets(s, sizeof s, stdin)) { puts(s); t = s; } puts(t); return 0; }`, 2},
		{`#include <stdio.h>
			int main(void) { char s[80]; const char *t = "none"; fgets(s, sizeof s, stdin); puts(s); if (more()) t = s; return *t; }`, 3},
		{`#include <stdio.h>
			int main(void) { char s[80]; const char *t = "none"; while (!fgets(s, sizeof s, stdin)) { puts(s); t = s; } return *t; }`, 3},
		// An index that goes around: it is 0 where a test says that there is room for an element.
		{`struct queue { int *v, size, tail; }; static void put(struct queue *q, int x) { q->v[q->tail] = x; q->tail++; if (q->tail == q->size) q->tail = 0; }
			int main(void) { struct queue q = {0}; q.size = more(); if (q.size < 1 || q.size > 1000) return 1; q.v = malloc(q.size * sizeof *q.v); if (!q.v) return 1;
			while (more()) put(&q, 3); free(q.v); return 0; }`, 0},
		{`struct queue { int *v, size, tail; }; static void put(struct queue *q, int x) { q->v[q->tail] = x; q->tail++; if (q->tail > q->size) q->tail = 0; }
			int main(void) { struct queue q = {0}; q.size = more(); if (q.size < 1 || q.size > 1000) return 1; q.v = malloc(q.size * sizeof *q.v); if (!q.v) return 1;
			while (more()) put(&q, 3); free(q.v); return 0; }`, 1},
		// A branch that facts exclude.
		{`int main(void) { int a[3] = { 0 }, n = more(), *p = a; if (n < 0) p = NULL; if (n < 0 || !p) return 1; if (!p) a[n] = 1; return *p; }`, 0},
		{`int main(void) { int a[3] = { 0 }, n = more(), *p = a; if (n < 0) p = NULL; if (n > 0) return 1; if (!p) a[n] = 1; return *p; }`, 2},
	} {
		leaves(t, head, c.src, c.left)
	}
}

// Programs whose proofs need facts about many cells at once: lists and trees that are copied and rotated, arrays that are
// filled up to an index, blocks that realloc moves, and streams. Each is followed by variants that fail.
func TestSettledStructures(t *testing.T) {
	const head = `#include <stdlib.h>
#include <stdio.h>
struct n { struct n *left, *right; };
struct n *mk(void) { struct n *p = malloc(sizeof *p); if (!p) exit(1); p->left = p->right = NULL; return p; }
`
	const tree = `struct n *rot(struct n *z) { struct n *y = z->left; if (!y) return z; struct n *u = y->right; y->right = z; z->left = %s; return y; }
struct n *ins(struct n *t) { if (!t) return mk(); t->left = ins(t->left); if (getchar() == 'x') return rot(t); return t; }
int main(void) { struct n *root = NULL; for (;;) { int c = getchar(); if (c == 'n') root = ins(root);
	else if (c == 'w') { for (struct n *t = root; t; t = t->left) if (t->right == root) return 1; } else break; } return 0; }`
	const list = `int main(void) { struct n *root = NULL; for (;;) { int c = getchar();
	if (c == 'n') { struct n *q = mk(); q->left = root; root = q; }
	else if (c == 'w') { struct n *t = root; while (t && t->left) t = t->left; }
	else if (c == 'c' && root && root->left) { struct n *t = root, *u = root->left; %s *t = *u; }
	else break; } return 0; }`
	const rows = `int main(void) { int n = getchar(); if (n <= 0) return 1; int **m = malloc(n * sizeof *m); if (!m) return 1;
	for (int i = 0; i < n; i++) { m[i] = malloc(40); %s } for (int i = 0; i < n; i++) m[i][%s] = i; return 0; }`
	const lines = `int main(void) { char *line = NULL; size_t room = 0; int *v = malloc(40); if (!v) return 1;
	while (getline(&line, &room, stdin) > 0) { v[9] = 1; %s } free(line); v[2] = 1; free(v); return 0; }`
	const streams = `void end(FILE *f) { fflush(f); if (ferror(f)) exit(1); fclose(f); }
int main(int argc, char **argv) { for (int i = 1; i < argc; i++) { FILE *f = fopen(argv[i], "r"); if (!f) continue; getc(f); %s end(f); }
	end(stdin); end(stdout); fprintf(%s, "x"); return 0; }`
	const sort = `void merge(int *a, int n) { int *b = malloc(n * sizeof *b); if (!b) exit(1); a[0] = 1; %s free(b); a[0] = 0; }
void sort(int *a, int n, int d) { if (d > 0) { sort(a, n, d - 1); a[0] = 1; sort(a, n, d - 2); merge(a, n); a[0] = 2; } }
int main(int argc, char **argv) { int *a = malloc(40); if (!a) return 1; sort(a, 10, argc); a[0] = 3; free(a); return 0; }`
	// In theory 2 * room overflows. That v[i] is initialized is not known, since realloc copies.
	const vector = `int main(void) { int *v = NULL, c, n = 0, room = 0; while ((c = getchar()) != EOF) {
	if (n == room) { int more = room ? %s : 8; int *w = realloc(v, %s); if (!w) break; v = w; room = more; } v[n++] = c; }
	for (int i = 0; i < %s; i++) printf("%%d", v[i]); free(v); return 0; }`
	const last = `int main(void) { int n = 0, room = 10, c; int *v = malloc(room * sizeof *v); if (!v) return 1;
	while ((c = getchar()) != EOF && room < 1000) { if (n == room) { int *w = realloc(v, 2 * room * sizeof *v); if (!w) break; v = w; room = 2 * room; }
	v[n++] = c; } if (%s) c = v[%s]; free(v); return c; }`
	const stack = `int main(void) { int n = 0, c, v[100]; while (n < 100 && (c = getchar()) != EOF) v[n++] = c; c = 0;
	while (n > 0) { if (%s) c = v[%s] & 1; n--; } return c; }`
	const search = `int find(const int *a, int n, int x) { int lo = 0, hi = n - 1; while (lo <= hi) { int mid = %s;
	if (a[mid] == x) return mid; if (a[mid] < x) lo = mid + 1; else hi = mid - 1; } return -1; }
int main(void) { int n, x; if (scanf("%%d %%d", &n, &x) != 2 || n <= 0 || n > 1000) return 1; int *a = malloc(n * sizeof *a); if (!a) return 1;
	for (int i = 0; i < n; i++) if (scanf("%%d", &a[i]) %s) { free(a); return 1; } printf("%%d", find(a, %s, x)); free(a); return 0; }`
	const quick = `void swap(int a[], int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; }
void quick(int a[], int lo, int hi) { if (lo >= hi) return; int p = a[hi], k = lo; for (int j = lo; j %s hi; j++) if (a[j] < p) swap(a, k++, j);
	swap(a, k, hi); quick(a, lo, k - 1); quick(a, k + %s, hi); }
int main(void) { int a[100], n = 0, x; while (n < 100 && scanf("%%d", &x) == 1) a[n++] = x; quick(a, 0, %s); return 0; }`
	// This reads behind an option's argument that is empty. All other uses of argv are right, also after the argument was
	// moved behind its end.
	const options = `int main(int argc, char **argv) { int done; const char *m; for (argv++; argv[0] && argv[0][0] == '-' && argv[0][1]; argv++)
	for (done = 0, argv[0]++; argv[0][0] && !done; argv[0]++) if (argv[0][0] == 'm') { if (argv[0][1] == 0 && %s) exit(1);
	done = %s; if (argv[0][1]) m = argv[0] + 1; else m = *++argv; puts(m); } else if (argv[0][0] != 'p') exit(2);
	for (; *argv; argv++) puts(*argv); return 0; }`
	for _, c := range []struct {
		src  string
		left int
	}{
		{fmt.Sprintf(options, "argv[1] == NULL", "1"), 3},
		{fmt.Sprintf(options, "argc < 3", "1"), 15},
		{fmt.Sprintf(options, "argv[1] == NULL", "0"), 8},
		{fmt.Sprintf(vector, "2 * room", "more * sizeof *v", "n"), 2},
		{fmt.Sprintf(vector, "room", "more * sizeof *v", "n"), 7},
		{fmt.Sprintf(vector, "2 * room", "more", "n"), 4},
		{fmt.Sprintf(vector, "2 * room", "more * sizeof *v", "n + 1"), 5},
		{fmt.Sprintf(search, "lo + (hi - lo) / 2", "!= 1", "n"), 0},
		{fmt.Sprintf(search, "(lo + hi) / 2", "!= 1", "n"), 0},
		{fmt.Sprintf(search, "(lo + hi) / 2", "!= 1", "n + 1"), 2},
		{fmt.Sprintf(search, "lo + (hi - lo) / 2", "< 0", "n"), 1},
		{fmt.Sprintf(search, "lo + (hi - lo) % 2", "!= 1", "n"), 0},
		{fmt.Sprintf(search, "lo + (hi + lo) / 2", "!= 1", "n"), 4},
		{fmt.Sprintf(quick, "<", "1", "n - 1"), 0},
		{fmt.Sprintf(quick, "<", "1", "n"), 2},
		{fmt.Sprintf(quick, "<=", "1", "n - 1"), 3},
		{fmt.Sprintf(quick, "<", "(-1)", "n - 1"), 4},
		{fmt.Sprintf(last, "n > 0", "n - 1"), 1},
		{fmt.Sprintf(last, "n >= 0", "n - 1"), 2},
		{fmt.Sprintf(last, "n > 0", "n"), 2},
		{fmt.Sprintf(tree, "u"), 0},
		{fmt.Sprintf(tree, "(struct n *)y->right + 1"), 15},
		{fmt.Sprintf(list, ""), 0},
		{fmt.Sprintf(list, "u = malloc(sizeof *u); if (!u) exit(1);"), 2},
		{fmt.Sprintf(list, "u = malloc(8); if (!u) exit(1); u->left = NULL;"), 1},
		{fmt.Sprintf(rows, "if (!m[i]) return 1;", "3"), 0},
		{fmt.Sprintf(rows, "if (!m[i]) return 1;", "10"), 1},
		{fmt.Sprintf(rows, "if (!m[i]) break;", "3"), 2},
		{fmt.Sprintf(rows, "if (!m[0]) return 1;", "3"), 1},
		{fmt.Sprintf(lines, ""), 0},
		{fmt.Sprintf(lines, "free(line);"), 6},
		{fmt.Sprintf(lines, "v = realloc(v, 36); if (!v) return 1;"), 1},
		{fmt.Sprintf(lines, "line = (char *)v;"), 8},
		{fmt.Sprintf(streams, "", "stderr"), 0},
		{fmt.Sprintf(streams, "", "stdout"), 1},
		{fmt.Sprintf(streams, "fclose(f);", "stderr"), 3},
		{fmt.Sprintf(sort, ""), 0},
		{fmt.Sprintf(sort, "if (getchar() == 'x') b = a;"), 4},
		{`int main(void) { int b[100], c = 0, s = 0; while (c < 100 && getchar() > 0) b[c++] = 1; for (int i = 0; i < c; i++) if (b[i]) s = 1; return s; }`, 0},
		{`int main(void) { int b[100], c = 0, s = 0; while (c < 99 && getchar() > 0) b[++c] = 1; for (int i = 0; i < c; i++) if (b[i]) s = 1; return s; }`, 1},
		{`int main(void) { int b[100], c = 0, s = 0; while (c < 100 && getchar() > 0) b[c++] = 1; for (int i = 0; i <= c && i < 100; i++) if (b[i]) s = 1; return s; }`, 1},
		{fmt.Sprintf(stack, "n > 0", "n - 1"), 0},
		{fmt.Sprintf(stack, "n > 1", "n - 2"), 0},
		{fmt.Sprintf(stack, "n > 0", "n - 2"), 1},
		{fmt.Sprintf(stack, "n > 0 && n < 100", "n"), 1},
		{`int main(void) { int *b = malloc(400), c = 0, s = 0; if (!b) return 1; while (c < 100) { if (getchar() < 0) break; b[c++] = getchar(); } for (int i = 0; i < c; i++) if (b[i]) s = 1; free(b); return s; }`, 0},
		{`int main(void) { int *b = malloc(400), c = 0, s = 0; if (!b) return 1; while (c < 100) { if (getchar() < 0) break; c++; b[c > 50 ? c - 1 : 0] = getchar(); } for (int i = 0; i < c; i++) if (b[i]) s = 1; free(b); return s; }`, 1},
	} {
		leaves(t, head, c.src, c.left)
	}
}
