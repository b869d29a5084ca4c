package certify

import (
	"strings"
	"testing"
)

// Lists that are built, changed and freed block by block. Each wrong program is like the one before it.
func TestSettledLists(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
`
	const build = `int main(void) { struct node *head = NULL; int x; while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n); if (!n) break; n->v = x; n->next = head; head = n; }
		for (struct node *p = head; p; p = p->next) printf("%d ", p->v);
		`
	const reversed = `struct node *done = NULL; while (head) { struct node *next = head->next; head->next = done; done = head; head = next; }
		while (done) { struct node *d = done; done = done->next; free(d); } return 0; }`
	const stack = `static struct node *top; static void push(int v) { struct node *n = malloc(sizeof *n); if (!n) exit(1); n->v = v; n->next = top; top = n; }
		static int pop(void) { struct node *n = top; int v = n->v; top = n->next; free(n); return v; }
		int main(void) { int x; while (scanf("%d", &x) == 1) if (x) push(x); else if (top) pop(); while (top) pop(); return 0; }`
	const queue = `struct queue { struct node *first, *last; };
		static void add(struct queue *q, int v) { struct node *n = malloc(sizeof *n); if (!n) exit(1); n->v = v; n->next = NULL;
			if (q->last) q->last->next = n; else q->first = n; q->last = n; }
		static int take(struct queue *q) { struct node *n = q->first; int v; if (!n) return 0; v = n->v; q->first = n->next; if (!q->first) q->last = NULL; free(n); return v; }
		int main(void) { struct queue q = {0}; int x; while (scanf("%d", &x) == 1) add(&q, x); while (take(&q)) ; return 0; }`
	const appended = `static void append(struct node **list, int v) { struct node *n = malloc(sizeof *n); if (!n) exit(1); n->v = v; n->next = NULL;
		if (!*list) { *list = n; return; } struct node *p = *list; while (p->next) p = p->next; p->next = n; }
		static void release(struct node *l) { while (l) { struct node *next = l->next; free(l); l = next; } }
		int main(void) { struct node *l = NULL; int x; while (scanf("%d", &x) == 1) append(&l, x); release(l); return 0; }`
	const recursive = `static void release(struct node *l) { if (!l) return; release(l->next); free(l); } ` + build + `release(head); return 0; }`
	const tail = `int main(void) { struct node *head = NULL, *tail = NULL; int x; while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n); if (!n) break; n->v = x; n->next = NULL; if (tail) tail->next = n; else head = n; tail = n; }
		while (head) { struct node *next = head->next; free(head); head = next; } return 0; }`
	const pairs = `struct pair { char *name; struct pair *next; };
		int main(void) { struct pair *list = NULL; int n; while (scanf("%d", &n) == 1) { if (n < 1 || n > 99) continue;
			struct pair *e = malloc(sizeof *e); char *s = malloc(n); if (!e || !s) return 1; s[0] = 'x'; e->name = s; e->next = list; list = e; }
		while (list) { struct pair *d = list; list = d->next; free(d->name); free(d); } return 0; }`
	const ordered = `static struct node *first; int main(void) { int x; while (scanf("%d", &x) == 1) { struct node *n = malloc(sizeof *n); if (!n) return 1; n->v = x;
		struct node **p = &first; while (*p && (*p)->v < x) p = &(*p)->next; n->next = *p; *p = n; }
		while (first) { struct node *n = first; first = n->next; free(n); } return 0; }`
	const tree = `struct tree { int v; struct tree *left, *right; };
		static struct tree *insert(struct tree *t, int v) { if (!t) { t = malloc(sizeof *t); if (!t) exit(1); t->v = v; t->left = t->right = NULL; }
			else if (v < t->v) t->left = insert(t->left, v); else if (v > t->v) t->right = insert(t->right, v); return t; }
		static void release(struct tree *t) { if (!t) return; release(t->left); release(t->right); free(t); }
		int main(void) { struct tree *root = NULL; int x; while (scanf("%d", &x) == 1) root = insert(root, x); release(root); return 0; }`
	const rotated = `struct tree { int v; struct tree *left, *right; };
		static struct tree *rotate(struct tree *z) { struct tree *y = z->left; if (!y) return z; struct tree *m = y->right; y->right = z; z->left = m; return y; }
		static struct tree *insert(struct tree *t, int v) { if (!t) { t = malloc(sizeof *t); if (!t) exit(1); t->v = v; t->left = NULL; t->right = NULL; return t; }
			if (v < t->v) t->left = insert(t->left, v); else if (v > t->v) t->right = insert(t->right, v); return v % 2 ? rotate(t) : t; }
		static void release(struct tree *t) { if (!t) return; release(t->left); release(t->right); free(t); }
		int main(void) { struct tree *root = NULL; int x; while (scanf("%d", &x) == 1) root = insert(root, x); release(root); return 0; }`
	const looped = `struct tree { int v; struct tree *left, *right; }; static struct tree *root;
		static void insert(int v) { struct tree *n = malloc(sizeof *n); if (!n) exit(1); n->v = v; n->left = NULL; n->right = NULL; if (!root) { root = n; return; }
			struct tree *t = root; for (;;) if (v < t->v) { if (!t->left) { t->left = n; return; } t = t->left; } else if (v > t->v) { if (!t->right) { t->right = n; return; } t = t->right; }
			else { free(n); return; } }
		static void release(struct tree *t) { if (!t) return; release(t->left); release(t->right); free(t); }
		int main(void) { int x; while (scanf("%d", &x) == 1) insert(x); release(root); return 0; }`
	const deleted = `struct t { int key; struct t *left, *right; };
		static struct t *insert(struct t *n, int k) { if (!n) { n = malloc(sizeof *n); if (!n) exit(1); n->key = k; n->left = n->right = NULL; return n; }
			if (k < n->key) n->left = insert(n->left, k); else if (k > n->key) n->right = insert(n->right, k); return n; }
		static struct t *delete(struct t *n, int k) { if (!n) return n; if (k < n->key) n->left = delete(n->left, k); else if (k > n->key) n->right = delete(n->right, k);
			else if (!n->left || !n->right) { struct t *old = n, *u = n->left ? n->left : n->right; n = u; u = old; free(u); }
			else { struct t *u = n->right; while (u->left) u = u->left; n->key = u->key; n->right = delete(n->right, u->key); } return n; }
		int main(void) { struct t *root = NULL; int x; while (scanf("%d", &x) == 1) if (x > 0) root = insert(root, x); else root = delete(root, -(x + 1)); return 0; }`
	copied := strings.Replace(deleted, `struct t *old = n, *u = n->left ? n->left : n->right; n = u; u = old; free(u);`,
		`struct t *u = n->left ? n->left : n->right; if (u == NULL) { u = n; n = NULL; } else *n = *u; free(u);`, 1)
	turned := strings.Replace(deleted, `static struct t *insert`, `static struct t *left(struct t *z) { struct t *y = z->right; if (!y) return z; z->right = y->left; y->left = z; return y; }
		static struct t *right(struct t *z) { struct t *y = z->left; if (!y) return z; z->left = y->right; y->right = z; return y; }
		static struct t *twice(struct t *z) { z->left = left(z->left); return right(z); }
		static struct t *insert`, 1)
	turned = strings.Replace(turned, `n->right = insert(n->right, k); return n;`, `n->right = insert(n->right, k); if (n->left && k % 3 == 0) n = twice(n); return n;`, 1)
	const chains = `static struct node *table[32];
		static int has(unsigned x) { for (struct node *n = table[x % 32]; n; n = n->next) if (n->v == (int)(x % 1000)) return 1; return 0; }
		static void insert(unsigned x) { struct node *n = malloc(sizeof *n); if (!n) exit(1); n->v = x % 1000; n->next = table[x % 32]; table[x % 32] = n; }
		int main(void) { unsigned x; while (scanf("%u", &x) == 1) if (!has(x)) insert(x); return has(7); }`
	const lists = `struct group { struct node *list; struct group *next; };
		int main(void) { struct group *groups = NULL; int x; while (scanf("%d", &x) == 1) {
			if (!x || !groups) { struct group *g = malloc(sizeof *g); if (!g) return 1; g->list = NULL; g->next = groups; groups = g; }
			struct node *n = malloc(sizeof *n); if (!n) return 1; n->v = x; n->next = groups->list; groups->list = n; }
		while (groups) { struct group *g = groups; groups = g->next; while (g->list) { struct node *n = g->list; g->list = n->next; free(n); } free(g); } return 0; }`
	const sorted = `static struct node *merge(struct node *a, struct node *b) { if (!a) return b; if (!b) return a;
			if (a->v <= b->v) { a->next = merge(a->next, b); return a; } b->next = merge(a, b->next); return b; }
		static struct node *sort(struct node *l) { if (!l || !l->next) return l; struct node *even = NULL, *odd = NULL; int n = 0;
			while (l) { struct node *i = l; l = i->next; if (n) { i->next = odd; odd = i; } else { i->next = even; even = i; } n = !n; }
			return merge(sort(even), sort(odd)); } ` + build + `head = sort(head); while (head) { struct node *t = head->next; free(head); head = t; } return 0; }`
	for _, c := range []struct {
		src, from, to string // in the wrong program, to is in the place of from
		left          int
	}{
		{build + `while (head) { struct node *t = head->next; free(head); head = t; } return 0; }`, `free(head); head = t;`, `free(head); head = head->next;`, 3},
		{build + `while (head) { struct node *t = head->next; free(head); head = t; } return 0; }`, `free(head); head = t;`, `free(t); head = t;`, 2},
		{build + reversed, `head->next = done; done = head; head = next;`, `head->next = done; done = head; head = head->next;`, 2},
		{build + reversed, `done = done->next; free(d);`, `free(d); done = done->next;`, 2},
		{stack, `top = n->next; free(n);`, `free(n);`, 2},
		{stack, `top = n; }`, `top = n; if (v == 7) free(n); }`, 2},
		{queue, `while (take(&q)) ;`, `take(&q); add(&q, 7);`, 1},
		{queue, `q->first = n->next;`, `q->first = n;`, 2},
		{appended, `while (p->next) p = p->next; p->next = n;`, `while (p->next) p = p->next; p->next = n; n->next = p;`, 2},
		{appended, `release(l); return 0;`, `release(l); release(l); return 0;`, 2},
		{recursive, `release(l->next); free(l);`, `free(l); release(l->next);`, 2},
		{recursive, `release(head); return 0;`, `release(head); release(head); return 0;`, 2},
		{tail, `tail = n; }`, `tail = n; } free(tail);`, 2},
		{tail, `n->next = NULL;`, `n->next = tail;`, 2},
		{pairs, `e->name = s;`, `e->name = s; if (list && n == 9) e->name = list->name;`, 3},
		{pairs, `free(d->name); free(d);`, `free(d); free(d->name);`, 4},
		{ordered, `n->next = *p; *p = n;`, `*p = n; n->next = *p;`, 4},
		{ordered, `first = n->next; free(n);`, `free(n);`, 1},
		{tree, `t->left = insert(t->left, v);`, `t->left = insert(t->right, v);`, 3},
		{tree, `release(t->left); release(t->right);`, `release(t->left); release(t->left);`, 3},
		{tree, `return t; }`, `if (t->left) free(t->left); return t; }`, 7},
		{rotated, `z->left = m;`, `z->left = y;`, 3},
		{rotated, `y->right = z; z->left = m;`, `y->right = z;`, 3},
		{deleted, `n = u; u = old;`, `n = old; u = old;`, 9},
		{deleted, `n->key = u->key;`, `free(u);`, 12},
		{copied, `*n = *u; free(u);`, `*n = *u; free(n);`, 10},
		{turned, `y->left = z; return y;`, `y->left = y; return y;`, 11},
		{looped, `{ t->left = n; return; }`, `{ t->left = n; t->right = n; return; }`, 4},
		{looped, `else { free(n); return; }`, `else { t->left = n; free(n); return; }`, 4},
		{chains, `table[x % 32] = n; }`, `table[x % 32] = n; if (x == 5) free(n); }`, 1},
		{chains, `n->next = table[x % 32]; table`, `table`, 1},
		{lists, `free(n); } free(g);`, `free(n); free(g); }`, 5},
		{lists, `g->list = n->next; free(n);`, `g->list = n->next; free(n); if (n->v == 1) free(n);`, 2},
		{sorted, `{ a->next = merge(a->next, b); return a; }`, `{ a->next = merge(a->next, b); b->next = a; return a; }`, 2},
		{sorted, `return merge(sort(even), sort(odd));`, `return merge(sort(even), sort(even));`, 2},
	} {
		leaves(t, head, c.src, 0)
		wrong := strings.Replace(c.src, c.from, c.to, 1)
		if wrong == c.src {
			t.Fatalf("%q does not occur", c.from)
		}
		leaves(t, head, wrong, c.left)
	}
}

// The first pointer of a list may lie in the region of the members that lead on. A store to it changes what a fact about all
// these cells says if the fact reads it, too.
func TestSettledFirstInRegion(t *testing.T) {
	leaves(t, "#include <stdlib.h>\n", `struct cell { struct cell *next; }; struct list { struct cell *first; };
		static void go(struct list *list) { struct cell *before = NULL, *p = list->first, *next;
			while (p != NULL) { next = p->next; before = p; p = next->next; } list->first = before; }
		int main(void) { struct list a = {NULL}; struct cell *n = malloc(sizeof *n); if (!n) return 1; n->next = NULL; a.first = n; go(&a);
			struct cell **q = &a.first; q = &(*q)->next; while (a.first != NULL) { struct cell *p = a.first; free(p); } return 0; }`, 1)
}
