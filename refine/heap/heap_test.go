package heap_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine/heap"
)

const prelude = `
	typedef unsigned long size_t; void *malloc(size_t); void reach_error(void); int __VERIFIER_nondet_int(void);
	struct node { int h; struct node *n; };
`

func search(t *testing.T, text string) (*heap.Search, *cfa.Program) {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(prelude+text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := heap.Sizes(p)
	if a == nil {
		return nil, p
	}
	slice, _ := p.Slice(a)
	return heap.New(context.Background(), p, slice, func() bool { return false }), slice
}

func TestSuits(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{`int main(void) { int i = 0; while (i < 9) i++; if (i != 9) reach_error(); }`, false},
		{`int main(void) { struct node *p = malloc(sizeof *p); p->h = 1; if (p->h != 1) reach_error(); }`, false},
		{`int main(void) { struct node *p = 0; do { p = malloc(sizeof *p); p->h = 1; } while (__VERIFIER_nondet_int()); if (p->h != 1) reach_error(); }`, true},
		{`void *get(void) { return malloc(sizeof(struct node)); }
		int main(void) { struct node *p = 0; do { p = get(); p->h = 1; } while (__VERIFIER_nondet_int()); if (p->h != 1) reach_error(); }`, true},
		{`struct node *get(int k) { struct node *p = malloc(sizeof *p); p->n = k ? get(k - 1) : 0; return p; }
		int main(void) { struct node *p; do p = get(3); while (__VERIFIER_nondet_int()); if (!p->n) reach_error(); }`, false},
	} {
		x, slice := search(t, c.text)
		if got := x != nil && heap.Suits(slice); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}

// TestOrder: a walk that changes the list behind it needs the order of blocks.
func TestOrder(t *testing.T) {
	x, _ := search(t, `int main(void) {
		struct node *a = malloc(sizeof *a), *p = a, *q = 0, *t;
		while (__VERIFIER_nondet_int()) { p->h = 1; p->n = malloc(sizeof *a); p = p->n; }
		p->h = 3;
		for (p = a; p->h != 3; ) { t = p; p = p->n; t->n = q; q = t; }
		for (; q; q = q->n) if (q->h != 1) reach_error();
	}`)
	if !x.Run() {
		t.Fatalf("not proved: %+v", x.Stats)
	}
	facts := 0
	for _, l := range x.Prog.Locs {
		for _, c := range x.Root.Inner {
			if p := c.At(l); p != nil {
				facts += len(p.Facts())
			}
		}
	}
	if facts == 0 || facts != x.Stats.Needed || x.Stats.Needed > x.Stats.Kept {
		t.Errorf("%d facts, %+v", facts, x.Stats)
	}
}

// TestUnsafe: what is wrong is not proved.
func TestUnsafe(t *testing.T) {
	x, _ := search(t, `int main(void) {
		struct node *p = 0; int k = 0;
		while (__VERIFIER_nondet_int()) { struct node *t = malloc(sizeof *t); t->h = k++ < 40; t->n = p; p = t; }
		for (; p; p = p->n) if (p->h != 1) reach_error();
	}`)
	if x.Run() {
		t.Error("proved")
	}
}
