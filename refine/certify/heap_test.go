package certify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/quantified"
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

// TestLists: programs that build lists of any length are proved, with proofs that are accepted;
// those with an error are not.
func TestLists(t *testing.T) {
	for i, l := range lists {
		if testing.Short() && i > 1 {
			break
		}
		p := lowered(t, listPrelude+l.text)
		ctx := t.Context()
		out := refine.Run(ctx, p, refine.Options{Engine: engines.Must("quantified", engines.Options{Method: quantified.ByHeap})})
		switch {
		case !l.safe && out.Verdict == refine.Safe:
			t.Errorf("program %d: safe", i)
		case l.safe && out.Verdict != refine.Safe:
			t.Errorf("program %d: %v, %s", i, out.Verdict, out.Reason)
		case l.safe:
			if _, err := cert.Check(ctx, p, Certificate(ctx, p, out)); err != nil {
				t.Errorf("program %d: %v", i, err)
			}
		}
	}
}

// program makes a small program that builds a list in one of a few ways, and claims something of
// what it finds in it, true or not.
func program(r *rand.Rand) string {
	var b strings.Builder
	num := func() int { return 1 + r.IntN(3) }
	fmt.Fprintf(&b, "int main(void) { struct node *a = malloc(sizeof *a), *p = a, *q = 0; int f = %d;\n", r.IntN(2))
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "a->h = %d;\n", num())
	}
	for range 1 + r.IntN(2) {
		b.WriteString("while (__VERIFIER_nondet_int()) {\n")
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "if (f) { p->h = %d; f = 0; } else { p->h = %d; f = %d; }\n", num(), num(), r.IntN(2))
		} else {
			fmt.Fprintf(&b, "p->h = %d;\n", num())
		}
		switch r.IntN(3) {
		case 0:
			b.WriteString("p->n = malloc(sizeof *a); p = p->n; }\n")
		case 1:
			b.WriteString("q = malloc(sizeof *a); q->n = p; p = q; }\n")
		default:
			fmt.Fprintf(&b, "q = malloc(sizeof *a); q->h = %d; p->n = q; q->n = a; p = q; }\n", num())
		}
	}
	fmt.Fprintf(&b, "p->h = %d;\n", num())
	if r.IntN(2) == 0 {
		b.WriteString("p->n = 0;\n")
	}
	if r.IntN(2) == 0 {
		b.WriteString("p = a;\n")
	}
	fmt.Fprintf(&b, "while (p && p->h %s %d) { if (p->h == %d) reach_error(); p = p->n; }\n", []string{"!=", "==", "<"}[r.IntN(3)], num(), num())
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "if (p && p->h %s %d) reach_error();\n", []string{"!=", "==", ">"}[r.IntN(3)], num())
	}
	b.WriteString("}\n")
	return b.String()
}

// TestRandomLists: what is said to be safe has a proof that is accepted, and no run that reaches an
// error.
func TestRandomLists(t *testing.T) {
	safe, unsafe := 0, 0
	for seed := range uint64(24) {
		text := listPrelude + program(rand.New(rand.NewPCG(seed, 5)))
		p := lowered(t, text)
		ctx, stop := effort.Limit(t.Context(), 3*300_000)
		out := refine.Run(ctx, p, refine.Options{Engine: engines.Must("quantified", engines.Options{Method: quantified.ByHeap})})
		switch out.Verdict {
		case refine.Unsafe:
			unsafe++
		case refine.Safe:
			safe++
			if _, err := cert.Check(context.Background(), p, Certificate(context.Background(), p, out)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			for k := range uint64(300) {
				r := rand.New(rand.NewPCG(k, seed))
				in := interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(int64(r.IntN(5)) - 1), true })
				if o := interp.Run(context.Background(), p, in, interp.Options{MaxSteps: 2_000}); o.Kind == interp.ErrorFound {
					t.Fatalf("an error in what was proved safe:\n%s", text)
				}
			}
		}
		stop()
	}
	t.Logf("%d safe, %d unsafe", safe, unsafe)
	if safe == 0 || unsafe == 0 {
		t.Errorf("%d safe, %d unsafe: the programs are of no use", safe, unsafe)
	}
}
