package cert

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestHeads: invariants that the induction proves by itself, and that are not taken without.
func TestHeads(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int main(void) {
			unsigned i = START, n = 0;
			while (__VERIFIER_nondet_int()) {
				for (n = 0; n < 10; ) n = n + 1;
				i = i + STEP;
				if (i % 4 == 3) reach_error();
			}
			if (i % 2 != 0) reach_error();
			return 0;
		}`
	even := func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
		return b.Eq(b.Mod(v("i"), num.RatOf(2)), b.IntNum(0))
	}
	three := func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
		return b.Eq(b.Mod(v("i"), num.RatOf(3)), b.IntNum(0))
	}
	for _, c := range []struct {
		start, step string
		f           func(b *smt.Builder, v func(string) *smt.Term) *smt.Term
		inner       bool // said at the inner loop
		k           int
		why         string
	}{
		{"0", "2", even, false, 1, ""},
		{"0", "2", even, false, 2, ""},
		{"0", "2", even, false, 3, ""},
		{"0", "2", nil, false, 1, "the error"},
		{"1", "2", even, false, 1, "need not hold"}, // not when the loop is entered
		{"1", "2", even, false, 3, "need not hold"},
		{"0", "1", even, false, 1, "need not hold"}, // not after a round
		{"0", "1", even, false, 3, "need not hold"},
		{"0", "6", three, false, 1, "need not hold"}, // not when the word has gone around
		// it is where nothing is known of the outer loop
		{"0", "2", even, true, 1, "need not hold"},
		{"0", "2", func(b *smt.Builder, v func(string) *smt.Term) *smt.Term { return b.False() }, false, 1, "need not hold"},
		{"0", "2", func(b *smt.Builder, v func(string) *smt.Term) *smt.Term { return b.False() }, true, 1, "need not hold"},
		{"0", "2", even, false, 0, "belong to a proof by induction"},
	} {
		p := program(t, strings.NewReplacer("START", c.start, "STEP", c.step).Replace(text))
		proof := openHeads(p)
		proof.Induction = c.k
		v := func(name string) *smt.Term {
			for _, v := range p.Vars {
				if v.Name == name {
					return Symbol{Var: v}.Term(proof.Builder)
				}
			}
			t.Fatal(name)
			return nil
		}
		if c.f != nil {
			for _, l := range procedure(t, p, "main").Locs {
				if l.LoopHead && (l.Depth > 1) == c.inner {
					proof.Heads = append(proof.Heads, Head{l.ID, []*smt.Term{c.f(proof.Builder, v)}})
				}
			}
			if len(proof.Heads) != 1 {
				t.Fatal("there is one such loop")
			}
		}
		var file bytes.Buffer
		if err := Write(&file, proof); err != nil {
			t.Fatal(err)
		}
		proof, err := Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Check(context.Background(), p, proof); (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("start %s, step %s, inner %v, k = %d: %v, want %q", c.start, c.step, c.inner, c.k, err, c.why)
		}
	}
}

// openHeads is a certificate that says nothing of any location.
func openHeads(p *cfa.Program) *Certificate {
	c := &Certificate{Builder: smt.NewBuilder(), Contexts: []Context{{Proc: p.Start.ID}}}
	for _, q := range p.Procs {
		if q != p.Start {
			c.Contexts = append(c.Contexts, Context{Proc: q.ID})
		}
	}
	for i := range c.Contexts {
		x := &c.Contexts[i]
		for _, l := range p.Locs {
			if l.Proc.ID == x.Proc {
				x.Points = append(x.Points, Point{Loc: l.ID, Holds: []Annotation{{}}})
			}
		}
	}
	return c
}
