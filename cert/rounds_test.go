package cert

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// TestOnlyBeside: a loop that nobody enters at its head, or nobody beside it, though the graph has
// a way.
func TestOnlyBeside(t *testing.T) {
	const text = `int main(void) {
		int one = 1, y = 1, z = 1;
		if (HOW) { y = 5; goto in; }
		while (__VERIFIER_nondet_int()) { z = 0; in: if (y == WITHIN && z == 1) reach_error(); }
		if (y == BEHIND) reach_error();
		return 0; }`
	for _, c := range []struct {
		how            string
		within, behind int64
		want           bool
	}{
		{"one == 1", 7, 7, true}, {"one == 1", 1, 1, true}, {"one == 1", 5, 7, false}, {"one == 1", 7, 5, false},
		{"one == 0", 7, 7, true}, {"one == 0", 1, 5, true}, {"one == 0", 5, 5, true}, {"one == 0", 7, 1, false},
	} {
		p := program(t, declared+strings.NewReplacer("HOW", c.how, "WITHIN", fmt.Sprint(c.within), "BEHIND", fmt.Sprint(c.behind)).Replace(text))
		for k := 1; k <= 2; k++ {
			cert := openHeads(p)
			cert.Induction = k
			if _, err := Check(context.Background(), p, cert); (err == nil) != c.want {
				t.Errorf("%s, %d within, %d behind, k = %d: %v", c.how, c.within, c.behind, k, err)
			}
		}
	}
}

// TestKnownInside: what the annotations say of the head of a loop inside of another counts in all
// of its rounds, also where the outer loop says nothing: a round that begins with what the outer
// one left there would not know it.
func TestKnownInside(t *testing.T) {
	p := program(t, declared+`int main(void) {
		int x = 0;
		while (__VERIFIER_nondet_int()) { while (__VERIFIER_nondet_int()) { if (x == 7) reach_error(); } x = 1 - x; }
		return 0; }`)
	for most, want := range map[int64]bool{1: true, 7: false} {
		c := annotated(t, p, map[string]says{"main head": func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(b.Sub(b.IntNum(1), b.IntNum(most)), v("x")), b.Le(v("x"), b.IntNum(most))}
		}})
		c.Induction = 1
		passed := 0
		for i := range c.Contexts {
			for _, l := range p.Locs {
				if pt := c.Contexts[i].holdsAt(l); pt != nil && l.LoopHead && l.Depth == 1 {
					*pt = Point{Loc: l.ID, Pass: true}
					passed++
				}
			}
		}
		if passed != 1 {
			t.Fatalf("%d outer loops", passed)
		}
		if _, err := Check(context.Background(), p, c); (err == nil) != want {
			t.Errorf("at most %d: %v", most, err)
		}
	}
}

// TestErrorsAreLeftToTheInduction: where it proves that no error is reached, the annotations need
// not say so.
func TestErrorsAreLeftToTheInduction(t *testing.T) {
	for text, want := range map[string]bool{"y == 7": true, "y == 1": false} {
		p := program(t, declared+`int main(void) { int y = 1; while (__VERIFIER_nondet_int()) { if (`+text+`) reach_error(); } return 0; }`)
		for k := 0; k <= 2; k++ {
			c := annotated(t, p, nil)
			c.Induction = k
			if _, err := Check(context.Background(), p, c); (err == nil) != (want && k > 0) {
				t.Errorf("%s, k = %d: %v", text, k, err)
			}
		}
	}
}

// chained adds procedures of which each calls the next, n of them, and returns the first.
func chained(p *cfa.Program, n int) *cfa.Proc {
	first := p.NewProc("f0")
	for q, i := first, 1; ; i++ {
		if i == n {
			p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
			return first
		}
		next := p.NewProc(fmt.Sprint("f", i))
		p.NewEdge(q.Entry, q.Exit, &cfa.Call{Callee: next}, lang.Pos{})
		q = next
	}
}

// sayNothing is a certificate with a context for each procedure in which true holds at every
// location.
func sayNothing(p *cfa.Program) *Certificate {
	c := &Certificate{Builder: smt.NewBuilder(), Contexts: []Context{{Proc: p.Start.ID}}}
	for _, q := range p.Procs {
		x := &c.Contexts[0]
		if q != p.Start {
			c.Contexts = append(c.Contexts, Context{Proc: q.ID})
			x = &c.Contexts[len(c.Contexts)-1]
		}
		for _, l := range q.Locs {
			x.Points = append(x.Points, Point{Loc: l.ID, Holds: []Annotation{{}}})
		}
		x.sort()
	}
	return c
}

