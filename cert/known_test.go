package cert

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// TestContradictions: an annotation that cannot hold says that nobody comes there, and so needs
// nothing; one that says the same twice is no such, whichever way it says so.
func TestContradictions(t *testing.T) {
	p := program(t, `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int main(void) { int i = 1; while (__VERIFIER_nondet_int()) ; if (i == 1) reach_error(); return 0; }`)
	bad := p.Errors[0]
	for name, c := range map[string]struct {
		conj func(b *smt.Builder, i *smt.Term) []*smt.Term
		can  bool // it can hold
	}{
		"a value": {func(b *smt.Builder, i *smt.Term) []*smt.Term { return []*smt.Term{b.Eq(i, b.IntNum(1))} }, true},
		"a value twice": {func(b *smt.Builder, i *smt.Term) []*smt.Term {
			return []*smt.Term{b.Eq(i, b.IntNum(1)), b.Eq(i, b.IntNum(1))}
		}, true},
		"two values": {func(b *smt.Builder, i *smt.Term) []*smt.Term {
			return []*smt.Term{b.Eq(i, b.IntNum(1)), b.Eq(i, b.IntNum(2))}
		}, false},
		"two values, inside": {func(b *smt.Builder, i *smt.Term) []*smt.Term {
			return []*smt.Term{b.And(b.Eq(i, b.IntNum(1)), b.Eq(i, b.IntNum(2)))}
		}, false},
		"bounds": {func(b *smt.Builder, i *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(i, b.IntNum(1)), b.Le(b.IntNum(1), i)}
		}, true},
		"bounds that exclude all": {func(b *smt.Builder, i *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(i, b.IntNum(1)), b.Le(b.IntNum(2), i)}
		}, false},
		"the other way round": {func(b *smt.Builder, i *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(b.IntNum(2), i), b.Le(i, b.IntNum(1))}
		}, false},
		"false": {func(b *smt.Builder, i *smt.Term) []*smt.Term { return []*smt.Term{b.False()} }, false},
		"true":  {func(b *smt.Builder, i *smt.Term) []*smt.Term { return []*smt.Term{b.True()} }, true},
	} {
		// At the error itself, said of all that leads there: it is refused that this holds, or that
		// it can.
		cert := annotated(t, p, map[string]says{"main head": is("i", 1)})
		var i *smt.Term
		for _, v := range p.Vars {
			if v.Name == "i" {
				i = Symbol{Var: v}.Term(cert.Builder)
			}
		}
		conj := c.conj(cert.Builder, i)
		x := newChecker(context.Background(), p, cert)
		if err := x.structure(); err != nil {
			t.Fatal(err)
		}
		x.begin(conj)
		f := x.leads(&state{}, x.ownView(&state{}), nil, nil)
		if (f != nil) != c.can {
			t.Errorf("%s: %v, it can hold: %v", name, f, c.can)
		}
		if f == nil && x.stats.Queries > 0 {
			t.Errorf("%s: %d questions for what is seen", name, x.stats.Queries)
		}
		for k := range cert.Contexts {
			if cert.Contexts[k].Proc == bad.Proc.ID {
				addPoint(&cert.Contexts[k], Point{Loc: bad.ID, Holds: []Annotation{{Conj: conj}}})
			}
		}
		if _, err := Check(context.Background(), p, cert); err == nil {
			t.Errorf("%s at the error: accepted", name)
		}
	}
}

// TestCalleesInLoops: what a loop changes through calls, variables and arrays, is not known in the
// middle of an induction.
func TestCalleesInLoops(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int g, a[2], h, c[2];
		static void deep(void) { SET }
		static void f(void) { deep(); }
		int main(void) { while (__VERIFIER_nondet_int()) f(); if (BAD) reach_error(); return 0; }`
	for _, c := range []struct {
		set, bad string
		want     bool
	}{
		{"g = 1;", "g == 1", false},
		{"a[1] = 1;", "a[1] == 1", false},
		{"g = 1; a[1] = 1;", "h == 1 || c[1] == 1", true},
		{"g = 1;", "a[1] == 1", true},
		{"a[1] = 1;", "g == 1", true},
	} {
		p := program(t, strings.NewReplacer("SET", c.set, "BAD", c.bad).Replace(text))
		for k := 1; k <= 2; k++ {
			cert := openHeads(p)
			cert.Induction = k
			if _, err := Check(context.Background(), p, cert); (err == nil) != c.want {
				t.Errorf("%s, then %s, k = %d: %v", c.set, c.bad, k, err)
			}
		}
	}
}

// TestParametersAreNotFree: what calls hand over has not any value.
func TestParametersAreNotFree(t *testing.T) {
	p := program(t, `
		void reach_error(void); int g;
		static int f(int n) { g = 1; return 2; }
		int main(void) { if (f(3) == 7) reach_error(); return 0; }`)
	f := procedure(t, p, "f")
	for _, v := range append(f.Params[:len(f.Params):len(f.Params)], f.Results...) {
		c := everything(p)
		for _, e := range f.Entry.Out {
			c.Instances = []Instance{{e.ID, []Value{{v.ID, c.Builder.IntNum(3)}}}}
		}
		_, err := Check(context.Background(), p, c)
		if err == nil || !strings.Contains(err.Error(), "need not have any value") {
			t.Errorf("%s: %v", v.Name, err)
		}
		if v.Kind == cfa.ParamVar && !strings.Contains(err.Error(), "handed over") {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
}
