package quantified

import (
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// What is known of all nodes of a list is written in ACSL, at each loop.
func TestHeapClaims(t *testing.T) {
	p := refinetest.Lower(t, `#include <stdlib.h>
		extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		struct node { int h; struct node *n; };
		int main(void) {
			struct node *list = 0, *p;
			while (__VERIFIER_nondet_int()) {
				p = malloc(sizeof *p);
				p->h = 7;
				p->n = list;
				list = p;
			}
			for (p = list; p; p = p->n)
				if (p->h != 7) reach_error();
		}`, cfa.Machine)
	out := refine.Run(t.Context(), p, refine.Options{Engine: Engine{Method: ByHeap}})
	if out.Verdict != refine.Safe {
		t.Fatalf("%v (%s)", out.Verdict, out.Reason)
	}
	heads := 0
	for _, r := range out.Invariants(t.Context()) {
		if !r.Loc.LoopHead {
			t.Errorf("%v is no loop head", r.Loc.Pos)
		}
		heads++
		const want = `\forall char *k; \block_length(k) == 16 ==> `
		if !slices.ContainsFunc(r.ACSL, func(s string) bool { return strings.HasPrefix(s, want) && strings.Contains(s, "[k] == 7") }) {
			t.Errorf("line %d: nothing says that nodes hold 7:\n%s", r.Loc.Pos.Line, strings.Join(r.ACSL, "\n"))
		}
	}
	if heads != 2 {
		t.Errorf("facts at %d loops", heads)
	}
}