// TestTooDeepInRounds: a round of a loop that cannot be written out, as it has too many calls
// within each other, is not one in which nothing happens, though the other rounds do not come
// there: of those that enter the loop beside its head, and of the first ones.
func TestTooDeepInRounds(t *testing.T) {
	for n, want := range map[int]bool{3: true, mostActive: false} {
		for _, first := range []bool{false, true} { // the way to the head
			p := cfa.NewProgram(lang.LP64, cfa.Machine)
			p.Start = p.NewProc("start")
			c := p.NewVar(p.Start, "c", cfa.LocalVar, upTo7)
			d := p.NewVar(p.Start, "d", cfa.LocalVar, upTo7)
			loc := func() *cfa.Loc { return p.NewLoc(p.Start, lang.Pos{}) }
			edge := func(from, to *cfa.Loc, op cfa.Op) { p.NewEdge(from, to, op, lang.Pos{}) }
			set := func(v *cfa.Var, k int64) cfa.Op { return &cfa.Assign{LHS: v, RHS: konst(k)} }
			is := func(v *cfa.Var, k int64) cfa.Op { return &cfa.Assume{Cond: bin(cfa.Eq, v, konst(k))} }
			at, atHead, inside, head, mid, out, bad := loc(), loc(), loc(), loc(), loc(), loc(), loc()
			edge(p.Start.Entry, at, &cfa.Havoc{LHS: d, From: &cfa.Input{Range: upTo7}})
			if first {
				edge(at, atHead, is(d, 1))
			}
			edge(at, inside, is(d, 2))
			if !first {
				edge(at, atHead, is(d, 1))
			}
			edge(atHead, head, set(c, 0))
			edge(inside, mid, set(c, 1))
			edge(head, mid, is(c, 1))
			edge(head, head, is(c, 0))
			edge(head, out, is(c, 0))
			edge(mid, head, &cfa.Call{Callee: chained(p, n)})
			edge(out, bad, is(d, 3))
			bad.Error = &cfa.Property{Kind: "assertion", Text: "false"}
			p.Finish()
			if err := p.Check(); err != nil {
				t.Fatal(err)
			}
			cert := sayNothing(p)
			cert.Induction = 1
			_, err := Check(context.Background(), p, cert)
			if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "more than 5000 activations") {
				t.Errorf("%d calls, to the head first %v: %v", n, first, err)
			}
		}
		// A loop of which the annotations say that nobody enters it; its first round is written out
		// before they count.
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("start")
		v, w := p.NewVar(p.Start, "v", cfa.LocalVar, wide), p.NewVar(p.Start, "w", cfa.LocalVar, wide)
		l := &line{p: p, at: p.Start.Entry}
		for _, v := range []*cfa.Var{v, w} {
			l.do(&cfa.Havoc{LHS: v, From: &cfa.Input{Range: wide}})
		}
		l.do(&cfa.Assume{Cond: bin(cfa.And, bin(cfa.Lt, v, w), bin(cfa.Lt, w, v))})
		head := l.at
		p.NewEdge(head, head, &cfa.Assume{Cond: bin(cfa.Eq, v, konst(3))}, lang.Pos{})
		call := p.NewLoc(p.Start, lang.Pos{})
		p.NewEdge(head, call, &cfa.Assume{Cond: bin(cfa.Ne, v, konst(3))}, lang.Pos{})
		p.NewEdge(call, head, &cfa.Call{Callee: chained(p, n)}, lang.Pos{})
		bad := p.NewLoc(p.Start, lang.Pos{})
		bad.Error = &cfa.Property{Kind: "assertion", Text: "false"}
		p.NewEdge(head, bad, &cfa.Assume{Cond: bin(cfa.Eq, v, konst(4))}, lang.Pos{})
		p.Finish()
		cert := sayNothing(p)
		x := &cert.Contexts[0]
		for i := range x.Points {
			if at := x.Points[i].Loc; at == head.ID || at == call.ID {
				x.Points[i].Holds = nil
			}
		}
		cert.Induction = 2
		_, err := Check(context.Background(), p, cert)
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "more than 5000 activations") {
			t.Errorf("%d calls, where nobody comes: %v", n, err)
		}
	}
}
