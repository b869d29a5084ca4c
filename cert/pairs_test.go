package cert

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// TestPairs: a claim about the cells at two indexes, used for two terms at the same time, proves
// that selection sort sorts; and nothing less does, nor is anything proved of sorts that are wrong.
func TestPairs(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void); extern int p, q;
		int main(void) {
			int a[100], n = __VERIFIER_nondet_int(), i = 0, j = 0, s = 0, k = 0;
			if (n < 0 || n > 100) return 0;
			for (i = 0; i < n; i++) {
				s = i;
				for (j = i + 1; j < n; j++) if (a[j] < a[s]) s = j;
				int t = a[i]; a[i] = a[s]; a[s] = t;
			}
			for (k = 0; k < n - 1; k++) if (a[k] > a[k + 1]) reach_error();
			if (k < 0 && p == q) reach_error();
			return 0; }`
	// p and q at the first and at the second index
	both := func(p1, p2, q1, q2 Value) [][]Value { return [][]Value{{p1, q2}} }
	for name, c := range map[string]struct {
		from, to string
		with     func(p1, p2, q1, q2 Value) [][]Value
		why      string
	}{
		"two at a time":       {"", "", both, ""},
		"one after the other": {"", "", func(p1, p2, q1, q2 Value) [][]Value { return [][]Value{{p1}, {q2}} }, "should hold"},
		"the wrong way round": {"", "", func(p1, p2, q1, q2 Value) [][]Value { return [][]Value{{p2, q1}} }, "should hold"},
		"the greatest first":  {"a[j] < a[s]", "a[j] > a[s]", both, "should hold"},
		"one too few":         {"j < n", "j < n - 1", both, "should hold"},
		"half a swap":         {"a[i] = a[s];", "", both, "should hold"},
		"one that was read":   {"i = 0; i", "i = q == 3; i", both, "may have been read"},
		"one that is set":     {"int t =", "q = 4; int t =", both, "sets it"},
		"two values of one":   {"", "", func(p1, p2, q1, q2 Value) [][]Value { return [][]Value{{p1, q2, p2}} }, "two values"},
	} {
		p := program(t, strings.Replace(text, c.from, c.to, 1))
		proof := sortedProof(t, p, c.with)
		var file bytes.Buffer
		if err := Write(&file, proof); err != nil {
			t.Fatal(err)
		}
		proof, err := Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Check(context.Background(), p, proof); (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
}

// sortedProof says at the loops of a selection sort what has been sorted so far. It has all instances
// of p and of q alone, at i and s, and at k and k+1, and some for both.
func sortedProof(t *testing.T, p *cfa.Program, with func(p1, p2, q1, q2 Value) [][]Value) *Certificate {
	var b *smt.Builder
	var v func(string) *smt.Term
	c := byHand(t, p, func(builder *smt.Builder, named func(string) *smt.Term) *smt.Term {
		b, v = builder, named
		return b.True()
	})
	var a *smt.Term
	for _, x := range p.Arrays {
		if x.Name == "a" {
			a = Symbol{Array: x}.Term(b)
		}
	}
	number := func(name string) int {
		for _, x := range p.Vars {
			if x.Name == name {
				return x.ID
			}
		}
		t.Fatalf("there is no %s", name)
		return 0
	}
	le := func(ts ...*smt.Term) *smt.Term { // each is at most the next
		out := b.True()
		for i := range ts[1:] {
			out = b.And(out, b.Le(ts[i], ts[i+1]))
		}
		return out
	}
	at := func(i *smt.Term) *smt.Term { return b.Select(a, i) }
	zero, one := b.IntNum(0), b.IntNum(1)
	less := func(t *smt.Term) *smt.Term { return b.Sub(t, one) }
	g, h, n, i, j, s, k := v("p"), v("q"), v("n"), v("i"), v("j"), v("s"), v("k")
	size := le(zero, n, b.IntNum(100))
	sorted := func(to *smt.Term) *smt.Term {
		return b.Implies(b.And(le(zero, g, less(to)), le(g, less(h), less(less(n)))), b.Le(at(g), at(h)))
	}
	heads := []*smt.Term{
		b.And(size, le(zero, i, n), sorted(i)),
		b.And(size, le(zero, i, s, less(j), less(n)), sorted(i), b.Implies(le(i, g, less(j)), b.Le(at(s), at(g)))),
		b.And(size, le(zero, k), sorted(n)),
	}
	for x := range c.Contexts {
		for y := range c.Contexts[x].Points {
			pt := &c.Contexts[x].Points[y]
			l := p.Locs[pt.Loc]
			if !l.LoopHead {
				continue
			}
			pt.Holds[0].Conj = heads[:1]
			first, second := i, s
			if len(heads) == 1 { // the last loop
				first, second = k, b.Add(k, one)
			}
			heads = heads[1:]
			for _, e := range l.Out {
				of := func(ghost string, t *smt.Term) Value { return Value{number(ghost), t} }
				for _, w := range with(of("p", first), of("p", second), of("q", first), of("q", second)) {
					c.Instances = append(c.Instances, Instance{e.ID, w})
				}
				for _, x := range []*smt.Term{first, second} {
					c.Instances = append(c.Instances, Instance{e.ID, []Value{of("p", x)}}, Instance{e.ID, []Value{of("q", x)}},
						Instance{e.ID, []Value{of("p", h)}})
				}
			}
		}
	}
	return c
}
