package whet

import (
	"context"
	"testing"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/refine"
)

const listPrelude = `
	typedef unsigned long size_t; void *malloc(size_t); void reach_error(void); int __VERIFIER_nondet_int(void);
	struct node { int h; struct node *n; };
`

// lists are programs that build lists, and whether an error is reached.
var lists = []struct {
	text string
	safe bool
}{
	{`int main(void) {
		struct node *p = 0;
		while (__VERIFIER_nondet_int()) { struct node *t = malloc(sizeof *t); t->h = 1; t->n = p; p = t; }
		for (; p; p = p->n) if (p->h != 1) reach_error();
	}`, true},
	{`int main(void) {
		struct node *p = 0; int k = 0;
		while (__VERIFIER_nondet_int()) { struct node *t = malloc(sizeof *t); t->h = k < 6 ? 1 : 2; k++; t->n = p; p = t; }
		for (; p; p = p->n) if (p->h != 1) reach_error();
	}`, false},
	{`int main(void) {
		struct node *a = malloc(sizeof *a), *p = a;
		while (__VERIFIER_nondet_int()) { p->h = 1; p->n = malloc(sizeof *a); p = p->n; }
		p->h = 1; p->n = 0;
		for (p = a; p; p = p->n) if (p->h != 1) reach_error();
	}`, true},
	{`int main(void) {
		struct node *a = malloc(sizeof *a), *p = a;
		while (__VERIFIER_nondet_int()) { p->h = 1; p->n = malloc(sizeof *a); p = p->n; }
		p->n = 0;
		for (p = a; p; p = p->n) if (p->h != 1) reach_error();
	}`, false},
	{`struct node *cons(int h, struct node *n) { struct node *t = malloc(sizeof *t); t->h = h; t->n = n; return t; }
	int main(void) {
		struct node *p = 0, *q = 0;
		while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) p = cons(1, p); else q = cons(2, q); }
		for (; p; p = p->n) if (p->h != 1) reach_error();
		for (; q; q = q->n) if (q->h != 2) reach_error();
	}`, true},
}

// TestLists: programs that build lists of any length are proved, with proofs that are accepted; those with an error are not.
func TestLists(t *testing.T) {
	for i, l := range lists {
		p := lowered(t, listPrelude+l.text)
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		out := refine.Run(ctx, p, refine.Options{Engine: "quantified", Method: "heap"})
		switch {
		case !l.safe && out.Verdict == refine.Safe:
			t.Errorf("program %d: safe", i)
		case l.safe && out.Verdict != refine.Safe:
			t.Errorf("program %d: %v, %s", i, out.Verdict, out.Reason)
		case l.safe:
			if _, err := cert.Check(ctx, p, certificate(ctx, p, out)); err != nil {
				t.Errorf("program %d: %v", i, err)
			}
		}
		stop()
	}
}
