package cert

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// TestWeaken: of what is guessed at each location, what holds is left, and it is a proof of the errors
// that it excludes; an error that a run reaches is never among these.
func TestWeaken(t *testing.T) {
	p := program(t, `
		void reach_error(void); int __VERIFIER_nondet_int(void); int g, h;
		static void up(void) { if (g < 8) g++; }
		int main(void) {
			while (__VERIFIER_nondet_int()) {
				up();
				if (__VERIFIER_nondet_int()) h = 3;
				if (g > 8) reach_error();
				if (h > 2) reach_error();
				if (h > 3) reach_error();
			}
			return 0;
		}`)
	b := smt.NewBuilder()
	global := func(name string) *smt.Term {
		for _, v := range p.Vars {
			if v.Name == name {
				return Symbol{Var: v}.Term(b)
			}
		}
		t.Fatal(name)
		return nil
	}
	g, h := global("g"), global("h")
	guesses := []*smt.Term{
		b.Le(g, b.IntNum(8)), b.Le(b.IntNum(0), g), b.Le(g, b.IntNum(7)), b.Le(h, b.IntNum(2)), b.Eq(g, h), b.Le(g, b.IntNum(100)),
	}
	c := &Certificate{Builder: b}
	for _, q := range append([]*cfa.Proc{p.Start}, p.Procs...) {
		if q == p.Start && len(c.Contexts) > 0 {
			continue
		}
		x := Context{Proc: q.ID}
		for id, l := range p.Locs {
			if l.Proc == q && l.Error == nil {
				x.Points = append(x.Points, Point{Loc: id, Holds: []Annotation{{Conj: guesses}}})
			}
		}
		c.Contexts = append(c.Contexts, x)
	}
	if _, err := CheckPart(t.Context(), p, c); err == nil {
		t.Fatal("what was guessed is a proof")
	}
	var to []*cfa.Edge
	for _, l := range p.Errors {
		to = append(to, l.In...)
	}
	if err := Weaken(t.Context(), p, c, to); err != nil {
		t.Fatal(err)
	}
	if _, err := CheckPart(t.Context(), p, c); err != nil {
		t.Errorf("what is left: %v", err)
	}
	if es := errorsOf(p); len(es) != 3 || len(c.Targets) != 2 || c.Targets[0] != min(es[0], es[2]) || c.Targets[1] != max(es[0], es[2]) {
		t.Errorf("errors %v: %v are excluded", es, c.Targets)
	}

	all := &Certificate{Builder: b, Contexts: []Context{{Proc: p.Start.ID}}}
	if err := Weaken(t.Context(), p, all, nil); err == nil {
		t.Error("no context of what is called: weakened")
	}
	if err := Weaken(t.Context(), p, &Certificate{Builder: b, Unwind: 3}, nil); err == nil {
		t.Error("a proof without annotations: weakened")
	}
}
